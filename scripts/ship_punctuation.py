"""Make the network that is shipped for `probierz punctuate`, from texts whose licence allows it.

    python scripts/ship_punctuation.py CORPORA KLEJ PUNCTUATION-CHALLENGE --to src/probierz/systems/punctuation/shipped

CORPORA is a folder with pl-text.txt.xz, a paragraph on a line, and pl-text.sources.tsv, which says which lines are of
which source; KLEJ one with the answers of `dyk` and the reviews of `extra-wccrs`. Those of mixture.tsv in the package
are read, and the train of the challenge, whose texts are of Wikinews (CC BY) and of Wikipedia's talk pages (CC BY-SA),
with its alignments. Its test-A is only measured. It needs the extras neural and morfeusz, and an hour and a half of two
cores; with --work, a folder, it goes on after a stop.

With --teacher, the folder of a punctuation/encoder that has learnt from the same texts, the network that is shipped
learns further from what the teacher thinks of them: --words 9000000 takes half an hour of a core.

With --encoder it makes the punctuation/encoder that is shipped, all of whose eight layers learn, with --to …/
shipped_encoder; 72 million words take three minutes of a graphics card, and need the extra encoder.
"""

from __future__ import annotations

import argparse
import csv
import lzma
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from probierz.challenges.challenge import Challenge, open_challenge
from probierz.cli.progress import WorkProgress
from probierz.scoring.score import score_all
from probierz.systems.cards import Card, MeasuredScore, TrainingData
from probierz.systems.punctuation.mixture import mixture
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import save
from probierz.systems.system import System, Training
from probierz.systems.training import read_pairs, train

COMMAND = (
    "python scripts/ship_punctuation.py CORPORA KLEJ PUNCTUATION-CHALLENGE"
    " --to src/probierz/systems/punctuation/shipped, and again with --teacher ENCODER --words 4000000"
)
LICENCE = "CC BY-SA 4.0: it learnt from texts some of which are under it; see below"
LIMITS = (
    "Polish of today, above all news, encyclopedias and talk about them; of novels and speeches it knows something too",
    "It sees some three hundred words at a time, and no sound but pauses, where they are given",
    "Ellipses, exclamation marks and hyphens are hard to tell: see the scores of each mark",
    "HerBERT-large reaches 81.29 on test-D, as published; this network was not measured there",
    "Its teacher, punctuation/encoder on multilingual-e5-small (MIT), had looked at four million words of them",
    "Three texts of test-A are nearly the same as texts of train, and seven of train as texts of test-C",
)
ENCODER_COMMAND = (
    "python scripts/ship_punctuation.py CORPORA KLEJ PUNCTUATION-CHALLENGE --encoder --words 72000000"
    " --to src/probierz/systems/punctuation/shipped_encoder"
)
ENCODER_LIMITS = (
    LIMITS[0],
    "Its weights are of eight layers of multilingual-e5-small (MIT), whose table of pieces it needs: extra encoder",
    "No sound but pauses, which the network beside it hears, where they are given",
    *LIMITS[2:4],
    "Of novels it saw a quarter, from twenty places of each source",
    "It learnt by the functions of the command above on texts put together beforehand; the command itself was not run",
    LIMITS[-1],
)
SETTINGS = {
    "backbone": "none", "words": 50_000_000, "batch": 64, "rate": 2.5e-3, "rate with pauses": 8e-4, "dropout": 0.35,
    "words of the last part": 3_200_000, "rate of the last part": 1e-3, "threshold": 0.5,
}  # fmt: skip
"""What the network was trained with; epochs are told in words that were looked at."""
ENCODER_SETTINGS = {
    "backbone": "e5-small", "depth": 8, "frozen": 0, "words": 72_000_000, "batch": 96, "rate": 5e-4, "head_rate": 1e-3,
    "pieces": 192, "threshold": 0.5,
}  # fmt: skip
CHALLENGE, SPLIT = "poleval-2021/punctuation", "test-A"
TESTS = ("test-A", "test-B", "test-C", "test-D")
WORDS = 50_000_000


def main() -> None:
    """Make it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("klej", type=Path)
    parser.add_argument("challenge", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("punctuation-work"), help="for the text and the state")
    parser.add_argument("--words", type=int, default=WORDS)
    parser.add_argument("--teacher", type=Path, help="a trained punctuation/encoder")
    parser.add_argument("--encoder", action="store_true", help="make punctuation/encoder")
    arguments = parser.parse_args()
    challenge = open_challenge(arguments.challenge)
    text = put_together(arguments.corpora, arguments.klej, challenge, arguments.work)
    name = "punctuation/encoder" if arguments.encoder else "punctuation/network"
    settings = {"text": str(text), "words": arguments.words}
    settings |= {"frozen": 0} if arguments.encoder else {"teacher": str(arguments.teacher or "")}
    with WorkProgress(name) as progress:
        training = Training(checkpoint=arguments.work / "state", progress=progress)
        system, card = train(find_recipe(name), challenge, training, settings=settings)
    save(system, arguments.to, measured(system, described(card), challenge))
    print((arguments.to / "README.md").read_text("utf-8"))


def put_together(corpora: Path, klej: Path, challenge: Challenge, folder: Path) -> Path:
    """One text of all sources, and the table of its lines. Returns where it is."""
    folder.mkdir(parents=True, exist_ok=True)
    text, table = folder / "text.txt", folder / "text.sources.tsv"
    tests = {run for split in TESTS for line in inputs(challenge, split) for run in runs(line)}
    ranges, last = [], 0
    with text.open("w", encoding="utf-8") as file:
        with lzma.open(corpora / "pl-text.txt.xz", "rt", encoding="utf-8") as paragraphs:
            for paragraph in paragraphs:
                file.write(paragraph)
        with (corpora / "pl-text.sources.tsv").open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows, delimiter="\t"):
                ranges.append((row["source"], int(row["first_line"]), int(row["last_line"])))
                last = int(row["last_line"])
        for name, found in (("czy-wiesz", answers(klej)), ("wccrs", reviews(klej))):
            first = last + 1
            for sentence in dict.fromkeys(found):
                if tests.isdisjoint(runs(sentence)):
                    file.write(f"{sentence}\n\n")
                    last += 2
            ranges.append((name, first, last))
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter="\t").writerows([("source", "first_line", "last_line"), *ranges])
    return text


def inputs(challenge: Challenge, split: str) -> Iterator[str]:
    """The texts of a split, whether its expected lines are at hand or not."""
    for line in (challenge.path / split / "in.tsv").read_text("utf-8").splitlines():
        yield line.split("\t")[1]


def runs(text: str, length: int = 8) -> Iterator[tuple[str, ...]]:
    """All words of a text that follow each other, in small letters and without marks."""
    words = re.findall(r"\w+", text.lower())
    return zip(*(words[at:] for at in range(length)), strict=False)


def answers(klej: Path) -> Iterator[str]:
    """The passages of Wikipedia among the answers of Czy wiesz?"""
    with (klej / "dyk" / "train.tsv").open(encoding="utf-8") as file:
        next(file)
        for line in file:
            yield line.split("\t")[2].strip().strip('"').replace('""', '"')


def reviews(klej: Path) -> Iterator[str]:
    """Sentences of reviews, and of news on hotels and medicine; their tokens are put together again.

    Left out are those with dashes, for no one can tell whether there were blanks, and with signs of no sentence.
    """
    for path in sorted((klej / "extra-wccrs").glob("*.tsv.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as file:
            next(file)
            for line in file:
                sentence = line.rstrip("\n").split("\t")[1]
                if re.fullmatch(r"""[\w\s.,!?:;()"„”'%/]+[.!?]""", sentence) and sentence.count(" ") > 3:
                    joined = re.sub(r"(?<=\d) ([.,:]) (?=\d)", r"\1", sentence)
                    yield re.sub(r" (?=[.,!?:;)])|(?<=\() ", "", joined)


def described(card: Card) -> Card:
    """The card with what it learnt from, its licence and its limits."""
    is_encoder = card.recipe == "punctuation/encoder"
    return replace(
        card,
        settings=ENCODER_SETTINGS if is_encoder else SETTINGS,
        licence=LICENCE,
        limits=ENCODER_LIMITS if is_encoder else LIMITS,
        data=(*credited(card.data), *sources()),
        summary=f"{card.summary}; shipped for Polish",
        command=ENCODER_COMMAND if is_encoder else COMMAND,
    )


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
    hears = card.recipe == "punctuation/network"
    for alignments in ("", str(challenge.path / "fa")) if hears else ("",):
        if hears:
            system.change("alignments", alignments)
        began = time.process_time()
        outputs = list(system.predict(pair.input for pair in pairs))
        words = sum(pair.input.count(" ") + 1 for pair in pairs)
        speed = speed or f"{words / (time.process_time() - began):,.0f} words per second of one core"
        found = score_all(challenge.schemes, [pair.expected for pair in pairs], outputs, rows=False)
        name = f"{SPLIT} with pauses" if alignments else SPLIT
        scores += [MeasuredScore(CHALLENGE, name, one.name, one.value, str(one.signature)) for one in found]
    if hears:
        system.change("alignments", "")
    return replace(card, scores=tuple(scores), speed=speed)


if __name__ == "__main__":
    main()
