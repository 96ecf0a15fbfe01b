"""The same news in the form that each service takes. Names are anybody's words: nothing in them is markup there."""

from __future__ import annotations

import json
import re
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from probierz.web.html.numbers import number
from probierz.web.html.plain_text import JOINER, on_one_line
from probierz.web.webhooks.models import Delivery, Webhook

LONGEST_DISCORD = 2000


def body_of(kind: str, news: dict[str, Any], language: str = "") -> bytes:
    """Return what is sent: for Discord and Slack words in that language, or the platform's, else the news."""
    with override(language or settings.LANGUAGE_CODE):
        if kind == Webhook.Kind.DISCORD:
            content = _sentence(news, _discord, lambda title, url: f"[{title}](<{url}>)")
            return _json({"content": content[:LONGEST_DISCORD], "allowed_mentions": {"parse": []}})
        if kind == Webhook.Kind.SLACK:
            return _json({"text": _sentence(news, _slack, lambda title, url: f"<{url}|{title}>")})
        return _json(news)


def _json(plain: dict[str, Any]) -> bytes:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()


def _sentence(news: dict[str, Any], safe: Any, link: Any) -> str:
    if "text" in news:  # a notification has its words already
        lines = (safe(line) for line in news["text"].splitlines())
        return "\n".join([link(safe(news["title"]), news["url"]), *lines])
    if "challenge" not in news:
        return _("A test: your notifications will come here.")
    challenge = link(safe(news["challenge"]["title"]), news["challenge"]["url"])
    if news["event"] == Delivery.Event.TEST:
        return _("A test from %(challenge)s: news will come here.") % {"challenge": challenge}
    best, previous = news["best"], news["previous"]
    words = {
        "challenge": challenge,
        "submitter": link(safe(best["submitter"]), best["url"]),
        "test": safe(f"{news['test']} {news['metric']}"),
        "score": safe(number(best["shown"])),
        "before": safe(number(previous["shown"])) if previous else "",
        "other": safe(previous["submitter"]) if previous else "",
    }
    if previous is None:
        return _("The first score in %(challenge)s: %(submitter)s, %(test)s %(score)s") % words
    return _("A new best in %(challenge)s: %(submitter)s, %(test)s %(score)s (before: %(before)s, %(other)s)") % words


_MARKS = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~@:])")


def _discord(text: str) -> str:
    """Every mark of Markdown is taken as it stands; a mention or a bare address becomes mere letters."""
    return _MARKS.sub(r"\\\1", on_one_line(text, kept=JOINER))


def _slack(text: str) -> str:
    """Slack wants these three characters escaped; then neither links nor mentions such as <!channel> arise.

    A joiner without width keeps marks such as * and _ from working; a | would end a link.
    """
    escaped = on_one_line(text, kept=JOINER).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([*_~`])", rf"\1{JOINER}", escaped).replace("|", "¦")
