from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("labelling", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="labellinground",
            name="instructions_html",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
    ]
