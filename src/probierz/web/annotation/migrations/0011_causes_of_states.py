from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0010_who_saw_all_so_far")]

    operations = [
        migrations.AlterField(
            model_name="recordrevision",
            name="cause",
            field=models.CharField(
                choices=[
                    ("made", "made"),
                    ("imported", "imported"),
                    ("corrected", "corrected"),
                    ("mended", "mended by rule"),
                    ("undone", "brought back"),
                    ("cut", "a sentence of the article was cut"),
                    ("joined", "sentences of the article were joined"),
                ],
                max_length=10,
            ),
        ),
    ]
