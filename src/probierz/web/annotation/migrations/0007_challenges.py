from django.db import migrations, models


def noted_challenges(apps, schema_editor):
    """Which challenges were made of a project was noted when they were made."""
    projects = apps.get_model("annotation", "AnnotationProject").objects
    challenges = apps.get_model("challenges", "Challenge").objects
    for note in apps.get_model("accounts", "AuditEntry").objects.filter(action="annotation.challenge"):
        project = projects.filter(pk=note.object_id).first()
        if project is not None:
            project.challenges.add(*challenges.filter(slug=note.details["challenge"]))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_invitations"),
        ("annotation", "0006_whose_work_and_pages"),
        ("challenges", "0005_test_makers"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotationproject",
            name="challenges",
            field=models.ManyToManyField(related_name="+", to="challenges.challenge"),
        ),
        migrations.RunPython(noted_challenges, migrations.RunPython.noop),
    ]
