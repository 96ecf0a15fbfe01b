"""Learning the network from texts with marks: free text, and the texts of a challenge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.systems.punctuation.encoder_learning import EncoderPlan, TunedEncoder, tune_encoder
from probierz.systems.punctuation.features import WordNumbers
from probierz.systems.punctuation.learning import UNSAID, Corpus, NetworkPlan, TrainingStage, learn, speakers
from probierz.systems.punctuation.marks import labels_of
from probierz.systems.punctuation.mixture import SourcePart, read_text
from probierz.systems.punctuation.morphology import classifier
from probierz.systems.punctuation.network import PunctuationNetwork
from probierz.systems.punctuation.texts import LabelledWord
from probierz.systems.punctuation.timed import Alignments
from probierz.systems.system import Pair, Progress, Training

_EARLY, _LATE = 6, 20
"""How often a word of the challenge is taken in the two stages of the training for one of the free text, at most."""
_EARLY_PASSES, _LATE_PASSES = 12, 25
"""How often, at most, each word of the challenge is looked at in a stage that has free text."""
_SHARE_EARLY = 0.6
_LONG = 30_000_000
_LONG_TRAINING: dict[str, Any] = {"batch": 64, "rate": 2.5e-3, "dropout": 0.35, "unknown": 0.25}
"""From so many words on: bigger steps are faster, and texts that are seen often are forgotten more."""
_SHARE_LISTENING, _LISTENING_PASSES = 0.1, 6
_LISTENING: dict[str, Any] = {"rate": 8e-4, "silent": 0.25, "spoken": 0.65}
"""What a long training ends with, so much more: most texts have pauses, those of the challenge or made-up ones."""
_ENCODER_PASSES = 5
"""How often, at most, an encoder looks at each word of the challenge in a stage that has free text."""
_ENCODER_END = 4_000_000
"""A longer training of an encoder ends with so many words, mixed as a short one, where the challenge counts more."""
_LONG_ENCODER_TRAINING: dict[str, Any] = {"batch": 96, "rate": 5e-4, "drops_out": True}
"""From `_LONG` words on, which take a graphics card."""
_TAUGHT_PASSES = 6
"""The same for a network that has a teacher."""
_TAUGHT_SHARE = 0.6
"""Of the weights that were taught in the mean with those before: all of them would forget commas that editors set."""
_PLACES = 20
"""From so many places a part of a long text is taken."""
_PASSES, _LEAST_WORDS = 10, 400_000
"""How often training further looks at a text, and how many words it looks at however few there are."""

Teacher = Callable[[Sequence[str], NDArray[numpy.int32], Progress, Path | None], NDArray[numpy.float16]]
"""What it thinks of the words of a corpus, given as forms and rows, and where that is kept; see `EncoderTagger`."""


@dataclass(frozen=True)
class TrainingSizes:
    """words: how many words are looked at in all. vocabulary: known words. places: rows for letters."""

    words: int = 16_000_000
    vocabulary: int = 36_000
    places: int = 16_384


def fit(
    pairs: Sequence[Pair], training: Training, text: Path | None, times: Path | None, sizes: TrainingSizes
) -> tuple[WordNumbers, PunctuationNetwork]:
    """Train from the beginning on free text, if there is any, and pairs. Raises MissingExtra without PyTorch."""
    corpus = Corpus()
    parts = read_text(text, corpus, training.progress) if text else []
    own = _read_pairs(pairs, corpus, times)
    lexicon = _lexicon(corpus, parts, own, sizes)
    rows = numpy.concatenate(own)
    early, late, last = (
        [(part.rows, getattr(part.source, stage)) for part in parts] for stage in ("early", "late", "last")
    )
    stages = (
        _mixed(early, rows, int(sizes.words * _SHARE_EARLY), _EARLY, _EARLY_PASSES),
        _mixed(late, rows, int(sizes.words * (1 - _SHARE_EARLY)), _LATE, _LATE_PASSES),
    )
    settings = _LONG_TRAINING if sizes.words >= _LONG else {}
    plan = NetworkPlan(stages=stages, speakers=_speakers(own), **settings, **_common(training))
    network = learn(corpus.forms, lexicon, plan, progress=training.progress)
    if sizes.words >= _LONG and plan.speakers is not None:
        stage = _mixed(last, rows, int(sizes.words * _SHARE_LISTENING), _LATE, _LISTENING_PASSES)
        plan = replace(
            plan, stages=(stage,), seed=training.seed + 3, checkpoint=_beside(training, "listening"), **_LISTENING
        )
        network = learn(corpus.forms, lexicon, plan, start=network, progress=training.progress)
    return lexicon, network


def tune(
    pairs: Sequence[Pair], training: Training, times: Path | None, lexicon: WordNumbers, network: PunctuationNetwork
) -> PunctuationNetwork:
    """Train a network further on pairs. Raises MissingExtra without PyTorch."""
    corpus = Corpus()
    own = numpy.concatenate(_read_pairs(pairs, corpus, times))
    hidden, embedding = network.layers[0][1].shape[1], network.words.shape[1]
    plan = NetworkPlan(
        embedding=embedding,
        hidden=hidden,
        rate=5e-4,
        stages=(TrainingStage([(own, 1)], max(_PASSES * len(own), _LEAST_WORDS)),),
        **_common(training),
    )
    return learn(corpus.forms, lexicon, plan, start=network, progress=training.progress)


def distil(
    pairs: Sequence[Pair],
    training: Training,
    text: Path | None,
    times: Path | None,
    words: int,
    teacher: Teacher,
    lexicon: WordNumbers,
    network: PunctuationNetwork,
) -> PunctuationNetwork:
    """Train a network further on free text, if there is any, and pairs, and on what a teacher thinks of each word.

    The weights that result are a mean of those before and after. Of free text the teacher judges half as many words
    as are looked at. Raises MissingExtra without PyTorch, Untrained for a teacher that has not learnt.
    """
    corpus = Corpus()
    parts = read_text(text, corpus, training.progress) if text else []
    texts_of_pairs = _read_pairs(pairs, corpus, times)
    own = numpy.concatenate(texts_of_pairs)
    sizes = numpy.array([len(part.rows) * part.source.late for part in parts])
    shares = sizes / max(1.0, sizes.sum()) * words / 2
    texts = [_some(part.rows, int(share)) for part, share in zip(parts, shares, strict=True)]
    judged = numpy.concatenate([*texts, own])
    opinions = teacher(corpus.forms, judged, training.progress, _beside(training, "opinions"))
    numbered = numpy.hstack([judged, numpy.arange(1, len(judged) + 1, dtype=numpy.int32)[:, None]])
    *free, pairs_rows = numpy.split(numbered, numpy.cumsum([len(rows) for rows in texts]))
    weighted = [(rows, size / len(rows)) for rows, size in zip(free, sizes, strict=True) if len(rows)]
    plan = NetworkPlan(
        embedding=network.words.shape[1],
        hidden=network.layers[0][1].shape[1],
        batch=64,
        rate=1e-3,
        stages=(_mixed(weighted, pairs_rows, words, _LATE, _TAUGHT_PASSES),),
        opinions=opinions,
        speakers=_speakers(texts_of_pairs),
        **_common(training),
    )
    taught = learn(corpus.forms, lexicon, plan, start=network, progress=training.progress)
    return network.mixed_with(taught, _TAUGHT_SHARE)


def _some(rows: NDArray[Any], count: int) -> NDArray[Any]:
    """So many rows at most, from twenty places."""
    if count >= len(rows):
        return rows
    each = count // _PLACES
    return numpy.concatenate([rows[begin : begin + each] for begin in range(0, len(rows) - each, len(rows) // _PLACES)])


def fit_encoder(
    pairs: Sequence[Pair], training: Training, text: Path | None, folder: Path, words: int, depth: int, frozen: int
) -> TunedEncoder:
    """Tune the encoder of a folder on free text, if there is any, and pairs, as the last stage of `fit` mixes them.

    Raises MissingExtra without PyTorch.
    """
    corpus = Corpus()
    parts = read_text(text, corpus, training.progress) if text else []
    rows = numpy.concatenate(_read_pairs(pairs, corpus, None))
    free = [(part.rows, part.source.late) for part in parts]
    plan = _encoder_plan(free, rows, words, depth=depth, frozen=frozen, **_common(training))
    return tune_encoder(folder, corpus.forms, plan, training.progress)


def _encoder_plan(
    free: Sequence[tuple[NDArray[Any], float]], own: NDArray[Any], words: int, **settings: Any
) -> EncoderPlan:
    """How an encoder learns from free texts, each with how often it is taken, and those of the challenge."""
    sizes = [words - _ENCODER_END, _ENCODER_END] if words > _ENCODER_END and free else [words]
    stages = tuple(_mixed(free, own, size, _LATE, _ENCODER_PASSES) for size in sizes)
    return EncoderPlan(stages, **(_LONG_ENCODER_TRAINING if words >= _LONG else {}), **settings)


def _mixed(
    free: Sequence[tuple[NDArray[Any], float]], own: NDArray[Any], words: int, weight: float, passes: int
) -> TrainingStage:
    """A stage of free text and the challenge, whose words are not looked at more often than `passes`.

    With the share s = passes |own| / words of the stage, the weight w fulfils s = w |own| / (w |own| + |free|).
    """
    share = passes * len(own) / words
    if free and share < 1:
        size = sum(len(rows) * often for rows, often in free)
        weight = min(weight, share / (1 - share) * size / len(own))
    return TrainingStage([*free, (own, weight)], words)


def _beside(training: Training, what: str) -> Path | None:
    """Where something of a training is kept, beside its state."""
    return training.checkpoint.with_name(f"{training.checkpoint.name}-{what}") if training.checkpoint else None


def _common(training: Training) -> dict[str, Any]:
    return {"seed": training.seed, "checkpoint": training.checkpoint}


def _read_pairs(pairs: Iterable[Pair], corpus: Corpus, times: Path | None) -> list[NDArray[Any]]:
    """The texts of a challenge, each by itself, with the pauses of its alignment."""
    alignments = Alignments(times) if times else None
    rows = []
    for number, pair in enumerate(pairs, 1):
        words = pair.input.split(" ")
        labels = labels_of(words, pair.expected, number)
        labelled = [
            LabelledWord(word.lower(), label, UNSAID, UNSAID) for word, label in zip(words, labels, strict=True)
        ]
        pauses = alignments.pauses(words) if alignments else None
        if corpus.add(labelled, pauses or ()):
            rows.append(corpus.rows())
    return rows


def _speakers(own: Sequence[NDArray[Any]]) -> NDArray[Any] | None:
    heard = [rows for rows in own if rows[:, -1].any()]
    return speakers(heard) if heard else None


def _lexicon(
    corpus: Corpus, parts: Sequence[SourcePart], own: Sequence[NDArray[Any]], sizes: TrainingSizes
) -> WordNumbers:
    """The words, each counted as often as it is taken."""
    counts = numpy.zeros(len(corpus.forms))
    weighted = [(part.rows, part.source.early) for part in parts] + [(rows, _EARLY) for rows in own]
    for rows, weight in weighted:
        counts += weight * numpy.bincount(rows[:, 0], minlength=len(counts))
    named = Counter(dict(zip(corpus.forms, counts.tolist(), strict=True)))
    return WordNumbers.learn(named, sizes.vocabulary, sizes.places, classifier())
