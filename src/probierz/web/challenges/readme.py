"""The page of a challenge's README, made once for each version, by a process with limits."""

from __future__ import annotations

import json
import subprocess
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import escape

from probierz.web.challenges.markdown import tag_words
from probierz.web.challenges.models import Tag
from probierz.web.sandbox.limited import run_limited

SECONDS, MEMORY_MB = 5, 1024
SHORT_LENGTH, SHORT_SECONDS, SHORT_BRACKETS = 20_000, 2, 1000
"""Of short texts that everybody may write. Brackets that nothing closes take time by their square."""
MOST_AS_WRITTEN = 100_000
MOST_HTML_BYTES = 8 * 2**20


class Readme(NamedTuple):
    """What is shown of a README: its page without the title, and the first paragraph as plain text."""

    html: str
    summary: str


def render(text: str, slug: str, *, has_title: bool = True) -> Readme:
    """Return the page of a challenge's README; one that takes too long, or breaks the parser, is shown as written.

    has_title: whether a heading at the very beginning is left out, as its page shows it; announcements have none.
    """
    if not text.strip():
        return Readme("", "")
    files = reverse("challenge-file", args=[slug, "x"]).removesuffix("x")
    given = json.dumps({"text": text, "files": files, "has_title": has_title}).encode()
    words = ["probierz.web.challenges.markdown"]
    is_short = len(text) <= SHORT_LENGTH
    if is_short and text.count("[") > SHORT_BRACKETS:
        return Readme(as_written(text), "")
    try:
        done = run_limited(words, seconds=SHORT_SECONDS if is_short else SECONDS, memory_mb=MEMORY_MB, given=given)
    except subprocess.TimeoutExpired:
        return Readme(as_written(text), "")
    if done.returncode or len(done.stdout) > MOST_HTML_BYTES:
        return Readme(as_written(text), "")
    return Readme(**json.loads(done.stdout))


def as_written(text: str) -> str:
    """Return a README's beginning as it is, for where there is no page of it."""
    return f"<pre>{escape(text[:MOST_AS_WRITTEN])}</pre>"


def tags_of(text: str) -> list[Tag]:
    """Return the tags that a README names; words outside the vocabulary are passed over."""
    return list(Tag.objects.filter(name__in=tag_words(text)))
