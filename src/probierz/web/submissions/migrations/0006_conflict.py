from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0005_row_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="score",
            name="conflict",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
    ]
