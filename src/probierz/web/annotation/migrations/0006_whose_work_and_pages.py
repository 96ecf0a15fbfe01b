from django.db import migrations, models


def not_theirs(apps, schema_editor):
    """Records that were imported before counted for nobody."""
    apps.get_model("annotation", "AnnotatedRecord").objects.filter(is_imported=True).update(is_theirs=False)


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0005_guidelines_versions"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotatedrecord",
            name="is_theirs",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="guidelinesversion",
            name="html",
            field=models.TextField(blank=True),
        ),
        migrations.RunPython(not_theirs, migrations.RunPython.noop),
    ]
