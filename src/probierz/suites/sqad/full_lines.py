r"""Records as JSON lines that say all that people wrote: the form in which projects of annotation are exported.

    {"id": "000001", "question": "Kde leží Jura?", "answer": "ve Francii", "extraction": "ve Francii",
     "selection": "Leží ve Francii.", "context": "", "url": "https://cs.wikipedia.org/wiki/Jura",
     "question_type": "LOCATION", "answer_type": "LOCATION", "annotator": "ala",
     "article": "Jura je pohoří v Evropě.\nLeží ve Francii.\n"}

An article has a sentence in each line and an empty line between paragraphs; other parts of several sentences have
lines, too. An article without a line end was cut by nobody, and is cut here. Lemmas and tags are not in such lines, nor
does a record say who wrote it, so that `annotator` is for whoever reads the lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from probierz.suites.sqad.records import PARTS, Record, RecordPart
from probierz.suites.sqad.sentences import cut_czech_sentences
from probierz.suites.sqad.tagging import known_sentences, run_in
from probierz.suites.sqad.vertical import (
    Vertical,
    VerticalToken,
    adjoining_sentences,
    cut_out,
    joined,
    readable,
    run_inside,
    vertical_lines,
)

Tokenizer = Callable[[str], list[VerticalToken]]
"""Cuts a sentence into words and signs, with their lemmas and tags as far as they are known."""

LINE_FIELDS = (
    "id", "question", "answer", "extraction", "selection", "context", "url", "question_type", "answer_type",
    "annotator", "article",
)  # fmt: skip
_TEXTS = ("question", "answer", "extraction", "selection", "context")
_NAME = re.compile(r"\w[\w.-]{0,99}")


def full_line(record: Record, annotator: str = "", beside: Mapping[str, Any] = MappingProxyType({})) -> str:
    """Return a record as a line, without its end; bytes that are no UTF-8 are replaced.

    beside: what is said of the record behind its fields; `full_record` passes over it.
    """
    texts = {part: "\n".join(sentence.text for sentence in record.sentences(part)) for part in _TEXTS}
    fields = {
        "id": record.name, **texts, "url": record.url, "question_type": record.question_type,
        "answer_type": record.answer_type, "annotator": annotator, "article": _article_text(record),
    }  # fmt: skip
    return json.dumps({**{name: readable(fields[name]) for name in LINE_FIELDS}, **beside}, ensure_ascii=False)


def _article_text(record: Record) -> str:
    if "text" not in record.parts:
        return ""
    paragraphs = record.parts["text"].vertical.paragraphs
    return "\n".join("".join(f"{sentence.text}\n" for sentence in one) for one in paragraphs)


def on_known_article(record: Record, article: Vertical, tokens: Tokenizer) -> Record:
    """Return a record made of a line with its words as an article has them that says the same, else as it is."""
    if "text" not in record.parts or _letters(record.parts["text"].vertical) != _letters(article):
        return record
    return full_record(record.path, json.loads(full_line(record)), tokens, article)


def _letters(article: Vertical) -> str:
    """What an article says, however it is cut into words, sentences and paragraphs."""
    return "".join("".join(sentence.text.split()) for sentence in article.sentences)


def is_name(text: str) -> bool:
    """Whether a record may be called so, which is the name of its folder."""
    return _NAME.fullmatch(text) is not None


def full_record(path: Path, fields: Mapping[str, str], tokens: Tokenizer, known: Vertical | None = None) -> Record:
    """Return the record of a line's fields; what is not said is missing in it.

    known: the article where its words are cut and tagged already, in place of the one that the line says.
    """
    said = {name: fields.get(name, "").strip() for name in LINE_FIELDS}
    article = _fitted(known or _article(fields.get("article", ""), tokens), said["selection"])
    found = {part: _sentences(said[part], article, tokens) for part in ("question", "answer", "selection", "context")}
    found["extraction"] = _extraction(said["extraction"], found["selection"], tokens)
    files = {part: vertical_lines(sentences) for part, sentences in found.items() if sentences}
    types = [f"<{kind}_type>{text}</{kind}_type>" for kind, text in _types(said) if text]
    files |= {"text": article.lines} if article.sentences else {}
    files |= {"url": (said["url"], "")} if said["url"] else {}
    files |= {"metadata": (*types, "")} if types else {}
    return Record(path, {part: RecordPart(PARTS[part][0], Vertical(lines)) for part, lines in files.items()}, {})


def _types(said: Mapping[str, str]) -> list[tuple[str, str]]:
    return [("q", said["question_type"]), ("a", said["answer_type"])]


@lru_cache(maxsize=16)
def _article(text: str, tokens: Tokenizer) -> Vertical:
    """The records of an article mostly follow one another, so that the last ones are kept."""
    sentences = text if "\n" in text else "\n".join(cut_czech_sentences(" ".join(text.split())))
    paragraphs = [_lines(paragraph, tokens) for paragraph in re.split(r"\n\s*\n", sentences)]
    filled = [vertical_lines(one)[:-1] for one in paragraphs if one]
    return Vertical((*(line for one in filled for line in ("<p>", *one, "</p>")), ""))


def _lines(text: str, tokens: Tokenizer) -> list[Sequence[VerticalToken]]:
    return [found for found in map(tokens, text.split("\n")) if found]


def _fitted(article: Vertical, selection: str) -> Vertical:
    """The article in which the answer sentence is one, where it was cut otherwise."""
    together = adjoining_sentences(selection, article) if selection and "\n" not in selection else range(0)
    if together:
        return joined(article, together)
    run = run_inside(selection, article) if selection and "\n" not in selection else ()
    return cut_out(article, run) if run else article


def _sentences(text: str, article: Vertical, tokens: Tokenizer) -> list[Sequence[VerticalToken]]:
    """The sentences of a part, as the article has them where they stand there."""
    lines = [line for line in text.split("\n") if line.strip()]
    return [one for line in lines for one in known_sentences(line, article, lambda line: [tokens(line)]) if one]


def _extraction(
    text: str, selection: Sequence[Sequence[VerticalToken]], tokens: Tokenizer
) -> list[Sequence[VerticalToken]]:
    runs = (run_in(text, sentence) for sentence in selection)
    run = next((one for one in runs if one), None)
    return [run] if run else _lines(text, tokens)
