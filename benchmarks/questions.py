"""Questions over paragraphs: how often the right paragraph is found first, and how often its words answer.

    python -m benchmarks.questions poquad-sample.json.xz --among poquad-test-A.json.xz poquad-test-B.json.xz [--encoder]

Files are of SQuAD's form. Asked are the questions of the first that have an answer; their paragraphs are looked for
among those of all files, the same paragraph of two files being one. Reading leaves out yes-or-no questions, and counts
as the quiz of PolEval 2021: the same number, or at most half of the letters to be changed. `--index` keeps the index,
for vectors take minutes.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from probierz.systems.questions.documents import read_documents
from probierz.systems.questions.index import FoundPassage, IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.kinds import Wanted, wanted_by
from probierz.systems.questions.passages import SourceDocument
from probierz.systems.questions.reader import PassageReading, read
from probierz.systems.questions.squad import SquadQuestion, is_right, read_questions

_READ = 3  # passages


def main() -> None:
    """Build or open the index, ask, and print a row."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("asked", type=Path)
    parser.add_argument("--among", type=Path, nargs="*", default=[])
    parser.add_argument("--encoder", action="store_true")
    parser.add_argument("--index", type=Path)
    parser.add_argument("--no-reading", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = arguments.index or Path(folder) / "paragraphs.index"
        if not place.exists():
            recipe = IndexRecipe("whole", "e5-small" if arguments.encoder else "")
            documents = _distinct(read_documents([str(arguments.asked), *map(str, arguments.among)]))
            build_index(place, documents, recipe)
        with PassageIndex(place) as index:
            asked = [one for one in read_questions(arguments.asked) if one.is_answered]
            _finding(index, asked)
            if not arguments.no_reading:
                _reading(index, asked)


def _finding(index: PassageIndex, asked: Sequence[SquadQuestion]) -> None:
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


def _reading(index: PassageIndex, asked: Sequence[SquadQuestion]) -> None:
    told = [one for one in asked if wanted_by(one.question) is not Wanted.BOOLEAN]
    right, found_right = 0, 0
    for one in told:
        rarity = index.rarity(one.question)
        passages = index.search(one.question, _READ)
        given = next((found for found in passages if _plain(found.text) == _plain(one.paragraph)), None)
        given = given or FoundPassage(0, "", one.title, one.paragraph, 0, 1.0, 1.0)
        right += is_right(_answer(read(one.question, [given], rarity)), one.answers)
        found_right += is_right(_answer(read(one.question, passages, rarity)), one.answers)
    given_share, found_share = (100 * count / len(told) for count in (right, found_right))
    print(f"read\t{len(told)} questions\tright paragraph {given_share:.1f}\tfirst {_READ} found {found_share:.1f}")


def _answer(reading: PassageReading | None) -> str:
    return reading.answer if reading else ""


def _distinct(documents: Iterable[SourceDocument]) -> Iterator[SourceDocument]:
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
