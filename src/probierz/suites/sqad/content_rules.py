"""Rules on what the files of a record say, and how they fit together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from probierz.suites.sqad.plain_words import is_content, is_pronoun, names_something
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.rules import RuleMatch, rule
from probierz.suites.sqad.types import ANSWER_TYPES, QUESTION_TYPES, YES_NO, plausible_answers
from probierz.suites.sqad.vertical import VerticalSentence

_URL = re.compile(r"https?://cs\.(m\.)?wikipedia\.org/(wiki/|w/index\.php\?)\S+")


def find_run(wanted: Sequence[str], words: Sequence[str]) -> int:
    """Return where words stand one after another in others; -1 where they do not."""
    whole = _by_line(words)
    at = whole.find(_by_line(wanted))
    return whole.count("\n", 0, at) if at >= 0 else -1


def _by_line(words: Sequence[str]) -> str:
    """The words, which have no line ends, as lines between others."""
    return "".join(f"\n{word}" for word in words) + "\n"


def place_in_text(sentence: VerticalSentence, record: Record) -> int:
    """Return the number of the sentence of the article that has the same words, from 0; -1 where none has."""
    return record.parts["text"].vertical.places.get(sentence.words, -1) if "text" in record.parts else -1


@rule(
    "one-selection-sentence",
    "The answer selection is exactly one sentence.",
    mends="sentences that stand earlier in the article move to the context, where one sentence alone has the answer",
)
def one_selection_sentence(record: Record) -> Iterator[RuleMatch]:
    """Sentences beyond the first one are named by the line where the second begins."""
    sentences = record.sentences("selection")
    if len(sentences) > 1:
        line = sentences[1].line
        yield RuleMatch(
            "selection", line, f"there are {len(sentences)} sentences; one is wanted, the others belong in the context"
        )


@rule(
    "selection-in-text",
    "The answer selection stands in the article, token by token.",
    mends="a selection that differs from one sentence in case, or in how words are cut, is replaced by that sentence",
)
def selection_in_text(record: Record) -> Iterator[RuleMatch]:
    """Compares words alone; what glues them, lemmas and tags may differ."""
    text = record.sentences("text")
    for sentence in record.sentences("selection"):
        if text and place_in_text(sentence, record) < 0:
            yield RuleMatch("selection", sentence.line, f"no sentence of the article reads {_short(sentence.text)!r}")


@rule(
    "extraction-in-selection",
    "The answer extraction is a part of the answer selection, as it is written there.",
    mends="an extraction that differs in case, inflection or how words are cut is replaced by what is written there",
)
def extraction_in_selection(record: Record) -> Iterator[RuleMatch]:
    """Where the answer is yes or no, the extraction may say that instead."""
    extraction = [token for one in record.sentences("extraction") for token in one.tokens]
    selection = record.sentences("selection")
    if not extraction or not selection:
        return
    words = [token.word for token in extraction]
    if any(find_run(words, one.words) >= 0 for one in selection):
        return
    if record.answer_type in {YES_NO, ""} and _yes_or_no(record.says("extraction")):
        return
    text = " ".join(words)
    yield RuleMatch(
        "extraction", extraction[0].line, f"{_short(text)!r} does not stand in the selection as it is written"
    )


def _yes_or_no(text: str) -> bool:
    return text.strip(" .!").lower() in {"ano", "ne"}


@rule("yes-no-answer", "A yes-no question is answered ano or ne.", level="warning")
def yes_no_answer(record: Record) -> Iterator[RuleMatch]:
    """The answer type YES_NO leaves two answers."""
    answer = record.says("answer")
    if record.answer_type == YES_NO and answer and not re.match(r"(ano|ne)\b", answer.strip().lower()):
        yield RuleMatch(
            "answer", 0, f"the answer type is {YES_NO}, and the answer {_short(answer)!r}; ano or ne is wanted"
        )


@rule(
    "known-types",
    "The types of question and answer are known.",
    mends="types in small letters, or with space around them, are written as they should be",
)
def known_types(record: Record) -> Iterator[RuleMatch]:
    """`YES/NO` is the same as `YES_NO`."""
    if "metadata" not in record.parts:
        return
    kinds = (("question", record.question_type, QUESTION_TYPES), ("answer", record.answer_type, ANSWER_TYPES))
    for what, found, known in kinds:
        if not found:
            yield RuleMatch(
                "metadata", 0, f"the type of the {what} is not said, as in <{what[0]}_type>PERSON</{what[0]}_type>"
            )
        elif found not in known:
            place = _line_with(record, found)
            yield RuleMatch("metadata", place, f"{found!r} is not a type of {what}s; try {', '.join(known)}")
    for number, line in enumerate(record.parts["metadata"].vertical.lines, 1):
        written = re.search(r"<([qa])_type>((?:(?!<[qa]_type>).)*?)</\1_type>", line)
        if written and written[2] != written[2].strip().upper():
            what = "question" if written[1] == "q" else "answer"
            yield RuleMatch("metadata", number, f"the type of the {what} is written in capitals, found {written[2]!r}")


def _line_with(record: Record, text: str) -> int:
    lines = record.parts["metadata"].vertical.lines
    return next((number for number, line in enumerate(lines, 1) if text in line.upper().replace("YES/NO", YES_NO)), 0)


@rule("plausible-types", "The type of the answer goes with that of the question.", level="warning")
def plausible_types(record: Record) -> Iterator[RuleMatch]:
    """Only known types are compared."""
    question, answer = record.question_type, record.answer_type
    if question not in QUESTION_TYPES or answer not in ANSWER_TYPES or answer in plausible_answers(question):
        return
    wanted = " or ".join(sorted(plausible_answers(question)))
    yield RuleMatch("metadata", 0, f"a question of type {question} has an answer of type {answer}; {wanted} is usual")


@rule("context-before-selection", "Sentences of the context stand in the article, before the answer selection.")
def context_before_selection(record: Record) -> Iterator[RuleMatch]:
    """Where a selection stands in the article several times, the last place counts."""
    text = record.sentences("text")
    selection = record.sentences("selection")
    if not text or not selection or "context" not in record.parts:
        return
    wanted = selection[-1].words
    last = max((at for at, one in enumerate(text) if one.words == wanted), default=len(text))
    for sentence in record.sentences("context"):
        at = place_in_text(sentence, record)
        if at < 0:
            yield RuleMatch("context", sentence.line, f"no sentence of the article reads {_short(sentence.text)!r}")
        elif at >= last:
            yield RuleMatch("context", sentence.line, "the sentence does not stand before the answer selection")


@rule("context-needed", "A context is there only where the selection alone does not say it.", level="warning")
def context_needed(record: Record) -> Iterator[RuleMatch]:
    """The context should have something that the question asks about and the selection does not mention."""
    asked, said = _content(record, "question"), _content(record, "selection")
    context = record.sentences("context")
    if context and said and not (asked - said) & _content(record, "context") and not _refers_back(record):
        yield RuleMatch(
            "context", context[0].line, "it adds nothing that the question asks about; the selection is enough"
        )


@rule(
    "context-missing",
    "A selection that refers back, and mentions nothing that is asked about, has a context.",
    level="warning",
)
def context_missing(record: Record) -> Iterator[RuleMatch]:
    """Rule 3 of the annotation: antecedents go to the context.

    What is counted or measured is no antecedent: of *Kolik kilometrů měří nejdelší řeka?* the sentence *Její délka je
    430,2 km* has the unit alone.
    """
    asked, said = _content(record, "question"), _content(record, "selection")
    if "context" in record.parts or not asked or not said or not _refers_back(record):
        return
    if any(map(names_something, asked & said)):
        return
    line = record.sentences("selection")[0].line
    yield RuleMatch(
        "selection", line, "it refers back and mentions nothing of the question; add the sentence it refers to"
    )


def _content(record: Record, part: str) -> set[str]:
    tokens = [token for one in record.sentences(part) for token in one.tokens]
    return {token.base for token in tokens if is_content(token.base)}


def _refers_back(record: Record) -> bool:
    tokens = [token for one in record.sentences("selection") for token in one.tokens]
    return any(is_pronoun(token.base) for token in tokens)


@rule("wikipedia-url", "The URL is that of an article of the Czech Wikipedia.", mends="space around a URL is removed")
def wikipedia_url(record: Record) -> Iterator[RuleMatch]:
    """The mobile form of an address is fine too."""
    if "url" not in record.parts or not record.url:
        return
    if not _URL.fullmatch(record.url):
        yield RuleMatch(
            "url",
            1,
            f"{_short(record.url)!r} is no article of the Czech Wikipedia, as in https://cs.wikipedia.org/wiki/Jura",
        )
    elif record.parts["url"].text.rstrip("\r\n") != record.url:
        yield RuleMatch("url", 1, "there is space around the URL")


@rule(
    "short-answer", "The answer is as short as possible: the extraction is shorter than the selection.", level="warning"
)
def short_answer(record: Record) -> Iterator[RuleMatch]:
    """The whole sentence is no short answer, but signs; an answer may be twice as long as the extraction, and five
    tokens more.
    """
    selection, extraction = _word_count(record, "selection"), _word_count(record, "extraction")
    if selection and extraction >= selection:
        message = f"it has {extraction} of the {selection} words of the selection; shorten it"
        yield RuleMatch("extraction", 0, message)
    count = {part: sum(len(one.tokens) for one in record.sentences(part)) for part in ("answer", "extraction")}
    if count["extraction"] and count["answer"] > 2 * count["extraction"] + 5:
        yield RuleMatch(
            "answer", 0, f"it has {count['answer']} tokens, and the extraction {count['extraction']}; shorten it"
        )


def _word_count(record: Record, part: str) -> int:
    """Of tokens with letters or digits."""
    return sum(any(map(str.isalnum, token.word)) for one in record.sentences(part) for token in one.tokens)


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
