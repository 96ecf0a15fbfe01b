"""What an entry of the audit log notes beside, in words: names of values, and what they were before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache

from django.apps import apps
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from probierz.web.html.looks import moment_text

NAMES = {
    "accepted": pgettext_lazy("audit log", "accepted"),
    "administrator": pgettext_lazy("audit log", "as an administrator"),
    "aliases": pgettext_lazy("audit log", "other names"),
    "anonymous": pgettext_lazy("audit log", "hides their name"),
    "archived": pgettext_lazy("audit log", "archived"),
    "board": pgettext_lazy("audit log", "board"),
    "by": pgettext_lazy("audit log", "by"),
    "by_link": pgettext_lazy("audit log", "by a link"),
    "challenge": pgettext_lazy("audit log", "challenge"),
    "change": pgettext_lazy("audit log", "kind of change"),
    "closes": pgettext_lazy("audit log", "closes"),
    "column": pgettext_lazy("audit log", "column"),
    "daily_quota": pgettext_lazy("audit log", "scored outputs a day"),
    "description": pgettext_lazy("audit log", "what has changed"),
    "digits": pgettext_lazy("audit log", "digits of rounded scores"),
    "disclosed_from": pgettext_lazy("audit log", "all scores shown from"),
    "disclosure": pgettext_lazy("audit log", "scores shown"),
    "divided": pgettext_lazy("audit log", "divided"),
    "failures": pgettext_lazy("audit log", "failures"),
    "has_usual_quotas": pgettext_lazy("audit log", "quotas by the lines of tests"),
    "host": pgettext_lazy("audit log", "host"),
    "is_published": pgettext_lazy("audit log", "published"),
    "is_starred": pgettext_lazy("audit log", "starred"),
    "items": pgettext_lazy("audit log", "lines shown"),
    "items_from": pgettext_lazy("audit log", "lines shown from"),
    "kind": pgettext_lazy("audit log", "kind"),
    "kinds": pgettext_lazy("audit log", "kinds"),
    "ladder": pgettext_lazy("audit log", "scores shown"),
    "ladder_step": pgettext_lazy("audit log", "step"),
    "login": pgettext_lazy("audit log", "login"),
    "name": pgettext_lazy("audit log", "name"),
    "names": pgettext_lazy("audit log", "phases"),
    "near_quota": pgettext_lazy("audit log", "nearly equal outputs a day"),
    "number": pgettext_lazy("audit log", "number"),
    "open_submissions": pgettext_lazy("audit log", "submissions are opened"),
    "opens": pgettext_lazy("audit log", "opens"),
    "person": pgettext_lazy("audit log", "person"),
    "phase": pgettext_lazy("audit log", "phase"),
    "quotas": pgettext_lazy("audit log", "quotas"),
    "records": pgettext_lazy("audit log", "records"),
    "repaired": pgettext_lazy("audit log", "changed expected results"),
    "role": pgettext_lazy("audit log", "role"),
    "round": pgettext_lazy("audit log", "round"),
    "scopes": pgettext_lazy("audit log", "may"),
    "scored_again": pgettext_lazy("audit log", "submissions scored again"),
    "seed": pgettext_lazy("audit log", "seed"),
    "selections": pgettext_lazy("audit log", "submissions to select"),
    "share": pgettext_lazy("audit log", "share of the public part"),
    "shows_private": pgettext_lazy("audit log", "private parts decide"),
    "slug": pgettext_lazy("audit log", "short name"),
    "split": pgettext_lazy("audit log", "split"),
    "strata": pgettext_lazy("audit log", "stratified by"),
    "strata_column": pgettext_lazy("audit log", "stratified by column"),
    "summary": pgettext_lazy("audit log", "summary"),
    "tag": pgettext_lazy("audit log", "tag"),
    "tags": pgettext_lazy("audit log", "tags"),
    "team": pgettext_lazy("audit log", "limited to the team"),
    "title": pgettext_lazy("audit log", "title"),
    "total_quota": pgettext_lazy("audit log", "scored outputs in all"),
    "variant_quota": pgettext_lazy("audit log", "scored variants of a submission"),
    "version": pgettext_lazy("audit log", "version"),
    "webhook": pgettext_lazy("audit log", "webhook"),
}
"""Details as they are stored; one that is not here shows as its own name."""

VALUES = {
    ("by", "document"): pgettext_lazy("audit log", "documents"),
    ("by", "line"): pgettext_lazy("audit log", "lines"),
    ("by", "sso"): pgettext_lazy("audit log", "single sign-on"),
    ("change", "major"): pgettext_lazy("audit log", "another task (major)"),
    ("change", "minor"): pgettext_lazy("audit log", "tests were added (minor)"),
    ("change", "patch"): pgettext_lazy("audit log", "repair (patch)"),
    ("scope", "organise"): pgettext_lazy("audit log", "organise"),
    ("scope", "read"): pgettext_lazy("audit log", "read"),
    ("scope", "submit"): pgettext_lazy("audit log", "submit"),
    ("strata", "column"): pgettext_lazy("audit log", "column"),
    ("strata", "expected"): pgettext_lazy("audit log", "expected results"),
}
MOMENTS = frozenset({"archived", "closes", "disclosed_from", "items_from", "opens"})
UNTOLD = frozenset({"is_published", "phases"})
"""What the action says already, and what is shown by its parts."""
RARE = frozenset({"administrator", "anonymous"})
"""What is told of the few of whom it is true."""
CHANGE = {"before", "after"}
LONGEST = 200


def noted(details: Mapping[str, object], logins: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return names and values in the language of the page. logins: of people, by their number.

    A value that was changed shows as what it was and what it is, with an arrow between.
    """
    if details.keys() == CHANGE:  # of a name, as earlier versions noted it
        details = {"name": details}
    known = {name: logins.get(str(value), value) if name == "person" else value for name, value in details.items()}
    told = [one for name, value in known.items() if not _is_untold(name, value) for one in _told(name, value)]
    phases = details.get("phases")
    for phase, values in phases.items() if isinstance(phases, dict) else ():
        told += [(f"{phase}: {name}", value) for name, value in noted(values, logins)]
    return told


def _is_untold(name: str, value: object) -> bool:
    return name in UNTOLD or (name in RARE and value is False)


def _told(name: str, value: object) -> list[tuple[str, str]]:
    called = str(NAMES.get(name, name.replace("_", " ")))
    if not isinstance(value, dict):
        return [(called, _value(name, value))]
    if value.keys() == CHANGE:
        return [(called, f"{_value(name, value['before'])} → {_value(name, value['after'])}")]
    return [(f"{called}: {inner}", shown) for part, one in value.items() for inner, shown in _told(part, one)]


def _value(name: str, value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_value(name.removesuffix("s"), one) for one in value) or "–"
    if name == "share" and isinstance(value, float | int):
        return f"{100 * value:g} %"
    text = str(value)
    if (name, text) in _choices():
        return str(_choices()[name, text])
    if text in ("", "None", "[]"):
        return _("no end") if name == "closes" else "–"
    if text in ("True", "False"):
        return _("yes") if text == "True" else _("no")
    return _moment(text) if name in MOMENTS else text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _moment(text: str) -> str:
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return text
    return moment_text(when) if when.tzinfo else text


@cache
def _choices() -> dict[tuple[str, str], object]:
    """What values are called that fields choose among, by the field's name and the value."""
    models = [model for model in apps.get_models() if model.__module__.startswith("probierz.")]
    fields = [field for model in models for field in model._meta.get_fields()]
    return VALUES | {
        (field.name, str(value)): label for field in fields for value, label in getattr(field, "choices", None) or ()
    }
