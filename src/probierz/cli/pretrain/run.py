"""`probierz pretrain run`: a language model learns from a corpus."""

from __future__ import annotations

import hashlib
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.pretrain.clean import add_corpus_options
from probierz.cli.progress import WorkProgress
from probierz.cli.terminal import is_first_process, printable

if TYPE_CHECKING:
    from probierz.systems.pretraining.learning import CorpusFile
    from probierz.systems.pretraining.plan import PretrainingPlan

EXAMPLES = """
examples:
  probierz pretrain run clean.txt --profile toy --to model                seconds, to try the way
  probierz pretrain run clean.txt --profile laptop --vocabulary pieces --to model
  probierz pretrain run clean.txt --evaluate klej --to model              what does it know of the tasks as it learns?
  probierz pretrain run clean.txt --profile base --vocabulary pieces --to herbert --dry-run     what would it cost?
  probierz pretrain run clean.txt --profile small --set steps=20000 --set batch=128 --to model
  probierz pretrain run clean.txt --begin e5-small --profile laptop --set rate=1e-4 --to polish-e5
  probierz pretrain run clean.txt --begin ./xlm-roberta-base --vocabulary pieces --set objective=words+order \\
      --set dropped=0.1 --to herbert-2021

The same command goes on where it was interrupted, and ends with the weights that it would have had.
curve.tsv has the loss on text that is held out; model/ is a backbone:
  probierz train enelpol-s1 CHALLENGE --set backbone=model/model --set length=128
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Let a network learn to tell hidden words, as HerBERT did; what it costs is said before."
    parser.epilog = EXAMPLES
    add_corpus_options(parser)
    add_option(parser, "--to", required=True, metavar="FOLDER", help="where the run and its model are written")
    parser.add_argument(
        "--profile", default="laptop", choices=("toy", "laptop", "small", "base"), help="how large (default: laptop)"
    )
    parser.add_argument(
        "--vocabulary", default="", metavar="FOLDER", help="pieces of words (default: learnt from the corpus)"
    )
    parser.add_argument(
        "--begin", default="", metavar="MODEL", help="begin from the weights of a model: a folder, a name, or e5-small"
    )
    parser.add_argument(
        "--evaluate",
        default="",
        metavar="FOLDER",
        help="with tasks of KLEJ: see while it learns what its vectors know of them, in probes.tsv",
    )
    add_option(parser, "--set", help="change a setting of the profile")
    add_option(parser, "--seed", type=whole_number(0, 2**32 - 1), default=0)
    add_options(parser, "--dry-run", "--track", "--quiet")


def run(arguments: Namespace) -> int:
    """Say what it costs, and learn."""
    from probierz.cli.system_settings import read_changes
    from probierz.systems.libraries import library
    from probierz.systems.pretraining.plan import PROFILES, profile

    changes = read_changes(arguments.set, PROFILES[arguments.profile].settings())
    plan = profile(arguments.profile, **changes)
    if not arguments.dry_run:
        library("torch")  # which is missed before anything is said of the cost
    if not arguments.quiet or arguments.dry_run:
        _print_cost(plan, arguments)
    if not arguments.dry_run:
        _learn(plan, arguments)
    return FINE


def _print_cost(plan: PretrainingPlan, arguments: Namespace) -> None:
    from probierz.systems.pretraining.plan import CARD, cost_of, operations_a_second
    from probierz.systems.pretraining.tokenizer import open_tokenizer

    if not is_first_process():
        return
    if arguments.begin:
        print(f"{_millions(plan.steps * plan.accumulate * plan.batch * plan.length)} pieces of words are seen at most")
        return
    pieces = open_tokenizer(Path(arguments.vocabulary)).get_vocab_size() if arguments.vocabulary else plan.pieces
    cost = cost_of(plan, pieces)
    here = cost.hours(operations_a_second())
    print(
        f"{_millions(cost.weights)} weights, {_bytes(cost.gigabytes)} of memory and what a batch takes; "
        f"{_millions(cost.pieces)} pieces of words are seen at most"
    )
    print(
        f"{cost.operations:.1e} operations: some {_hours(here)} on the processors here, "
        f"{_hours(cost.hours(CARD))} on a graphics card that does {CARD / 1e12:.0f} million million a second",
        flush=True,
    )


def _millions(count: int) -> str:
    return f"{count / 1e6:,.1f} million" if count >= 1e5 else f"{count:,}"


def _bytes(gigabytes: float) -> str:
    return f"{gigabytes:,.1f} GB" if gigabytes >= 1 else f"{max(1, round(1000 * gigabytes))} MB"


def _hours(hours: float) -> str:
    if hours < 1 / 30:
        return f"{max(1, round(hours * 3600))} s"
    if hours < 1:
        return f"{round(hours * 60)} min"
    return f"{hours:,.0f} h" if hours < 200 else f"{hours / 24:,.0f} days"


def _learn(plan: PretrainingPlan, arguments: Namespace) -> None:
    from contextlib import ExitStack

    from probierz.systems.pretraining.learning import PretrainingRun, Telling, learn_language
    from probierz.systems.pretraining.probes import read_probes
    from probierz.systems.system import Track, no_track

    probes = read_probes(Path(arguments.evaluate)) if arguments.evaluate else []
    task = PretrainingRun(
        plan=plan,
        texts=lambda: _texts(arguments),
        corpus=list(_files(arguments.corpus)),
        tokenizer=arguments.vocabulary,
        begin=arguments.begin,
        seed=arguments.seed,
    )
    track: Track = no_track
    with ExitStack() as stack:
        if arguments.track and is_first_process():
            from probierz.systems.experiments.tracking import tracked

            track = stack.enter_context(tracked(arguments.track, "pretrain", {**plan.settings(), "seed": task.seed}))
        progress = stack.enter_context(WorkProgress("pretrain", enabled=not arguments.quiet and is_first_process()))
        try:
            points = learn_language(task, Path(arguments.to), Telling(progress, track, probes))
        except KeyboardInterrupt:
            print(_where_it_stands(arguments.to), file=sys.stderr)
            raise
    if is_first_process():
        first, best = points[0], min(points, key=lambda point: point.held_out)
        print(
            f"loss on held-out text: {first.held_out:.3f} at the start, {best.held_out:.3f} after {best.step:,} steps"
        )
        probed = f" and {arguments.to}/probes.tsv" if probes else ""
        print(f"{arguments.to}/model is a backbone, {arguments.to}/curve.tsv{probed} the way there")
        to, backbone = f"klej-{Path(arguments.to).name}", f"backbone={arguments.to}/model"
        words = ["--data", "klej", "--to", to, "--set", backbone, "--set", f"length={plan.length}"]
        print(f"try it:  probierz klej run tuned {join(words)}")


def _where_it_stands(folder: str) -> str:
    """What Ctrl-C leaves behind."""
    from probierz.systems.neural.states import has_state

    if has_state(Path(folder)):
        return f"What is learnt is in {printable(folder)}; the same command goes on."
    return "Nothing is learnt yet; the same command begins again."


def _texts(arguments: Namespace) -> Iterator[str]:
    from probierz.systems.pretraining.corpora import read_corpus

    is_lenient = arguments.encoding_errors == "replace"
    return (one.text for one in read_corpus(arguments.corpus, arguments.read_as or "", is_lenient=is_lenient))


def _files(places: list[str]) -> Iterator[CorpusFile]:
    """The files of the corpus."""
    from probierz.systems.pretraining.learning import CorpusFile

    for place in map(Path, places):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file():
                with path.open("rb") as file:
                    yield CorpusFile(path.name, path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())
