"""What tells of a word which mark stands after it: clues for a conditional random field.

    of a word, and of those around it   the word, its endings of two to five letters, its shape
    of neighbours together              two words, two endings, an ending and the word after it
    where the text was read aloud       the pause after the word, alone, with its ending, with the next word

Only pauses are used, never durations; `pauses.py` says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from probierz.systems.punctuation.pauses import UNHEARD, bucket

_AROUND = 6
_BEFORE, _AFTER = ["<"] * _AROUND, [">"] * _AROUND


def clues_of(
    words: Sequence[str], begin: int, end: int, pauses: Sequence[int] | None = None, tags: Sequence[str] | None = None
) -> Iterator[list[str]]:
    """Yield the clues of the words from `begin` to `end`; they see the words around as well.

    pauses: milliseconds after each word, UNHEARD where nobody knows. tags: the part of speech of each word.
    """
    first = begin - _AROUND
    seen = [word.lower() for word in words[max(0, first) : end + _AROUND]]
    seen = [*_BEFORE[: max(0, -first)], *seen, *_AFTER]
    endings = [(f"2{word[-2:]}", f"3{word[-3:]}", f"4{word[-4:]}", f"5{word[-5:]}") for word in seen]
    for number in range(begin, end):
        at = number - first
        clues = _of_words(seen, at)
        clues += _of_endings(seen, endings, at)
        if number == len(words) - 1:
            clues.append("last")
        if pauses and pauses[number] != UNHEARD:
            long = bucket(pauses[number]) - 1
            clues += (f"p{long}", f"p{long}{endings[at][1]}", f"p{long} {seen[at + 1]}")
        if tags:
            clues += _of_tags(tags, number)
        yield clues


def _of_words(seen: Sequence[str], at: int) -> list[str]:
    a, b, c, d = seen[at - 1], seen[at], seen[at + 1], seen[at + 2]
    return [
        f"w0{b}", f"w1{c}", f"w2{d}", f"w3{seen[at + 3]}", f"w4{seen[at + 4]}", f"w5{seen[at + 5]}",
        f"w6{seen[at + 6]}", f"v1{a}", f"v2{seen[at - 2]}", f"v3{seen[at - 3]}", f"v4{seen[at - 4]}",
        f"v5{seen[at - 5]}", f"v6{seen[at - 6]}",
        f"a{a} {b}", f"b{b} {c}", f"c{c} {d}", f"d{a} {c}",
        f"h{_shape(a)}", f"i{_shape(b)}", f"j{_shape(c)}",
    ]  # fmt: skip


def _of_endings(seen: Sequence[str], endings: Sequence[tuple[str, ...]], at: int) -> list[str]:
    a, b, c, d = endings[at - 1], endings[at], endings[at + 1], endings[at + 2]
    clues = [f"k{one}" for one in a]
    clues += [f"l{one}" for one in b]
    clues += [f"m{one}" for one in c]
    clues += [f"n{one}" for one in d]
    clues += (f"e{a[1]} {b[1]}", f"f{b[1]} {c[1]}", f"g{c[1]} {d[1]}", f"o{a[1]} {c[1]}", f"q{b[1]} {seen[at + 1]}")
    return clues


def _of_tags(tags: Sequence[str], number: int) -> list[str]:
    a, b, c, d = (tags[one] if 0 <= one < len(tags) else "" for one in range(number - 1, number + 3))
    return [f"r{a}", f"s{b}", f"t{c}", f"u{d}", f"x{a} {b}", f"y{b} {c}", f"z{c} {d}", f"A{a} {c}", f"B{a} {b} {c}"]


def _shape(word: str) -> str:
    if word.isdigit():
        return f"0{min(len(word), 5)}"
    return "a" if any(map(str.isalpha, word)) else "."
