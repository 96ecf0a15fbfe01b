"""`probierz convert`: outputs and data of other tools as outputs and challenges."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import add_option, whole_number
from probierz.cli.terminal import print_warning

if TYPE_CHECKING:
    from probierz.suites.bridges.foreign_rows import ForeignRows, LineSqueezer
    from probierz.suites.bridges.write_foreign import Fields

SOURCES = ("hf", "harness", "jsonl", "squad", "table", "trec")
EXAMPLES = """
examples:
  probierz convert samples_task.jsonl --to scored              lm-evaluation-harness: a challenge with its output
  probierz convert samples_task.jsonl --to out.tsv             only the output, in the order of doc_id
  probierz convert answers.jsonl --field answer/text --to out.tsv
  probierz convert dev.json --to squad                         a SQuAD data set as a challenge
  probierz convert predictions.json --ids dev.json --to squad/test-A/out.tsv
  probierz convert predictions.json --ids test-A/in.tsv --to test-A/out.tsv      ids are its first column
  probierz convert qrels.txt --to search                       judgements of trec_eval as a challenge
  probierz convert run.txt --ids qrels.txt --to search/test-A/out.tsv
  probierz convert my-dataset --split test --field prediction --to out.tsv       a Hugging Face folder
  probierz convert my-dataset --to my-challenge                a Hugging Face folder: all splits, licence, labels
  probierz convert exported --to my-challenge                  what  probierz suite export  made, as it was

A name that ends with .tsv becomes an output, any other a challenge directory. What kind of file there is, is found out
by looking; --read-as says it.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Take over outputs and data: samples of lm-evaluation-harness, JSON lines, SQuAD data sets and predictions, "
        "Hugging Face folders, qrels and runs of trec_eval, Parquet, Arrow and CSV."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="FILE", help="the file or folder to take over")
    add_option(parser, "--to", required=True, metavar="FILE", help="the output (.tsv) or the challenge to be made")
    add_option(parser, "--read-as", default="", choices=SOURCES, help="what it is (default: look)")
    parser.add_argument("--field", default="", metavar="NAME", help="the field with the output; a/b is b inside of a")
    parser.add_argument("--expected-field", default="", metavar="NAME", help="the field with what is expected")
    parser.add_argument(
        "--input-field", action="append", default=[], metavar="NAME", help="a field of the input; may be repeated"
    )
    parser.add_argument("--id-field", default="", metavar="NAME", help="the field with identifiers, for --ids")
    parser.add_argument(
        "--ids", metavar="FILE", help="put rows in the order of the identifiers in this TSV, JSON or Parquet file"
    )
    parser.add_argument(
        "--ids-column", type=whole_number(1, 10_000), default=1, metavar="N", help="which column of it (default: 1)"
    )
    parser.add_argument(
        "--encoding", default="", metavar="NAME", help="in which the file is, such as cp1250 (default: UTF-8)"
    )
    add_option(
        parser,
        "--split",
        default="",
        help="one split of a Hugging Face folder (default: all for a challenge, test for an output)",
    )
    parser.add_argument(
        "--config",
        default="",
        metavar="NAME",
        help="one of several configurations that the card of a Hugging Face folder names (default: its default)",
    )
    parser.add_argument("--harness-filter", default="", metavar="NAME", help="of the samples of a harness")
    add_option(
        parser,
        "--metric",
        dest="metrics",
        help="a metric of the challenge (default: SQuAD-F1 and SQuAD-EM, MultiLabel-F1 of several labels, "
        "Pearson and MAE of real numbers, or Accuracy)",
        is_repeated=True,
    )


def run(arguments: Namespace) -> int:
    """Convert."""
    from probierz.errors import OptionError
    from probierz.suites.bridges.foreign_rows import LineSqueezer, pick
    from probierz.suites.bridges.input_order import refuse_other_order
    from probierz.suites.bridges.label_names import may_be_held_back
    from probierz.suites.bridges.other_encodings import in_utf8
    from probierz.suites.bridges.write_foreign import Fields, write_challenge, write_output

    target, source = Path(arguments.to), Path(arguments.source)
    if _was_exported(source, arguments):
        from probierz.suites.bridges.export import challenge_of_folder

        for split, count in challenge_of_folder(source, target).items():
            print(f"{target / split}: {count} lines")
        return 0
    if source.is_dir() and not arguments.split and not arguments.ids and target.suffix != ".tsv":
        return _converted_folder(source, target, arguments)
    with in_utf8(source, arguments.encoding) as readable:
        material = _material(readable, arguments)
    if readable != source:
        rows = [replace(row, file=None) for row in material.rows]  # the copy is gone by now
        material = replace(material, path=source, rows=rows)
    fields = Fields(arguments.field, arguments.expected_field, tuple(arguments.input_field))
    writer = LineSqueezer()
    if target.suffix == ".tsv":
        if not material.is_ordered:
            raise OptionError(f"{source}: say in which order by --ids, e.g. --ids test-A/in.tsv or the SQuAD data set")
        if not arguments.ids:
            refuse_other_order(material, target, fields.output)
        count = write_output(material, target, fields, writer)
    else:
        count = write_challenge(material, target, fields, writer, schemes=_metrics(arguments))
        if material.is_held_back and not fields.expected:
            print_warning(f"{source}: no answer is here, so the challenge can be answered, but not scored")
        expected = fields.expected or material.expected
        if expected and may_be_held_back(pick(material, row, expected) for row in material.rows):
            print_warning(f"{source}: {expected!r} is -1 in some rows; leave these out, if that says it is held back")
        _say_metrics_of_numbers(target, expected, arguments)
        _warn_of_given_answers(target)
        _warn_of_taken_field(source, fields)
        _warn_of_row_numbers(source, material.row_numbers, arguments)
    _warn_of_changed_texts(writer)
    print(f"{target}: {count} lines")
    return 0


def _converted_folder(source: Path, target: Path, arguments: Namespace) -> int:
    """Make a challenge of all splits of a Hugging Face folder, and say what was taken and what was not."""
    from probierz.suites.bridges.data_sets import read_data_set
    from probierz.suites.bridges.foreign_rows import LineSqueezer
    from probierz.suites.bridges.write_foreign import Fields, write_splits

    found = read_data_set(source, arguments.expected_field, arguments.config)
    fields = Fields(arguments.field, arguments.expected_field, tuple(arguments.input_field))
    writer = LineSqueezer()
    counts = write_splits(
        found.splits,
        target,
        fields,
        writer,
        source=source.name,
        schemes=_metrics(arguments),
        licence=found.licence,
        card=found.card,
    )
    for split, count in counts.items():
        print(f"{target / split}: {count} lines")
    _say_metrics_of_numbers(target, fields.expected, arguments)
    _warn_of_given_answers(target)
    _warn_of_taken_field(source, fields)
    _warn_of_row_numbers(source, {name: None for one in found.splits.values() for name in one.row_numbers}, arguments)
    if found.left_out:
        names = ", ".join(found.left_out)
        print_warning(f"{source}: left out, as their names are none of splits: {names}; --split NAME takes one")
    for name in (name for name, one in found.splits.items() if one.is_held_back):
        print_warning(f"{source}: {name} has no expected results, so it can be answered, but not scored")
    if found.licence is None:
        print_warning(f"{source}: the README.md names no licence; write it into {target / 'LICENCE.txt'}")
    _warn_of_changed_texts(writer)
    return 0


def _say_metrics_of_numbers(challenge: Path, expected: str, arguments: Namespace) -> None:
    """Say why metrics of numbers were taken, where nobody named any."""
    from probierz.challenges.config import CONFIG_NAME, read_options
    from probierz.suites.bridges.chosen_fields import OF_NUMBERS

    if not arguments.metrics and tuple(read_options(challenge / CONFIG_NAME).metric) == OF_NUMBERS:
        what = f"{expected!r} has" if expected else "what is expected are"
        said = f"{what} real numbers, of which hardly one is hit exactly, so outputs are scored by Pearson and MAE"
        print(f"{challenge}: {said}; --metric names others")


def _warn_of_changed_texts(writer: LineSqueezer) -> None:
    if writer.squeezed:
        print_warning(f"TABs or line ends in {writer.squeezed} texts became spaces")
    if writer.joined:
        print_warning(f"white space in {writer.joined} tokens, or an empty one, became _: spaces stand between tokens")


def _warn_of_row_numbers(source: Path, names: Iterable[str], arguments: Namespace) -> None:
    for name in names if not arguments.input_field else ():
        print_warning(f"{source}: {name!r} is left out, as it only numbers the rows; --input-field names what is input")


def _warn_of_taken_field(source: Path, fields: Fields) -> None:
    """Say that a field is no input whose part is expected: what else is in it may be, or give the answer away."""
    whole, is_part, _ = fields.expected.partition("/")
    if is_part and not fields.inputs:
        print_warning(
            f"{source}: {whole!r} is left out, as it has what is expected; --input-field {whole}/… names what of it "
            "is input"
        )


def _warn_of_given_answers(challenge: Path) -> None:
    """Say which columns of inputs are what is expected: the same label as a number, a name, or one of the choices."""
    from probierz.challenges.results_in_input import results_in_input

    for expected in sorted(challenge.glob("*/expected.tsv")):
        inputs = expected.with_name("in.tsv")
        found = results_in_input(inputs, expected)
        if found is not None:
            said = f"{inputs}: {found[0].place} is the expected result on {found[0]}"
            print_warning(f"{said}; name the columns that may be seen by --input-field")


def _was_exported(source: Path, arguments: Namespace) -> bool:
    chosen = arguments.field or arguments.expected_field or arguments.split or arguments.metrics
    return (source / "challenge" / "splits.tsv").is_file() and not chosen and not arguments.to.endswith(".tsv")


def _material(source: Path, arguments: Namespace) -> ForeignRows:
    from probierz.errors import OptionError
    from probierz.suites.bridges.read_foreign import in_order, read_identifiers, read_material

    material = read_material(
        source,
        arguments.read_as,
        split=arguments.split,
        configuration=arguments.config,
        filter_name=arguments.harness_filter,
    )
    if not arguments.ids:
        return material
    identifier = arguments.id_field or material.identifier
    if not identifier:
        raise OptionError(f"{source}: say which field has the identifiers by --id-field")
    return in_order(
        material, identifier, read_identifiers(Path(arguments.ids), arguments.ids_column), Path(arguments.ids)
    )


def _metrics(arguments: Namespace) -> list[str]:
    """The metrics as they were written, after a look that they can be used."""
    from probierz.cli.outputs_to_score import read_schemes

    read_schemes(arguments.metrics)
    return list(arguments.metrics)
