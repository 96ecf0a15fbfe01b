from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("annotation", "0007_challenges")]

    operations = [
        migrations.AddField(
            model_name="annotationproject",
            name="rules_counted",
            field=models.CharField(blank=True, max_length=32),
        ),
    ]
