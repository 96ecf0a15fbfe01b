"""Vertical files: a token a line, with its word, lemma and tag between TABs.

    <p>
    <s>
    Kdo       kdo       k3yQnSc1
    <g/>                             no space before the next token
    ?         ?         kIx.
    </s>
    </p>

`<s>` and `</s>` bound sentences, `<p>` and `</p>` paragraphs. A `<s>` with a `desamb` attribute only subdivides and
starts none. Other markup is structure without meaning here. Lines are kept as they were read, so that what is not
changed is written back byte by byte: bytes that are no UTF-8 become lone surrogates.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby
from typing import NamedTuple

GLUE = "<g/>"
_STRUCTURE = re.compile(r"</?[A-Za-z][^<>]*>")


class VerticalToken(NamedTuple):
    """A token. line: its number in the file, from 1. glued: no space stands before it."""

    word: str
    lemma: str
    tag: str
    glued: bool
    line: int

    @property
    def base(self) -> str:
        """What the token has in common with its other forms: the lemma, or the word where that is not said (`-`)."""
        return (self.lemma if any(map(str.isalnum, self.lemma)) else self.word).casefold()


class VerticalSentence(NamedTuple):
    """The tokens of a sentence; there is at least one."""

    tokens: tuple[VerticalToken, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words, without what glues them."""
        return tuple(token.word for token in self.tokens)

    @property
    def line(self) -> int:
        """The line of the first token, from 1."""
        return self.tokens[0].line

    @property
    def text(self) -> str:
        """The sentence as it is read, with spaces between tokens that are not glued."""
        return text_of(self.tokens)


@dataclass(frozen=True)
class Vertical:
    """A vertical file. lines: without the LF; the last one is empty where the file ends with LF, as it should."""

    lines: tuple[str, ...]

    @cached_property
    def sentences(self) -> tuple[VerticalSentence, ...]:
        """The sentences in order; tokens outside of `<s>` and `</s>` form sentences too."""
        return tuple(_sentences(self.unmarked))

    @cached_property
    def paragraphs(self) -> tuple[tuple[VerticalSentence, ...], ...]:
        """The sentences by paragraphs; all together where nothing bounds any."""
        bounds = [number for number, line in enumerate(self.unmarked, 1) if _bounds_paragraph(line.strip())]
        groups = groupby(self.sentences, key=lambda sentence: bisect(bounds, sentence.line))
        return tuple(tuple(sentences) for _, sentences in groups)

    @property
    def unmarked(self) -> tuple[str, ...]:
        """The lines without a byte order mark in front."""
        return (self.lines[0].removeprefix("\ufeff"), *self.lines[1:])

    @cached_property
    def places(self) -> dict[tuple[str, ...], int]:
        """The number of each sentence, from 0, by its words; the first one where several are equal."""
        places: dict[tuple[str, ...], int] = {}
        for number, sentence in enumerate(self.sentences):
            places.setdefault(sentence.words, number)
        return places

    @property
    def is_broken(self) -> bool:
        """Whether some bytes are no UTF-8."""
        try:
            "\n".join(self.lines).encode()
        except UnicodeEncodeError:
            return True
        return False

    @property
    def tokens(self) -> tuple[VerticalToken, ...]:
        """The tokens of all sentences."""
        return tuple(token for sentence in self.sentences for token in sentence.tokens)

    @property
    def text(self) -> str:
        """The text, a space between sentences."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def content(self) -> bytes:
        """The bytes of the file."""
        return "\n".join(self.lines).encode("utf-8", "surrogateescape")


def read_vertical(content: bytes) -> Vertical:
    """Read the bytes of a vertical file; whatever they are, `content` of the result is the same bytes again."""
    return Vertical(tuple(content.decode("utf-8", "surrogateescape").split("\n")))


def is_structure(line: str) -> bool:
    """Whether a line is markup rather than a token; a token may be `<` too."""
    return line.lstrip()[:1] == "<" and _STRUCTURE.fullmatch(line.strip()) is not None


def _sentences(lines: Sequence[str]) -> list[VerticalSentence]:
    found: list[VerticalSentence] = []
    open_tokens: list[VerticalToken] = []
    glued = False
    for number, line in enumerate(lines, 1):
        tag = line.strip()
        if not tag:
            continue
        if tag[0] != "<" or not is_structure(tag):
            open_tokens.append(_token(line, glued and bool(open_tokens), number))
            glued = False
        elif tag.startswith("<g"):
            glued = True
        elif _bounds_sentence(tag):
            _close(open_tokens, found)
            glued = False
    _close(open_tokens, found)
    return found


def _bounds_sentence(tag: str) -> bool:
    is_sentence = re.match(r"</?s[\s/>]", tag) is not None
    return is_sentence and not (tag.startswith("<s") and "desamb" in tag)


def _bounds_paragraph(tag: str) -> bool:
    return re.match(r"</?p[\s/>]", tag) is not None


def _close(tokens: list[VerticalToken], found: list[VerticalSentence]) -> None:
    if tokens:
        found.append(VerticalSentence(tuple(tokens)))
        tokens.clear()


def _token(line: str, glued: bool, number: int) -> VerticalToken:
    fields = line.rstrip("\r").split("\t")
    word, lemma, tag = (*fields, "", "")[:3]
    return VerticalToken(word.strip(), lemma, tag, glued, number)


def text_of(tokens: Sequence[VerticalToken]) -> str:
    """Return tokens as text; the first one has no space before it."""
    parts = [token.word if token.glued or at == 0 else f" {token.word}" for at, token in enumerate(tokens)]
    return "".join(parts)


def readable(text: str) -> str:
    """Return a text in which bytes that are no UTF-8 are replaced, as pages and other formats need it."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def vertical_lines(sentences: Sequence[Sequence[VerticalToken]]) -> tuple[str, ...]:
    """Return the lines of a vertical file with these sentences, ending with a line end."""
    lines: list[str] = []
    for sentence in sentences:
        lines.append("<s>")
        for at, token in enumerate(sentence):
            lines += [GLUE] * (token.glued and at > 0)
            lines.append("\t".join((token.word, token.lemma, token.tag)))
        lines.append("</s>")
    return (*lines, "")


def plain_key(words: Sequence[str]) -> str:
    """Return what stays of words when their case and how they are cut do not matter."""
    return "".join(words).casefold()


# --- sentences that were cut wrongly ---------------------------------------------------------------------------------


def adjoining_sentences(text: str, vertical: Vertical) -> range:
    """Return the numbers, from 0, of two or more sentences that follow one another and together read as a text.

    Empty where there are none. Case, and how words are cut, do not matter.
    """
    return together(plain_key(text.split()), [plain_key(sentence.words) for sentence in vertical.sentences], least=2)


def run_inside(text: str, vertical: Vertical) -> tuple[VerticalToken, ...]:
    """Return the tokens, fewer than all of a sentence, that follow one another in it and together read as a text.

    Empty where there are none, and where a whole sentence reads so. Case, and how words are cut, do not matter.
    """
    key = plain_key(text.split())
    sentences = [(sentence.tokens, plain_key(sentence.words)) for sentence in vertical.sentences]
    if any(letters == key for _, letters in sentences):
        return ()
    having = (tokens for tokens, letters in sentences if key in letters)
    runs = ((tokens, together(key, [plain_key([token.word]) for token in tokens])) for tokens in having)
    return next((tokens[run.start : run.stop] for tokens, run in runs if run), ())


def together(key: str, pieces: Sequence[str], *, least: int = 1) -> range:
    """Return the numbers of pieces, so many or more, that follow one another and together have these letters.

    Empty where there are none.
    """
    starts = [0, *accumulate(map(len, pieces))]
    letters = "".join(pieces)
    places = {start: number for number, start in enumerate(starts)}
    for first, start in enumerate(starts):
        last = places.get(start + len(key), 0)
        if last >= first + least and letters.startswith(key, start):
            return range(first, last)
    return range(0)


def joined(vertical: Vertical, numbers: range) -> Vertical:
    """Return a vertical file in which these sentences, which follow one another, are one; paragraphs end in none."""
    first, last = vertical.sentences[numbers[0]].tokens[0].line, vertical.sentences[numbers[-1]].tokens[-1].line
    kept = [line for at, line in enumerate(vertical.lines, 1) if not (first < at < last and _is_bound(line.strip()))]
    return Vertical(tuple(kept))


def cut_out(vertical: Vertical, run: Sequence[VerticalToken]) -> Vertical:
    """Return a vertical file in which these tokens of a sentence are one of their own, as is what is left of it."""
    whole = next(sentence.tokens for sentence in vertical.sentences if run[0] in sentence.tokens)
    behind = [token.line for token in whole if token.line > run[-1].line]
    begins = {run[0].line, *behind[:1]} - {whole[0].line}
    kept: list[str] = []
    for number, line in enumerate(vertical.lines, 1):
        if number in begins:
            while kept[-1].strip() == GLUE:  # a sentence begins behind a space
                kept.pop()
            kept += ["</s>", "<s>"]
        kept.append(line)
    return Vertical(tuple(kept))


def _is_bound(tag: str) -> bool:
    return is_structure(tag) and (_bounds_sentence(tag) or _bounds_paragraph(tag))
