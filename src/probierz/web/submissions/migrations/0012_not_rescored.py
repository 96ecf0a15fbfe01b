from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0011_published_team"),
    ]

    operations = [
        migrations.AddField(
            model_name="submission",
            name="not_rescored",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
