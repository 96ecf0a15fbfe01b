"""What webhooks do about what happens to submissions."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from probierz.web.events import scored
from probierz.web.submissions.models import Submission
from probierz.web.webhooks.services import news_later


@receiver(scored)
def tell_news(submission: Submission, **_: Any) -> None:
    """Look for news that are worth a message."""
    news_later(submission)
