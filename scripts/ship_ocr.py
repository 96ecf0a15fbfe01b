"""Make the cascade that is shipped for `probierz ocr-correct`: from pages of Wikisource, free texts, and made-up scans.

    python scripts/ship_ocr.py CORPORA OCR-CHALLENGE --to src/probierz/systems/ocr/shipped

OCR-CHALLENGE is PolEval 2021's: its dev-0 and the aligned words of its train are learnt from, books that are freely
licensed as it says, and its test-A is only measured. CORPORA is a folder with pl-text.txt.xz, a paragraph on a line,
and pl-text.sources.tsv, which says which lines are of which source under which licence; of those named below words are
counted, and some pages made into scans, for other scanners misread other letters than the one of the challenge. The
same texts give the same system: it takes ten minutes of one core and 4 GB.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import lzma
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from probierz.challenges.challenge import Challenge, open_challenge
from probierz.cli.progress import WorkProgress
from probierz.scoring.score import score_all
from probierz.systems.cards import Card, MeasuredScore, TrainingData
from probierz.systems.ocr.practice import make_practice
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import save
from probierz.systems.system import System, Training
from probierz.systems.training import read_pairs, train

SCANNED = (
    "novels-pl", "eltec-pol", "wikipedia-poquad", "kpwr-test", "openstax-fizyka-bundle", "openstax-psychologia",
    "openstax-mikroekonomia", "openstax-makroekonomia",
)  # fmt: skip
"""Sources some of whose pages are made into scans; of the next ones only words are taken."""
MORE = ("sejm", "ntrex-pl", "ud-Polish-PUD", "commonvoice-pl", "debian-handbook-pl", "gnome-help-pl")
SHARE = 0.04
SETTINGS = {"words": 1_500_000, "pairs": 5_000_000}
TOLD = {"backbone": "none", **SETTINGS, "epochs": 20, "batch": 512, "rate": 2e-3, "threshold": 0.5}
"""What the card tells: what was counted, and how the small network that chooses among candidates learnt."""
COMMAND = "python scripts/ship_ocr.py CORPORA OCR-CHALLENGE --to src/probierz/systems/ocr/shipped"
LICENCE = "CC BY-SA 4.0: words and pairs of words are counted in texts some of which are under it; see below"
ALIGNED = "train/align.tsv.xz"
WIKISOURCE = "freely licensed books of Wikisource, as the challenge says"
LIMITS = (
    "Polish, printed 1791 to today; other languages and handwriting are left as they are, more or less",
    "Most books of test-A have other pages in dev-0 and train: in pages of other books more errors are likely to stay",
    "A word that was misread as another word stays as it is, mostly",
)
CHALLENGE, SPLIT = "poleval-2021/ocr", "test-A"


def main() -> None:
    """Make it, measure it, or both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("challenge", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    challenge = open_challenge(arguments.challenge)
    system, card = made(arguments.corpora, challenge)
    save(system, arguments.to, measured(system, card, challenge))
    print((arguments.to / "README.md").read_text("utf-8"))


def made(corpora: Path, challenge: Challenge) -> tuple[System, Card]:
    """Train it on a challenge whose train are made-up scans, and the rest that of the real one."""
    with tempfile.TemporaryDirectory() as folder, WorkProgress("ocr/cascade") as progress:
        data = cut(corpora, Path(folder))
        paths = {one: str(Path(folder, f"{one}.txt")) for one in (*SCANNED, *MORE)}
        scanned, more = ([paths[one] for one in names] for names in (SCANNED, MORE))
        practice = Path(folder, "practice")
        print(make_practice(practice, scanned, more, share=SHARE, progress=progress))
        (practice / "dev-0").symlink_to((challenge.path / "dev-0").resolve())
        (practice / ALIGNED).symlink_to((challenge.path / ALIGNED).resolve())
        splits, training = ("train", "dev-0"), Training(progress=progress)
        system, card = train(
            find_recipe("ocr/cascade"), open_challenge(practice), training, splits=splits, settings=SETTINGS
        )
    pages = tuple(replace(one, licence=WIKISOURCE) for one in card.data if one.name.startswith(("dev-0/", ALIGNED)))
    summary = f"{card.summary}; shipped for Polish"
    told = replace(card, data=(*pages, *data), licence=LICENCE, limits=LIMITS, settings=TOLD, summary=summary)
    return system, replace(told, command=COMMAND)


def cut(corpora: Path, folder: Path) -> tuple[TrainingData, ...]:
    """Write each source into a file of its own."""
    with (corpora / "pl-text.sources.tsv").open(encoding="utf-8") as file:
        rows = {row["source"]: row for row in csv.DictReader(file, delimiter="\t")}
    with lzma.open(corpora / "pl-text.txt.xz", "rt", encoding="utf-8") as text:
        lines = text.read().split("\n")
    found = []
    for source in (*SCANNED, *MORE):
        row = rows[source]
        own = "".join(f"{line}\n" for line in lines[int(row["first_line"]) - 1 : int(row["last_line"])])
        (folder / f"{source}.txt").write_text(own, "utf-8")
        digest = hashlib.sha256(own.encode()).hexdigest()
        found.append(TrainingData(f"{source}: {link(row['from'])}", own.count("\n"), digest, row["licence"]))
    return tuple(found)


def link(source: str) -> str:
    """Where a source is published."""
    name = source.replace(",", " ").partition(" ")[0]
    return f"https://github.com/{name}" if "/" in name else source


def measured(system: System, card: Card, challenge: Challenge) -> Card:
    """The card with scores, and the speed, on a split that was not learnt from."""
    pairs = read_pairs(challenge.split(SPLIT))[0]
    began = time.process_time()
    outputs = list(system.predict(pair.input for pair in pairs))
    speed = len(pairs) / (time.process_time() - began)
    found = score_all(challenge.schemes, [pair.expected for pair in pairs], outputs, rows=False)
    scores = tuple(MeasuredScore(CHALLENGE, SPLIT, one.name, one.value, str(one.signature)) for one in found)
    return replace(card, scores=scores, speed=f"{speed:,.0f} pages per second of one core")


if __name__ == "__main__":
    main()
