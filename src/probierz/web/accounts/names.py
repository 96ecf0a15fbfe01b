"""Names by which people and teams are told apart: which are refused, and where the login stands beside one.

Two names are alike where a reader may take one for the other: `Adam`, `adam` and `аdam` with a Cyrillic а, by
the table of `probierz.look_alikes`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from probierz.errors import Refused
from probierz.look_alikes.likeness import likeness, likenesses, readings, title_likenesses
from probierz.web.accounts.models import Team, User

ANONYMOUS = gettext_noop("anonymous")
MAJORITY = gettext_noop("Majority of %(number)d people")
PERSON = gettext_noop("Person %(number)d")
"""What the platform itself calls rows of boards."""
MARKS = ("baseline", "published result", "late", "you", "final board", "owner")
"""What pages say beside names; in brackets, or as a whole name, it would be taken for the platform's word."""
ROLES = (
    "admin", "administrator", "administrators", "moderator", "moderators", "organiser", "organisers", "organizer",
    "organizers", "administratorka", "administratorzy", "moderatorka", "moderatorzy", "organizator", "organizatorka",
    "organizatorzy", "administrátor", "administrátorka", "moderátor", "moderátorka", "organizátor", "organizátorka",
    "správce", "správkyně",
)  # fmt: skip
"""What those are called who have a say on the platform, in its languages; anywhere in a name it claims that."""
OWN_NAME = "Probierz"
ROLE_LOGINS = (
    *ROLES, OWN_NAME, "root", "support", "system", "staff", "official", "anonymous", "deleted", "everybody", "nobody",
    "owner", "jury", "pomoc", "anonim", "podpora",
)  # fmt: skip
"""Logins that claim to be the platform's own, with any number behind them."""

NAMES = "names"
"""What people and teams are called is looked at and saved `one_at_a_time`."""

_PARTS = re.compile(r"[][(){}<>·•|/,;:–—]|\s-\s")
_BESIDE = re.compile(r"(.*\S)\s*[(\[{<]([^][(){}<>]*)[)\]}>]\s*", re.DOTALL)
_ALPHABETS = re.compile("LATIN|CYRILLIC|GREEK")
_SHARED = "names:shared"
SHARED_SECONDS = 60


def check_name(name: str, short: str, *, person: User | None = None, team: Team | None = None) -> None:
    """Refuse a name that others, or rows of the platform itself, are known by. short: one's own login or short name.

    person, team: whose own names do not count. With one's own short name behind it in brackets any name is told apart.
    Raises Refused.
    """
    _check_own_words(name)
    others = set(_names_of_others(person, team))
    beside = _BESIDE.fullmatch(unicodedata.normalize("NFKC", name))
    if beside and beside[2].strip() == short:
        return
    if _looks(name) & others or (beside and likenesses(beside[2]) & others):
        base = beside[1] if beside else name
        message = _(
            "Somebody here is known by this name. If it is yours as well, write your short name behind it: "
            "%(name)s (%(short)s)."
        )
        raise Refused(message % {"name": base, "short": short}, "name")


def check_short_name(short: str, *, person: User | None = None) -> None:
    """Refuse a login, or the short name of a team, that looks like a name of others, or claims a role.

    person: who may have it as login. Raises Refused.
    """
    if short.endswith(("-", "_")):
        raise Refused(_("A login or short name ends with a letter or digit."), "slug")
    if claims_a_role(short):
        raise Refused(_("This login or short name reads as a role on the platform. Choose another one."), "slug")
    if likeness(short) in looks_of_names(person):
        message = _("Somebody here has a login, short name or name that looks like this one. Choose another one.")
        raise Refused(message, "slug")


def looks_of_names(person: User | None = None) -> set[str]:
    """Return how logins and shown names of people, all but this one, and short names and names of teams look."""
    return set(_names_of_others(person, None))


def claims_a_role(short: str) -> bool:
    """Whether a login or short name looks like a role on the platform: `admin`, `adm1n`, `support-2`."""
    roles = set(map(likeness, ROLE_LOGINS))
    return bool({likeness(short), likeness(re.sub(r"[-_\d]+$", "", short))} & roles)


def name_that_is_free(name: str, login: str) -> str:
    """Return the name of a new account, with the login behind it where others have it.

    Raises Refused for one of a row of the platform, and for one that claims a role or a mark.
    """
    _check_own_words(name)
    try:
        check_name(name, login)
    except Refused:
        return f"{name[: 117 - len(login)]} ({login})"
    return name


def told_apart(name: str, short: str, shared: frozenset[str]) -> str:
    """Return a name as everybody sees it: with the login or short name beside it where others are called alike.

    shared: `shared_names`.
    """
    if name == short or name.endswith(f"({short})") or likeness(name) not in shared:
        return name
    return f"{name} ({short})"


def _looks(name: str) -> frozenset[str]:
    """How a name looks that may be of words, other than a login."""
    return likenesses(name) | title_likenesses(name)


def _check_own_words(name: str) -> None:
    for reading in readings(name):
        _check_words(unicodedata.normalize("NFKC", reading))


def _check_words(plain: str) -> None:
    if likeness(re.sub(r"\d+", "", _BESIDE.sub(r"\1", plain))) in _in_all_languages(ANONYMOUS, MAJORITY, PERSON):
        raise Refused(_("The platform gives this name to rows of its own. Choose another one."), "name")
    title = settings.PROBIERZ["PROBIERZ_TITLE"]
    marks = _in_all_languages(*MARKS) | {likeness(title)}
    if any(map(_mixes_alphabets, re.findall(r"\w+", plain))):
        raise Refused(_("A word of this name mixes letters of several alphabets. Write it with those of one."), "name")
    words = set(map(likeness, re.findall(r"\w+", plain)))
    is_claimed = words & set(map(likeness, ROLES)) or any(word.startswith(likeness(OWN_NAME)) for word in words)
    if is_claimed or any(likeness(part) in marks for part in _PARTS.split(plain) if part.strip()):
        message = _("This name reads as a role or a mark of the platform. Choose another one.")
        raise Refused(message, "name")


def _mixes_alphabets(word: str) -> bool:
    """Whether it has Latin, Cyrillic and Greek letters side by side: in most signs they look the same."""
    found = (_ALPHABETS.match(unicodedata.name(sign, "")) for sign in word)
    return len({alphabet[0] for alphabet in found if alphabet}) > 1


@lru_cache(4)
def _in_all_languages(*words: str) -> frozenset[str]:
    """What is like one of these words of pages in any language, whatever the number in it."""
    found = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            found |= {likeness(_(word).replace("%(number)d", "")) for word in words}
    return frozenset(found)


def _names_of_others(person: User | None, team: Team | None) -> Iterator[str]:
    """What those are known by who show a name; that somebody hides one is not told."""
    people = User.objects.exclude(pk=person.pk) if person else User.objects.all()
    for login, name, is_anonymous in people.values_list("username", "name", "is_anonymous_entry"):
        yield likeness(login)
        if name and not is_anonymous:
            yield from _looks(name)
    for slug, name in (Team.objects.exclude(pk=team.pk) if team else Team.objects.all()).values_list("slug", "name"):
        yield from (likeness(slug), *_looks(name))


def shared_names() -> frozenset[str]:
    """Return what several names have in common that are shown; kept for a minute, as every page asks."""
    found: frozenset[str] | None = cache.get(_SHARED)
    if found is None:
        people = User.objects.filter(is_anonymous_entry=False).values_list("username", "name")
        teams = Team.objects.values_list("slug", "name")
        count = Counter(likeness(name or short) for short, name in people.union(teams, all=True))
        found = frozenset(alike for alike, number in count.items() if number > 1)
        cache.set(_SHARED, found, SHARED_SECONDS)
    return found
