"""Forms of short words, which cutting does not make alike: *flet*, *fletu*; *dom*, *domy*, *domem*.

A short word of a question that no passage has is looked for in its other forms. With that 1,911 questions of PoQuAD
find their paragraph first in 84.9 % of cases and among three in 92.5, without in 84.6 and 92.1; among the paragraphs of
twelve articles alone in 96.3 and 99.4, without in 95.7 and 99.2.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from probierz.systems.questions.wording.words import STEM, without_marks

_ENDINGS = ("", "a", "u", "y", "i", "e", "o", "em", "ow", "om", "ie")
_ENDING = re.compile(r"(?:owi|ami|ach|ie|em|ow|om|[aeiouy])$")
_SHORTEST, _LONGEST = 3, 4
"""Letters that are left of a word without its ending."""


@lru_cache(1 << 16)
def _root(form: str) -> str:
    """A cut word without its ending; empty for what is too short or too long, and for what has a digit."""
    root = _ENDING.sub("", without_marks(form))
    return root if _SHORTEST <= len(root) <= _LONGEST and root.isalpha() else ""


def other_forms(form: str) -> list[str]:
    """Return the forms that a cut word without marks may have beside its own, cut; none of longer words.

    >>> other_forms("fletu")[:3], other_forms("szkol")
    (['flet', 'fleta', 'flety'], [])
    """
    root = _root(form)
    return [other for ending in _ENDINGS if root and (other := (root + ending)[:STEM]) != form]


def as_asked(stems: Sequence[str], told: Collection[str]) -> list[str]:
    """Return cut words of a passage, those as a question has them which are another form of a short word of it.

    Words of the question that the passage has as they are, are looked for in no other form.
    """
    missing = set(told).difference(stems)
    roots: Mapping[str, str] = {root: form for form in missing if (root := _root(form))}
    return [stem if stem in told else roots.get(_root(stem) or "-", stem) for stem in stems]
