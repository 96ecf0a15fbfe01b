"""Short texts in English or German, told by words that are frequent there and that Polish has not."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ENGLISH", "GERMAN", "is_short_foreign"]

ENGLISH = frozenset(
    """
    the of and is are was were you your we he she they it this that with for from have has had will would should could
    not be been what how who where when why please thank thanks hello an at by or if can me his her our their about
    which there but good see don't i'm it's my said says into then than been just very them him its did does
    """.split()  # noqa: SIM905 - a table is read more easily than a list of quoted words
)
GERMAN = frozenset(
    """
    ich und nicht der die das ist wir sind mit ein eine einen einem einer für auf auch nach aus bei haben hat habe wird
    werden wenn dass daß aber oder noch mein meine kein keine hier du sie er mich dich sich zum zur dem vom über können
    kann muss schon sehr gut guten danke bitte wo warum heute morgen nur von sein seine ihr uns alle zu
    """.split()  # noqa: SIM905
)
"""Frequent words that are no Polish ones, or next to never; Polish has `wie` and `was`, which tell nothing."""


def is_short_foreign(words: Sequence[str], known: int) -> bool:
    """Whether two of five words are those of another language that Polish has not, or one of five and half unknown.

    words: in small letters. known: how many of them are known as Polish ones.
    """
    most = max(sum(word in frequent for word in words) for frequent in (ENGLISH, GERMAN))
    return len(words) > 1 and (5 * most >= 2 * len(words) or (5 * most >= len(words) >= 2 * known))
