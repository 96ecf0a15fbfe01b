from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("labelling", "0002_instructions_html"),
    ]

    operations = [
        migrations.AddField(
            model_name="labellinground",
            name="order",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="labellinground",
            name="candidates",
            field=models.JSONField(default=list),
        ),
    ]
