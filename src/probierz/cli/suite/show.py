"""`probierz suite show`: what is known of a task."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.options import add_option

EXAMPLES = """
examples:
  probierz suite show poleval-2021/ocr         origin, licence, counts, traits, baselines
  probierz suite show ocr --language pl        described in Polish
  probierz suite show ocr --format json        for programs
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Show what a task declares: description, origin, licence, splits with their lines, what was published about "
        "the data and how it differs from what is counted, traits, baselines and how to cite it."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "task", metavar="TASK", help="a task, as  probierz suite list  names it, or a suite for all of its tasks"
    )
    add_option(parser, "--language", help="language of title, description and licence")
    add_option(parser, "--format", choices=("text", "json"), default="text", help="how to print")


def run(arguments: Namespace) -> None:
    """Show it."""
    from probierz.suites.catalogue import address_of, find_tasks
    from probierz.suites.task_display import task_as_json, task_as_text

    tasks = find_tasks(arguments.task)
    if arguments.format == "json":
        print(task_as_json(tasks))
    else:
        found = [task_as_text(task, arguments.language, address_of(task, arguments.task)) for task in tasks]
        print("\n\n".join(found))
