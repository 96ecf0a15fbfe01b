"""How much a language model knows of KLEJ's tasks while it learns: ridge regression of its vectors, without tuning it.

    text    mean of its pieces in the last layer                         (D,)
    pair    [|u - v|, u * v] of both texts                               (2 D,)
    labels  a column each, 1 for the right one; the greatest is said; yes where F1 of train, told by parts, is best

A task is learnt from up to 1,000 records of its train, and scored on up to 500 of its development part, or of a fifth
of train where it has none. Tests are never looked at.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from probierz.errors import ChallengeError
from probierz.scoring.score import score
from probierz.suites.catalogue import find_suite
from probierz.suites.klej.folders import examples_of
from probierz.suites.klej.format import TaskExample
from probierz.suites.suite import DeclaredTask
from probierz.systems.klej.foretelling import FOLDS, columns_of_targets, foretold, ridges_of
from probierz.systems.klej.overlap import Floats
from probierz.systems.klej.targets import TaskTargets, best_limit, folds_of, question_of
from probierz.systems.libraries import library
from probierz.systems.neural.pieces import padded
from probierz.systems.shared.batches import in_like_batches
from probierz.systems.system import Pair, Track
from probierz.whole_files import write_whole

_MOST, _MOST_ASKED = 1_000, 500
_PENALTY = 300.0
_TOGETHER = 4096  # pieces that are run together

Vectors = Callable[[Sequence[str]], Floats]
"""Of texts, a row a text."""


@dataclass(frozen=True)
class Probe:
    """Records of a task that are learnt from, and those that are asked for."""

    task: DeclaredTask
    learnt: Sequence[Pair]
    asked: Sequence[Pair]

    def score(self, vectors: Vectors) -> float:
        """The task's metric, times 100; NaN where it is not defined."""
        question = TaskTargets(self.task.name)
        rows = _rows(question, [*self.learnt, *self.asked], vectors)
        known, asked = rows[: len(self.learnt)], rows[len(self.learnt) :]
        wanted = question.wanted(self.learnt)
        targets = columns_of_targets(question, wanted)
        ridges = ridges_of(known, targets, _PENALTY)
        limit = 0.0
        if question.is_yes_or_no:
            parts = folds_of([question_of(pair) for pair in self.learnt], FOLDS, 0)
            limit = best_limit(foretold(known, targets, _PENALTY, parts)[:, 1], wanted)
        values = numpy.column_stack([ridge(asked) for ridge in ridges])
        said = [question.answer(row, limit, are_chances=False).line for row in values]
        return 100 * score(self.task.schemes[0], [pair.expected for pair in self.asked], said).value


def read_probes(folder: Path) -> list[Probe]:
    """Read the tasks of KLEJ below a folder that have a train set. Raises ChallengeError without any, DataError."""
    found = []
    for task in find_suite("klej").tasks:
        train = examples_of(folder, task, "train")
        if train:
            development = examples_of(folder, task, "dev-0")
            learnt, asked = (train, development) if development else _parted(train)
            found.append(Probe(task, _drawn(learnt, _MOST), _drawn(asked, _MOST_ASKED)))
    if not found:
        raise ChallengeError(f"{folder}: there is no task of KLEJ with a train set; name the folder with its tasks")
    return found


def _parted(train: Sequence[TaskExample]) -> tuple[list[TaskExample], list[TaskExample]]:
    """Four fifths and the rest; records of one question are on one side."""
    parts = folds_of([question_of(_pair(one)) for one in train], FOLDS, 0)
    return (
        [one for one, part in zip(train, parts, strict=True) if part],
        [one for one, part in zip(train, parts, strict=True) if not part],
    )


def _drawn(records: Sequence[TaskExample], most: int) -> list[Pair]:
    order = numpy.random.default_rng(0).permutation(len(records))[:most]
    return [_pair(records[at]) for at in sorted(order)]


def _pair(example: TaskExample) -> Pair:
    return Pair("\t".join(example.fields), example.target)


def _rows(question: TaskTargets, pairs: Sequence[Pair], vectors: Vectors) -> Floats:
    texts = [question.texts(pair.input, line) for line, pair in enumerate(pairs, 1)]
    every = list(dict.fromkeys(text for one in texts for text in one))
    numbers = {text: at for at, text in enumerate(every)}
    found = vectors(every)
    columns = [found[[numbers[text] for text in column]] for column in zip(*texts, strict=True)]
    if len(columns) == 1:
        return columns[0]
    one, other = columns
    return numpy.hstack([abs(one - other), one * other])


class ProbeTable:
    """The scores by step, in a file: a line a step with the tasks' scores and their mean, times 100."""

    def __init__(self, path: Path, probes: Sequence[Probe], vectors: Vectors, track: Track) -> None:
        self._path, self._probes, self._vectors, self._track = path, probes, vectors, track
        self._names = [*(probe.task.name for probe in probes), "mean"]
        self._rows: dict[int, str] = {}

    def go_on(self, done: int) -> None:
        """Take up what the file has of the same tasks, up to a step."""
        header, *lines = self._path.read_text("utf-8").splitlines() if self._path.is_file() else [""]
        if header == "\t".join(["step", *self._names]):
            rows = {int(line.partition("\t")[0]): line for line in lines}
            self._rows = {step: line for step, line in rows.items() if step <= done}

    def measure(self, step: int) -> None:
        """Score the tasks, unless they have been at this step, and write the file."""
        if step in self._rows:
            return
        found = [probe.score(self._vectors) for probe in self._probes]
        found.append(math.fsum(found) / len(found))
        self._track({f"probe {name}": value for name, value in zip(self._names, found, strict=True)}, step)
        self._rows[step] = "\t".join([str(step), *(f"{value:.1f}" for value in found)])
        write_whole(self._path, "\n".join(["\t".join(["step", *self._names]), *self._rows.values()]) + "\n")


def text_vectors(encoder: Any, cut: Callable[[Sequence[str]], list[list[int]]], filler: int) -> Vectors:
    """Return what makes vectors of texts, by an encoder of Transformers.

    cut: gives the numbers of each text's pieces, with the marks around it. filler: what shorter texts are filled with.
    """
    torch = library("torch")

    def made(texts: Sequence[str]) -> Floats:
        device = next(encoder.parameters()).device
        pieces = cut(texts)
        encoder.eval()
        found = numpy.zeros((len(texts), encoder.config.hidden_size), numpy.float32)
        for batch in in_like_batches(range(len(texts)), lambda at: len(pieces[at]), _TOGETHER):
            ids = padded(torch, [pieces[at] for at in batch], filler, device)
            mask = padded(torch, [[1] * len(pieces[at]) for at in batch], 0, device)
            with torch.inference_mode():
                states = encoder(input_ids=ids, attention_mask=mask).last_hidden_state.float()
                means = (states * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
            found[batch] = means.cpu().numpy()
        return found

    return made
