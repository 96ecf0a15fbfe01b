"""Articles that need not be pasted: of an index of one's own, or from Wikipedia, whichever an operator named.

Nothing is fetched unless somebody presses the button, and nothing but from the one host that records may name.
"""

from __future__ import annotations

import http.client
import json
import re
from urllib.parse import unquote, urlencode, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from probierz.errors import ProbierzError, Refused
from probierz.version import __version__

WIKIPEDIA = "wikipedia"
HOST = "cs.wikipedia.org"
_HOSTS = (HOST, "cs.m.wikipedia.org")
_SECONDS = 10
_MOST_BYTES = 8 << 20
_LONGEST_TITLE = 255
_QUERY = {
    "action": "query", "prop": "extracts", "explaintext": "1", "exsectionformat": "plain", "redirects": "1",
    "format": "json", "formatversion": "2",
}  # fmt: skip


def can_fetch() -> bool:
    """Whether articles come from anywhere but people."""
    return bool(settings.PROBIERZ["PROBIERZ_ARTICLES"])


def title_of(url: str) -> str:
    """Return the title of an article, as its address has it; empty for another address."""
    return unquote(url.partition("/wiki/")[2].partition("#")[0].partition("?")[0]).replace("_", " ").strip()


def fetched_article(url: str) -> str:
    """Return the text of the article at an address, of the first place that has it. Raises Refused with what to do."""
    parts, title = urlsplit(url.strip()), title_of(url.strip())
    if parts.scheme not in ("http", "https") or parts.hostname not in _HOSTS or not title:
        message = _("This is no address of an article of the Czech Wikipedia; correct it, or paste the text.")
        raise Refused(message, "address")
    if len(title) > _LONGEST_TITLE or re.search(r"[\x00-\x1f<>\[\]{}|]", title):
        raise Refused(_("No article has such a title; correct the address, or paste the text."), "address")
    for place in settings.PROBIERZ["PROBIERZ_ARTICLES"]:
        text = _from_wikipedia(title) if place == WIKIPEDIA else _from_index(place, title)
        if text.strip():
            return text
    raise Refused(_("There is no such article; look at the address, or paste the text."), "address")


def _from_index(place: str, title: str) -> str:
    from probierz.systems.questions.finding.index import PassageIndex

    try:
        with PassageIndex(place) as index:
            return index.text_of(title)
    except ProbierzError as error:
        message = _("The index of articles cannot be read; tell whoever runs this, and paste the text.")
        raise Refused(message, "index") from error


def _from_wikipedia(title: str) -> str:
    try:
        status, body = _asked(f"/w/api.php?{urlencode({**_QUERY, 'titles': title})}")
        pages = json.loads(body)["query"]["pages"] if status == 200 else []
        return str(pages[0].get("extract") or "") if pages else ""
    except (OSError, http.client.HTTPException) as error:
        raise Refused(_("Wikipedia was not reached; copy the text of the article, and paste it."), "network") from error
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        message = _("Wikipedia answered otherwise than expected; copy the text of the article, and paste it.")
        raise Refused(message, "network") from error


def _asked(path: str) -> tuple[int, bytes]:
    """What the one host answers; it is followed nowhere else."""
    connection = _connection()
    try:
        connection.request("GET", path, headers={"User-Agent": f"probierz/{__version__} (annotation of questions)"})
        answer = connection.getresponse()
        body = answer.read(_MOST_BYTES + 1)
    finally:
        connection.close()
    if len(body) > _MOST_BYTES:
        raise ValueError("more than an article")
    return answer.status, body


def _connection() -> http.client.HTTPConnection:
    return http.client.HTTPSConnection(HOST, timeout=_SECONDS)
