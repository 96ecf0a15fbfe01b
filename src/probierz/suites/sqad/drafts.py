"""Records while people write them: what was typed becomes a record of SQAD, and the rules say what is wrong with it.

`draft_record` makes a record of typed texts and the article; `draft_findings` says what is to be done, by field, and
`findings_of` all that is wrong with a finished one; `draft_of` gives the texts of a record that is corrected, of which
the parts that nobody changes keep their bytes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from probierz.errors import DataError
from probierz.suites.sqad.records import Record, RecordPart, part_of
from probierz.suites.sqad.rules import Level, check_record, chosen_rules
from probierz.suites.sqad.tagging import (
    known_sentences,
    run_in,
    tagged_sentences,
    tagged_text,
    tagged_tokens,
    with_tags,
)
from probierz.suites.sqad.types import plausible_answers
from probierz.suites.sqad.vertical import Vertical, VerticalToken, plain_key, read_vertical, readable

TEXTS = ("question", "selection", "extraction", "answer", "context")
"""Parts that are typed, a selection before what is taken out of it."""

RULE_CODES = {
    "files-present": "C1",
    "files-not-empty": "C1",
    "one-selection-sentence": "C2",
    "selection-in-text": "C3",
    "extraction-in-selection": "C4",
    "yes-no-answer": "C4",
    "known-types": "C5",
    "plausible-types": "C6",
    "context-before-selection": "C7",
    "context-needed": "C7",
    "context-missing": "C7",
    "wikipedia-url": "C8",
    "same-url-same-text": "C8",
    "no-repeated-question": "C9",
    "three-fields": "C10",
    "closed-sentences": "C10",
    "utf-8": "C10",
    "composed-letters": "C10",
    "line-ends": "C10",
    "short-answer": "C11",
}
"""The number of each rule in the list of automatic checks that the people who write records are shown."""


@dataclass(frozen=True)
class TypedRecord:
    """What was typed of a record.

    tagged: parts whose lemmas and tags somebody corrected, as vertical lines; they count as long as they say what is
    typed.
    """

    question: str = ""
    answer: str = ""
    extraction: str = ""
    selection: str = ""
    context: str = ""
    url: str = ""
    question_type: str = ""
    answer_type: str = ""
    tagged: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> TypedRecord:
        """Return what was kept as data; what is no text is left out."""
        texts = {one.name: data.get(one.name) for one in fields(cls) if one.name != "tagged"}
        tagged = data.get("tagged")
        kept = {str(part): str(lines) for part, lines in tagged.items()} if isinstance(tagged, Mapping) else {}
        return cls(**{name: text for name, text in texts.items() if isinstance(text, str)}, tagged=kept)


@dataclass(frozen=True)
class DraftFinding:
    """What a rule says of a draft. field: of the form; code: C1 to C11, empty for rules about folders."""

    rule: str
    level: Level
    field: str
    message: str

    @property
    def code(self) -> str:
        """The number by which people know the rule."""
        return RULE_CODES.get(self.rule, "")


# --- from a draft to a record, and back ------------------------------------------------------------------------------


def draft_of(record: Record) -> TypedRecord:
    """Return a record as somebody would type it."""
    texts = {part: readable(record.says(part)) for part in TEXTS}
    types = {"question_type": record.question_type, "answer_type": record.answer_type}
    return TypedRecord.of({**texts, **types, "url": readable(record.url)})


def draft_record(name: str, typed: TypedRecord, article: Vertical | None, *, before: Record | None = None) -> Record:
    """Return what was typed as a record of that name; parts without a text are missing in it.

    before: the record that is corrected; parts that say the same as they did keep their bytes, and its other files
    stay. Raises MissingExtra.
    """
    record = before or Record(Path(name), {}, {})
    if article is not None and ("text" not in record.parts or record.parts["text"].vertical != article):
        record = record.with_part("text", article.lines)
    for part in TEXTS:
        record = _with_text(record, part, typed)
    record = _with_lines(record, "url", typed.url, readable(record.url))
    types, known = (typed.question_type, typed.answer_type), (record.question_type, record.answer_type)
    if types != known:
        lines = tuple(f"<{kind}_type>{one}</{kind}_type>" for kind, one in zip("qa", types, strict=True) if one)
        return record.with_part("metadata", (*lines, "")) if lines else record.without_part("metadata")
    return record


def _with_text(record: Record, part: str, typed: TypedRecord) -> Record:
    text = getattr(typed, part)
    if not text.strip():
        return record.without_part(part)
    corrected = typed.tagged.get(part)
    if corrected is not None and _says(corrected) == _key(text):
        lines = (*corrected.replace("\r", "").rstrip("\n").split("\n"), "")
    elif part in record.parts and readable(record.says(part)) == text:
        return record
    else:
        lines = tagged_text(_sentences(record, part, text)).lines
    return record.with_part(part, lines)


def _says(lines: str) -> str:
    return plain_key([token.word for token in Vertical(tuple(lines.split("\n"))).tokens])


def _key(text: str) -> str:
    return plain_key(unicodedata.normalize("NFC", text).split())


def _sentences(record: Record, part: str, text: str) -> Sequence[Sequence[VerticalToken]]:
    article = record.parts["text"].vertical if "text" in record.parts else Vertical(("",))
    if part in ("selection", "context"):
        return [with_tags(sentence) for sentence in known_sentences(text, article)]
    if part == "extraction":
        for sentence in record.sentences("selection"):
            run = run_in(text, sentence.tokens)
            if run:
                return [with_tags(run)]
    return tagged_sentences(text) if part == "question" else [tagged_tokens(text)]


def _with_lines(record: Record, part: str, text: str, known: str) -> Record:
    text = text.strip()
    if text == known and part in record.parts:
        return record
    return record.with_part(part, (text, "")) if text else record.without_part(part)


def record_of_files(name: str, files: Mapping[str, bytes]) -> Record:
    """Return the record that files are, by name. Raises DataError where two of them are the same part."""
    parts: dict[str, RecordPart] = {}
    others: dict[str, bytes] = {}
    for file, content in sorted(files.items()):
        part = part_of(file)
        if part is None:
            others[file] = content
        elif part in parts:
            raise DataError(
                f"this and {parts[part].name} are both the {part}; remove one of them", path=Path(name, file)
            )
        else:
            parts[part] = RecordPart(file, read_vertical(content))
    return Record(Path(name), parts, others)


def usual_answer(question_type: str) -> str:
    """Return the type that answers to questions of a type have; empty where several are usual, or none is."""
    usual = plausible_answers(question_type) if question_type and question_type != "OTHER" else set()
    return next(iter(usual)) if len(usual) == 1 else ""


def sentence_capital(record: Record) -> str:
    """Return an answer with a small letter, whose capital is only that of the sentence that it begins.

    Empty for other answers: where its first word has a capital in its lemma, too, it may be a name.
    """
    sentences = record.sentences("selection")
    answer = record.says("answer")
    if not answer[:1].isupper() or not sentences or answer != record.says("extraction"):
        return ""
    first = sentences[0].tokens[0]
    begins = "".join(sentences[0].words).startswith("".join(answer.split()))
    is_plain = first.base[:1].islower() and (len(first.word) == 1 or first.word[1:].islower())
    return answer[0].lower() + answer[1:] if begins and is_plain else ""


# --- what is wrong ---------------------------------------------------------------------------------------------------


def findings_of(record: Record) -> list[DraftFinding]:
    """Return all that the rules say of a record, errors first, by the field to be changed: what `sqad check` lists."""
    return sorted(_findings(record), key=lambda one: one.level != "error")


def draft_findings(record: Record) -> list[DraftFinding]:
    """Return what the rules say of a record that is being written, as `findings_of`.

    Warnings compare its parts, so that they wait until all parts are there.
    """
    found = findings_of(record)
    is_whole = not any(one.code == "C1" for one in found)
    return [one for one in found if is_whole or one.level == "error"]


def _findings(record: Record) -> Iterator[DraftFinding]:
    for fault in check_record(record, chosen_rules(())):
        place = part_of(fault.path.name) or ""
        place = _type_field(record, fault.message) if place == "metadata" else place
        yield DraftFinding(fault.rule, fault.level, place, fault.message)


def _type_field(record: Record, message: str) -> str:
    """The field of the type of which a finding speaks; of both, the answer's, and where neither is said, the first."""
    if "type of the question" in message or "type of questions" in message:
        return "question_type"
    return (
        "question_type"
        if "metadata" not in record.parts or not record.parts["metadata"].text.strip()
        else "answer_type"
    )
