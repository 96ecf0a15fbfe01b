"""Make the network that is shipped for `probierz punctuate`, from texts whose licence allows it.

    python scripts/ship_punctuation.py CORPORA PUNCTUATION-CHALLENGE --to src/probierz/systems/punctuation/shipped

CORPORA is a folder with pl-text.txt.xz, a paragraph on a line, and pl-text.sources.tsv, which says which lines are of
which source; those of mixture.tsv in the package are read, and the train of the challenge, whose texts
are of Wikinews (CC BY) and of Wikipedia's talk pages (CC BY-SA), with its alignments. Its test-A is only measured. It
needs the extras neural and morfeusz, and fifty minutes of two busy cores; with --checkpoint it goes on after a stop.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

from probierz.challenges.challenge import Challenge, open_challenge
from probierz.cli.progress import TaskProgress
from probierz.scoring.score import score_all
from probierz.systems.cards import Card, MeasuredScore, TrainingData
from probierz.systems.punctuation.mixture import mixture
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import save
from probierz.systems.system import System, Training
from probierz.systems.training import read_pairs, train

LICENCE = "CC BY-SA 4.0: it learnt from texts some of which are under it; see below"
LIMITS = (
    "Polish of today, above all news, encyclopedias and talk about them; of novels and speeches it knows something too",
    "It sees some three hundred words at a time, and no sound but pauses, where they are given",
    "Ellipses, exclamation marks and hyphens are hard to tell: see the scores of each mark",
    "HerBERT-large reaches 81.29 on test-D, as published; this network 63.0 on test-A, and test-D was not measured",
    "Three texts of test-A are nearly the same as texts of train, and seven of train as texts of test-C",
)
CHALLENGE, SPLIT = "poleval-2021/punctuation", "test-A"


def main() -> None:
    """Make it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("challenge", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path)
    arguments = parser.parse_args()
    challenge = open_challenge(arguments.challenge)
    with TaskProgress("punctuation/network") as progress:
        training = Training(checkpoint=arguments.checkpoint, progress=progress)
        settings = {"text": str(arguments.corpora / "pl-text.txt.xz")}
        system, card = train(find_recipe("punctuation/network"), challenge, training, settings=settings)
    card = replace(card, settings={}, licence=LICENCE, limits=LIMITS, data=(*credited(card.data), *sources()))
    save(system, arguments.to, measured(system, card, challenge))
    print((arguments.to / "README.md").read_text("utf-8"))


def credited(data: tuple[TrainingData, ...]) -> tuple[TrainingData, ...]:
    """The files of the challenge, with what their texts are."""
    return tuple(replace(one, licence="CC BY (Wikinews), CC BY-SA (Wikipedia talk)") for one in data)


def sources() -> tuple[TrainingData, ...]:
    """The sources of free text."""
    return tuple(TrainingData(f"{one.name}: {one.credit}", 0, licence=one.licence) for one in mixture().values())


def measured(system: System, card: Card, challenge: Challenge) -> Card:
    """The card with scores without pauses and with them, and the speed, on a split that was not learnt from."""
    pairs = read_pairs(challenge.split(SPLIT))[0]
    scores, speed = [], ""
    for alignments in ("", str(challenge.path / "fa")):
        system.change("alignments", alignments)
        began = time.process_time()
        outputs = list(system.predict(pair.input for pair in pairs))
        words = sum(pair.input.count(" ") + 1 for pair in pairs)
        speed = speed or f"{words / (time.process_time() - began):,.0f} words per second of one core"
        found = score_all(challenge.schemes, [pair.expected for pair in pairs], outputs, rows=False)
        name = f"{SPLIT} with pauses" if alignments else SPLIT
        scores += [MeasuredScore(CHALLENGE, name, one.name, one.value, str(one.signature)) for one in found]
    system.change("alignments", "")
    return replace(card, scores=tuple(scores), speed=speed)


if __name__ == "__main__":
    main()
