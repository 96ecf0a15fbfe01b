"""An expected line and an output beside each other, with what differs marked.

Longest common runs, not the smallest edit of `inspection/diff.py`: a reader follows whole phrases more easily, and both
texts are short. In words that are nearly alike letters are marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WORDS = re.compile(r"\w+|\s+|[^\w\s]")
NEAR = 0.5
"""From this likeness on, two words differ in letters; below, one stands for the other."""


def marked(expected: str, output: str) -> tuple[SafeString, SafeString]:
    """Return both texts as HTML: in the first what the output lacks is marked, in the second what it has instead.

    Words that are nearly alike are marked letter by letter. Both texts are short: they were cut for the page.

        >>> marked("two owls", "two 0wls")
        ('two <mark class="lacks">o</mark>wls', 'two <mark class="has">0</mark>wls')
    """
    ours, theirs = WORDS.findall(expected), WORDS.findall(output)
    left: list[tuple[bool, str]] = []
    right: list[tuple[bool, str]] = []
    for kind, i, to_i, j, to_j in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        before, after = "".join(ours[i:to_i]), "".join(theirs[j:to_j])
        if kind == "equal":
            left.append((False, before))
            right.append((False, after))
        else:
            for side, parts in zip((left, right), _letters(before, after), strict=True):
                side.extend(parts)
    return _html(left, "lacks"), _html(right, "has")


def _letters(before: str, after: str) -> tuple[list[tuple[bool, str]], list[tuple[bool, str]]]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if not before or not after or matcher.ratio() < NEAR:
        return [(True, before)], [(True, after)]
    codes = matcher.get_opcodes()
    return (
        [(kind != "equal", before[i:to_i]) for kind, i, to_i, _, _ in codes],
        [(kind != "equal", after[j:to_j]) for kind, _, _, j, to_j in codes],
    )


def _html(parts: Iterable[tuple[bool, str]], kind: str) -> SafeString:
    return format_html_join("", "{}", ((_part(text, kind, is_marked=it),) for it, text in parts if text))


def _part(text: str, kind: str, *, is_marked: bool) -> str:
    return format_html('<mark class="{}">{}</mark>', kind, text) if is_marked else text
