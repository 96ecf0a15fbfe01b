from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0011_causes_of_states"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotationproject",
            name="archived",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
