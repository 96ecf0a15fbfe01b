"""The published cascade of heuristics, step by step."""

import pytest

from probierz.errors import DataError, OptionError, Untrained
from probierz.systems.ocr.heuristics import LETTERS, Heuristics
from probierz.systems.ocr.steps import HEURISTIC_STEPS
from probierz.systems.storage import load, save
from probierz.systems.system import Pair

PAIRS = [
    Pair(r"Na brzegach rzeki, eo szumi. Ala widzi dom.", "Na brzegach rzeki, co szumi. Ala widzi dom."),
    Pair(r"Wiem eo widzi. ma brzegach rzeki", "Wiem co widzi. na brzegach rzeki"),
    Pair(r"Ona ma brzegach dom", "Ona na brzegach dom"),
    Pair(r"Ona ma dom i ma kota", "Ona ma dom i ma kota"),
    Pair("czyli", "czyli"),
]


@pytest.fixture(scope="module")
def system():
    system = Heuristics()
    system.fit(PAIRS)
    return system


@pytest.mark.parametrize(
    ("step", "line", "right"),
    [
        ("hyphens", r"wi-\ndzi sto=\nlica rze«\nka", "widzi stolica rzeka"),
        ("signs", "Cczyli tak) ,,Stój|", "(czyli tak) „Stój!"),
        ("signs", "Ala. widzi", "Ala. widzi"),  # too short a word: it may be shortened
        ("signs", "brzegach. na", "brzegach, na"),
        ("words", "Wiem eo widzi.", "Wiem co widzi."),
        ("letters", "rzeki szuni.", "rzeki szumi."),
        ("letters", "rzeki xyz", "rzeki xyz"),
        ("trash", "Ala widzi 1 ;- .| 2 dom", "Ala widzi dom"),
        ("trash", "Ala widzi 1 dom", "Ala widzi 1 dom"),
        ("phrases", "ma brzegach i ma dom", "na brzegach i ma dom"),
    ],
)
def test_a_step_does_what_the_paper_says(system, step, line, right):
    alone = Heuristics(step)
    alone._counted = system._counted
    assert list(alone.predict([line])) == [right]


def test_the_text_is_told_after_each_step(system):
    found = system.trace(r"Wiem eo wi-\ndzi. ma brzegach")
    assert len(found) == 1 + len(HEURISTIC_STEPS)
    assert found[0] == "Wiem eo wi- dzi. ma brzegach"
    assert found[-1] == "Wiem co widzi, na brzegach"


def test_a_word_with_two_ways_to_be_right_stays(system):
    alone = Heuristics("letters")
    alone.fit([Pair("", "kąt kut")])
    assert list(alone.predict(["kat"])) == ["kat"]  # a may have been ą or u


def test_the_published_table_has_its_29_rows():
    assert len(LETTERS) == 29
    assert LETTERS["Si"] == "sł"


def test_what_was_counted_is_the_same_after_saving(system, tmp_path):
    save(system, tmp_path / "saved")
    lines = [pair.input for pair in PAIRS]
    assert list(load(tmp_path / "saved").predict(lines)) == list(system.predict(lines))


def test_what_cannot_work_is_said():
    with pytest.raises(Untrained):
        list(Heuristics().predict(["a"]))
    with pytest.raises(DataError):
        Heuristics().fit([])
    with pytest.raises(OptionError, match="'hyphen'"):
        Heuristics("hyphen")
