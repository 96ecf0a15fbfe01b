from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("submissions", "0009_published_where"),
    ]

    operations = [
        migrations.AlterField(
            model_name="submission",
            name="published_kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("official", "published: official submission"),
                    ("authors", "published: run by the authors"),
                    ("variant", "published: variant"),
                    ("ablation", "published: ablation"),
                    ("baseline", "baseline"),
                ],
                max_length=12,
            ),
        ),
    ]
