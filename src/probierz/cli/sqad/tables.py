"""`probierz sqad tables`: the tables of the publication of SQAD 3.0, made anew from its records."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.sqad.build import warn_of_left_out
from probierz.cli.sqad.split import add_split_options
from probierz.cli.system_settings import read_settings, read_space
from probierz.cli.terminal import print_warnings
from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, print_parts

if TYPE_CHECKING:
    from probierz.errors import DataError
    from probierz.reports.tables import Table
    from probierz.suites.sqad.scores import RankedQuestion
    from probierz.systems.recipes import Recipe
    from probierz.systems.sqad.experiment import SqadExperiment, Watched

SYSTEM, DOCUMENTS = "sqad/attentive-gru", "sqad/documents-bm25"
TITLES = {
    "statistics": "records (table 1)",
    "scores": "answer selection",
    "types": "right at once, by type (table 2)",
    "ranks": "ranks of the right sentences (table 3)",
    "folds": "five folds (table 4)",
    "combined": "documents and sentences together (figure 5)",
}
_OF_QUESTIONS = frozenset(["scores", "types", "ranks", "combined"])
_FEW = 100  # questions
GRID = "settings, by development questions"

EXAMPLES = """
examples:
  probierz sqad tables sqad_v3 --to sqad-tables                     the network of the publication, all tables
  probierz sqad tables sqad_v3 --to sqad-tables --show folds        five folds alone, and their mean
  probierz sqad tables sqad_v3 --to sqad-tables --grid 3            first its 36 settings three times: 108 networks
  probierz sqad tables sqad_v3 --to sqad-tables --system sqad/overlap     a system that learns in seconds
  probierz sqad tables some.jsonl --to few --system sqad/overlap --grid 1 --over ridge=1,3,10

Challenges and outputs are kept in the folder: a run that was interrupted goes on, and another system is put beside.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make each table of the publication of SQAD 3.0 from its records: build the challenges, train the systems, and "
        "print their scores beside what is printed there. The published split is not part of the data; this one has "
        "the same proportions."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder of the records, or a file of JSON lines")
    add_option(parser, "--to", required=True, metavar="FOLDER", help="where challenges and outputs are kept")
    add_option(parser, "--system", default=SYSTEM, help=f"what ranks sentences (default: {SYSTEM})")
    parser.add_argument(
        "--documents-system", metavar="SYSTEM", default=DOCUMENTS, help=f"what ranks articles (default: {DOCUMENTS})"
    )
    add_option(parser, "--set")
    parser.add_argument(
        "--grid", type=whole_number(0, 1000), metavar="RUNS", default=0,
        help="first train each of the system's settings so often, and take the best by the development questions",
    )  # fmt: skip
    add_option(
        parser,
        "--over",
        help="what --grid tries for a setting: values with commas (default: what the publication tried)",
    )
    add_option(parser, "--skip-broken", help="leave out records that cannot be used, and say which")
    add_split_options(parser)
    add_part_options(parser, (*TITLES, "grid"))
    add_options(parser, "--picture", "--quiet")


def run(arguments: Namespace) -> None:
    """Build, train, score and print."""
    chosen = chosen_part(arguments, "scores")
    if chosen == "grid":
        arguments.grid = arguments.grid or 1
    names = [chosen] if chosen else [*TITLES, *(["grid"] if arguments.grid else [])]
    tables = _Tables(arguments)
    print_parts([TitledTable(name, TITLES.get(name, GRID), tables.named(name)) for name in names], arguments)
    if not _OF_QUESTIONS.isdisjoint(names):
        print_warnings(_notes(tables.questions, has_types="types" in names), arguments)
    if arguments.picture:
        from probierz.suites.sqad.scores import combined_picture

        combined_picture(tables.documents, tables.questions).save(arguments.picture)


def _notes(questions: Sequence[RankedQuestion], *, has_types: bool) -> Iterator[str]:
    """Yield what is to be known of tables of a test: that few are asked, or that types are not told."""
    count = len(questions)
    if 0 < count < _FEW:
        yield f"the test has {count} questions: one more that is right adds {100 / count:.1f} to a score in percent"
    untold = sum({one.question_type, one.answer_type} <= {"", "-"} for one in questions)
    if has_types and untold:
        left = "the table of types is empty" if untold == count else "these are in no row of the table of types"
        yield f"{untold} of {count} questions of the test have no type of question or answer, so that {left}"


class _Tables:
    """The tables of one experiment; what several are counted from is trained and read once."""

    def __init__(self, arguments: Namespace) -> None:
        from probierz.systems.libraries import need_extras
        from probierz.systems.recipes import find_recipe
        from probierz.systems.sqad.experiment import all_settings

        self.recipe, self.of_documents = find_recipe(arguments.system), find_recipe(arguments.documents_system)
        _refuse_others(self.recipe, "sentences", "--system")
        _refuse_others(self.of_documents, "documents", "--documents-system")
        need_extras((*self.recipe.extras, *self.recipe.training_extras, *self.of_documents.extras))
        self.arguments, self._has_warned = arguments, False
        self.told = read_settings(arguments.set, self.recipe)
        space = read_space(arguments.over, self.recipe) or self.recipe.space
        self.grid = all_settings(space) if arguments.grid else []

    def named(self, name: str) -> Table:
        """Return a table by the name that --show has for it."""
        from probierz.suites.sqad import paper_tables
        from probierz.suites.sqad.scores import combined_table

        made: Mapping[str, Callable[[], Table]] = {
            "statistics": self._statistics,
            "scores": lambda: paper_tables.scores_beside_paper(self.questions),
            "types": lambda: paper_tables.types_beside_paper(self.questions),
            "ranks": lambda: paper_tables.ranks_beside_paper(self.questions),
            "folds": lambda: paper_tables.folds_beside_paper(self._folds()),
            "combined": lambda: combined_table(self.documents, self.questions),
            "grid": lambda: paper_tables.grid_beside_paper(self.trials),
        }
        return made[name]()

    @cached_property
    def experiment(self) -> SqadExperiment:
        """The challenges and outputs in the folder."""
        from probierz.systems.sqad.experiment import SqadExperiment

        arguments = self.arguments
        made = SqadExperiment(
            Path(arguments.folder),
            Path(arguments.to),
            arguments.seed,
            arguments.by_article,
            self._tell_left_out if arguments.skip_broken else None,
        )
        made.open()
        return made

    @cached_property
    def questions(self) -> list[RankedQuestion]:
        """The test, as ranked by the system; after a grid, by the best run of its best settings."""
        settings, run = self._best
        return self.experiment.ranked(self.recipe, settings, self._watched, run=run)

    @cached_property
    def documents(self) -> list[RankedQuestion]:
        """The same questions, as articles are ranked for them."""
        return self.experiment.ranked(self.of_documents, {}, self._watched, kind="documents")

    @cached_property
    def trials(self) -> list[tuple[dict[str, Any], list[float]]]:
        """The settings of the grid, each with P@1 of its runs on the development questions."""
        runs = range(1, self.arguments.grid + 1)
        return [(one, [self._developed(self.told | one, run) for run in runs]) for one in self.grid]

    def _developed(self, settings: dict[str, Any], run: int) -> float:
        from probierz.suites.sqad.scores import share_within
        from probierz.systems.sqad.experiment import DEVELOPMENT

        ranked = self.experiment.ranked(self.recipe, settings, self._watched, run=run, split=DEVELOPMENT)
        return share_within(ranked, 1)

    @cached_property
    def _best(self) -> tuple[dict[str, Any], int]:
        """The settings with the best mean of a grid, and the best of their runs; without a grid those told, and 0."""
        if not self.arguments.grid:
            return self.told, 0
        settings, shares = max(self.trials, key=lambda one: sum(one[1]))
        return self.told | settings, shares.index(max(shares)) + 1

    def _folds(self) -> Sequence[Sequence[RankedQuestion]]:
        from probierz.systems.sqad.experiment import settings_in_folds

        settings = settings_in_folds(self.recipe, self._best[0], self.told)
        ranked = partial(self.experiment.ranked, self.recipe, settings, self._watched)
        return [ranked(fold=fold) for fold in range(1, 6)]

    def _statistics(self) -> Table:
        from probierz.suites.sqad.json_lines import read_records_of
        from probierz.suites.sqad.statistics import statistics_of, statistics_table

        records = read_records_of(Path(self.arguments.folder), skipped=[] if self.arguments.skip_broken else None)
        return statistics_table(statistics_of(records), is_beside_paper=True)

    def _tell_left_out(self, skipped: Sequence[DataError]) -> None:
        """Warn once: what cannot be used is the same in each challenge."""
        if not self.arguments.quiet and not self._has_warned:
            warn_of_left_out(skipped)
        self._has_warned = True

    @property
    def _watched(self) -> Watched:
        from probierz.cli.progress import WorkProgress

        return partial(WorkProgress, enabled=not self.arguments.quiet, is_watched=True)


def _refuse_others(recipe: Recipe, kind: str, option: str) -> None:
    from probierz.errors import OptionError

    if recipe.task != f"sqad/{kind}":
        raise OptionError(f"{option} {recipe.name}: it does not rank {kind};  probierz systems sqad  lists what does")
