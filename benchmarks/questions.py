"""Questions over paragraphs: how often the right paragraph is found first, and how often its words answer.

    python -m benchmarks.questions poquad-sample.json.xz --among poquad-test-A.json.xz poquad-test-B.json.xz [--encoder]

Files are of SQuAD's form. Asked are the questions of the first that have an answer; their paragraphs are looked for
among those of all files, the same paragraph of two files being one. Reading leaves out yes-or-no questions, and counts
as the quiz of PolEval 2021: the same number, or at most half of the letters to be changed. `--index` keeps the index,
for vectors take minutes.

With `--fold`, questions are put in five parts by article, and those of one part are asked; a reader with an encoder
learns from the others and from the paragraphs of the further files, and reads beside one by features of spans alone,
which learns from the same questions. `--reader` keeps it, and what an interrupted run has learnt, in `….part`.
`--reader e5-small` learns nothing: the two readers of the package answer the fifth that they have not seen.

With `--quiz` each fifth is asked of a reader of spans and of `qa/router`, which learnt from the other four: by what the
questions want, the shares that either answers right, and those that one of both does.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path

from probierz.systems.questions.finding.documents import read_documents
from probierz.systems.questions.finding.index import FoundPassage, IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.learning.encoder_reader_learning import ReaderPlan, learn_reader
from probierz.systems.questions.learning.quiz_rule import is_right
from probierz.systems.questions.learning.reader_fitting import OTHERS, RIDGE, parts_by_article, told, wanted_among_found
from probierz.systems.questions.learning.squad import AnsweredQuestion, read_answered_questions
from probierz.systems.questions.poleval.finishing import finished
from probierz.systems.questions.poleval.router import QuestionRouter
from probierz.systems.questions.reading.encoder_reader import SHIPPED_READER, open_reader
from probierz.systems.questions.reading.reader import PassageReading, ReaderWeights, learn_spans, read
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.index_words import WORD_FORMS
from probierz.systems.system import Pair
from probierz.whole_files import PART

_READ = 3  # passages
_FOLDS, _SEED = 5, 1

Reading = Callable[[str, Sequence[FoundPassage], Mapping[str, float]], PassageReading | None]


def main() -> None:
    """Build or open the index, ask, and print a row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("asked", type=Path)
    parser.add_argument("--among", type=Path, nargs="*", default=[])
    parser.add_argument("--encoder", action="store_true")
    parser.add_argument("--word-form", default="cut", choices=WORD_FORMS)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--no-reading", action="store_true")
    parser.add_argument("--quiz", action="store_true")
    parser.add_argument("--fold", type=int, choices=range(_FOLDS))
    parser.add_argument("--reader", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = arguments.index or Path(folder) / "paragraphs.index"
        if not place.exists():
            recipe = IndexRecipe("whole", "e5-small" if arguments.encoder else "", words=arguments.word_form)
            documents = distinct(read_documents([str(arguments.asked), *map(str, arguments.among)]))
            build_index(place, documents, recipe)
        with PassageIndex(place) as index:
            asked = [one for one in read_answered_questions(arguments.asked) if one.is_answered]
            if str(arguments.reader) == SHIPPED_READER:
                _shipped(index, asked)
                return
            if arguments.quiz:
                _quiz(index, parts_by_article(asked, _FOLDS, _SEED))
                return
            if arguments.fold is not None:
                _fold(index, arguments, parts_by_article(asked, _FOLDS, _SEED))
                return
            _finding(index, asked)
            if not arguments.no_reading:
                _reading("read", index, asked, read)


def _finding(index: PassageIndex, asked: Sequence[AnsweredQuestion]) -> None:
    ranks = []
    for one in asked:
        wanted = _plain(one.paragraph)
        texts = [_plain(found.text) for found in index.search(one.question, 100)]
        ranks.append(texts.index(wanted) + 1 if wanted in texts else 0)
    first, five = (100 * sum(0 < rank <= most for rank in ranks) / len(ranks) for most in (1, 5))
    mean = 100 * sum(1 / rank for rank in ranks if rank) / len(ranks)
    print(
        f"found\t{len(asked)} questions, {index.count} paragraphs\thit@1 {first:.1f}\thit@5 {five:.1f}\tMRR {mean:.1f}"
    )


def _shipped(index: PassageIndex, asked: Sequence[AnsweredQuestion]) -> None:
    """Measure the readers of the package on the fifth that both have not seen, as `scripts/ship_reader.py` parts it."""
    told = [one for one in asked if wanted_by(one.question) is not Wanted.BOOLEAN]
    unseen = parts_by_article(told, _FOLDS, _SEED)[0]
    _reading("spans alone", index, unseen, read)
    _reading("with the encoder", index, unseen, open_reader(SHIPPED_READER).read)


def _fold(index: PassageIndex, arguments: argparse.Namespace, parts: Sequence[Sequence[AnsweredQuestion]]) -> None:
    held_out = parts[arguments.fold]
    learnt = [one for number, part in enumerate(parts) if number != arguments.fold for one in part]
    unseen = {text for one in held_out for text in (one.title, one.paragraph)}
    further = read_documents(list(map(str, arguments.among)))
    paragraphs = [(one.title, one.text) for one in further if not unseen & {one.title, one.text}]
    if arguments.reader and arguments.reader.exists():
        reader = open_reader(arguments.reader)
    else:
        began = time.process_time()
        kept = arguments.reader.with_name(arguments.reader.name + PART) if arguments.reader else None
        reader = learn_reader(learnt, paragraphs, ReaderPlan(checkpoint=kept), _told)
        print(f"learnt\t{len(learnt)} questions\t{(time.process_time() - began) / 60:.1f} minutes of one processor")
        if arguments.reader:
            reader.save(arguments.reader)
    weights = reader.weights
    print(f"the encoder weighs\t{weights.spans[-1]}\tconfidence {weights.confidence}", flush=True)
    _reading("spans alone", index, held_out, partial(read, weights=ReaderWeights(weights.spans[:-1])))
    _reading("with the encoder", index, held_out, reader.read)


def _quiz(index: PassageIndex, parts: Sequence[Sequence[AnsweredQuestion]]) -> None:
    """Measure a reader of spans and what needs no text on each part, when they have learnt from the others."""
    spans = [[learnt for one in told(part, index) if (learnt := wanted_among_found(one, index))] for part in parts]
    right: dict[str, list[tuple[bool, bool]]] = {}
    for number, part in enumerate(parts):
        others = [one for at, some in enumerate(spans) if at != number for one in some]
        weights = learn_spans(others, seed=_SEED, others=OTHERS, ridge=RIDGE)
        router = QuestionRouter()
        known = [one for at, some in enumerate(parts) if at != number for one in some]
        router.fit([Pair(one.question, "\t".join(one.answers)) for one in known])
        for one, guess in zip(part, router.answers(one.question for one in part), strict=True):
            found = index.search(one.question, _READ)
            answer = _answer(read(one.question, found, index.rarity(one.question), weights=weights))
            said = (is_right(finished(one.question, answer), one.answers), is_right(guess.line, one.answers))
            right.setdefault(wanted_by(one.question), []).append(said)
        print(f"{number + 1} of {len(parts)} parts are done", file=sys.stderr, flush=True)
    print("wanted\tquestions\treader\trouter\teither")
    for wanted, some in [*sorted(right.items()), ("all", [said for own in right.values() for said in own])]:
        shares = (100 * sum(map(count, some)) / len(some) for count in (itemgetter(0), itemgetter(1), any))
        print(wanted, len(some), *(f"{share:.1f}" for share in shares), sep="\t")


def _told(what: str, done: int, total: int) -> None:
    if done % 25 == 0:
        print(f"{done} of {total}, {what}", file=sys.stderr, flush=True)


def _reading(name: str, index: PassageIndex, asked: Sequence[AnsweredQuestion], reading: Reading) -> None:
    told = [one for one in asked if wanted_by(one.question) is not Wanted.BOOLEAN]
    right, found_right = 0, 0
    for one in told:
        rarity = index.rarity(one.question)
        passages = index.search(one.question, _READ)
        given = next((found for found in passages if _plain(found.text) == _plain(one.paragraph)), None)
        given = given or FoundPassage(0, "", one.title, one.paragraph, 0, 1.0, 1.0)
        right += is_right(_answer(reading(one.question, [given], rarity)), one.answers)
        found_right += is_right(_answer(reading(one.question, passages, rarity)), one.answers)
    given_share, found_share = (100 * count / len(told) for count in (right, found_right))
    print(
        f"{name}\t{len(told)} questions\tright paragraph {given_share:.1f}\tfirst {_READ} found {found_share:.1f}",
        flush=True,
    )


def _answer(reading: PassageReading | None) -> str:
    return reading.answer if reading else ""


def distinct(documents: Iterable[SourceDocument]) -> Iterator[SourceDocument]:
    """Each paragraph once, called by a number."""
    seen = set()
    for one in documents:
        if (one.title, one.text) not in seen:
            seen.add((one.title, one.text))
            yield SourceDocument(str(len(seen)), one.title, one.text)


def _plain(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
