"""Pages of READMEs, made once; folders of versions under names that are never given again."""

from django.db import migrations, models
from django.db.models.functions import Cast


def name_folders(apps, _editor):
    """Versions of 0.2 stay in the folders that are called by their numbers."""
    apps.get_model("challenges", "Version").objects.update(folder=Cast("pk", models.CharField(max_length=64)))


class Migration(migrations.Migration):
    dependencies = [
        ("challenges", "0001_initial"),
    ]

    operations = [
        migrations.AddField("version", "folder", models.CharField(blank=True, max_length=64, default=""), False),
        migrations.AddField("version", "public_commit", models.CharField(blank=True, max_length=64, default=""), False),
        migrations.AddField("version", "readme_html", models.TextField(blank=True, null=True)),
        migrations.RunPython(name_folders, migrations.RunPython.noop, elidable=True),
    ]
