"""Words and signs of a passage, and where its sentences end, as spans are described by them."""

from __future__ import annotations

import re

from probierz.systems.questions.wording.words import SMALL

__all__ = ["SENTENCE_END", "TOKEN"]

TOKEN = re.compile(
    r"(?<![\w,.])\d{1,3}(?:[ \xa0\u202f]\d{3})+(?:,\d+)?(?!\w)"  # 105 922; a part of a number is none
    r"|\d+(?:[.,:]\d+)+(?!\w)"  # 72,4  18:48  1.848.000
    r"|\w+(?:[-–’'./]\w+)*"
    r"|[^\w\s]"
)
# Unlike in `finding/passages.py` the marks are part of the match and the end of a text or line counts, for a span must
# not go over one; the weights that are shipped were learnt with this.
SENTENCE_END = re.compile(
    r"(?<![.!?…])(?<!\b(?:ur|zm|ul|pl|al|nr|ok|św|ks|dr|im|ps|hr|bp))(?<!\b(?:tys|por|gen|tel|inż|mgr|płk))[.!?…]++"
    rf"[\"”»)]*+(?=\s+[\"„«(]*[^\W_{SMALL}]|\s*$|\n)"
    r"|\n\s*?\n|\n(?=[^\n:.]{1,40}:[ \t])"  # a heading ends, and a line before one that begins as `Telefon: `
    r"|\n(?=[ \t]*(?:[-*•–][ \t]|\d{1,2}[:.]\d\d\b|\d{1,2}[.)][ \t]))|(?<=\d[:.]\d\d)\n"  # or an item of a list
)
