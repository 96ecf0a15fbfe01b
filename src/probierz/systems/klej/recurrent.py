"""The BiLSTM baselines of KLEJ's paper: on one task, or on several together and then on one.

    first stage     the encoder and heads of all tasks; a task with n records is drawn as often as sqrt(n) says
    second stage    the head of one task alone, on the encoder as it is; or all but the vectors of words (`tuned`)

Words have vectors that are learnt, that begin with those of fastText, or that a pretrained model made of each word in
its context, as ELMo did: these stay as they are, only how its layers are mixed is learnt.

A tenth of train is kept aside: it chooses the best state of each stage, and from which chance on yes is said.

Source: Rybak et al. 2020, section 4.1. How often tasks are drawn, and how two texts are joined, is not told there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, NamedTuple

import numpy

from probierz.errors import OptionError, Untrained
from probierz.scoring.score import score
from probierz.suites.catalogue import find_suite
from probierz.suites.klej.folders import examples_of
from probierz.systems.answers import Answering
from probierz.systems.klej.contextual import ContextualVectors, contextual_vectors
from probierz.systems.klej.recurrent_network import HeadShape, RecurrentShape, recurrent_network
from probierz.systems.klej.targets import TaskTargets, best_limit
from probierz.systems.klej.word_vectors import NumberedWords, cut_words, read_vectors
from probierz.systems.libraries import library
from probierz.systems.neural.loop import train
from probierz.systems.neural.memory import usual_device
from probierz.systems.neural.pieces import padded
from probierz.systems.neural.plan import TrainingPlan
from probierz.systems.neural.weights import read_weights, reading_learnt, write_weights
from probierz.systems.system import Answer, Pair, Progress, Training, no_progress

_AT_ONCE = 128
_KEPT_ASIDE = 0.1
_MOST_WORDS = 50_000


class _NumberedText(NamedTuple):
    """The words of a text as numbers; or how many there are, and in which row of the contextual vectors they begin."""

    words: list[int]
    begin: int = 0

    def rows(self, vectors: ContextualVectors) -> numpy.ndarray[Any, Any]:
        """The vectors of its words."""
        return vectors.rows[self.begin : self.begin + len(self.words)]


class _TaskRecord(NamedTuple):
    """A record of a task: its texts, and what is expected: a label's number, or a number."""

    task: str
    texts: tuple[_NumberedText, ...]
    wanted: float


@dataclass(kw_only=True)
class BiLstmJudge(Answering):
    """Says which label or number texts get, by a network that reads word by word in both directions.

    task: of KLEJ. together: a folder with tasks of KLEJ that are learnt together first; empty: none. vectors: a file of
    fastText; empty: words begin at random. context: a pretrained model that makes vectors of words, or a folder with
    such vectors; empty: none. cache: a folder where vectors of a model are kept for the next time. attention: words of
    two texts look at each other. tuned: in the second stage the encoder learns, too, but for the vectors of words.
    units: in a direction; size: numbers of a word, where no vectors are named; hidden: of the heads. rate: falls to 0
    in each stage. length: the most words of a text. second: epochs of the second stage; 0: there is none. least: how
    often a word comes that is known.
    """

    kind: ClassVar[str] = "klej-bilstm"
    later: ClassVar[tuple[str, ...]] = ("cache",)
    task: str
    together: str = ""
    vectors: str = ""
    context: str = ""
    cache: str = ""
    attention: bool = False
    tuned: bool = False
    units: int = 1024
    layers: int = 2
    size: int = 300
    hidden: int = 512
    dropout: float = 0.2
    epochs: int = 10
    second: int = 5
    batch: int = 128
    rate: float = 1e-4
    length: int = 256
    least: int = 2
    limit: float = field(default=0.5, init=False, repr=False, compare=False)
    _network: Any = field(default=None, init=False, repr=False, compare=False)
    _words: NumberedWords = field(default_factory=lambda: NumberedWords(()), init=False, repr=False, compare=False)
    _shape: RecurrentShape | None = field(default=None, init=False, repr=False, compare=False)
    _context: ContextualVectors | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.vectors and self.context:
            raise OptionError("vectors and context: words have those of fastText or those of a model; name one of them")
        for name in ("units", "layers", "size", "hidden", "epochs", "batch", "length", "least"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is at least 1, not {getattr(self, name)}")

    # --- learning ---

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn in one stage or two. Raises DataError for fewer than ten records, and for labels the task lacks."""
        library("torch").manual_seed(training.seed)
        tasks = {self.task: pairs} | (_tasks_of(Path(self.together), self.task) if self.together else {})
        texts = {name: _texts(name, records, self.length) for name, records in tasks.items()}
        every = [words for rows in texts.values() for row in rows for words in row]
        with self._seen(every, training.progress):
            self._learn_words(every)
            self._learn_tasks(tasks, texts, training)

    def _learn_tasks(
        self,
        tasks: Mapping[str, Sequence[Pair]],
        texts: Mapping[str, Sequence[Sequence[Sequence[str]]]],
        training: Training,
    ) -> None:
        learnt, aside = self._parted({name: self._records(name, tasks[name], texts[name]) for name in tasks}, training)
        own = [record for record in learnt if record.task == self.task]
        first = _drawn(learnt, training.seed) if self.together else own
        self._train(first, aside, self._plan(self.epochs), training.of_part("first"), frozen=())
        if self.second:
            frozen = ("embed.",) if self.tuned else ("encoder.", "embed.", "across.", "mix.")
            self._train(own, aside, self._plan(self.second), training.of_part("second"), frozen=frozen)
        self._network.requires_grad_(True)
        question = TaskTargets(self.task)
        if question.is_yes_or_no:
            wanted = numpy.array([int(record.wanted) for record in aside])
            self.limit = best_limit(self._values(aside)[:, 1], wanted)

    @contextmanager
    def _seen(self, texts: Sequence[Sequence[str]], progress: Progress) -> Iterator[None]:
        """Have the contextual vectors of texts, where there are such, as long as they are looked at."""
        if not self.context:
            yield
            return
        with TemporaryDirectory() as scratch:
            self._context = contextual_vectors(self.context, texts, Path(self.cache or scratch), progress)
            try:
                yield
            finally:
                self._context = None

    def _learn_words(self, texts: Sequence[Sequence[str]]) -> None:
        if self._context is not None:
            layers, size = self._context.shape
            self._shape = RecurrentShape(
                0, size, self.units, self.layers, self.hidden, self.dropout, self.attention, layers
            )
            self._network = recurrent_network(self._shape, self._heads()).to(usual_device())
            return
        known = read_vectors(self.vectors, (word for text in texts for word in text)) if self.vectors else {}
        size = len(next(iter(known.values()))) if known else self.size
        self._words = NumberedWords.of(texts, _MOST_WORDS, self.least).with_more(known)
        self._shape = RecurrentShape(
            len(self._words), size, self.units, self.layers, self.hidden, self.dropout, self.attention
        )
        self._network = recurrent_network(self._shape, self._heads()).to(usual_device())
        self._words.put_vectors(self._network.embed.weight.detach(), known)

    def _heads(self) -> Mapping[str, HeadShape]:
        names = [self.task, *(_tasks_named(self.together) if self.together else ())]
        return {name: _head(name) for name in dict.fromkeys(names)}

    def _records(self, task: str, pairs: Sequence[Pair], texts: Sequence[Sequence[Sequence[str]]]) -> list[_TaskRecord]:
        wanted = TaskTargets(task).wanted(pairs)
        rows = [tuple(map(self._text, row)) for row in texts]
        return [_TaskRecord(task, row, float(one)) for row, one in zip(rows, _scaled(task, wanted), strict=True)]

    def _text(self, words: Sequence[str]) -> _NumberedText:
        if self._context is None:
            return _NumberedText(self._words(words))
        return _NumberedText([0] * len(words), self._context.begin(words))

    def _parted(
        self, tasks: Mapping[str, list[_TaskRecord]], training: Training
    ) -> tuple[list[_TaskRecord], list[_TaskRecord]]:
        """What is learnt from, and of the own task what is kept aside."""
        own = tasks[self.task]
        order = numpy.random.default_rng(training.seed).permutation(len(own))
        kept = max(2, round(_KEPT_ASIDE * len(own)))
        learnt = [record for name, records in tasks.items() if name != self.task for record in records]
        return [*(own[at] for at in order[kept:]), *learnt], [own[at] for at in order[:kept]]

    def _plan(self, epochs: int) -> TrainingPlan:
        return TrainingPlan(epochs=epochs, batch=self.batch, rate=self.rate, optimiser="adam", clip=5.0, precision="no")

    def _train(
        self,
        records: Sequence[_TaskRecord],
        aside: Sequence[_TaskRecord],
        plan: TrainingPlan,
        training: Training,
        *,
        frozen: tuple[str, ...],
    ) -> None:
        for name, weights in self._network.named_parameters():
            weights.requires_grad_(not name.startswith(frozen) if frozen else True)
        steps_an_epoch = -(-len(records) // plan.batch)
        train(
            self._network,
            records,
            self._loss,
            replace(plan, frozen_epochs=float(plan.epochs) if "encoder." in frozen else 0.0),
            seed=training.seed,
            evaluate=lambda: self._quality(aside),
            checkpoint=training.checkpoint,
            fingerprint=self._fingerprint(records, steps_an_epoch),
            progress=training.progress,
            track=training.track,
        )

    def _fingerprint(self, records: Sequence[_TaskRecord], steps: int) -> str:
        told = json.dumps([dict(self.settings()), steps, records], default=str)
        return hashlib.sha256(told.encode()).hexdigest()

    def _loss(self, network: Any, records: Sequence[_TaskRecord]) -> Any:
        """The mean loss of records, task by task: cross-entropy for labels, the square for numbers from 0 to 1."""
        torch = library("torch")
        total = torch.zeros((), device=usual_device())
        for task in dict.fromkeys(record.task for record in records):
            own = [record for record in records if record.task == task]
            answers = network(task, self._tensors(own))
            wanted = torch.tensor([record.wanted for record in own], device=answers.device)
            if TaskTargets(task).form.labels:
                total = total + torch.nn.functional.cross_entropy(answers, wanted.long(), reduction="sum")
            else:
                total = total + ((answers[:, 0] - wanted) ** 2).sum()
        return total / len(records)

    def _tensors(self, records: Sequence[_TaskRecord]) -> list[Any]:
        torch, device = library("torch"), usual_device()
        found = []
        for column in zip(*(record.texts for record in records), strict=True):
            lengths = torch.tensor([len(text.words) for text in column], device=device)
            if self._context is None:
                found.append((padded(torch, [text.words for text in column], 0, device), lengths))
            else:
                found.append((_stacked([text.rows(self._context) for text in column], device), lengths))
        return found

    def _quality(self, records: Sequence[_TaskRecord]) -> float:
        """The task's metric on records; a number that is the same for all of them is the worst."""
        question = TaskTargets(self.task)
        wanted = [_line(question, record.wanted) for record in records]
        values = self._values(records)
        limit = 0.5
        if question.is_yes_or_no:
            limit = best_limit(values[:, 1], numpy.array([int(record.wanted) for record in records]))
        said = [question.answer(row, limit).line for row in values]
        found = score(find_suite("klej").task(self.task).schemes[0], wanted, said).value
        return found if numpy.isfinite(found) else -1.0

    # --- answers ---

    def _values(self, records: Sequence[_TaskRecord]) -> numpy.ndarray[Any, numpy.dtype[numpy.float64]]:
        """Chances by label, or the number as the task has it; a row a record."""
        torch, question = library("torch"), TaskTargets(self.task)
        self._network.eval()
        rows = []
        with torch.no_grad():
            for begin in range(0, len(records), _AT_ONCE):
                answers = self._network(self.task, self._tensors(records[begin : begin + _AT_ONCE]))
                rows.append((answers.softmax(dim=1) if question.form.labels else answers).cpu().double().numpy())
        found = numpy.concatenate(rows)
        if question.form.labels:
            return found
        return question.form.lowest + found * (question.form.highest - question.form.lowest)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a label or number for each line; some hundred lines are read ahead."""
        if self._network is None:
            raise Untrained("the network has not learnt yet; train the system first")
        question, lines = TaskTargets(self.task), enumerate(inputs, 1)
        while block := list(islice(lines, _AT_ONCE)):
            texts = [[cut_words(text, self.length) for text in question.texts(line, number)] for number, line in block]
            with self._seen([words for row in texts for words in row], no_progress):
                self._check_context()
                values = self._values([_TaskRecord(self.task, tuple(map(self._text, row)), 0.0) for row in texts])
            yield from (question.answer(row, self.limit) for row in values)

    def _check_context(self) -> None:
        """Look whether the vectors are of the form that was learnt from. Raises OptionError."""
        shape, context = self._shape, self._context
        if shape and context and context.shape != (shape.mixed, shape.size):
            raise OptionError(
                f"context={self.context}: it gives {context.shape[0]} layers of {context.shape[1]} numbers, the network"
                f" learnt from {shape.mixed} of {shape.size}; name the model that it learnt with"
            )

    # --- keeping ---

    def write(self, folder: Path) -> None:
        """Write words and weights."""
        if self._network is None or self._shape is None:
            raise Untrained("the network has not learnt yet; train the system first")
        heads = {name: list(one) for name, one in self._heads().items()}
        learnt = {"words": self._words.words, "shape": self._shape, "heads": heads, "limit": self.limit}
        write_weights(folder, self._network.state_dict(), learnt)

    def read(self, folder: Path) -> None:
        """Read words and weights. Raises SystemFileError."""
        with reading_learnt(folder, self.kind) as learnt:
            self._words = NumberedWords(list(map(str, learnt["words"])))
            self._shape, self.limit = RecurrentShape(*learnt["shape"]), float(learnt["limit"])
            heads = {name: HeadShape(*one) for name, one in learnt["heads"].items()}
            self._network = recurrent_network(self._shape, heads).to(usual_device()).eval()
            self._network.load_state_dict(read_weights(folder))


# --- tasks -----------------------------------------------------------------------------------------------------------


def _tasks_named(folder: str) -> list[str]:
    """The tasks below a folder that have a train set. Raises OptionError where none has."""
    found = [one.name for one in find_suite("klej").tasks if examples_of(Path(folder), one, "train") is not None]
    if not found:
        raise OptionError(f"together={folder}: there is no task of KLEJ with a train set")
    return found


def _tasks_of(folder: Path, own: str) -> dict[str, list[Pair]]:
    """The pairs of the tasks below a folder, without the own one."""
    found = {}
    for task in find_suite("klej").tasks:
        examples = examples_of(folder, task, "train") if task.name != own else None
        if examples:
            found[task.name] = [Pair("\t".join(one.fields), one.target) for one in examples]
    return found


def _texts(task: str, pairs: Sequence[Pair], most: int) -> list[list[list[str]]]:
    question = TaskTargets(task)
    return [[cut_words(text, most) for text in question.texts(one.input, line)] for line, one in enumerate(pairs, 1)]


def _head(task: str) -> HeadShape:
    question = TaskTargets(task)
    return HeadShape(question.has_pairs, len(question.form.labels))


def _scaled(task: str, wanted: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """Labels by number as they are; numbers from 0 to 1."""
    form = TaskTargets(task).form
    return wanted if form.labels else (wanted - form.lowest) / (form.highest - form.lowest)


def _stacked(rows: Sequence[numpy.ndarray[Any, Any]], device: Any) -> Any:
    """Arrays (words, layers, numbers) as a tensor, the shorter ones filled up with zeros."""
    found = numpy.zeros((len(rows), max(map(len, rows)), *rows[0].shape[1:]), numpy.float32)
    for at, one in enumerate(rows):
        found[at, : len(one)] = one
    return library("torch").from_numpy(found).to(device)


def _line(question: TaskTargets, wanted: float) -> str:
    """The expected line of a record."""
    form = question.form
    return form.labels[int(wanted)] if form.labels else repr(form.lowest + wanted * (form.highest - form.lowest))


def _drawn(records: Sequence[_TaskRecord], seed: int) -> list[_TaskRecord]:
    """As many records, of which a task with n has a share like sqrt(n)."""
    by_task: dict[str, list[_TaskRecord]] = {}
    for record in records:
        by_task.setdefault(record.task, []).append(record)
    roots = {task: len(own) ** 0.5 for task, own in by_task.items()}
    draw = numpy.random.default_rng(seed)
    found = []
    for task, own in by_task.items():
        count = max(1, round(len(records) * roots[task] / sum(roots.values())))
        whole, rest = divmod(count, len(own))
        found += [*(own * whole), *(own[at] for at in draw.permutation(len(own))[:rest])]
    return found
