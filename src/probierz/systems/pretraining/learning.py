"""A language model learns from a corpus, in a folder that can be gone on with.

FOLDER/plan.json     settings, seed, corpus, where it began: what goes on must be the same
FOLDER/pieces/       the pieces of words, where none were named
FOLDER/segments/     the corpus cut into segments; those held out apart
FOLDER/state.pt      the last state
FOLDER/curve.tsv     loss while it learns, and on text that is held out; step 0 is the random start
FOLDER/probes.tsv    scores of tasks of KLEJ while it learns, where they are asked for; see `probes`
FOLDER/model/        the result, as Transformers opens it: a backbone for any recipe
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from probierz.errors import DataError, OptionError, SystemFileError
from probierz.systems.libraries import library, used_libraries
from probierz.systems.neural.backbones import Backbone, quiet
from probierz.systems.neural.loop import train
from probierz.systems.neural.memory import memory_explained, usual_device
from probierz.systems.neural.plan import TrainingPlan
from probierz.systems.neural.states import read_state
from probierz.systems.pretraining.beginnings import begun_from, source_of, with_pieces
from probierz.systems.pretraining.examples import ExampleMaker, MarkNumbers
from probierz.systems.pretraining.network import example_loss, held_out_loss, new_model, telling_network
from probierz.systems.pretraining.plan import PretrainingPlan
from probierz.systems.pretraining.probes import Probe, ProbeTable, text_vectors
from probierz.systems.pretraining.segments import PARTS, Segments, write_segments
from probierz.systems.pretraining.tokenizer import learn_tokenizer, open_tokenizer, save_tokenizer
from probierz.systems.system import Progress, Track, no_progress, no_track
from probierz.version import __version__
from probierz.whole_files import whole_folder, write_whole

_PLAN, _PIECES, _SEGMENTS, _CURVE, _PROBES, _MODEL = (
    "plan.json", "pieces", "segments", "curve.tsv", "probes.tsv", "model",
)  # fmt: skip
_FREE = ("save_every",)


class CurvePoint(NamedTuple):
    """The loss on held-out text after a step, and the mean of the steps since the last point; NaN before the first."""

    step: int
    learning: float
    held_out: float


@dataclass(frozen=True)
class Telling:
    """How a run tells how it goes. track: values by name and step, as the training loop has them. probes: tasks of KLEJ
    that it is measured on each time the held-out loss is; they change nothing of what is learnt.
    """

    progress: Progress = no_progress
    track: Track = no_track
    probes: Sequence[Probe] = ()


class CorpusFile(NamedTuple):
    """A file that is learnt from: its name, its bytes and their SHA-256."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class PretrainingRun:
    """What is learnt from, and where it begins.

    texts: gives the corpus anew each time. corpus: what it is, for the plan. tokenizer: a folder;
    empty: pieces are learnt, or those of the model that it begins from are taken. begin: a model; empty: none.
    """

    plan: PretrainingPlan
    texts: Callable[[], Iterable[str]]
    corpus: Sequence[CorpusFile]
    tokenizer: str = ""
    begin: str = ""
    seed: int = 0

    def told(self) -> dict[str, Any]:
        """What must be the same to go on."""
        pieces = open_tokenizer(Path(self.tokenizer)).to_str() if self.tokenizer else ""
        return self.plan.settings() | {
            "seed": self.seed,
            "begin": self.begin,
            "corpus": [list(one) for one in self.corpus],
            "tokenizer": hashlib.sha256(pieces.encode()).hexdigest(),
        }


def learn_language(run: PretrainingRun, folder: Path, telling: Telling = Telling()) -> list[CurvePoint]:
    """Learn, or go on, and write the model; return the points of the curve.

    Raises SystemFileError for a folder of other settings, DataError for a corpus of which nothing can be learnt,
    OutOfMemory. On a full disk (OSError) and on Ctrl-C the last good state stays.
    """
    torch = library("torch")
    plan = run.plan
    with library("accelerate").PartialState().main_process_first():
        _begin(run, folder)
        source = source_of(run.begin) if run.begin else None
        pieces = _pieces(run, folder, source)
        make = _maker(pieces, plan)
        try:
            _cut(run, folder, make.tokenizer, telling.progress)
        except DataError:
            _forget(folder)
            raise
    learnt, held_out = (Segments(folder / _SEGMENTS / part) for part in PARTS)
    torch.manual_seed(run.seed)
    model = _model(run, source, pieces, make)
    network = telling_network(model, has_order=make.has_order).to(usual_device())
    measured = held_out[: plan.evaluated]
    measure = partial(held_out_loss, network, measured, make, usual_device())
    fingerprint = _fingerprint(run, learnt)
    curve = _Curve(folder / _CURVE, measure(), telling.track, _table(network, make, folder, telling))
    curve.go_on(read_state(folder, fingerprint))

    def loss(trained: Any, segments: Sequence[str]) -> Any:
        seed = int(torch.randint(2**62, (1,)))  # from the seed of the batch, which the loop has set
        return example_loss(trained, make(segments, seed), usual_device())

    with memory_explained(f"set a smaller batch (now {plan.batch}) with a greater accumulate (now {plan.accumulate})"):
        log = train(
            network,
            learnt,
            loss,
            _training_plan(plan),
            seed=run.seed,
            evaluate=lambda: -measure(),
            checkpoint=folder,
            fingerprint=fingerprint,
            progress=telling.progress,
            track=curve,
        )
    curve.losses, curve.scores = log.losses, log.scores
    points = curve.write()
    if library("accelerate").PartialState().is_main_process:
        _write_model(network, pieces, folder, run, points)
    return points


# --- beginning -------------------------------------------------------------------------------------------------------


def _begin(run: PretrainingRun, folder: Path) -> None:
    """Write the plan, or see that the one that is there is the same. Raises SystemFileError, OptionError."""
    told = run.told()
    path = folder / _PLAN
    if not path.is_file():
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise OptionError(f"{folder} is there already and holds no pretraining; name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
        return
    try:
        before: Mapping[str, Any] = json.loads(path.read_text("utf-8"))
        names = [name for name in {**before, **told} if _is_other(name, before, told)]
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SystemFileError(f"{path} cannot be read ({error}); name another folder") from None
    if names:
        raise SystemFileError(f"{folder} was begun with {_difference(names[0], before, told)}, or name another folder")


def _is_other(name: str, before: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether a setting is another; of a corpus the contents of its files count, not their names."""
    if name == "corpus":
        return [file[1:] for file in before.get(name, [])] != [file[1:] for file in told[name]]
    return name not in _FREE and before.get(name) != told.get(name)


def _difference(name: str, before: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    if name in ("corpus", "tokenizer"):
        return f"another {name}: give the same"
    return f"{name}={before.get(name)}, not {told.get(name)}: give the same settings"


def _pieces(run: PretrainingRun, folder: Path, source: Backbone | None) -> Any:
    """The tokenizer, of Transformers: the one that was named, that of the beginning, or one that is learnt."""
    if source is not None and not run.tokenizer:
        return source.tokenizer
    place = Path(run.tokenizer) if run.tokenizer else folder / _PIECES
    if not place.exists():
        save_tokenizer(
            learn_tokenizer((line for text in run.texts() for line in text.split("\n")), run.plan.pieces), place
        )
    open_tokenizer(place)  # which says what is wrong
    return library("transformers").PreTrainedTokenizerFast.from_pretrained(place, local_files_only=True)


def _maker(pieces: Any, plan: PretrainingPlan) -> ExampleMaker:
    tokenizer = pieces.backend_tokenizer
    tokenizer.no_truncation()
    tokenizer.no_padding()
    begin = pieces.cls_token_id if pieces.cls_token_id is not None else pieces.bos_token_id
    end = pieces.sep_token_id if pieces.sep_token_id is not None else pieces.eos_token_id
    marks = MarkNumbers(begin, end, pieces.pad_token_id, pieces.mask_token_id)
    if None in marks:
        raise OptionError("the tokenizer has no piece for the begin, the end, filling or what is hidden; take another")
    return ExampleMaker(
        tokenizer=tokenizer,
        marks=marks,
        size=len(pieces),
        special=frozenset(pieces.all_special_ids),
        length=plan.length,
        share=plan.share,
        dropped=plan.dropped,
        has_order=plan.objective == "words+order",
    )


def _forget(folder: Path) -> None:
    """Take away what a run has begun with, as nothing was learnt yet and other settings are wanted; no more than that.

    Pieces are learnt again from the corpus.
    """
    (folder / _PLAN).unlink(missing_ok=True)
    shutil.rmtree(folder / _PIECES, ignore_errors=True)
    if not any(folder.iterdir()):
        folder.rmdir()


def _cut(run: PretrainingRun, folder: Path, tokenizer: Any, progress: Progress) -> None:
    place = folder / _SEGMENTS
    if not place.exists():
        plan = run.plan
        write_segments(run.texts(), place, tokenizer, plan.length, held_out=plan.held_out, progress=progress)


def _model(run: PretrainingRun, source: Backbone | None, pieces: Any, make: ExampleMaker) -> Any:
    if source is None:
        return new_model(run.plan, make.marks, make.size)
    model = begun_from(source)
    places = model.config.max_position_embeddings
    if run.plan.length > places:
        raise OptionError(f"length={run.plan.length}: {run.begin} sees at most {places} pieces together")
    return with_pieces(model, source.tokenizer, pieces) if run.tokenizer else model


def _training_plan(plan: PretrainingPlan) -> TrainingPlan:
    """The plan as the training loop has it, which counts the warm-up as a share and rounds it up."""
    return TrainingPlan(
        steps=plan.steps,
        batch=plan.batch,
        accumulate=plan.accumulate,
        rate=plan.rate,
        warm_up=max(0.0, plan.warm_up - 0.5) / plan.steps,
        optimiser="adam",
        clip=plan.clip,
        precision=plan.precision,
        evaluate_every=plan.evaluate_every,
        save_every=plan.save_every,
    )


def _fingerprint(run: PretrainingRun, segments: Segments) -> str:
    told = {name: value for name, value in run.told().items() if name not in (*_FREE, "corpus")}
    return hashlib.sha256(json.dumps([told, segments.digest()]).encode()).hexdigest()


def _table(network: Any, make: ExampleMaker, folder: Path, telling: Telling) -> ProbeTable | None:
    if not telling.probes or not library("accelerate").PartialState().is_main_process:
        return None
    vectors = text_vectors(network.model.base_model, make.plain, make.marks.pad)
    return ProbeTable(folder / _PROBES, telling.probes, vectors, telling.track)


# --- the curve -------------------------------------------------------------------------------------------------------


class _Curve:
    """Takes up what the training loop tells, and writes the curve at each measurement."""

    def __init__(self, path: Path, start: float, track: Track, table: ProbeTable | None) -> None:
        self.losses: list[float] = []
        self.scores: list[tuple[int, float]] = []
        self._path, self._start, self._track, self._table = path, start, track, table

    def go_on(self, state: Mapping[str, Any] | None) -> None:
        """Take up what a state knows, or begin."""
        if state is not None:
            self.losses, self.scores = list(state["log"]["losses"]), list(state["log"]["scores"])
        if self._table and state is None:
            self._table.measure(0)
        elif self._table and state is not None:
            self._table.go_on(state["done"])

    def __call__(self, values: Mapping[str, float], step: int) -> None:
        """Take what the loop tells of a step."""
        self._track(values, step)
        if "loss" in values:
            self.losses.append(values["loss"])
        if "development" in values:
            self.scores.append((step, values["development"]))
            self.write()
            if self._table:
                self._table.measure(step)

    def write(self) -> list[CurvePoint]:
        """Write the curve; return its points."""
        points = [CurvePoint(0, math.nan, self._start)]
        for step, score in self.scores:
            since = self.losses[points[-1].step : step]
            points.append(CurvePoint(step, sum(since) / max(1, len(since)), -score))
        rows = [
            f"{one.step}\t{one.learning:.4f}\t{one.held_out:.4f}\t{math.exp(min(one.held_out, 99)):.1f}"
            for one in points
        ]
        write_whole(self._path, "\n".join(["step\tlearning_loss\theld_out_loss\tperplexity", *rows]) + "\n")
        return points


# --- the result ------------------------------------------------------------------------------------------------------


def _write_model(network: Any, pieces: Any, folder: Path, run: PretrainingRun, points: Sequence[CurvePoint]) -> None:
    with whole_folder(folder / _MODEL, replaces=lambda place: (place / "config.json").is_file()) as made:
        with quiet():
            network.model.to("cpu").save_pretrained(made)
            pieces.save_pretrained(made)
        card = made / "README.md"
        card.write_text(_card(run, points), "utf-8")
        for path in made.iterdir():
            path.chmod(card.stat().st_mode)  # safetensors lets only the owner read


def _card(run: PretrainingRun, points: Sequence[CurvePoint]) -> str:
    settings = "\n".join(f"* {name}: {value}" for name, value in {**run.plan.settings(), "seed": run.seed}.items())
    corpus = "\n".join(f"* {one.name}: {one.size:,} bytes, SHA-256 {one.sha256}" for one in run.corpus)
    best = min(points, key=lambda point: point.held_out)
    libraries = ", ".join(f"{name} {version}" for name, version in used_libraries().items())
    if run.begin and not run.tokenizer:
        pieces = "of the model that it begins from"
    elif run.tokenizer:
        pieces = f"those whose tokenizer has the SHA-256 {run.told()['tokenizer']}"
    else:
        pieces = "of the corpus"
    return (
        "# A language model\n\n"
        f"It tells hidden words; made by `probierz pretrain run`{f', from {run.begin}' if run.begin else ''}, on "
        f"{date.today().isoformat()}, with Probierz {__version__}, {libraries}.\n"
        f"Loss on held-out text: {points[0].held_out:.4f} before, {best.held_out:.4f} after {best.step:,} steps "
        f"(of each piece, in nats).\n\n## Corpus\n\n{corpus}\n\nPieces of words: "
        f"{pieces}.\n\n## Settings\n\n{settings}\n"
    )
