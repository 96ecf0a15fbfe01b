"""Sentences of the engine on pages in Polish."""

import ast
import re
from pathlib import Path

import pytest
from django.utils.translation import override

import probierz
from probierz.web.html.engine_words import PIECES, engine, in_this_language

SOURCE = Path(probierz.__file__).parent

TABLE = [
    (
        "out.tsv line 2: RMSE cannot read this line: wanted a number with a decimal point, such as 12, -0.5 or 1e-3, "
        "and nothing after it; found '5,0'",
        "out.tsv, wiersz 2: RMSE nie może odczytać tego wiersza: potrzebna jest liczba z kropką dziesiętną, na "
        "przykład 12, -0.5 lub 1e-3, i nic poza nią; jest '5,0'",
    ),
    (
        "the number of lines is more than 4, but 4 are wanted; give one output line for every input line",
        "wierszy jest więcej niż 4, a potrzeba 4; podaj jeden wiersz wyjścia na każdy wiersz wejścia",
    ),
    (
        "test-A/out.tsv line 1: byte 0xE9 is not UTF-8; save the file as UTF-8",
        "test-A/out.tsv, wiersz 1: bajt 0xE9 nie należy do UTF-8; zapisz plik w kodowaniu UTF-8",
    ),
    ("a sentence that nobody listed, 1 of 2", "a sentence that nobody listed, 1 of 2"),
]


@pytest.mark.parametrize(("english", "polish"), TABLE)
def test_what_the_engine_says_most_is_said_in_polish_with_its_names_and_numbers(english, polish):
    with override("pl"):
        assert in_this_language(english) == polish
    with override("en"):
        assert in_this_language(english) == english


def test_the_original_stands_behind_a_translation_and_what_is_quoted_stays_text():
    with override("pl"):
        shown = engine("out.tsv line 1: MAE cannot read this line: wanted a finite number; found '<b>'")
    assert "wiersz 1" in shown
    assert "line 1: MAE cannot read this line" in shown
    assert "<b>" not in shown


def sentences_of_the_source():
    """All texts of the source but those of the table itself, with a mark where a value stands."""
    found = []
    for path in SOURCE.rglob("*.py"):
        if path.name == "engine_words.py" or "migrations" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "\0" for part in node.values]
                found.append("".join(map(str, parts)))
    return "\n".join(found)


COMPOSED = (
    r"%\(\w+\)s|^wanted |^This cannot be scored: | lines?\b|^too (?:few|many) lines: |^the | is more than $"
    r"|the (?:output|expected file) has |; "
)
"""Where the engine puts its sentences together."""


def test_every_piece_is_still_said_somewhere():
    said = sentences_of_the_source()
    for piece in PIECES:
        for words in re.split(COMPOSED, piece):
            assert words.strip(" :;,.") in said, f"nothing says {words!r} of {piece!r} any more: mend the table"
