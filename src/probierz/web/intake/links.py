"""Links that may be shown: to pages of the web and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

LONGEST_LINK = 2000


@dataclass(frozen=True)
class MetadataLink:
    """A link of a submission."""

    url: str
    title: str | None = None


def is_web_address(url: str) -> bool:
    """Whether a text is an http or https address with a host, no password in it, and no character of another kind."""
    if len(url) > LONGEST_LINK or not url.isprintable() or any(character in url for character in ' "<>\\^`{|}'):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and "@" not in parts.netloc
    except ValueError:
        return False
