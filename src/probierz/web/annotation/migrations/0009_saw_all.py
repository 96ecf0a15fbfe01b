from django.conf import settings
from django.db import migrations, models


def noted_roles(apps, schema_editor):
    """Who made a project, and who got which role in it, was noted; so was who made challenges of it."""
    projects = apps.get_model("annotation", "AnnotationProject").objects
    users = apps.get_model("accounts", "User").objects
    for note in apps.get_model("accounts", "AuditEntry").objects.filter(action__startswith="annotation."):
        project = projects.filter(pk=note.object_id).first() if note.object_id.isdigit() else None
        if project is None:
            continue
        if note.action in ("annotation.create", "annotation.challenge") and note.actor_id is not None:
            project.saw_all.add(note.actor_id)
        elif note.details.get("role") in ("reviewer", "coordinator"):
            project.saw_all.add(*users.filter(username=note.details.get("login")))


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("accounts", "0004_invitations"),
        ("annotation", "0008_rules_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotationproject",
            name="saw_all",
            field=models.ManyToManyField(related_name="+", to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunPython(noted_roles, migrations.RunPython.noop),
    ]
