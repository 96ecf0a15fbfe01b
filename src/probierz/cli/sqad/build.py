"""`probierz sqad build`: makes a challenge of records."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import add_option, whole_number
from probierz.cli.sqad.split import add_split_options
from probierz.cli.terminal import print_warning
from probierz.errors import OptionError

if TYPE_CHECKING:
    from probierz.errors import DataError

MOST_SHOWN = 20
PUBLISHED_RECORDS = 13_473
"""So many records has SQAD 3.0."""

EXAMPLES = """
examples:
  probierz sqad build sqad_v3 documents --to sqad-documents       which article answers the question?
  probierz sqad build sqad_v3 sentences --to sqad-sentences       which sentence of the article does?
  probierz sqad build sqad_v3 answers --to sqad-answers           which words of the sentence do?
  probierz sqad build sqad_v3 sentences --to fold-1 --fold 1      the first of five folds
  probierz sqad build some.jsonl sentences --to few --only-split test-A     JSON lines, all in one split
  probierz eval sqad-sentences dev-0                              MRR, MAP, Precision@1, Recall@k
  probierz slices sqad-sentences --by 'in<QuestionType>'          for each type
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make a challenge directory of records: select the article that answers a question, or the sentence of its "
        "article (an output line holds the names of candidates, best first, with TABs between), or take the answer out "
        "of the sentence."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder of the records, or a file of JSON lines")
    parser.add_argument("kind", choices=("documents", "sentences", "answers"), help="what is selected")
    add_option(parser, "--to", required=True, metavar="FOLDER", help="the challenge to be made")
    parser.add_argument(
        "--fold", type=whole_number(1, 5), default=0, metavar="N", help="fold N of five instead of 60 : 10 : 30"
    )
    parser.add_argument(
        "--only-split", choices=("train", "dev-0", "test-A"), default="", help="put all records into this split"
    )
    add_option(parser, "--skip-broken", help="leave out records that cannot be used, and say which")
    add_split_options(parser)


def run(arguments: Namespace) -> None:
    """Build."""
    from probierz.suites.sqad.builders import build_selection
    from probierz.suites.sqad.json_lines import read_records_of

    if arguments.fold and arguments.only_split:
        raise OptionError("--fold divides the records, and --only-split does not; give one of them")
    source = Path(arguments.folder)
    is_published = _is_published(source)
    unusable: list[DataError] = []
    guessed: list[str] = []
    skipped = build_selection(
        read_records_of(source, skipped=unusable if arguments.skip_broken else None, guessed=guessed),
        Path(arguments.to),
        arguments.kind,
        notices=_notices(source, is_published=is_published),
        title="" if is_published else f"{_source_name(source)}: {arguments.kind}",
        seed=arguments.seed,
        by_article=arguments.by_article,
        fold=arguments.fold,
        only_split=arguments.only_split,
        skip_broken=arguments.skip_broken,
    )
    skipped = [*unusable, *skipped]
    if guessed and arguments.kind == "sentences":
        print_warning(
            f"{len(guessed)} answered by yes or no, the first is {guessed[0]}: JSON lines do not say which sentence "
            "shows it, so the one most like the question was taken"
        )
    warn_of_left_out(skipped)
    for split in ("train", "dev-0", "test-A"):
        expected = Path(arguments.to) / split / "expected.tsv"
        if expected.is_file():
            count = expected.read_bytes().count(b"\n")
            print(f"{expected.parent}: {count} questions")


def warn_of_left_out(skipped: Sequence[DataError]) -> None:
    """Name the records that were left out, the first of many."""
    for error in skipped[:MOST_SHOWN]:
        print_warning(f"left out: {error}")
    if len(skipped) > MOST_SHOWN:
        print_warning(f"and {len(skipped) - MOST_SHOWN} more records; `probierz sqad check` lists what is wrong")


def _notices(source: Path, *, is_published: bool) -> Mapping[str, str]:
    """Licence and citation: the files that lie beside the lines or records, else for SQAD's own those of SQAD 3.0."""
    from probierz.suites.building import CITATION_NAME, LICENCE_NAME, notices_of
    from probierz.suites.catalogue import find_task

    folder = source.parent if source.is_file() else source
    found = {
        name: (folder / name).read_text(encoding="utf-8", errors="replace")
        for name in (LICENCE_NAME, CITATION_NAME)
        if (folder / name).is_file()
    }
    if found:
        return found
    if is_published:
        return notices_of(find_task("sqad/documents"))
    where = f"beside {source.name}" if source.is_file() else f"in {_source_name(source)}"
    print_warning(f"no {LICENCE_NAME} lies {where}, so the challenge says no licence; add one to it")
    return {}


def _is_published(source: Path) -> bool:
    """Whether these are the records of SQAD 3.0 as published: all of them. Of one's own, nothing says what they are."""
    from probierz.suites.sqad.records import find_records

    return source.is_dir() and sum(1 for _ in find_records(source)) == PUBLISHED_RECORDS


def _source_name(source: Path) -> str:
    """How the data are called: as their file or folder."""
    return source.resolve().stem
