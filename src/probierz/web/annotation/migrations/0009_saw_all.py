from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("annotation", "0008_rules_counted"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotationproject",
            name="saw_all",
            field=models.ManyToManyField(related_name="+", to=settings.AUTH_USER_MODEL),
        ),
    ]
