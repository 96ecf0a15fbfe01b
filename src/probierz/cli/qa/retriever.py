"""`probierz qa retriever`: an encoder that learns from judged passages which ones answer."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options
from probierz.cli.progress import WorkProgress

EXAMPLES = """
examples:
  probierz qa retriever round-1.tsv --to encoder                      from e5-small
  probierz qa retriever round-1.tsv my.index.judged.tsv --to encoder --set backbone=allegro/herbert-large-cased
  probierz index build texts/ --to better.index --encoder encoder     what it finds is judged in the next round

Tables are those of  probierz qa candidates, of  probierz ask --serve, and pairs.tsv of passages that were judged on a
platform. It needs the extra neural.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Tune an encoder to judged passages, for an index that finds those that answer."
    parser.epilog = EXAMPLES
    parser.add_argument("judged", nargs="+", metavar="FILE", help="tables in which passages were found right or wrong")
    add_option(parser, "--to", required=True, metavar="FOLDER", help="the folder of the encoder")
    add_options(parser, "--set", "--seed", "--quiet")


def run(arguments: Namespace) -> int:
    """Learn and save."""
    from probierz.cli.system_settings import read_changes
    from probierz.errors import OptionError
    from probierz.systems.questions.finding.retriever import Retriever
    from probierz.systems.questions.serving.annotating import judged_pairs
    from probierz.systems.system import Training

    if Path(arguments.to).exists():
        raise OptionError(f"{arguments.to} is there already; name another folder")
    usual = {**Retriever().settings(), "backbone": "e5-small"}
    changes = read_changes(arguments.set, usual)
    odd = [name for name in changes if name not in usual]
    if odd:
        raise OptionError(f"a retriever has no setting {odd[0]!r}; it has {', '.join(usual)}")
    pairs = judged_pairs(map(Path, arguments.judged))
    retriever = Retriever(**{"backbone": "e5-small", **changes})
    with WorkProgress("retriever", enabled=not arguments.quiet) as progress:
        retriever.fit(pairs, Training(seed=arguments.seed, progress=progress))
    retriever.save_encoder(Path(arguments.to))
    print(f"{arguments.to}: learnt from {len(pairs)} passages that answer")
    return FINE
