"""Edits as tags of tokens: what turns one text into another, as a label for each token (Ziętkiewicz 2021).

    tokens   to                   jak   on
    text     - to,                jak   on.
    tags     prepend:-⇥append:,         append:.

Operations: `append:X` and `prepend:X` put text after and before the token. A tag is none (the empty string), an
operation, or both with a tab between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

KEEP = ""
"""The tag of a token that stays as it is."""

_MARKS = ".,?!-:;…"
NO_MARK = ("", "O", "0")
"""What labels of words that mean nothing are usually called."""
Tokens = Sequence[str]


def apply_tags(tokens: Tokens, tags: Tokens) -> str:
    """Return the text that the tags make of the tokens, with one space between tokens."""
    return " ".join(_edited(token, tag) for token, tag in zip(tokens, tags, strict=True))


def _edited(token: str, tag: str) -> str:
    for operation in tag.split("\t") if tag else ():
        name, _, text = operation.partition(":")
        if name == "append":
            token += text
        elif name == "prepend":
            token = text + token
    return token


def mark_tags(tokens: Tokens, text: str) -> list[str] | None:
    """The tags that put marks into the tokens so that they read as the text does; None when its words are others.

    Several marks after a token are one tag, marks before the first token are a tag on it. Case is not compared. Empty
    tokens keep the tag none.
    """
    tags, waiting, at, last = [KEEP] * len(tokens), "", 0, -1
    lowered = text.lower()
    for number, token in enumerate(tokens):
        if not token:
            continue
        while not lowered.startswith(token.lower(), at):
            if at >= len(text) or not (text[at].isspace() or text[at] in _MARKS):
                return None
            waiting += text[at].strip()
            at += 1
        _hang(tags, last, number, waiting)
        waiting, last, at = "", number, at + len(token)
    rest = "".join(text[at:].split())
    if rest.strip(_MARKS):
        return None
    _hang(tags, last, last, rest)
    return tags


def _hang(tags: list[str], before: int, after: int, marks: str) -> None:
    """Put marks on the token before them, or at the very beginning on the one after them."""
    if marks and before >= 0:
        operation = f"append:{marks.replace('…', '...')}"
        tags[before] = f"{tags[before]}\t{operation}" if tags[before] else operation
    elif marks and after >= 0:
        tags[after] = f"prepend:{marks.replace('…', '...')}"


def only_last_mark(tag: str) -> str:
    """A tag with the last of its marks only: `append:...` when they end in three dots; marks before count as none."""
    marks = "".join(one.removeprefix("append:") for one in tag.split("\t") if one.startswith("append:"))
    if not marks:
        return KEEP
    return "append:..." if marks.endswith("...") else f"append:{marks[-1]}"


def frequent_tags(tagged: Iterable[Tokens], most: int = 0, share: float = 0.0) -> tuple[str, ...]:
    """The tags to learn, none first, then by frequency: at most so many, each at least that share of all edits."""
    counts = Counter(tag for tags in tagged for tag in tags if tag != KEEP)
    ranked = sorted(counts, key=lambda tag: (-counts[tag], tag))
    kept = [tag for tag in ranked if counts[tag] >= share * counts.total()]
    return (KEEP, *(kept[:most] if most else kept))


def tags_of_labels(labels: Tokens) -> list[str] | None:
    """The tags that labels of words stand for where they are marks and one that is none; else None.

    None is called as it may be: it is the only one that is no mark, such as `B` in eNeLPol's model.

    >>> tags_of_labels(["B", ":", "..."])
    ['', 'append::', 'append:...']
    >>> tags_of_labels(["O", "B-PER"])
    """
    odd = [label for label in labels if label in NO_MARK or label.strip(_MARKS)]
    if len(odd) != 1 or len(labels) < 2:
        return None
    return [KEEP if label == odd[0] else f"append:{label.replace('…', '...')}" for label in labels]
