"""Make the cascade that is shipped for `probierz ocr-correct`: from texts whose licence allows it, and made-up scans.

    python scripts/ship_ocr.py CORPORA --to src/probierz/systems/ocr/shipped --measure OCR-CHALLENGE

CORPORA is a folder with pl-text.txt.xz, a paragraph on a line, and pl-text.sources.tsv, which says which lines are of
which source under which licence. Only the sources named below are read. The same texts give the same system: it takes
about four minutes of one core and 1 GB. With --measure, the card gets the scores on the splits of a challenge that were
never learnt from.
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

from probierz.challenges.challenge import open_challenge
from probierz.scoring.score import score_all
from probierz.systems.cards import Card, MeasuredScore, TrainingData
from probierz.systems.ocr.practice import make_practice
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, read_card, save
from probierz.systems.system import System, Training
from probierz.systems.training import read_pairs, train

SCANNED = (
    "novels-pl", "eltec-pol", "wikipedia-poquad", "kpwr-test", "openstax-fizyka-bundle", "openstax-psychologia",
    "openstax-mikroekonomia", "openstax-makroekonomia",
)  # fmt: skip
"""Sources whose pages are made into scans; of the next ones only words are taken."""
MORE = ("sejm", "ntrex-pl", "ud-Polish-PUD", "commonvoice-pl", "debian-handbook-pl", "gnome-help-pl")
SETTINGS = {"words": 450_000, "pairs": 1_500_000, "drop": 0.9}
SHARE, SEED = 0.1, 0
LICENCE = "CC BY-SA 4.0: words and pairs of words are counted in texts some of which are under it; see below"
LIMITS = (
    "Polish, printed 1830 to today; other languages and handwriting are left as they are, more or less",
    "It learnt from made-up scans alone: one that learnt from PolEval 2021 makes a seventh fewer errors",
    "How often which letter is misread was counted on dev-0 of PolEval 2021: in that sense it was seen; test-A was not",
    "A word that was misread as another word stays as it is, mostly",
)
CHALLENGE, SPLITS = "poleval-2021/ocr", ("dev-0", "test-A")


def main() -> None:
    """Make it, measure it, or both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="?", help="without: the system in the folder is measured")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--measure", type=Path, help="a challenge with dev-0 and test-A")
    parser.add_argument("--every", type=int, default=1, help="measure only every so many pages")
    arguments = parser.parse_args()
    if arguments.corpora:
        system, card = made(arguments.corpora)
        save(system, arguments.to, card)
    if arguments.measure:
        system, card = load(arguments.to), read_card(arguments.to)
        save(system, arguments.to, measured(system, card, arguments.measure, arguments.every))
    print((arguments.to / "README.md").read_text("utf-8"))


def made(corpora: Path) -> tuple[System, Card]:
    """Train it."""
    recipe = find_recipe("ocr/cascade")
    with tempfile.TemporaryDirectory() as folder:
        data = cut(corpora, Path(folder))
        paths = {one: str(Path(folder, f"{one}.txt")) for one in (*SCANNED, *MORE)}
        practice = Path(folder, "practice")
        scanned, more = ([paths[one] for one in names] for names in (SCANNED, MORE))
        print(make_practice(practice, scanned, more, share=SHARE, seed=SEED))
        system, card = train(recipe, open_challenge(practice), Training(seed=SEED), settings=SETTINGS)
    return system, replace(
        card, data=data, licence=LICENCE, limits=LIMITS, summary=f"{card.summary}; shipped for Polish"
    )


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


def measured(system: System, card: Card, challenge_path: Path, every: int) -> Card:
    """The card with scores, and the speed, on splits that were not learnt from."""
    challenge = open_challenge(challenge_path)
    scores, pages, seconds = [], 0, 0.0
    for name in SPLITS:
        pairs = read_pairs(challenge.split(name))[0][::every]
        began = time.process_time()
        outputs = list(system.predict(pair.input for pair in pairs))
        seconds, pages = seconds + time.process_time() - began, pages + len(pairs)
        found = score_all(challenge.schemes, [pair.expected for pair in pairs], outputs, rows=False)
        shown = name if every == 1 else f"{name}, one page in {every}"
        scores += [MeasuredScore(CHALLENGE, shown, one.name, one.value, str(one.signature)) for one in found]
    return replace(card, scores=tuple(scores), speed=f"{pages / seconds:,.0f} pages per second of one core")


if __name__ == "__main__":
    main()
