"""Automatic mending of records, where it is safe: nothing is invented, and nothing is chosen between two possibilities.

A mender is a function from a record to a better one, registered under the name of the rule it mends; it returns the
record as it is where it can do nothing. What a mender writes comes from the record itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from probierz.suites.sqad.content_rules import find_run, place_in_text
from probierz.suites.sqad.encodings import BOM, is_broken, repaired
from probierz.suites.sqad.records import VERTICAL_PARTS, Record
from probierz.suites.sqad.rules import check_record, chosen_rules
from probierz.suites.sqad.vertical import VerticalSentence, VerticalToken, is_structure, plain_key, vertical_lines

Mender = Callable[[Record], Record]


@dataclass(frozen=True)
class Mend:
    """A change to a file: the rule it is for, and its lines before and after; () where there is no file."""

    rule: str
    path: Path
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def difference(self) -> list[str]:
        """The change as a unified diff without its head; control characters and broken bytes are escaped."""
        from difflib import unified_diff

        old, new = (list(map(_visible, lines)) for lines in (self.before, self.after))
        if not old and new[-1] == "":  # a new file; that it ends with a line end goes without saying
            new.pop()
        return list(unified_diff(old, new, lineterm="", n=0))[2:]


def _visible(line: str) -> str:
    escaped = line.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return escaped.replace("\r", "\\r").replace(BOM, "\\ufeff")


def mend_record(record: Record, rules: Sequence[str] = ()) -> tuple[Record, list[Mend]]:
    """Return the record as it can be mended, and the changes in the order they were made.

    rules: the names of the rules to mend for; all by default. A change that breaks a rule that held is not made.
    """
    changes: list[Mend] = []
    for name, mender in _MENDERS.items():
        if rules and name not in rules:
            continue
        better = mender(record)
        if better == record or _breaks_more(record, better):
            continue
        changes += _changes(name, record, better)
        record = better
    return record, changes


def _breaks_more(before: Record, after: Record) -> bool:
    rules = [one for one in chosen_rules(()) if one.level == "error"]
    broken = {finding.rule for finding in check_record(before, rules)}
    return not {finding.rule for finding in check_record(after, rules)} <= broken


def _changes(name: str, before: Record, after: Record) -> Iterator[Mend]:
    for part in {**before.parts, **after.parts}:
        old, new = before.parts.get(part), after.parts.get(part)
        if old != new:
            path = (after if new else before).file(part)
            yield Mend(name, path, old.vertical.lines if old else (), new.vertical.lines if new else ())


# --- menders ---------------------------------------------------------------------------------------------------------


def _utf_8(record: Record) -> Record:
    for part, one in record.parts.items():
        lines = repaired(one.vertical.lines) if one.vertical.is_broken else None
        if lines:
            record = record.with_part(part, lines)
    return record


def _composed_letters(record: Record) -> Record:
    for part, one in record.parts.items():
        if not unicodedata.is_normalized("NFC", one.text):
            lines = one.vertical.lines
            record = record.with_part(part, tuple(line if is_broken(line) else _composed(line) for line in lines))
    return record


def _composed(line: str) -> str:
    return unicodedata.normalize("NFC", line)


def _line_ends(record: Record) -> Record:
    for part, one in record.parts.items():
        lines = tuple(line.removesuffix("\r") for line in one.vertical.unmarked)
        if part in VERTICAL_PARTS and lines[-1]:
            lines = (*lines, "")
        if lines != one.vertical.lines:
            record = record.with_part(part, lines)
    return record


def _closed_sentences(record: Record) -> Record:
    for part in VERTICAL_PARTS:
        if part in record.parts:
            lines = record.parts[part].vertical.lines
            closed = _closed(lines)
            if closed != lines:
                record = record.with_part(part, closed)
    return record


def _closed(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Add the first <s> of a file, or its last </s>; what is wrong in the middle needs somebody who reads it."""
    body = [number for number, line in enumerate(lines) if line.strip()]
    if not body:
        return lines
    bounds = [lines[number].strip() for number in body if re.match(r"</?s[\s>]", lines[number].strip())]
    if (not bounds or bounds[0].startswith("</s")) and not is_structure(lines[body[0]]):
        lines = (*lines[: body[0]], "<s>", *lines[body[0] :])
        body = [*body, body[-1] + 1]
    if not bounds or not bounds[-1].startswith("</s"):
        last = body[-1] + 1
        lines = (*lines[:last], "</s>", *lines[last:])
    return lines if not lines[-1] else (*lines, "")


def _known_types(record: Record) -> Record:
    if "metadata" not in record.parts:
        return record
    lines = record.parts["metadata"].vertical.lines
    changed = tuple(re.sub(r"(<[qa]_type>)((?:(?!<[qa]_type>).)*?)(</[qa]_type>)", _capitals, line) for line in lines)
    return record if changed == lines else record.with_part("metadata", changed)


def _capitals(found: re.Match[str]) -> str:
    return found[1] + found[2].strip().upper() + found[3]


def _url(record: Record) -> Record:
    if "url" not in record.parts or not record.url or record.parts["url"].text.rstrip("\r\n") == record.url:
        return record
    return record.with_part("url", (record.url, ""))


def _missing_extraction(record: Record) -> Record:
    """The answer itself is the extraction where it stands in the selection, once."""
    if "extraction" in record.parts or len(record.sentences("selection")) != 1:
        return record
    answer = [token for one in record.sentences("answer") for token in one.tokens]
    while answer and answer[-1].word in {".", "!"}:
        answer.pop()
    run = _only_run([token.word for token in answer], record.sentences("selection")[0], lambda token: token.word)
    return _with_extraction(record, run)


def _extraction(record: Record) -> Record:
    """An extraction that is almost a part of the selection: by case, by lemmas, or by letters alone."""
    if len(record.sentences("selection")) != 1 or not record.sentences("extraction"):
        return record
    selection = record.sentences("selection")[0]
    tokens = [token for one in record.sentences("extraction") for token in one.tokens]
    if find_run([token.word for token in tokens], selection.words) >= 0:
        return record
    if " ".join(token.word for token in tokens).lower() in {"ano", "ne"}:
        return record
    for key in (_case_free, _base):
        run = _only_run(list(map(key, tokens)), selection, key)
        if run:
            return _with_extraction(record, run)
    return _with_extraction(record, _run_of_letters(plain_key([token.word for token in tokens]), selection))


def _case_free(token: VerticalToken) -> str:
    return token.word.casefold()


def _base(token: VerticalToken) -> str:
    return token.base


def _only_run(
    wanted: list[str], sentence: VerticalSentence, key: Callable[[VerticalToken], str]
) -> tuple[VerticalToken, ...]:
    """The tokens of a sentence that have these keys one after another; none where there are several such places."""
    keys = list(map(key, sentence.tokens))
    at = find_run(wanted, keys) if wanted and all(wanted) else -1
    if at < 0 or find_run(wanted, keys[at + 1 :]) >= 0:
        return ()
    return sentence.tokens[at : at + len(wanted)]


def _run_of_letters(key: str, sentence: VerticalSentence) -> tuple[VerticalToken, ...]:
    """The tokens that are these letters together, cut in whatever way; none where there are several such places."""
    tokens = sentence.tokens
    runs = [
        tokens[first : last + 1]
        for first in range(len(tokens))
        for last in range(first, min(first + len(key), len(tokens)))
        if plain_key([token.word for token in tokens[first : last + 1]]) == key
    ]
    return runs[0] if len(runs) == 1 else ()


def _with_extraction(record: Record, run: tuple[VerticalToken, ...]) -> Record:
    return record.with_part("extraction", vertical_lines([run])) if run else record


def _one_selection_sentence(record: Record) -> Record:
    """Move to the context what stands before the one sentence with the answer."""
    selection = record.sentences("selection")
    words = [token.word for one in record.sentences("extraction") for token in one.tokens]
    right = [one for one in selection if words and find_run(words, one.words) >= 0]
    if len(selection) < 2 or len(right) != 1:
        return record
    others = [one for one in selection if one is not right[0]]
    last = place_in_text(right[0], record)
    if not all(0 <= place_in_text(one, record) < last for one in others):
        return record
    known = [one.words for one in record.sentences("context")]
    context = [*record.sentences("context"), *(one for one in others if one.words not in known)]
    context.sort(key=lambda one: place_in_text(one, record))
    record = record.with_part("selection", vertical_lines([right[0].tokens]))
    return record.with_part("context", vertical_lines([one.tokens for one in context]))


def _selection(record: Record) -> Record:
    """Take the sentence from the article where only one has the same letters."""
    selection, text = record.sentences("selection"), record.sentences("text")
    if len(selection) != 1 or place_in_text(selection[0], record) >= 0:
        return record
    key = plain_key(selection[0].words)
    same = {one.words: one for one in text if plain_key(one.words) == key}
    if len(same) != 1:
        return record
    return record.with_part("selection", vertical_lines([next(iter(same.values())).tokens]))


def _empty_context(record: Record) -> Record:
    is_empty = "context" in record.parts and not record.sentences("context")
    return record.without_part("context") if is_empty else record


_MENDERS: dict[str, Mender] = {
    "utf-8": _utf_8,
    "line-ends": _line_ends,
    "composed-letters": _composed_letters,
    "closed-sentences": _closed_sentences,
    "known-types": _known_types,
    "wikipedia-url": _url,
    "files-not-empty": _empty_context,
    "selection-in-text": _selection,
    "files-present": _missing_extraction,
    "one-selection-sentence": _one_selection_sentence,
    "extraction-in-selection": _extraction,
}
