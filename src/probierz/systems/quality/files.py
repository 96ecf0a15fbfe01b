"""Rating translations in files that lie side by side: a line each of the source, the translation and a human one."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from probierz.errors import DataError, OptionError
from probierz.lines import LineReader
from probierz.systems.answers import number_of
from probierz.systems.quality.belonging import shifts
from probierz.systems.quality.fluency import polish_tagger
from probierz.systems.quality.notes import (
    NOT_GOOD,
    SCRAP,
    TranslatedLine,
    is_copy,
    is_english,
    is_of_names,
    unrated_faults,
    words_of,
)
from probierz.systems.quality.rating import Rating
from probierz.systems.system import System

WORDS = ("poor", "weak", "middling", "good", "very good")
"""In which fifth a rating lies, among those of the translations that the system learnt from."""

FAULTS = ("empty", "not translated", "not Polish", "no reference", "no source", "scrap")
"""What is said instead, whatever the rating is: no letter or digit; the source again; next to no word of the language
of what was learnt from; no human translation for a system that rates beside one; nothing that was translated;
and a few words for a sentence."""

_SHIFTS = {
    1: "from about here on, lines fit the next line of the source; one is missing",
    -1: "from about here on, lines fit the line before of the source; one is too many",
}
_SWAPPED = "the source is Polish and the translation is not, in most lines; the two files seem to be swapped"
SHIFTED = frozenset([*_SHIFTS.values(), _SWAPPED])
"""Notes of the line where a translation begins to lie beside other lines of its source, or files are swapped."""

_TINY = 1e-9  # what the order of a sum may change


class RatedLine(NamedTuple):
    """The rating of a line, counted from 1, and what it means; "" for a system that learnt from no ratings.

    word: one of `WORDS`, or of `FAULTS`, whatever the rating is. notes: what the rating does not see, or makes too much
    of, see `notes.py`.
    """

    line: int
    rating: float
    word: str
    notes: tuple[str, ...] = ()

    @property
    def is_fault(self) -> bool:
        """Whether the line is no translation, or has nothing to be rated beside, so that its rating means nothing."""
        return self.word in FAULTS


def rate_files(system: System, source: str, translation: str, reference: str = "") -> Iterator[RatedLine]:
    """Yield the rating of each line of a translation.

    reference: a human translation; a system may want one. Raises OptionError when it does and there is none, DataError
    for files of unequal length, or no line at all, and Untrained.
    """
    if not reference and _columns(system) > 1:
        raise OptionError(
            f"this system ({system.kind}) rates beside a human translation; name one with --reference, or another"
            " system:  --system quality/blind"
        )
    fifths = system.fifths if isinstance(system, Rating) else ()
    is_foreign = _foreign() if isinstance(system, Rating) and system.is_polish else None
    read: list[TranslatedLine] = []
    ratings = [number_of(answer) for answer in system.answers(_lines(source, translation, reference, read))]
    if not ratings:
        raise DataError("has no line to rate", path=translation)
    shifted = shifts([(row.source, row.translation, row.reference or "") for row in read])
    is_swapped = is_foreign is not None and _are_swapped(read[:_TELLING], is_foreign)
    for at, (rating, row) in enumerate(zip(ratings, read, strict=True)):
        word = WORDS[sum(rating + _TINY >= limit for limit in fifths)] if fifths else ""
        notes = (*((_SHIFTS[shifted[at]],) if at in shifted else ()), *unrated_faults(row))
        if is_swapped and at == 0:
            notes = (_SWAPPED, *notes)
        if word in WORDS[3:] and any(note.startswith(NOT_GOOD) for note in notes):
            word = WORDS[2]
        fault = _fault(row, is_foreign)
        if not fault and SCRAP in notes:
            fault = FAULTS[5]
        yield RatedLine(at + 1, rating, fault or word, notes)


def _columns(system: System) -> int:
    return int(getattr(system, "columns", 3))


def _fault(row: TranslatedLine, is_foreign: Callable[[str], bool] | None) -> str:
    """The fault of a line; is_foreign: whether a text is in another language, None where nobody can tell."""
    if not any(map(str.isalnum, row.translation)):
        return FAULTS[0]
    if is_copy(row):
        return FAULTS[1]
    is_other = is_foreign and (is_foreign(row.translation) or is_english(row)) and not is_of_names(row.translation)
    if is_other or (is_foreign and _is_in_other_letters(row.translation)):
        return FAULTS[2]
    if row.reference is not None and not any(map(str.isalnum, row.reference)):
        return FAULTS[3]
    return "" if any(map(str.isalnum, row.source)) else FAULTS[4]


def _are_swapped(rows: Sequence[TranslatedLine], is_foreign: Callable[[str], bool]) -> bool:
    """Whether most sources are in the language of translations, and most translations are not."""
    polish = sum(not (is_foreign(row.source) or is_english(row._replace(translation=row.source))) for row in rows)
    others = sum(is_foreign(row.translation) or is_english(row) for row in rows)
    return len(rows) > 1 and 2 * min(polish, others) > len(rows)


_TELLING = 200  # lines


def _is_in_other_letters(text: str) -> bool:
    """Whether most letters are none of the Latin alphabet."""
    letters = list(filter(str.isalpha, text))
    return 2 * sum(unicodedata.name(letter, "").startswith("LATIN") for letter in letters) < len(letters)


def _foreign() -> Callable[[str], bool]:
    """What tells texts that are no Polish, by the dictionary of the network for punctuation."""
    return lambda text: polish_tagger().are_foreign([words_of(text)])[0]


def _lines(source: str, translation: str, reference: str, read: list[TranslatedLine]) -> Iterator[str]:
    """Lines of the task: the translation, the source, and a human translation if there is one; read: takes them."""
    names = [translation, source, *([reference] if reference else [])]
    with LineReader(names[0]) as first, LineReader(names[1]) as second, LineReader(names[-1]) as third:
        readers = [first, second, third][: len(names)]
        for number, row in enumerate(zip_longest(*readers), 1):
            ended = [name for name, text in zip(names, row, strict=True) if text is None]
            if ended:
                longer = next(name for name, text in zip(names, row, strict=True) if text is not None)
                raise DataError(
                    f"ends here, and {longer} goes on; line by line they must belong together",
                    path=ended[0],
                    line=number - 1,
                )
            texts = [unicodedata.normalize("NFC", str(text)) for text in row]
            read.append(TranslatedLine(texts[0], texts[1], texts[2] if reference else None))
            yield "\t".join(text.replace("\t", " ") for text in texts)
