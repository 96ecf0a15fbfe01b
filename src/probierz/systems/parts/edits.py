"""Edits as tags of tokens: what turns one text into another, as a label for each token (Ziętkiewicz 2021).

    tokens   to      on      jak
    text     - to,   jak on
    tags     prepend:-⇥append:,   replace:jak   replace:on

Operations: `append:X` and `prepend:X` put text after and before the token, `replace:X` and `delete` change it,
`join` takes away the space after it. A tag is none (the empty string), an operation, or several with tabs between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["KEEP", "apply_tags", "find_tags", "frequent_tags", "mark_tags", "only_last_mark"]

KEEP = ""
"""The tag of a token that stays as it is."""

_MARKS = ".,?!-:;…"
Tokens = Sequence[str]


def apply_tags(tokens: Tokens, tags: Tokens) -> str:
    """Return the text that the tags make of the tokens, with one space between tokens that are not joined."""
    pieces: list[str] = []
    for token, tag in zip(tokens, tags, strict=True):
        text, is_joined, is_deleted = _edited(token, tag)
        if not (is_deleted and not text):
            pieces += [text, "" if is_joined else " "]
    return "".join(pieces[:-1])


def _edited(token: str, tag: str) -> tuple[str, bool, bool]:
    is_joined = is_deleted = False
    for operation in tag.split("\t") if tag else ():
        name, _, text = operation.partition(":")
        if name == "append":
            token += text
        elif name == "prepend":
            token = text + token
        elif name == "replace":
            token = text
        elif name == "delete":
            token, is_deleted = "", True
        elif name == "join":
            is_joined = True
    return token, is_joined, is_deleted


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


def find_tags(tokens: Tokens, text: str) -> list[str]:
    """The tags that turn the tokens into the text, whatever it is; `apply_tags` of them gives its tokens again.

    There must be a token to hang the tags on, unless the text is empty.
    """
    tags = mark_tags(tokens, text)
    if tags is not None and apply_tags(tokens, tags).split() == text.split():
        return tags
    operations: list[list[str]] = [[] for _ in tokens]
    for begin, end, new in _differences(tokens, text.split()):
        _translate(operations, tokens, begin, end, new)
    return ["\t".join(one) for one in operations]


def _differences(tokens: Tokens, wanted: Tokens) -> Iterator[tuple[int, int, Tokens]]:
    """Spans of tokens with the words that stand in their place, as long as there is nothing equal in between."""
    from itertools import groupby

    from rapidfuzz.distance import Levenshtein

    opcodes = Levenshtein.opcodes(list(tokens), list(wanted))
    for is_equal, group in groupby(opcodes, key=lambda code: code.tag == "equal"):
        if not is_equal:
            codes = list(group)
            yield codes[0].src_start, codes[-1].src_end, wanted[codes[0].dest_start : codes[-1].dest_end]


def _translate(operations: list[list[str]], tokens: Tokens, begin: int, end: int, new: Tokens) -> None:
    """Make the words of the tokens in turn: some are tokens joined; what is too much is hung on or deleted."""
    at, made = begin, 0
    for word in new:
        joined = _joined(tokens[at:end], word)
        if joined:
            for one in operations[at : at + joined - 1]:
                one.append("join")
        elif at < end:
            operations[at].append(_change(tokens[at], word))
        else:
            break
        at, made = at + (joined or 1), made + 1
    for one in operations[at:end]:
        one.append("delete")
    extra = " ".join(new[made:])
    if extra and at:
        operations[at - 1].append(f"append: {extra}")
    elif extra and operations:
        operations[0].append(f"prepend:{extra} ")


def _joined(tokens: Tokens, word: str) -> int:
    """How many tokens, two or more, together are the word; 0 when they are not."""
    together = ""
    for count, token in enumerate(tokens, 1):
        together += token
        if len(together) >= len(word):
            return count if together == word and count > 1 else 0
    return 0


def _change(token: str, text: str) -> str:
    if token and text.startswith(token):
        return f"append:{text[len(token) :]}"
    if token and text.endswith(token):
        return f"prepend:{text[: -len(token)]}"
    return f"replace:{text}"


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
