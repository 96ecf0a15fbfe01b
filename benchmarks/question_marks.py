"""How many single questions get their question mark, and how many marks texts get that ask nothing.

    python -m benchmarks.question_marks [--system punctuation/network]

Questions of PoQuAD, and paragraphs of it, each a text without marks in small letters; none of them was learnt from, and
no rule was made on them.
"""

from __future__ import annotations

import argparse
import random
import re

from benchmarks.measure import data
from probierz.systems.punctuation.restoring import punctuator
from probierz.systems.questions.learning.squad import read_answered_questions

_SEED, _PARAGRAPHS = 3, 400


def main() -> None:
    """Restore, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", default="punctuation/network")
    arguments = parser.parse_args()
    poquad = data("poquad")
    if poquad is None:
        print("poquad: skipped, it is not here (set PROBIERZ_DATA)")
        return
    asked = [one for one in read_answered_questions(poquad / "poquad-sample.json.xz") if one.is_answered]
    questions = sorted({one.question.strip() for one in asked if one.question.strip().endswith("?")})
    paragraphs = sorted({one.paragraph for one in asked})
    chosen = random.Random(_SEED).sample(paragraphs, min(_PARAGRAPHS, len(paragraphs)))
    punctuate = punctuator(arguments.system)
    marked = sum(punctuate(_bare(one)).endswith("?") for one in questions)
    given = sum(punctuate(_bare(one)).count("?") for one in chosen)
    print("texts\thow many\twith a question mark\tquestion marks wanted")
    print(f"questions\t{len(questions)}\t{marked}\t{len(questions)}")
    print(f"paragraphs\t{len(chosen)}\t{given}\t{sum(one.count('?') for one in chosen)}")


def _bare(text: str) -> str:
    return re.sub(r"[,?.\"„”!:;()–]", "", " ".join(text.split())).lower()


if __name__ == "__main__":
    main()
