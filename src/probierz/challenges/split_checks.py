"""The checks of one directory with data, in the order of GEval 1.42.2.0; checks of our own stand between them.

Register one with `@split_check`.
"""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from probierz.challenges.challenge import kind_of_split
from probierz.challenges.conflicting_lines import conflicting_lines
from probierz.challenges.doubts import KnownSplit
from probierz.challenges.expected_doubts import expected_doubts
from probierz.challenges.file_survey import Survey
from probierz.challenges.files import natural_key
from probierz.challenges.given_away import sorted_by_result
from probierz.challenges.headers_in_data import begins_with_names, names_beside
from probierz.challenges.labels import empty_lines, labels_in_two_cases, listed
from probierz.challenges.marker_words import marker_word
from probierz.challenges.perfect_output import imperfect_scores
from probierz.challenges.problems import Problem, Severity, counted, there_are
from probierz.challenges.results_in_input import results_in_input
from probierz.challenges.shared_documents import shared_documents
from probierz.challenges.telling_features import telling_feature
from probierz.challenges.telling_numbers import telling_number
from probierz.challenges.validated_challenge import ValidatedSplit, clean_text, file_variants
from probierz.errors import ProbierzError

WHERE_KEPT = "add the file; where it is kept from participants on purpose, validate the branch that has it"
"""What is to be done about a test without expected results."""

SplitCheck = Callable[[ValidatedSplit], Iterator[Problem]]

SPLIT_CHECKS: list[SplitCheck] = []


def split_check(check: SplitCheck) -> SplitCheck:
    """Register a check of a directory with data."""
    SPLIT_CHECKS.append(check)
    return check


def split_problems(split: ValidatedSplit) -> Iterator[Problem]:
    """Yield what is wrong with a directory with data."""
    if split.name == "train" and _has_single_train_file(split.path):
        yield _single_train_file(split.path)
        return
    for check in SPLIT_CHECKS:
        yield from check(split)


@split_check
def one_input_file(split: ValidatedSplit) -> Iterator[Problem]:
    """There is exactly one input file."""
    name = split.challenge.options.input_file
    yield from _exactly_one(split, name, split.inputs, "input files", "No file with the input")


@split_check
def input_is_clean(split: ValidatedSplit) -> Iterator[Problem]:
    """The input has lines, and none of the characters that cause trouble."""
    yield from clean_text(split.input, may_end_in_space=True)


@split_check
def input_has_even_columns(split: ValidatedSplit) -> Iterator[Problem]:
    """All input lines have the same number of columns."""
    if not split.challenge.free_input_columns:
        yield from _even(split.input)


@split_check
def input_fits_its_header(split: ValidatedSplit) -> Iterator[Problem]:
    """The input has as many columns as its header names."""
    yield from _fits(split, split.input, split.challenge.in_header, split.challenge.options.in_header)


@split_check
def input_has_the_columns_of_others(split: ValidatedSplit) -> Iterator[Problem]:
    """The input has as many columns as those of the other splits."""
    found = split.challenge.odd_inputs.get(split.name)
    if found and isinstance(split.input, Survey):
        yield Problem(split.input.path, None, found, "add the columns that are missing, unless it is meant", "warning")


@split_check
def one_expected_file(split: ValidatedSplit) -> Iterator[Problem]:
    """There is exactly one expected file."""
    name = split.challenge.options.expected_file
    if split.name in split.challenge.held_back and not split.expecteds:
        remedy = "outputs for it can be checked here, and scored by those who have them"
        if split.inputs:  # without an input they cannot, and that is told
            yield Problem(split.path, None, f"the expected results ({name}) are held back", remedy, "note")
        return
    yield from _exactly_one(split, name, split.expecteds, "expected files", "No file with the expected results")


@split_check
def expected_is_clean(split: ValidatedSplit) -> Iterator[Problem]:
    """The expected file has lines, and none of the characters that cause trouble."""
    yield from clean_text(split.expected)


@split_check
def expected_has_even_columns(split: ValidatedSplit) -> Iterator[Problem]:
    """All expected lines have the same number of columns, unless columns are alternatives to the main metric."""
    if not split.challenge.free_columns:
        yield from _even(split.expected)


@split_check
def expected_fits_its_header(split: ValidatedSplit) -> Iterator[Problem]:
    """The expected file has as many columns as its header names."""
    if not split.challenge.free_columns:
        yield from _fits(split, split.expected, split.challenge.out_header, split.challenge.options.out_header)


@split_check
def labels_are_not_empty(split: ValidatedSplit) -> Iterator[Problem]:
    """No expected line is empty where the main metric compares labels."""
    schemes = split.challenge.schemes
    if not isinstance(split.expected, Survey) or not schemes or not schemes[0].metric.compares_labels:
        return
    found = empty_lines(split.expected.path)
    if found:
        message = f"{counted(len(found), 'expected line')}: without a label"
        yield Problem(split.expected.path, found[0], message, "add the labels, unless none is an answer", "warning")


@split_check
def labels_are_written_alike(split: ValidatedSplit) -> Iterator[Problem]:
    """No two expected labels differ in upper and lower case alone."""
    schemes, expected = split.challenge.schemes, split.expected
    if not isinstance(expected, Survey) or not schemes:
        return
    reading = split.challenge.reading
    with suppress(ProbierzError, OSError), reading.open_parallel(expected.path) as lines:  # told of the file itself
        found = labels_in_two_cases(lines, schemes[0], tokenizer=reading.tokenizer)
        if found:
            message = f"labels differ in upper and lower case alone: {listed(found)}"
            yield Problem(expected.path, None, message, "write them in one way, unless they are meant", "note")


@split_check
def lines_are_parallel(split: ValidatedSplit) -> Iterator[Problem]:
    """Input and expected file have equally many lines."""
    given, wanted = split.input, split.expected
    if not (isinstance(given, Survey) and isinstance(wanted, Survey) and given.size and wanted.size):
        return  # told already
    if given.lines != wanted.lines:
        yield Problem(
            wanted.path,
            min(given.lines, wanted.lines) + 1,
            f"{there_are(wanted.lines, 'line')}, but {counted(given.lines, 'line')} in {given.path}",
            "give one expected line for every input line",
            geval="The number of lines in input and expected file is not the same",
        )


@split_check
def there_is_no_output(split: ValidatedSplit) -> Iterator[Problem]:
    """No submission was left in the challenge, unless somebody works in it."""
    if split.challenge.takes_outputs:
        return
    names = sorted(os.listdir(split.path), key=natural_key)
    remedy = "remove it: outputs belong to submissions, not to the challenge"
    outputs = [os.path.join(split.path, name) for name in names if fnmatch.fnmatchcase(name, "out*.tsv")]
    if outputs:
        shown = ", ".join(f"`{path}`" for path in outputs)
        remedy_for_all = remedy if len(outputs) == 1 else remedy.replace("remove it", "remove them")
        message = f"{counted(len(outputs), 'output')} found: {', '.join(map(os.path.basename, outputs))}"
        yield Problem(split.path, None, message, remedy_for_all, geval=f"Output file/s detected: {shown}")
    for name in names:
        if re.fullmatch(r"out(?:-.*)?\.(?:tsv|jsonl)\.\w+|out(?:-.*)?\.jsonl", name):
            yield Problem(os.path.join(split.path, name), None, "this looks like an output", remedy, "warning")


@split_check
def perfect_output_is_best(split: ValidatedSplit) -> Iterator[Problem]:
    """Every metric gives its best value to a perfect output."""
    given, wanted = split.input, split.expected
    if not isinstance(wanted, Survey) or not wanted.lines or not isinstance(given, Survey | None):
        return
    if given is not None and given.lines != wanted.lines:
        return
    yield from imperfect_scores(split)


@split_check
def data_begin_with_no_header(split: ValidatedSplit) -> Iterator[Problem]:
    """No file begins with names of columns that are taken as a line of the data."""
    for survey, name in ((split.input, "in-header.tsv"), (split.expected, "out-header.tsv")):
        if not isinstance(survey, Survey) or survey.has_header or not survey.lines:
            continue
        if begins_with_names(survey.path, names_beside(split.challenge.path, name)):
            remedy = "remove it from the data, or name the file with the names of columns in config.txt"
            yield Problem(survey.path, 1, "this looks like a header", remedy, "warning")


@split_check
def expected_lines_belong_here(split: ValidatedSplit) -> Iterator[Problem]:
    """Expected lines are not odd beside their inputs and other splits, as results of another task would be."""
    known = next((one for one in split.challenge.answered_splits if one.name == split.name), None)
    surveys = split.input, split.expected
    if known is not None and all(isinstance(one, Survey) and one.lines for one in surveys):
        yield from expected_doubts(
            known, split.challenge.answered_splits, split.challenge.schemes, split.challenge.reading
        )


@split_check
def input_has_no_answers(split: ValidatedSplit) -> Iterator[Problem]:
    """No column of the input, nor its whole lines or parts of them, are or tell what is expected on nearly all."""
    given, wanted = split.input, split.expected
    if not isinstance(given, Survey) or not isinstance(wanted, Survey) or given.lines != wanted.lines:
        return
    files = Path(given.path), Path(wanted.path)
    headers = split.challenge.in_header, split.challenge.out_header
    is_test = kind_of_split(split.name) == "test"
    found = results_in_input(*files, *headers, is_test=is_test)
    if found is not None:
        message = f"{found.results.place} is the expected result on {found.results}"
        remedy = "leave it out of the input of all splits"
        if found.may_be_task:  # a command or a city, which such texts have
            remedy = "leave it out of the input, unless that is the task"
        yield Problem(given.path, None, message, remedy, found.severity)
        return
    yield from _telling_feature(split, files, is_test=is_test)


def _telling_feature(split: ValidatedSplit, files: tuple[Path, Path], *, is_test: bool) -> Iterator[Problem]:
    """What tells the expected results: a feature of lines, or a marker word or numbers that do so in two splits."""
    headers = split.challenge.in_header, split.challenge.out_header
    others = (one for one in split.challenge.answered_splits if one.name != split.name and one.inputs is not None)
    other = next(((Path(one.inputs or ""), Path(one.expected)) for one in others), None)
    found = telling_feature(*files, *headers)
    remedy = "leave it out of the input, unless it is meant"
    with suppress(ProbierzError, OSError):  # what cannot be read of the other split is told there
        if found is None or found.is_natural:
            found = marker_word(files, other, *headers) or found
        if (found is None or found.is_slight) and (number := telling_number(files, other, *headers)) is not None:
            found, remedy = number, "leave it out of the input, unless its numbers are a feature that is meant"
    if found is not None:
        is_fault = is_test and not found.is_natural
        remedy = "leave it out of the input of all splits" if is_fault else remedy
        severity: Severity = "error" if is_fault else "note" if found.is_slight else "warning"
        yield Problem(str(files[0]), None, str(found), remedy, severity)


@split_check
def lines_are_mixed(split: ValidatedSplit) -> Iterator[Problem]:
    """The lines of a test are not sorted by what is expected of them, nor do labels come in turn."""
    if kind_of_split(split.name) == "test" and isinstance(split.expected, Survey):
        with suppress(ProbierzError, OSError):  # what cannot be read is told of the file itself
            found = sorted_by_result(Path(split.expected.path), split.challenge.out_header)
            if found:
                yield Problem(split.expected.path, None, found, "mix them, as their places tell the answers", "note")


@split_check
def inputs_are_distinct(split: ValidatedSplit) -> Iterator[Problem]:
    """No input line stands twice in a split."""
    if isinstance(split.input, Survey) and split.input.repeated:
        message = f"{split.input.repeated} of {counted(split.input.lines, 'line')}: the same as an earlier line"
        message += _compared(split, split.input.repeats)
        remedy = "remove repeated items, unless they are meant"
        yield Problem(split.input.path, split.input.repeats[0], message, remedy, "warning", kind="repeats")


@split_check
def equal_inputs_have_equal_labels(split: ValidatedSplit) -> Iterator[Problem]:
    """No input of some words stands twice in a split with different labels."""
    given, wanted = split.input, split.expected
    if not isinstance(given, Survey) or not isinstance(wanted, Survey) or given.lines != wanted.lines:
        return
    files, headers = (Path(given.path), Path(wanted.path)), (split.challenge.in_header, split.challenge.out_header)
    with suppress(ProbierzError, OSError):  # what cannot be read is told of the file itself
        lines = conflicting_lines(*files, *headers, item=split.challenge.item_columns)
        if lines:
            message = (
                f"{len(lines)} of {counted(given.lines, 'line')}: another label than that of an earlier equal input"
            )
            remedy = "keep one of each, with the label that is right"
            yield Problem(wanted.path, lines[0], message, remedy, "warning")


@split_check
def inputs_are_not_in_train(split: ValidatedSplit) -> Iterator[Problem]:
    """No input line of a test set stands in the training data."""
    if split.name == "train" or not isinstance(split.input, Survey):
        return
    shared = len(split.input.hashes & split.challenge.train_hashes)
    if shared:
        message = f"{shared} of {counted(len(split.input.hashes), 'distinct line')}: in the training data too"
        message += _compared(split, split.input.known)
        remedy = "keep training and test data apart"
        yield Problem(split.input.path, split.input.known[0], message, remedy, "warning", kind="copies")


@split_check
def documents_are_not_shared(split: ValidatedSplit) -> Iterator[Problem]:
    """No document of a test's input stands in a train or dev set."""
    if kind_of_split(split.name) != "test" or not isinstance(split.input, Survey) or not split.input.lines:
        return
    expected = split.expected.path if isinstance(split.expected, Survey) else ""
    opened = [one for one in split.challenge.answered_splits if kind_of_split(one.name) != "test"]
    test = KnownSplit(split.name, expected, split.input.path)
    with suppress(ProbierzError, OSError):  # what cannot be read is told of the file itself
        yield from [*shared_documents(test, opened, split.challenge.in_header, split.challenge.out_header)]


def _compared(split: ValidatedSplit, lines: Sequence[int]) -> str:
    """Say which columns were left out, and where more such lines are."""
    without = str(split.challenge.item_columns)
    return f"{without}; first lines: {', '.join(map(str, lines))}" if len(lines) > 1 else without


# --- what the checks share -------------------------------------------------------------------------------------------


def _exactly_one(split: ValidatedSplit, name: str, paths: Sequence[str], kind: str, missing: str) -> Iterator[Problem]:
    if not paths:
        path = os.path.join(split.path, name)
        remedy = "add the file"
        if kind == "expected files" and kind_of_split(split.name) == "test":
            remedy = WHERE_KEPT
        yield Problem(path, None, f"there is no {name}", remedy, geval=f"{missing}: `{path}`")
    elif len(paths) > 1:
        names = ", ".join(map(os.path.basename, paths))
        geval = f"Too many {kind}: {', '.join(f'`{path}`' for path in paths)}"
        yield Problem(split.path, None, f"too many {kind}: {names}", "keep one of them", geval=geval)


def _even(survey: Survey | Problem | None) -> Iterator[Problem]:
    if isinstance(survey, Survey) and survey.uneven is not None:
        line, columns = survey.uneven
        yield Problem(
            survey.path,
            line,
            f"the line has {counted(columns, 'column')}, the lines before have {survey.columns}",
            "give every line the same number of columns, separated by TAB",
            geval=f"The file contains varying number of columns: `{survey.path}`",
        )


def _fits(
    split: ValidatedSplit, survey: Survey | Problem | None, header: Sequence[str], header_name: str | None
) -> Iterator[Problem]:
    if header and isinstance(survey, Survey) and survey.lines and survey.columns != len(header):
        yield Problem(
            survey.path,
            None,
            f"{there_are(survey.columns, 'column')}, but {header_name} names {len(header)}",
            f"correct {split.challenge.file(header_name or '')} or the data",
        )


def _has_single_train_file(path: str) -> bool:
    return bool(file_variants(path, "train.tsv"))


def _single_train_file(path: str) -> Problem:
    return Problem(
        os.path.join(path, "train.tsv"),
        None,
        "the training data are one train.tsv, which is not checked",
        "prefer train/in.tsv and train/expected.tsv where the task allows it",
        "warning",
        geval=(
            "WARNING: training data in a single file (train.tsv) are not checked\n"
            "WARNING: consider splitting train.tsv into two files:\n"
            "WARNING: train/in.tsv and train/expected.tsv"
        ),
        stops_geval=False,
    )
