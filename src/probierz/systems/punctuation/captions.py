"""Captions in WebVTT and SubRip (.srt): their words with times, and the same captions with other words in place.

00:00:01.000 --> 00:00:04.000
<v Jan>dzień <00:00:01.800><c>dobry</c>
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from itertools import pairwise

from probierz.errors import DataError
from probierz.systems.punctuation.pauses import Heard
from probierz.systems.punctuation.sentences import hangs
from probierz.systems.punctuation.writing import Written

_TIME = re.compile(r"(?:(\d+):)?([0-5]?\d):([0-5]\d)[.,](\d{1,3})")
_TAG = re.compile(
    r"(</?[a-zA-Z][^<>]*>|<\d[\d:.]*>|</?>|\{\\[^{}]*\}|&lt;/?(?:[bius]|font\b(?:(?!&[lg]t;)[^<>])*)&gt;)"
)
"""A tag, or one that was escaped with its text: &lt;i&gt;."""
_STAMP = re.compile(r"<(\d[\d:.]*)>")
_SPEAKER = re.compile(r"\s*(?:[-–—]\s*\w|>>|[^\W\d_a-ząćęłńóśźż]{2,}(?:[ .-]+[^\W\d_a-ząćęłńóśźż]+){0,2}:(?=\s|$))")
"""A dash, >> or a name in capitals with a colon, at the beginning of a line."""
_SOUND = re.compile(r"\s*(?:\[[^\[\]]*\]|\([^()]*\)|[♪♫#].*[♪♫#]|[♪♫])\s*")
"""A line of what is heard, and not said: [muzyka], ♪ Hej, sokoły ♪."""
_ENTITY = re.compile(r"&#?\w+;")
_UNIT = re.compile(r"&#?\w+;|.", re.DOTALL)
_VOICE = re.compile(r"<v[^<>]*>")
_SPACE = re.compile(r"((?:\s|&nbsp;|&#160;|&#[xX][aA]0;)+)")
_ARROW = "-->"
_USUAL_GAP = 250  # milliseconds up to which programs and rules keep captions apart, whatever is said
_LONG_SILENCE = 5_000  # milliseconds between captions that nobody is silent for amid a sentence


@dataclass
class Captions:
    """A file of captions.

    parts: the file in order: text that stays as it is, and numbers of words. A line that is shown again, as captions
    that roll up do, has the same words again. turns: where somebody else begins to speak, told by a dash at the
    beginning of a line or by the name of a voice. said: those that a dash or a name begins at the line.
    """

    escapes: bool
    words: list[Heard] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    said: set[int] = field(default_factory=set)
    parts: list[str | int] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)
    raw: dict[int, str] = field(default_factory=dict)

    def timed(self) -> list[Heard]:
        """The words, with the ends of captions where words have none: for who shows them, and not for pauses."""
        found = list(self.words)
        for at, end in self.ends.items():
            begins = [word.start for word in self.words[at + 1 : at + 2] if word.start is not None]
            found[at] = found[at]._replace(end=min([end, *begins]))
        return found

    def gaps(self) -> list[bool]:
        """Whether a single space stands behind each word; a line may end there, or a tag stand."""
        found = [True] * len(self.words)
        for part, after in pairwise(self.parts):
            if isinstance(part, int):
                found[part] = after == " "
        return found

    def written(self, written: Sequence[Written]) -> str:
        """The file with its words as they are written now; each stays in its line."""
        return "".join(self._written(written))

    def _written(self, written: Sequence[Written]) -> Iterator[str]:
        joins = False
        for part in self.parts:
            if isinstance(part, int):
                joins = written[part].joins
                yield self._escaped(written[part].text, self.raw.get(part, ""))
            elif not (joins and part == " "):
                yield part

    def _escaped(self, text: str, raw: str) -> str:
        """A word for the file; what it has of the word as it was read is written as there."""
        units, at, parts = _UNIT.findall(raw), 0, []
        for sign in text:
            unit = units[at] if at < len(units) and _plain(units[at]).lower() == sign.lower() else ""
            at += unit != ""
            parts.append(unit if _plain(unit) == sign else self.as_text(sign))
        return "".join(parts)

    def as_text(self, words: str) -> str:
        """Words as the text of a file: in WebVTT signs of markup are escaped, in SubRip nobody has to."""
        return escape(words, quote=False) if self.escapes else words


def read_captions(lines: Sequence[str], path: str, *, is_vtt: bool) -> Captions:
    """Read captions. Raises DataError with file and line for a broken one."""
    if not any(map(str.strip, lines)):
        raise DataError("the file is empty; there is no caption to give marks to", path=path)
    if is_vtt and not (lines and lines[0].startswith("WEBVTT")):
        raise DataError("the file does not begin with WEBVTT; name its form with --read-as", path=path, line=1)
    reader = _CaptionJoiner(Captions(escapes=is_vtt), rolls=is_vtt and any(map(_STAMP.search, lines)))
    for number, line in enumerate(lines, 1):
        if _ARROW in line:
            reader.begin(*_read_times(line, path, number))
            reader.keep(line)
        elif line == "" or (not is_vtt and not line.strip()):
            reader.end()
            reader.keep(line)
        elif reader.is_inside:
            reader.add(line)
        elif is_vtt or line.strip().isdigit():
            reader.keep(line)  # a number or a name of a caption, a note, a style
        else:
            raise DataError(
                f"{line[:60]!r} stands before a line of times; 00:00:01,000 --> 00:00:02,000 is wanted",
                path=path,
                line=number,
            )
    reader.end()
    if not reader.captions.words:
        raise DataError("there is no caption with a word in it; name the form of the file with --read-as", path=path)
    return reader.captions


class _CaptionJoiner:
    """Puts captions together line by line. rolls: a line may be shown again in the next caption, with no times."""

    def __init__(self, captions: Captions, *, rolls: bool) -> None:
        self.captions = captions
        self.is_inside = False
        self._rolls = rolls
        self._shown: tuple[str, list[str | int]] = ("", [])  # the last line that was new
        self._start: int | None = None  # of the next word
        self._end = 0
        self._begins_at = 0
        self._has_stamps = False
        self._voice, self._was_sound = "", False
        self._dashes = 0  # in this caption

    def begin(self, start: int, end: int) -> None:
        """A caption begins; a gap that all captions have tells of no silence."""
        self.end()
        words = self.captions.words
        if words and start - self._end < _USUAL_GAP and words[-1].end == self._end:
            words[-1] = words[-1]._replace(end=None)
            self.captions.ends[len(words) - 1] = self._end
        is_over = start - self._end >= _LONG_SILENCE or self._dashes > 1  # a dialogue ends with its caption
        if words and is_over and not hangs(words[-1].word):
            self.captions.turns.append(len(words))
        self._dashes = 0
        self.is_inside, self._has_stamps = True, False
        self._start, self._end, self._begins_at = start, end, len(self.captions.words)

    def end(self) -> None:
        """A caption ends; it says when its last word ends, unless its words have times of their own."""
        words = self.captions.words
        if self.is_inside and len(words) > self._begins_at:
            if self._has_stamps:
                self.captions.ends[len(words) - 1] = self._end
            else:
                words[-1] = words[-1]._replace(end=self._end)
        self.is_inside = False

    def keep(self, line: str) -> None:
        """Keep a line as it is."""
        self.captions.parts.append(f"{line}\n")

    def add(self, line: str) -> None:
        """Add a line of a caption."""
        plain = " ".join(_TAG.sub("", line).split())
        is_new = not (self._rolls and plain == self._shown[0] and plain and not _STAMP.search(line))
        if is_new:
            self._note_turn(line)
            parts = list(self._parts(line))
            if plain:
                self._shown = plain, [part for part in parts if isinstance(part, int) or not _TAG.fullmatch(part)]
        else:
            parts = self._shown[1]
        self.captions.parts += [*parts, "\n"]

    def _note_turn(self, line: str) -> None:
        voice = _VOICE.search(line)
        is_other = voice is not None and voice.group() != self._voice
        plain = _plain(_TAG.sub("", line))
        is_sound = _SOUND.fullmatch(plain) is not None
        is_said = _SPEAKER.match(plain) is not None
        if is_other or is_sound or self._was_sound or is_said:
            self.captions.turns.append(len(self.captions.words))
        if is_said:
            self.captions.said.add(len(self.captions.words))
            self._dashes += 1
        self._was_sound = is_sound or (self._was_sound and not plain.strip())
        self._voice = voice.group() if voice else self._voice

    def _parts(self, line: str) -> Iterator[str | int]:
        for number, part in enumerate(_TAG.split(line)):
            if number % 2 == 0:
                yield from self._words(part)
                continue
            yield part
            if stamp := _STAMP.fullmatch(part):
                self._start, self._has_stamps = _milliseconds(stamp[1]), True

    def _words(self, text: str) -> Iterator[str | int]:
        for number, part in enumerate(_SPACE.split(text)):
            if number % 2 or not part:
                yield part
                continue
            word = _plain(part)
            yield len(self.captions.words)
            if self.captions.as_text(word) != part:
                self.captions.raw[len(self.captions.words)] = part
            self.captions.words.append(Heard(word, self._start, None))
            self._start = None


def _plain(text: str) -> str:
    """A text with the signs that its entities stand for; an address such as ?a=1&copy=2 has none of them."""
    return _ENTITY.sub(lambda found: unescape(found.group()), text)


def _read_times(line: str, path: str, number: int) -> tuple[int, int]:
    before, _, after = line.partition(_ARROW)
    start = _milliseconds(before.strip())
    end = _milliseconds(after.split()[0]) if after.split() else None
    if start is None or end is None:
        raise DataError(
            f"{line[:60]!r} is not a line of times; 00:00:01.000 --> 00:00:02.000 is wanted", path=path, line=number
        )
    if end < start:
        raise DataError("the caption ends before it starts; mend its times", path=path, line=number)
    return start, end


def _milliseconds(text: str) -> int | None:
    found = _TIME.fullmatch(text)
    if not found:
        return None
    hours, minutes, seconds = (int(part or 0) for part in found.groups()[:3])
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + int(found[4].ljust(3, "0"))
