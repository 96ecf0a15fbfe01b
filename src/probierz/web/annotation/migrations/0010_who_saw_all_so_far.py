from collections import defaultdict

from django.db import migrations


def noted_roles(apps, schema_editor):
    """Who made a project, and who got which role in it, was noted; so was who made challenges of it."""
    users = apps.get_model("accounts", "User").objects
    saw = defaultdict(set)
    for note in apps.get_model("accounts", "AuditEntry").objects.filter(action__startswith="annotation."):
        if note.action in ("annotation.create", "annotation.challenge") and note.actor_id is not None:
            saw[note.object_id].add(note.actor_id)
        elif note.details.get("role") in ("reviewer", "coordinator"):
            saw[note.object_id].update(users.filter(username=note.details.get("login")).values_list("pk", flat=True))
    for project in apps.get_model("annotation", "AnnotationProject").objects.all():
        project.saw_all.add(*saw[str(project.pk)])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_invitations"),
        ("annotation", "0009_saw_all"),
    ]

    operations = [
        migrations.RunPython(noted_roles, migrations.RunPython.noop),
    ]
