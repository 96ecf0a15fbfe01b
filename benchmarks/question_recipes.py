"""Recipes of the quiz and of SQAD, each trained end to end on a few real questions, within a limit of time.

    python -m benchmarks.question_recipes                                      all but those that differ in size alone
    python -m benchmarks.question_recipes qa/kleczek-mbert sqad/overlap --seconds 300 --learnt 200

Learnt from are questions of PoQuAD, `--learnt` of them; asked are `--asked` on other articles, and as many of test-A
of the quiz. Recipes of SQAD choose paragraphs, and sentences of them. Readers and judges begin from e5-small, what
writes from a toy of random weights, of which nothing is to be hoped: that it learns, is kept, loaded and answers is
what is shown. Beside each score stands the trivial one: *tak* on each line, or the first sentence. Networks need the
extras `neural` and `encoder`.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measure import PROBIERZ, data
from benchmarks.questions import distinct
from benchmarks.recipes import LOWEST
from probierz.scoring.score import score
from probierz.systems.questions.finding.documents import read_documents
from probierz.systems.questions.finding.index import IndexRecipe, build_index
from probierz.systems.questions.learning.quiz_rule import QUIZ_METRIC
from probierz.systems.questions.learning.reader_fitting import parts_by_article
from probierz.systems.questions.learning.squad import AnsweredQuestion, read_answered_questions
from probierz.systems.recipes import Recipe, find_recipe, recipes

_SEED = 1
_SMALL = {"passages": 3, "negatives": 2, "epochs": 1, "units": 32}
"""What is changed of a recipe's settings, where it has them, so that a slow processor gets through."""
_BRIEFLY = {"rate": 2e-4, "batch": 8, "length": 256, "fixed": LOWEST}
"""What else is changed where a small encoder begins the network, as for the other tasks in benchmarks.recipes."""
_WRITERS = ("mt5", "papugapt2", "retrieve-refine")
_NOT_DONE = "-"
_FIRST = "1\n"


class Trial(NamedTuple):
    """What came of a recipe. scores: by the data that were asked, in percent; none where it was not done in time."""

    name: str
    seconds: float
    scores: tuple[str, ...]
    why: str = ""


def main() -> None:
    """Make the challenges, train each recipe, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recipes", nargs="*")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--learnt", type=int, default=60)
    parser.add_argument("--asked", type=int, default=60)
    parser.add_argument("--steps", type=int, default=20, help="of each network")
    parser.add_argument("--backbone", default="e5-small", help="of readers and judges; toy: quicker, and knows nothing")
    arguments = parser.parse_args()
    poquad = data("poquad")
    if poquad is None:
        print("poquad: skipped, it is not here (set PROBIERZ_DATA)")
        return
    named = [find_recipe(name) for name in arguments.recipes] or [one for one in recipes() if _is_tried(one.name)]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        parts = parts_by_article([one for one in _read(poquad) if one.is_answered], 5, _SEED)
        asked, *others = (random.Random(_SEED).sample(part, len(part)) for part in parts)
        learnt = [one for part in others for one in part][:: max(1, sum(map(len, others)) // arguments.learnt)]
        _make_quiz(place / "qa", learnt[: arguments.learnt], asked[: arguments.asked])
        _make_sqad(place, poquad, arguments.learnt)
        places = [str(poquad / f"poquad-{name}.json.xz") for name in ("sample", "test-A", "test-B")]
        build_index(place / "poquad.index", distinct(read_documents(places)), IndexRecipe("whole"))
        print("recipe\tseconds\tPoQuAD\ttest-A\tP@1", flush=True)
        for kind, trivial in _trivial(place).items():
            print(f"trivial, {kind}\t\t{trivial}", flush=True)
        for recipe in named:
            done = _trial(recipe, place, arguments.seconds, {"backbone": arguments.backbone, "steps": arguments.steps})
            print(done.name, f"{done.seconds:.0f}", *done.scores, done.why, sep="\t", flush=True)


def _is_tried(name: str) -> bool:
    """Whether a recipe is tried where none is named: of those that differ in size alone the smallest."""
    return name.startswith(("qa/", "sqad/")) and not name.endswith(("-large", "-xxl", "-triviaqa", "-grid"))


def _read(poquad: Path) -> Iterable[AnsweredQuestion]:
    return read_answered_questions(poquad / "poquad-sample.json.xz")


# --- challenges ------------------------------------------------------------------------------------------------------


def _make_quiz(challenge: Path, learnt: Sequence[AnsweredQuestion], asked: Sequence[AnsweredQuestion]) -> None:
    quiz = data("poleval-2021", "qa", "test-A")
    lines = _drawn(quiz, len(asked)) if quiz else []
    _write(challenge / "train", [(one.question, "\t".join(one.answers)) for one in learnt])
    _write(challenge / "dev-0", [(one.question, "\t".join(one.answers)) for one in asked])
    _write(challenge / "test-A", lines)
    (challenge / "config.txt").write_text(f"--metric {QUIZ_METRIC}\n", "utf-8")


def _drawn(split: Path, count: int) -> list[tuple[str, str]]:
    columns = [(split / name).read_text("utf-8").split("\n")[:-1] for name in ("in.tsv", "expected.tsv")]
    return random.Random(_SEED).sample(list(zip(*columns, strict=True)), count)


def _write(split: Path, lines: Sequence[tuple[str, str]]) -> None:
    split.mkdir(parents=True)
    for at, name in enumerate(("in.tsv", "expected.tsv")):
        (split / name).write_text("".join(f"{line[at]}\n" for line in lines), "utf-8")


def _make_sqad(place: Path, poquad: Path, learnt: int) -> None:
    """Records of as many questions as give so many for training, and of them both challenges of selection."""
    records = place / "poquad.jsonl"
    chosen = random.Random(_SEED).sample([one for one in _read(poquad) if one.is_answered], learnt * 10 // 6)
    lines = ({"context": one.paragraph, "question": one.question, "answers": [one.answers[0]]} for one in chosen)
    records.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    for kind in ("documents", "sentences", "answers"):
        _run(["sqad", "build", str(records), kind, "--to", str(place / f"sqad-{kind}"), "--skip-broken"], 120)


# --- training --------------------------------------------------------------------------------------------------------


def _trial(recipe: Recipe, place: Path, seconds: float, training: Mapping[str, Any]) -> Trial:
    kind = recipe.name.partition("/")[0]
    step = "answers" if recipe.name == "sqad/extraction" else (recipe.task or "").rpartition("/")[2]
    challenge = place / ("qa" if kind == "qa" else f"sqad-{step}")
    splits = ("dev-0", "test-A") if kind == "qa" else ("test-A",)
    began = time.monotonic()
    try:
        system = _trained(recipe, challenge, place, seconds, training)
        outputs = [
            _run(["predict", *system, str(challenge / split / "in.tsv")], seconds - (time.monotonic() - began))
            for split in splits
        ]
    except subprocess.TimeoutExpired:
        return Trial(recipe.name, time.monotonic() - began, (_NOT_DONE,), f"not done in {seconds:.0f} s")
    except subprocess.CalledProcessError as error:
        return Trial(recipe.name, time.monotonic() - began, (_NOT_DONE,), error.stderr.strip().split("\n")[-1])
    took = time.monotonic() - began
    scores = [_score(challenge / split, output) for split, output in zip(splits, outputs, strict=True)]
    return Trial(recipe.name, took, tuple(scores if kind == "qa" else ("", "", *scores)))


def _trained(recipe: Recipe, challenge: Path, place: Path, seconds: float, training: Mapping[str, Any]) -> list[str]:
    """Train, and return how the system is named to `predict`."""
    known = recipe.settings()
    is_writer = any(one in recipe.name for one in _WRITERS)
    briefly = _BRIEFLY if "fixed" in known and training["backbone"] != "toy" else {}
    network = dict(training) | ({"backbone": "toy"} if is_writer else briefly)
    beside = {"articles": challenge / "articles.tsv", "sentences": challenge / "sentences.tsv"}
    told = {"index": place / "poquad.index", **(_SMALL | network if recipe.learns else beside)}
    settings = [word for name, value in told.items() if name in known for word in ("--set", f"{name}={value}")]
    if not recipe.learns:
        return [recipe.name, *settings]
    folder = place / recipe.name.replace("/", "-")
    _run(["train", recipe.name, str(challenge), "--split", "train", *settings, "--to", str(folder), "--quiet"], seconds)
    return [str(folder)]


def _run(command: Sequence[str], seconds: float) -> str:
    done = subprocess.run(
        [*PROBIERZ, *command], capture_output=True, text=True, check=True, timeout=max(1.0, seconds), encoding="utf-8"
    )
    return done.stdout


# --- scores ----------------------------------------------------------------------------------------------------------


def _trivial(place: Path) -> dict[str, str]:
    """*tak* for the quiz, the first sentence of each article for SQAD."""
    quiz = [_score(place / "qa" / split, "tak\n" * _count(place / "qa" / split)) for split in ("dev-0", "test-A")]
    first = place / "sqad-sentences" / "test-A"
    return {"tak": "\t".join(quiz), "first sentence": f"\t\t{_score(first, _FIRST * _count(first))}"}


def _count(split: Path) -> int:
    return (split / "in.tsv").read_text("utf-8").count("\n")


def _score(split: Path, output: str) -> str:
    expected = (split / "expected.tsv").read_text("utf-8").split("\n")[:-1]
    lines = output.split("\n")[:-1]
    if split.parent.name == "qa":
        return f"{100 * score(QUIZ_METRIC, expected, lines).value:.1f}"
    firsts = [line.split("\t")[0] for line in lines]
    return f"{100 * sum(map(str.__eq__, firsts, expected)) / len(expected):.1f}"


if __name__ == "__main__":
    main()
