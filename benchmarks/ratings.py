"""How well systems rate translations, learnt from dev-0 and cross-validated; how many good ones have a note; and what
weights of eight bits change.

    python -m benchmarks.ratings quality/features quality/encoder quality/blind quality/blind-encoder

The first is Pearson on test-A, the second that of what folds of dev-0 and test-A together say of lines that they did
not learn from, the mean over ways to draw five folds. A blind system is then learnt from both splits of its own task
and rates all lines of the other one. Seconds of the processor are those of learning from dev-0 and rating test-A. An
encoder (extra `encoder`) is asked once for each line.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from time import process_time

import numpy

from benchmarks.measure import data
from probierz.challenges.challenge import open_challenge
from probierz.scoring.score import score
from probierz.systems.quality.features import Translation
from probierz.systems.quality.notes import NOT_GOOD, TranslatedLine, unrated_faults
from probierz.systems.quality.rating import Rating, read_translation
from probierz.systems.recipes import find_recipe
from probierz.systems.system import Pair
from probierz.systems.training import read_pairs

FOLDS, DRAWS = 5, 3
_SYSTEMS = ("quality/features", "quality/blind", "quality/encoder", "quality/blind-encoder")
_TEXTS = 100
_GOOD = 4.5


def main() -> None:
    """Print both for the systems that are named."""
    beside, alone = data("poleval-2021", "quality-nonblind"), data("poleval-2021", "quality-blind")
    if beside is None or alone is None:
        print("\nRatings: skipped, the real challenges are not here (set PROBIERZ_DATA)")
        return
    has_encoder = find_spec("onnxruntime") is not None
    names = sys.argv[1:] or [name for name in _SYSTEMS if has_encoder or "encoder" not in name]
    print("\n| system | dev-0 to test-A, Pearson | five folds of both | the other task | seconds |")
    print("| --- | --- | --- | --- | --- |")
    for name in names:
        system = find_recipe(name).build_inner()
        assert isinstance(system, Rating)
        own, other = (alone, beside) if system.columns == 1 else (beside, alone)
        learnt, tried = pairs_of(own, "dev-0"), pairs_of(own, "test-A")
        ask_once(system)
        begin = process_time()
        once = agreement(tried, rated(system, learnt, tried))
        seconds = process_time() - begin
        folded = fmean(cross_validated(system, [*learnt, *tried], seed) for seed in range(DRAWS))
        others = [*pairs_of(other, "dev-0"), *pairs_of(other, "test-A")] if system.columns == 1 else []
        across = f"{agreement(others, rated(system, [*learnt, *tried], others)):.4f}" if others else ""
        print(f"| `{name}` | {once:.4f} | {folded:.4f} | {across} | {seconds:.0f} |", flush=True)
    _print_notes([*pairs_of(beside, "dev-0"), *pairs_of(beside, "test-A")])
    if has_encoder:
        _print_eight_bits([pair.input.split("\t")[0] for pair in pairs_of(beside, "test-A")[:_TEXTS]])


def pairs_of(source: Path, split: str) -> list[Pair]:
    """The rated translations of a split."""
    return read_pairs(open_challenge(source).split(split))[0]


def cross_validated(system: Rating, pairs: Sequence[Pair], seed: int) -> float:
    """Pearson of what is said of all lines, each by a system that learnt from the other folds."""
    order = list(range(len(pairs)))
    random.Random(seed).shuffle(order)
    said = [""] * len(pairs)
    for fold in range(FOLDS):
        own = order[fold::FOLDS]
        rest = [pairs[at] for at in sorted(set(order) - set(own))]
        for at, line in zip(own, rated(system, rest, [pairs[at] for at in own]), strict=True):
            said[at] = line
    return agreement(pairs, said)


def rated(system: Rating, learnt: Sequence[Pair], tried: Sequence[Pair]) -> list[str]:
    """What a system says of lines when it has learnt from others."""
    system.fit(learnt)
    return list(system.predict(pair.input for pair in tried))


def agreement(pairs: Sequence[Pair], said: Sequence[str]) -> float:
    """Pearson of ratings with those of people."""
    return score("Pearson", [pair.expected for pair in pairs], list(said)).value


def ask_once(system: Rating) -> None:
    """Let a system remember the numbers of each translation, as folds ask for them again."""
    known: dict[Translation, tuple[numpy.ndarray, numpy.ndarray]] = {}
    ask = system._numbers

    def numbers(translations: Sequence[Translation]) -> tuple[numpy.ndarray, numpy.ndarray]:
        new = [one for one in dict.fromkeys(translations) if one not in known]
        known.update(zip(new, zip(*ask(new), strict=True), strict=True) if new else ())
        if not translations:
            return ask(translations)
        features, vectors = zip(*(known[one] for one in translations), strict=True)
        return numpy.stack(features), numpy.stack(vectors)

    system._numbers = numbers  # type: ignore[method-assign]


def _print_notes(pairs: Sequence[Pair]) -> None:
    """Print how many translations that people rated well have a note of `quality rate`, and how many human ones."""
    rows = [(read_translation(pair.input, 3), float(pair.expected)) for pair in pairs]
    good = [TranslatedLine(one.machine, one.source, one.human) for one, rating in rows if rating >= _GOOD]
    human = [TranslatedLine(one.human, one.source) for one, _ in rows]
    print()
    for name, lines in ((f"by machines, rated {_GOOD} or better", good), ("by people", human)):
        notes = [unrated_faults(line) for line in lines]
        other = sum(any(note.startswith(NOT_GOOD) for note in found) for found in notes) / len(notes)
        noted = sum(map(bool, notes)) / len(notes)
        print(f"{len(notes)} translations {name}: {noted:.1%} with a note, {other:.1%} not good")


def _print_eight_bits(texts: Sequence[str]) -> None:
    """Print by how much outputs of the last layer move when weights of its layers had eight bits in between."""
    from probierz.systems.encoder.eight_bits import from_eight_bits, in_eight_bits
    from probierz.systems.encoder.encoding import Encoder, open_tokenizer
    from probierz.systems.encoder.folders import encoder_folder
    from probierz.systems.encoder.network import open_network
    from probierz.systems.libraries import library

    folder = encoder_folder("e5-small")
    with library("safetensors").safe_open(folder / "model.safetensors", "np") as file:
        whole = {name: file.get_tensor(name) for name in file.keys() if name.startswith("encoder.")}  # noqa: SIM118 (such a file has keys, and is nothing to iterate over)
    weights = {name: one.astype(numpy.float32) for name, one in whole.items()}
    networks = [open_network(folder), open_network(folder, tuned=from_eight_bits(in_eight_bits(weights)))]
    encoders = [Encoder(network, open_tokenizer(folder)) for network in networks]
    states = [[one.layers[0] for one in encoder.pieces(texts)] for encoder in encoders]
    vectors = [numpy.stack(list(encoder.vectors(texts))) for encoder in encoders]
    moved = max(float(numpy.abs(one - other).max()) for one, other in zip(*states, strict=True))
    cosine = float((vectors[0] * vectors[1]).sum(axis=1).min())
    print(
        f"\nWeights of eight bits move outputs by up to {moved:.3f}; the least cosine of a text's vectors: {cosine:.4f}"
    )


if __name__ == "__main__":
    main()
