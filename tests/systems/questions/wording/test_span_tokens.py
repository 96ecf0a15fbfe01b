"""Sentences of a passage end at full stops, and at none behind an abbreviation that goes on."""

import pytest

from probierz.systems.questions.wording.span_tokens import SENTENCE_END


@pytest.mark.parametrize(
    "text",
    [
        "Dzwoń pod tel. 500 600 700 do Anny Rak",
        "Spotkanie jest w pok. 12 przy ul. Długiej 5, tj. w tzw. Sali Lustrzanej",
        "Grali m.in. Zofia Bem, prof. Jan Kot, ks. Adam Lis i J. Rak",
        "Szkoła im. Jana Kota stoi na os. Leśnym nr 7",
        "Czynne pn.–pt. 9–17, sob. 10–14, o godz. 12 przerwa",
        "W 1922 r. Jan Bem założył klub",
        "Klub założył w 1922 r. Jan Bem, kupiec",
        "Most zbudował w XIX w. Jan Bem z Pucka",
        "Spolek sídlí na nám. Míru č. 7 a tř. Svobody",
    ],
)
def test_an_abbreviation_ends_no_sentence(text):
    assert not [*SENTENCE_END.finditer(text)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Klub założono w 1922 r.", "Budynek stoi do dziś"),
        ("Klub założono w 1922 r.", "Jan Bem kupił dom"),
        ("Panował Jan III.", "Potem był pokój"),
        ("Czynne do 16 godz.", "W sobotę nieczynne"),
        ("To koniec.", "Ala ma kota"),
    ],
)
def test_two_sentences_are_two(first, second):
    assert [one.end() for one in SENTENCE_END.finditer(f"{first} {second}")] == [len(first)]
