"""`probierz ask`: questions, answered from an index of one's own documents."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, whole_number
from probierz.cli.questions import add_index, add_questions, as_line, questions_of, refuse_swapped
from probierz.cli.terminal import chosen_format, print_rows

if TYPE_CHECKING:
    from probierz.systems.questions.answering.asking import Said
    from probierz.systems.questions.finding.index import PassageIndex
    from probierz.systems.questions.reading.encoder_reader import EncoderReader
    from probierz.systems.questions.serving.first_page import IndexFacts

EXAMPLES = """
examples:
  probierz index build texts/ --to my.index
  probierz ask my.index "Kto odkrył polon?"
  probierz ask my.index < questions.txt > answers.tsv      a question a line
  probierz ask my.index "Kto odkrył polon?" --format json  with all passages that were read
  probierz ask my.index "Kto odkrył polon?" --confidence 0.01
                                                           the likeliest answer, however unsure
  probierz ask my.index "Kto odkrył polon?" --reader e5-small
                                                           right more often, with the extra encoder
  probierz ask my.index --serve                            a page in the browser, on this machine alone

Answers are words of your documents, marked [[like this]] where they stand; nothing is made up. An answer that is less
sure than 0.6 is told with "perhaps" (TSV: in the column sure), and its whole sentence is marked: read it. One that is
less sure than --confidence is left out, and so is that of a yes-or-no question: the nearest sentence is shown instead.
A place such as texts.txt:46 is a file and how many characters of it stand before the answer. Of a table it is the
row, as a spreadsheet counts them (names of columns stand in row 1; in Markdown lines are counted), and the column.
"""

_AROUND = 70
"""Characters shown on either side of what is marked, in a table."""
_NAMES = ("question", "answer", "confidence", "place", "passage")
_ALL_NAMES = (*_NAMES, "other rows", "sure")
_OF_NUMBERS = ("confidence", "other rows")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Answer questions from your own documents: the words that answer, where they stand, how sure."
    parser.epilog = EXAMPLES
    add_index(parser)
    add_questions(parser)
    add_option(
        parser,
        "--limit",
        type=whole_number(1, 1000),
        default=3,
        help="read at most N passages of each question (default: 3)",
    )
    add_option(
        parser,
        "--confidence",
        help="leave out answers that are less sure (default: 0.4); below 0.6 they are told as likely",
    )
    parser.add_argument(
        "--reader",
        metavar="FOLDER",
        help="read with what `probierz qa reader` made, or with e5-small: an encoder, slower but right more often; it"
        " needs the extra encoder",
    )
    add_option(parser, "--format")
    add_option(parser, "--serve", help="answer on a page of this machine until Ctrl-C")
    add_option(parser, "--port", default=8765, help="port of the page; 0 takes a free one (default: 8765)")
    parser.add_argument(
        "--judged", metavar="FILE", help="keep there which answers were found right (default: INDEX.judged.tsv)"
    )


def run(arguments: Namespace) -> int:
    """Answer and print."""
    from probierz.reports.tables import Column
    from probierz.systems.questions.answering.asking import LIKELY, ask
    from probierz.systems.questions.finding.shards import open_index

    if arguments.serve:
        return _serve(arguments)
    form = chosen_format(arguments)
    is_talk = form == "table" and not arguments.questions and sys.stdin.isatty()
    sure = LIKELY if arguments.confidence is None else arguments.confidence
    reader = _reader(arguments)
    refuse_swapped("ask", arguments.index, arguments.questions)
    with open_index(arguments.index) as index:
        every = (
            ask(index, question, passages=arguments.limit, sure=sure, reader=reader)
            for question in questions_of(arguments.questions)
        )
        if form == "json" or is_talk:
            for said in every:
                told = json.dumps(_plain(said), ensure_ascii=False) if form == "json" else "\n".join(_told(said))
                print(told, flush=True)
        else:
            columns = [Column(name, name in _OF_NUMBERS) for name in (_NAMES if form == "table" else _ALL_NAMES)]
            print_rows(columns, (_row(said, is_short=form == "table") for said in every), form)
    return FINE


def _reader(arguments: Namespace) -> EncoderReader | None:
    from probierz.systems.questions.reading.encoder_reader import open_reader

    return open_reader(arguments.reader) if arguments.reader else None


def _serve(arguments: Namespace) -> int:
    """Answer on a page until Ctrl-C, from the index as it was built last."""
    from pathlib import Path

    from probierz.errors import OptionError
    from probierz.systems.questions.answering.asking import LIKELY, ask
    from probierz.systems.questions.finding.followed_index import FollowedIndex
    from probierz.systems.questions.serving.first_page import facts_of
    from probierz.systems.questions.serving.judgements import Judgements
    from probierz.systems.questions.serving.page import AnswerServer

    if arguments.questions:
        raise OptionError("questions are asked on the page; leave them out, or --serve")
    if Path(arguments.index).is_dir():
        raise OptionError(
            f"{arguments.index} is a folder; a page answers from one index, so leave out --serve or build one"
        )
    sure = LIKELY if arguments.confidence is None else arguments.confidence
    reader = _reader(arguments)
    with FollowedIndex(arguments.index) as index:

        def asking(question: str) -> Said:
            return ask(index.current(), question, passages=arguments.limit, sure=sure, reader=reader)

        def telling() -> IndexFacts:
            now = index.current()
            if now not in told:
                told.clear()
                told[now] = facts_of(now, asking)
            return told[now]

        told: dict[PassageIndex, IndexFacts] = {}
        judged = Judgements(arguments.judged or f"{arguments.index}.judged.tsv")
        with AnswerServer(asking, judged, arguments.port, Path(arguments.index).name, telling, sure) as server:
            print(
                f"{server.url} answers until Ctrl-C; what is found right or wrong is kept in {judged.path}", flush=True
            )
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                print()
    return FINE


def _answer(said: Said) -> str:
    """The answer, with *perhaps* where it is likely at most, or why there is none; how many other rows fit as well."""
    perhaps = "perhaps " if said.answer and not said.is_sure else ""
    rows = "1 other row fits" if said.other_rows == 1 else f"{said.other_rows} other rows fit"
    return perhaps + (said.answer or f"({said.why})") + (f" (and {rows})" if said.other_rows else "")


def _told(said: Said) -> Iterator[str]:
    """What is said to a question that was typed: the answer, where it stands, and a blank line."""
    from probierz.systems.questions.answering.places import place_of

    sure = f"  (confidence {said.sureness})" if said.guess else ""
    yield as_line(f"{_answer(said)}{sure}")
    if said.evidence:
        yield as_line(f"{place_of(said.evidence, said.begin)}: {_passage(said, is_short=True)}")
    yield ""


def _row(said: Said, *, is_short: bool) -> tuple[str, ...]:
    """A row of a table; where it is not shortened, how many other rows fit and how it is given have columns."""
    from probierz.systems.questions.answering.places import place_of

    question = as_line(said.question, _AROUND if is_short else 0)
    place = place_of(said.evidence, said.begin) if said.evidence else ""
    answer = _answer(said) if is_short else said.answer
    given = "" if not said.answer else "yes" if said.is_sure else "perhaps"
    others = () if is_short else (str(said.other_rows or ""), given)
    return tuple(map(as_line, (question, answer, said.sureness, place, _passage(said, is_short=is_short), *others)))


def _passage(said: Said, *, is_short: bool) -> str:
    """The passage with its evidence marked; in a table what stands around, and all the sentence of a likely answer."""
    if said.evidence is None:
        return ""
    text, low, high = said.evidence.text, 0, len(said.evidence.text)
    begin, end = said.sentence if is_short and said.answer and not said.is_sure else (said.begin, said.end)
    if is_short:
        low, high = max(0, begin - _AROUND), min(high, end + _AROUND)
    shown = f"{text[low:begin]}[[{text[begin:end]}]]{text[end:high]}"
    return f"{'…' * (low > 0)}{shown}{'…' * (high < len(text))}"


def _on_one_line(answer: str) -> str | None:
    """An answer without the spaces that stand for tags of HTML and ends of lines; None where there is none."""
    return " ".join(answer.split()) or None


def _plain(said: Said) -> dict[str, Any]:
    """For JSON. Characters are counted from 0, in the file, of documents without one of their own in their text."""
    from probierz.systems.questions.answering.places import place_in_file, span_in_document, table_place

    evidence: dict[str, Any] | None = None
    if said.evidence:
        begin, end = span_in_document(said.evidence, said.begin, said.end)
        place = place_in_file(said.evidence, said.begin, said.end)
        evidence = {
            "document": said.evidence.document,
            "title": said.evidence.title,
            "begin": begin,
            "end": end,
            "text": said.evidence.text[said.begin : said.end],
            **({"file": said.evidence.file, "line": place.line} if place else {}),
        }
        table = table_place(said.evidence.document, said.evidence.text, said.begin)
        if table:
            evidence |= table._asdict()
    return {
        "question": said.question,
        "answer": _on_one_line(said.answer),
        "why_not": said.why or None,
        "guess": _on_one_line(said.guess),
        "confidence": round(said.confidence, 4) if said.guess else None,
        "sure": said.is_sure,
        **({"other_rows": said.other_rows} if said.other_rows else {}),
        "evidence": evidence,
        "passages": [
            {
                "document": one.document,
                "title": one.title,
                "begin": span_in_document(one, 0, len(one.text))[0],
                "text": one.text,
                "score": round(one.score, 4),
            }
            for one in said.found
        ],
    }
