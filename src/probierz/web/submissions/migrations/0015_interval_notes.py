from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0014_team_of_a_commit"),
    ]

    operations = [
        migrations.AddField(
            model_name="evaluation",
            name="notes",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
