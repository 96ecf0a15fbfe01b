"""`probierz sqad split`: divides records, with the types in proportion."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_options

EXAMPLES = """
examples:
  probierz sqad split sqad_v3 > split.tsv              record, types, and train, dev-0 or test-A
  probierz sqad split sqad_v3 --folds > folds.tsv      what each record is in each of five folds
  probierz sqad split sqad_v3 --by-article             no article is in two parts
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Divide records 60 : 10 : 30 into train, dev-0 and test-A, with the types of questions and answers in "
        "proportion, and print a TSV with a line for each record. With --folds: five equal parts, each of which is "
        "test-A once, while 300 of the other records validate (at most a tenth of them) and the rest trains."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder of the records, or a file of JSON lines")
    parser.add_argument("--folds", action="store_true", help="five folds instead of one split")
    add_split_options(parser)


def add_split_options(parser: ArgumentParser) -> None:
    """Add --seed and --by-article."""
    add_options(parser, "--seed", "--by-article")


def run(arguments: Namespace) -> None:
    """Divide and print."""
    from probierz.suites.sqad.cross_record_rules import article_name
    from probierz.suites.sqad.json_lines import read_records_of
    from probierz.suites.sqad.splits import Item, fold_parts, folds_of, split_records

    items = [
        Item(one.name, one.question_type, one.answer_type, article_name(one))
        for one in read_records_of(Path(arguments.folder))
    ]
    options = {"seed": arguments.seed, "by_article": arguments.by_article}
    if arguments.folds:
        folds = folds_of(items, **options)
        parts = [fold_parts(items, folds, fold, **options) for fold in range(1, 6)]
        columns = [f"fold-{fold}" for fold in range(1, 6)]
    else:
        parts, columns = [split_records(items, **options)], ["part"]
    print("\t".join(("record", "question type", "answer type", *columns)))
    for item in items:
        print("\t".join((item.name, item.question_type, item.answer_type, *(part[item.name] for part in parts))))
