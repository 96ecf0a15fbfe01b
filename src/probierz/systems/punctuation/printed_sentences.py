"""Sentences of texts and of recordings, and how they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from probierz.errors import OptionError
from probierz.systems.punctuation.arriving import pieces_of
from probierz.systems.punctuation.pauses import UNHEARD, Heard, pauses_after
from probierz.systems.punctuation.restoring import Punctuator, Sentence, Turn, sentences_of
from probierz.systems.punctuation.transcripts import Recording, read_transcript


class TimedSentence(NamedTuple):
    """A sentence, with the times of its words where the file has them, the recording's name, the line of a text."""

    sentence: Sentence
    times: Sequence[Heard] = ()
    recording: str = ""
    line: int = 0


@dataclass
class KeptLines:
    """Which lines of a text were left as they are: it counts them while its sentences go by.

    has_new_capitals: one of them has its marks, and got capital letters alone.
    """

    lines: int = 0
    full: int = 0
    finished: list[int] = field(default_factory=list)
    foreign: list[int] = field(default_factory=list)
    has_new_capitals: bool = False
    _is_new: bool = True

    def note(self, sentence: Sentence) -> None:
        """Take one more sentence."""
        if sentence.kept == "finished" and any(read != one.text for read, one in sentence.words):
            self.has_new_capitals = True
        if sentence.text and self._is_new and sentence.kept != "code":
            self.full += 1
            if sentence.kept:
                (self.foreign if sentence.kept == "foreign" else self.finished).append(self.lines + 1)
            self._is_new = False
        if sentence.ends_line:
            self.lines += 1
            self._is_new = True


def sentences_of_file(punctuate: Punctuator, path: str, form: str) -> Iterator[TimedSentence]:
    """Yield the sentences of a file; `-` is standard input. What each speaker of a recording says is a line.

    form: one of transcripts.FORMS. Raises DataError for a file that cannot be read.
    """
    if form == "text":
        line = 1
        for sentence in punctuate.stream(pieces_of(path)):
            yield TimedSentence(sentence, line=line)
            line += sentence.ends_line
        return
    for recording in read_transcript(path, form):
        yield from _of_recording(punctuate, recording)


def captions_of(punctuate: Punctuator, path: str, form: str) -> tuple[str, KeptLines]:
    """Return a file of captions with marks, and which turns were left.

    Raises OptionError for a file of another form.
    """
    if form not in ("vtt", "srt"):
        raise OptionError(f"{path} has no captions to write again; --format same is for .vtt and .srt")
    [recording] = read_transcript(path, form)
    if recording.captions is None:
        raise AssertionError(f"{form} has captions")
    turns, kept = _written(punctuate, recording), KeptLines()
    for turn in turns:
        kept.note(Sentence(" ".join(one.text for one in turn.written), "", True, True, (), turn.kept))
    written = recording.captions.written([one for turn in turns for one in turn.written])
    return recording.layout.given_back(written), kept


def as_text(sentence: Sentence, *, alone: bool) -> str:
    """The sentence with what stands behind it; alone: on a line of its own."""
    if alone and sentence.kept != "code":
        return sentence.text.strip() + ("\n" if sentence.ends or sentence.ends_line else sentence.space)
    return sentence.text + sentence.space


def as_object(timed: TimedSentence) -> dict[str, Any]:
    """The sentence for JSON; times are in milliseconds, null where nobody knows.

    kept: why it was left as it is: finished, foreign (in another language than Polish), code; null: it was not.
    """
    found: dict[str, Any] = {"recording": timed.recording} if timed.recording else {}
    if timed.line:
        found["line"] = timed.line
    found |= {"text": timed.sentence.text.strip(), "kept": timed.sentence.kept or None}
    words: list[dict[str, Any]] = [
        {"word": read, "text": written.text, "mark": written.mark} for read, written in timed.sentence.words
    ]
    if timed.times:
        starts = [one.start for one in timed.times if one.start is not None]
        ends = [one.end for one in timed.times if one.end is not None]
        found |= {"start": starts[0] if starts else None, "end": ends[-1] if ends else None}
        words = [word | {"start": time.start, "end": time.end} for word, time in zip(words, timed.times, strict=True)]
    return found | {"words": words}


def _of_recording(punctuate: Punctuator, recording: Recording) -> Iterator[TimedSentence]:
    begin = 0
    timed = recording.captions.timed() if recording.captions else recording.words
    for written, kept in _written(punctuate, recording):
        words = [word.word for word in recording.words[begin : begin + len(written)]]
        for sentence in sentences_of(words, written):
            end = begin + len(sentence.words)
            yield TimedSentence(sentence._replace(kept=kept), timed[begin:end], recording.name)
            begin = end


def _written(punctuate: Punctuator, recording: Recording) -> list[Turn]:
    """The words of each turn as they are written."""
    cuts = sorted({0, *recording.turns, len(recording.words)})
    pauses = known_pauses(recording.words)
    gaps = recording.captions.gaps() if recording.captions else [True] * len(recording.words)
    words = [word.word for word in recording.words]
    is_heard = any(pause != UNHEARD for pause in pauses)
    spans = list(pairwise(cuts))
    said = recording.captions.said if recording.captions else ()
    return punctuate.turns(
        [words[begin:end] for begin, end in spans],
        [pauses[begin:end] for begin, end in spans] if is_heard else None,
        [gaps[begin:end] for begin, end in spans],
        [begin in said for begin, _ in spans],
    )


# --- pauses between words with few times ------------------------------------------------------------------------------


def known_pauses(words: Sequence[Heard]) -> list[int]:
    """Return the milliseconds of silence after each word; UNHEARD where the transcript does not tell.

    Where only beginnings are known, as in captions with a time before each word, a word is taken to last as long as
    its letters do in the middle case of all words there; what is left is the pause.
    """
    pace = _time_of_a_letter(words)
    ended = [_ended(word, after, pace) for word, after in pairwise(words)] + list(words[-1:])
    is_known = [word.end is not None and after.start is not None for word, after in pairwise(ended)] + [False]
    return [pause if known else UNHEARD for pause, known in zip(pauses_after(ended), is_known, strict=False)]


def _ended(word: Heard, after: Heard, pace: float) -> Heard:
    """The word with an end that is likely, where it has none and the next one follows."""
    if word.start is None or word.end is not None or after.start is None:
        return word
    return word._replace(end=word.start + max(1, min(round(pace * len(word.word)), after.start - word.start)))


def _time_of_a_letter(words: Sequence[Heard]) -> float:
    """The milliseconds from one beginning to the next for each letter, where ends are not known."""
    found = [
        (after.start - word.start) / len(word.word)
        for word, after in pairwise(words)
        if word.start is not None and word.end is None and after.start is not None and after.start >= word.start
    ]
    return median(found) if found else 0.0
