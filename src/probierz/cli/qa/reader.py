"""`probierz qa reader`: a reader with an encoder, learnt from questions with answers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options
from probierz.cli.progress import WorkProgress

EXAMPLES = """
examples:
  probierz qa reader poquad-train.json --to reader             from e5-small
  probierz qa reader poquad-sample.json.xz poquad-test-A.json.xz --to reader
  probierz ask my.index "Kto odkrył polon?" --reader reader
  probierz train qa/reader poleval-2021/qa --set index=wiki.index reader=reader --to my-reader

Files are of SQuAD's form. Of paragraphs whose questions have no answers, questions are made that leave out some words.
A training that was stopped goes on when the same command is given again. It needs the extras encoder and neural;
reading needs encoder alone.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Learn from questions with answers to read passages, with an encoder, for `probierz ask`."
    parser.epilog = EXAMPLES
    parser.add_argument("files", nargs="+", metavar="FILE", help="questions with answers, of SQuAD's form")
    add_option(parser, "--to", required=True, metavar="FOLDER", help="the folder of the reader")
    parser.add_argument("--epochs", type=int, default=4, metavar="N", help="see each question N times (default: 4)")
    add_options(parser, "--seed", "--quiet")


def run(arguments: Namespace) -> int:
    """Learn and save."""
    from shutil import rmtree

    from probierz.errors import OptionError
    from probierz.systems.questions.finding.documents import read_documents
    from probierz.systems.questions.learning.encoder_reader_learning import ReaderPlan, learn_reader
    from probierz.systems.questions.learning.squad import read_answered_questions
    from probierz.whole_files import PART

    if Path(arguments.to).exists():
        raise OptionError(f"{arguments.to} is there already; name another folder")
    if arguments.epochs < 1:
        raise OptionError(f"--epochs {arguments.epochs}: say 1 or more")
    questions = [one for path in arguments.files for one in read_answered_questions(Path(path))]
    paragraphs = [(one.title, one.text) for one in read_documents(arguments.files)]
    target = Path(arguments.to)
    kept = target.with_name(target.name + PART)
    plan = ReaderPlan(epochs=arguments.epochs, seed=arguments.seed, checkpoint=kept)
    with WorkProgress("reader", enabled=not arguments.quiet) as progress:
        reader = learn_reader(questions, paragraphs, plan, progress)
    reader.save(target)
    rmtree(kept, ignore_errors=True)
    answered = sum(one.is_answered for one in questions)
    print(f"{arguments.to}: learnt from {answered} answered questions")
    return FINE
