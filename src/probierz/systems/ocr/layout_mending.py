"""Correcting hOCR, ALTO and PAGE files in place: only texts of words change, and how sure the file is of them.

Each word stays one word where it is. A word that was broken at the end of a line keeps its halves, the first with its
hyphen; ALTO also says what the whole is (SUBS_CONTENT). A confidence in the file is lowered to that of the change, and
never raised. Character by character confidences and shapes are those of what was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rapidfuzz.distance import Levenshtein

from probierz.systems.ocr.cascade import Cascade
from probierz.systems.ocr.corrected_files import Correction, FileChange
from probierz.systems.ocr.keeping import keep_suggestions
from probierz.systems.ocr.laid import Suggestion
from probierz.systems.ocr.layout.markup import Edit, Element, MarkupSpan, as_attribute, as_text
from probierz.systems.ocr.layout.sheets import Confidence, Layout, Sheet, SheetWord
from probierz.systems.ocr.usual_letters import usual_letters
from probierz.systems.shared.composed import as_spelt

_AT_ONCE = 32  # pages
_SIGNS_AFTER = re.compile(r"[\W_]+$")


def mend(layout: Layout, cascade: Cascade) -> Correction:
    """Correct a file; where nothing is changed, it comes out byte for byte. Raises Untrained."""
    mending = _Mending(layout)
    before = _as_lines(layout.sheets)
    for first in range(0, len(layout.sheets), _AT_ONCE):
        sheets = layout.sheets[first : first + _AT_ONCE]
        lines = [[[usual_letters(word.text + word.hyphen) for word in line] for line in sheet] for sheet in sheets]
        for sheet, read, suggestions in zip(sheets, lines, cascade.suggest(lines), strict=True):
            kept = list(keep_suggestions(read, suggestions, cascade.count))
            for suggestion in [*kept, *_spelt_out(sheet, kept)]:
                mending.take(sheet, suggestion)
    content = layout.document.with_edits(mending.edits())
    is_changed = content != layout.document.content
    return Correction(content, before, _as_lines(layout.sheets), mending.changes, is_changed)


def _spelt_out(sheet: Sheet, others: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Words with ligatures, of which nothing else is suggested, with letters."""
    taken = {place for one in others for place in one.places}
    for line, words in enumerate(sheet):
        for at, word in enumerate(words):
            right = as_spelt(usual_letters(word.text), word.text)
            if right != word.text and (line, at) not in taken:
                yield Suggestion("words", ((line, at),), word.text, right, 1.0)


class _Mending:
    """The edits of a file, as they come together."""

    def __init__(self, layout: Layout) -> None:
        self._is_alto = layout.format == "ALTO"
        self._content = layout.document.content
        self._written: dict[MarkupSpan, str] = {}
        self._added: dict[int, str] = {}
        self._doubts: dict[MarkupSpan, tuple[Confidence, float]] = {}
        self.changes: list[FileChange] = []

    def take(self, sheet: Sheet, suggestion: Suggestion) -> None:
        """Do what is suggested, where the file has a place for it."""
        words = [sheet[line][at] for line, at in suggestion.places]
        if not all(word.places for word in words):
            return
        right = _halves(words, suggestion) if len(words) == 2 else _one(words[0], suggestion.right)
        if not all(right):
            return
        is_changed = [self._write(word, text, suggestion.chance) for word, text in zip(words, right, strict=True)]
        is_told = self._is_alto and len(words) == 2 and self._tell_whole(words, suggestion.right)
        if any(is_changed) or is_told:
            first = words[0]
            step, _, read, whole, chance = suggestion
            self.changes.append(FileChange(first.line, first.name, step, read, whole, chance))

    def _write(self, word: SheetWord, text: str, chance: float) -> bool:
        text = as_spelt(text, word.text)
        if text == word.text:
            return False
        word.text = text
        self._written |= dict.fromkeys(word.places, text)
        if word.confidence:
            span = word.confidence.span
            least = min(chance, self._doubts.get(span, (None, 1.0))[1])
            self._doubts[span] = word.confidence, least
        return True

    def _tell_whole(self, words: list[SheetWord], whole: str) -> bool:
        """Say in both halves what the whole word is. Returns whether that is news."""
        elements = [word.element for word in words if word.element]
        if len(elements) < 2 or any(one.get("SUBS_TYPE") not in ("", "HypPart1", "HypPart2") for one in elements):
            return False
        is_news = False
        for one, part in zip(elements, ("HypPart1", "HypPart2"), strict=True):
            is_news |= self._attribute(one, "SUBS_TYPE", part)
            is_news |= self._attribute(one, "SUBS_CONTENT", whole)
        return is_news

    def _attribute(self, element: Element, name: str, value: str) -> bool:
        known = element.attributes.get(name)
        if known is None:
            self._added[element.tag_end] = f'{self._added.get(element.tag_end, "")} {name}="{_quoted(value)}"'
        elif known.value != value:
            self._written[known] = value
        return known is None or known.value != value

    def edits(self) -> list[Edit]:
        """All edits."""
        found = [Edit(span.start, span.end, self._as_written(span, text)) for span, text in self._written.items()]
        found += [Edit(at, at, text.encode()) for at, text in self._added.items()]
        for span, (confidence, chance) in self._doubts.items():
            lowered = _lowered(confidence, chance)
            found += [Edit(span.start, span.end, lowered.encode())] if lowered else []
        return found

    def _as_written(self, span: MarkupSpan, text: str) -> bytes:
        quote = self._content[span.start - 1 : span.start].decode("latin-1")
        return as_attribute(text, quote) if self._is_alto else as_text(text)


def _one(word: SheetWord, right: str) -> list[str]:
    """What to write for a word: what is right without the hyphen that stands elsewhere."""
    return [right.removesuffix(word.hyphen)] if right.endswith(word.hyphen) else [""]


def _halves(words: list[SheetWord], suggestion: Suggestion) -> list[str]:
    """What to write for the halves of a broken word; "" where that cannot be told."""
    first, second = words
    left = _SIGNS_AFTER.sub("", usual_letters(first.text))
    whole = suggestion.right
    at = _place_in(left + usual_letters(second.text), whole, len(left))
    hyphen = "" if first.hyphen else "-"
    return [whole[:at] + hyphen if at else "", whole[at:].removeprefix("-")]


def _place_in(read: str, right: str, at: int) -> int:
    """The place in what is right where that place of what was read went."""
    for edit in Levenshtein.opcodes(read, right):
        if at <= edit.src_end:
            return min(edit.dest_start + max(at - edit.src_start, 0), edit.dest_end)
    return len(right)


def _lowered(confidence: Confidence, chance: float) -> str:
    """What to write for a confidence; "" where it is as low already, or no number."""
    try:
        is_lower = float(confidence.span.value) <= chance * confidence.whole
    except ValueError:
        return ""
    if is_lower:
        return ""
    return str(int(chance * 100)) if confidence.whole == 100 else f"{int(chance * 100) / 100:.2f}"


def _quoted(value: str) -> str:
    return as_attribute(value, '"').decode()


def _as_lines(sheets: list[Sheet]) -> str:
    return "\f".join(
        "\n".join(" ".join(word.text + word.hyphen for word in line) for line in sheet) for sheet in sheets
    )
