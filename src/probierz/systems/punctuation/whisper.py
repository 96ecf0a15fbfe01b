"""Words with times from JSON as Whisper and its relatives write it.

    openai-whisper, faster-whisper     {"segments": [{"start": 0.0, "end": 2.5, "text": " Tak.", "words": [
                                           {"word": " Tak.", "start": 0.1, "end": 0.4}]}]}
    WhisperX                           the same; some words have no times
    whisper-timestamped                the same, with "text" for "word"
    whisper.cpp                        {"transcription": [{"offsets": {"from": 0, "to": 2500}, "text": " Tak.",
                                           "tokens": [{"text": " T", "offsets": {"from": 100, "to": 250}}]}]}

WhisperX and others name the "speaker" of a segment. A segment without words has times at its beginning and end alone.
A list of segments, or of words, will do too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from probierz.errors import DataError
from probierz.systems.punctuation.pauses import Heard

_LATEST = 1e10


def read_whisper(text: str, path: str) -> tuple[list[Heard], list[int]]:
    """Return the words, and the numbers of those where another speaker begins.

    Raises DataError for what is no such JSON, and says where in it.
    """
    try:
        document = json.loads(text)
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise DataError("this is not JSON, or it is cut off; write it again", path=path, line=line) from None
    except RecursionError:
        raise DataError("this is no transcript: its lists are too deep", path=path) from None
    try:
        words, turns = _spoken(_segments(document))
    except _Odd as odd:
        raise DataError(f"{odd}; write the JSON of Whisper, with word times", path=path) from None
    if not words:
        raise DataError("there is no word in the file", path=path)
    return words, turns


class _Odd(Exception):
    """Something is not what it should be; the text says where and what."""


def _segments(document: Any) -> Sequence[Any]:
    if isinstance(document, list):
        return document
    found = None
    if isinstance(document, dict):
        found = next((document[name] for name in ("segments", "transcription", "words") if name in document), None)
    if not isinstance(found, list):
        raise _Odd("there is no list 'segments' or 'transcription'")
    return found


def _spoken(segments: Sequence[Any]) -> tuple[list[Heard], list[int]]:
    words: list[Heard] = []
    turns: list[int] = []
    speaker: Any = None
    for at, segment in enumerate(segments, 1):
        found = list(_words(segment, f"segment {at}"))
        if segment.get("speaker") not in (None, speaker):
            speaker = segment["speaker"]
            turns.append(len(words))
        words += found
    return words, turns


def _words(segment: Any, place: str) -> Iterator[Heard]:
    if not isinstance(segment, dict):
        raise _Odd(f"{place} is not an object")
    if isinstance(segment.get("words"), list) and segment["words"]:
        for at, word in enumerate(segment["words"], 1):
            yield from _split(word, f"{place}, word {at}")
    elif isinstance(segment.get("tokens"), list) and any(isinstance(token, dict) for token in segment["tokens"]):
        yield from _joined(segment["tokens"], place)
    else:
        yield from _split(segment, place)


def _split(found: Any, place: str) -> Iterator[Heard]:
    """The words of a piece of text that has one start and one end."""
    text = found.get("word", found.get("text")) if isinstance(found, dict) else None
    if not isinstance(text, str):
        raise _Odd(f"{place} has no 'word' or 'text'")
    start, end = _times(found, place)
    words = text.split()
    for at, word in enumerate(words):
        yield Heard(word, start if at == 0 else None, end if at == len(words) - 1 else None)


def _joined(tokens: Sequence[Any], place: str) -> Iterator[Heard]:
    """Words of the tokens of whisper.cpp: one that begins with a space begins a word; [_BEG_] and the like are none."""
    word = Heard("", None, None)
    for at, token in enumerate(tokens, 1):
        text = token.get("text") if isinstance(token, dict) else None
        if not isinstance(text, str):
            raise _Odd(f"{place}, token {at} has no 'text'")
        if text.startswith("[_") and text.endswith("]"):
            continue
        start, end = _times(token, f"{place}, token {at}")
        if text[:1].isspace() and word.word:
            yield word
            word = Heard("", None, None)
        word = Heard(word.word + "".join(text.split()), word.start if word.word else start, end)
    if word.word:
        yield word


def _times(found: dict[str, Any], place: str) -> tuple[int | None, int | None]:
    """Start and end in milliseconds, from seconds or from offsets."""
    offsets = found.get("offsets")
    if isinstance(offsets, dict):
        start, end = (_number(offsets.get(name), 1, place) for name in ("from", "to"))
    else:
        start, end = (_number(found.get(name), 1000, place) for name in ("start", "end"))
    if start is not None and end is not None and end < start:
        raise _Odd(f"{place} ends before it starts")
    return start, end


def _number(found: Any, factor: int, place: str) -> int | None:
    if found is None:
        return None
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < _LATEST:
        raise _Odd(f"{place}: {found!r} is no time")
    return round(found * factor)
