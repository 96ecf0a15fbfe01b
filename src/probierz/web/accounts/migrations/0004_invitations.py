from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_spent"),
    ]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="declined",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="blocked",
            field=models.ManyToManyField(related_name="blocked_by", to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name="user",
            name="is_invitable",
            field=models.BooleanField(default=True, verbose_name="show me invitations to teams"),
        ),
    ]
