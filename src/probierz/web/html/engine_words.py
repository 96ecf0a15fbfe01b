"""What the engine says of outputs and challenges, in the language of the page; the engine itself speaks English.

The sentences that pages show are in the catalogue of translations, piece by piece: what stands between the pieces
(names, numbers, texts of files) stays as it is, and so does a sentence that is not listed.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from probierz.web.html.engine_sentences import PIECES

register = template.Library()

_WORD = r"""(?:'[^'\n]*'|"[^"\n]*"|`[^`'\n]*[`']|[^\s;]+)"""
NAMES = {
    "n": r"\d+(?:\.\d+)?", "of": r"\d+(?:\.\d+)?", "most": r"\d+", "most_mb": r"\d+",
    "word": rf"{_WORD}(?: and {_WORD})*?", "of_word": _WORD, "metric": r"[^\s:][^:]*?", "file": r"[^\s:;,]+",
}  # fmt: skip
"""What may stand in a place of a piece."""
_BEFORE = r"(?<![^\s(])"
_BEHIND = r"(?=$|[;:,.)]|\s\()"
"""Where a piece ends that does not end in a space or a sign: else it would be the beginning of another sentence."""


def in_this_language(sentence: str) -> str:
    """Return a sentence of the engine in the language of the page, as far as it is known."""
    language = get_language() or "en"
    return sentence if language.startswith("en") else _in_language(sentence, language)


@lru_cache(4096)  # a board says the same of many rows
def _in_language(sentence: str, _language: str) -> str:
    for piece, (part, pattern) in patterns().items():
        if part in sentence:
            sentence = pattern.sub(partial(_translated, piece), sentence)
    return sentence


def _translated(piece: str, found: re.Match[str]) -> str:
    names = found.groupdict()
    if (several := names.get("word")) and not several.startswith(("'", '"')):  # as `NAMES` joins them
        names["word"] = several.replace(" and ", gettext(" and "))
    return gettext(piece) % names


@cache
def patterns() -> dict[str, tuple[str, re.Pattern[str]]]:
    """By piece, long ones first, as a short one may be a part of them: words to look for, and the whole of it."""
    return {piece: _pattern(piece) for piece in sorted(PIECES, key=len, reverse=True)}


def _pattern(piece: str) -> tuple[str, re.Pattern[str]]:
    parts = [one.replace("%%", "%") for one in re.split(r"%\((\w+)\)s", piece)]
    body = "".join(f"(?P<{one}>{NAMES[one]})" if at % 2 else re.escape(one) for at, one in enumerate(parts))
    before = _BEFORE if re.match(r"[\w%]", piece) else ""
    behind = _BEHIND if re.search(r"[\w%…>]$", piece) else ""
    return max(parts[::2], key=len), re.compile(before + body + behind)


ON_PAGES = {
    "name the directory of the challenge, or create one with  probierz init":
        "give an archive, a repository or a folder that has config.txt in it",
    "remove these texts from it; see  probierz suite check": "remove these texts from it",
    "see the options with  geval --help": "repair it in the file, and import the files once more",
    "with drops_scores it is published all the same": "import the files here, and tick that scores may be lost",
    "with replaces_results it is published all the same":
        "import the files here, and tick that they are meant to differ",
    "with has_leaks it is published all the same": "import the files here, and tick that texts may stand elsewhere",
}  # fmt: skip
"""Remedies of commands and programs, and what those do instead who sit before a page."""


def _for_pages(sentence: str) -> str:
    for remedy, on_page in ON_PAGES.items():
        if remedy in sentence:  # else a message with a link keeps that it is HTML
            sentence = sentence.replace(remedy, on_page)
    return sentence


@register.filter
def with_remedy(message: object, remedy: str) -> str:
    """Return a problem's message with what mends it, to be shown as one sentence."""
    return f"{message}; {remedy}" if remedy else str(message)


@register.filter
def told(line: str) -> str:
    """Show a line of a log: what the engine says in the language of the page, where there is no place for both."""
    return in_this_language(_KIND.sub(_kind_of, line))


_KIND = re.compile(r"^(error|warning|note)(?=: )", re.IGNORECASE)


def _kind_of(found: re.Match[str]) -> str:
    word = {"error": gettext("error"), "warning": gettext("warning"), "note": gettext("note")}[found[0].lower()]
    return word.upper() if found[0].isupper() else word


@register.filter
def engine(said: object) -> SafeString:
    """Show a sentence of the engine, or a problem; where that is a translation, the original stands behind it."""
    sentence = _for_pages(str(said))
    known = in_this_language(sentence)
    if known == sentence:
        return format_html("{}", sentence)
    return format_html(
        '{} <details class="plain original"><summary>{}</summary><span lang="en">{}</span></details>',
        known, gettext("In the words of the engine"), sentence,
    )  # fmt: skip
