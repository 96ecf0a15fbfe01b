"""What rules find in a record, in a word for a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from probierz.suites.sqad.rules import chosen_rules
from probierz.web.annotation.words import RULES
from probierz.web.html import looks

register = template.Library()


@register.simple_tag
def broken_rules(rules: Sequence[str]) -> SafeString:
    """Show how many errors and warnings a record has, which are the names of the rules that found them."""
    bad = {one.name for one in chosen_rules(()) if one.level == "error"}
    errors, warnings = [one for one in rules if one in bad], [one for one in rules if one not in bad]
    tags = []
    if errors:
        said = ngettext("%(n)d error", "%(n)d errors", len(errors)) % {"n": len(errors)}
        tags.append(looks.tag(said, _wrong(errors), "bad"))
    if warnings:
        said = ngettext("%(n)d warning", "%(n)d warnings", len(warnings)) % {"n": len(warnings)}
        tags.append(looks.tag(said, _wrong(warnings), "waiting"))
    return format_html_join(" ", "{}", ((one,) for one in tags))


def _wrong(rules: Iterable[str]) -> str:
    return "; ".join(str(RULES[one].broken) if one in RULES else one for one in dict.fromkeys(rules))
