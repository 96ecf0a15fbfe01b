from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0002_withdrawn_by_whom"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotatedrecord",
            name="ease",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="unfinishedrecord",
            name="ease",
            field=models.JSONField(default=dict),
        ),
    ]
