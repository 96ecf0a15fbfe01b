"""What speech recognition writes: words with times from CTM, WebVTT, SubRip, Whisper's JSON, and forced alignments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from probierz.archives.decompressing import named_ending
from probierz.errors import DataError, OptionError, nearest
from probierz.systems.punctuation.arriving import pieces_of
from probierz.systems.punctuation.captions import Captions, read_captions
from probierz.systems.punctuation.pauses import Heard

SUFFIXES = {".ctm": "ctm", ".vtt": "vtt", ".srt": "srt", ".json": "json", ".clntmstmp": "alignment"}
FORMS = ("text", *SUFFIXES.values())
"""The forms of files; text has no times."""


class LineEnds(NamedTuple):
    """What a file has beside its lines: a byte-order mark or "", and what ends each of them."""

    begin: str = ""
    ends: Sequence[str] = ()

    def given_back(self, text: str) -> str:
        """A text of as many lines, each ended by LF, as the file had it."""
        lines = text.split("\n")
        return self.begin + "".join(line + end for line, end in zip(lines, self.ends, strict=False))


class Recording(NamedTuple):
    """The words of a recording.

    name: empty where the file does not tell. turns: the numbers of words where somebody else begins to speak, as far
    as the file tells. captions: the file to write again; layout: how it was laid out.
    """

    name: str
    words: Sequence[Heard]
    turns: Sequence[int] = ()
    captions: Captions | None = None
    layout: LineEnds = LineEnds()


def form_of(path: str) -> str:
    """The form that a file has by its name, whether compressed or not; `text` for other names."""
    return SUFFIXES.get(named_ending(path), "text")


def read_transcript(path: str, form: str = "") -> list[Recording]:
    """Return the recordings of a file, `-` is standard input; one but for CTM, which may hold several.

    form: one of FORMS but text; empty: by the name. Raises DataError with file and line for what cannot be read,
    OptionError for another form.
    """
    form = form or form_of(path)
    if form not in _READERS:
        close = nearest(form, _READERS)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_READERS)}"
        raise OptionError(f"no form of transcripts is called {form!r}; {hint}")
    lines, layout = _read_lines(path)
    found = _READERS[form](lines, "standard input" if path == "-" else path)
    return [one._replace(layout=layout) for one in found]


def _read_lines(path: str) -> tuple[list[str], LineEnds]:
    """Lines without their ends, and without what CRs they have, and these ends."""
    text = "".join(piece for piece in pieces_of(path) if piece)
    begin = "\ufeff" if text.startswith("\ufeff") else ""
    lines = text.removeprefix(begin).split("\n")
    ends = ["\r\n" if line.endswith("\r") else "\n" for line in lines[:-1]]
    if lines[-1]:
        ends.append("\r" if lines[-1].endswith("\r") else "")
    else:
        lines.pop()
    return [line.replace("\r", "") for line in lines], LineEnds(begin, ends)


# --- forms -----------------------------------------------------------------------------------------------------------


def _read_vtt(lines: Sequence[str], path: str) -> list[Recording]:
    captions = read_captions(lines, path, is_vtt=True)
    return [Recording("", captions.words, captions.turns, captions)]


def _read_srt(lines: Sequence[str], path: str) -> list[Recording]:
    captions = read_captions(lines, path, is_vtt=False)
    return [Recording("", captions.words, captions.turns, captions)]


def _read_json(lines: Sequence[str], path: str) -> list[Recording]:
    from probierz.systems.punctuation.whisper import read_whisper

    return [Recording("", *read_whisper("\n".join(lines), path))]


def _read_alignment(lines: Sequence[str], path: str) -> list[Recording]:
    from probierz.suites.poleval2021.punctuation.alignments import parse_alignment

    aligned = parse_alignment("".join(f"{line}\n" for line in lines).encode(), name="", path=path)
    return [Recording("", [Heard(one.word, one.start, one.end) for one in aligned.words])]


def _read_ctm(lines: Sequence[str], path: str) -> list[Recording]:
    """Lines of recording, channel, start, duration in seconds, word, confidence (NIST); of alternatives the first."""
    found: dict[tuple[str, str], list[Heard]] = {}
    is_other = False
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith(";;"):
            continue
        fields = line.split()
        if len(fields) < 5:
            raise DataError(
                f"{line[:60]!r} has {len(fields)} fields; recording, channel, start, duration and word are wanted",
                path=path,
                line=number,
            )
        if fields[4].startswith("<ALT"):
            is_other = fields[4] == "<ALT>"
        elif not is_other:
            found.setdefault((fields[0], fields[1]), []).append(_ctm_word(fields, path, number))
    if not found:
        raise DataError("there is no word in the file; name its form with --read-as", path=path)
    return [Recording(name if _is_alone(name, found) else f"{name} {channel}", words)
            for (name, channel), words in found.items()]  # fmt: skip


def _ctm_word(fields: Sequence[str], path: str, number: int) -> Heard:
    try:
        start, duration = (round(float(field) * 1000) for field in fields[2:4])
    except (ValueError, OverflowError):
        start = duration = -1
    if start < 0 or duration < 0:
        found = " ".join(fields[2:4])
        raise DataError(f"{found!r} are no start and duration in seconds, as 12.34 0.25", path=path, line=number)
    return Heard(fields[4], start, start + duration)


def _is_alone(name: str, found: dict[tuple[str, str], list[Heard]]) -> bool:
    """Whether a recording has one channel."""
    return sum(other == name for other, _ in found) == 1


_READERS: dict[str, Callable[[Sequence[str], str], list[Recording]]] = {
    "ctm": _read_ctm,
    "vtt": _read_vtt,
    "srt": _read_srt,
    "json": _read_json,
    "alignment": _read_alignment,
}
