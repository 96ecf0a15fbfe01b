"""Why no verdict is possible is kept; what was found before without it is found again when somebody asks."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_unexplained(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Forget tests that say no reason: jobs make them again."""
    apps.get_model("leaderboards", "PairTest").objects.filter(p_value=None).exclude(method="").delete()


class Migration(migrations.Migration):
    dependencies = [("leaderboards", "0002_ranks_before")]

    operations = [
        migrations.AddField("pairtest", "why_none", models.CharField(blank=True, max_length=20)),
        migrations.AddField("pairtest", "differing", models.PositiveIntegerField(null=True)),
        migrations.RunPython(forget_unexplained, migrations.RunPython.noop),
    ]
