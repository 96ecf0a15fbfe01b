"""`probierz suite export`: a challenge as a Hugging Face data set."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz suite export ocr ocr-hf                             JSON lines with a card
  probierz suite export ocr ocr-hf --to parquet                Parquet with a card
  probierz suite export my-challenge shared --hide test-A      without the expected results of test-A

In Python:  datasets.load_dataset("ocr-hf")
And back:   probierz convert ocr-hf --to ocr-again
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Write a challenge as a folder that datasets.load_dataset reads: a card, and JSON lines or Parquet for each "
        "split. dev-0 is called validation there, and test-A test."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "challenge", metavar="CHALLENGE", help="a challenge directory, or a task that  probierz suite get  put here"
    )
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder to be made")
    parser.add_argument("--to", choices=("hf", "parquet"), default="hf", help="JSON lines, or Parquet (default: hf)")
    parser.add_argument("--task", metavar="TASK", help="add the licence and citation of this task to the card")
    parser.add_argument(
        "--hide", action="append", default=[], metavar="SPLIT", help="leave out its expected results; may be repeated"
    )


def run(arguments: Namespace) -> int:
    """Export."""
    from probierz.challenges.challenge import open_challenge
    from probierz.errors import ChallengeError
    from probierz.suites.bridges.export import export_challenge
    from probierz.suites.catalogue import find_task

    place, name = Path(arguments.challenge), arguments.task
    if not place.is_dir():
        name = name or arguments.challenge
        place = Path(find_task(name).name)
        if not place.is_dir():
            raise ChallengeError(f"{place}: the task is not here yet; get it first:  probierz suite get {name}")
    challenge = open_challenge(place)
    for split in arguments.hide:
        challenge.split(split)
    task = find_task(name) if name else None
    counts = export_challenge(challenge, Path(arguments.folder), form=arguments.to, task=task, hide=arguments.hide)
    for split, count in counts.items():
        print(f"{split}: {count} rows")
    return 0
