"""Pages that lost the signs of Polish letters, pages in other languages, and what no stain makes."""

import pytest

import probierz
from probierz.systems import registry
from probierz.systems.ocr.diacritics import bare
from probierz.systems.ocr.meant import kept_as_meant
from probierz.systems.recipes import find_recipe

# Written for this test.
MODERN = """Właśnie wróciliśmy z dłuższej podróży, podczas której zwiedziliśmy pięć miast.
Może w przyszłym tygodniu spotkamy się znów, żeby obejrzeć zdjęcia i opowiedzieć
sobie, co każdy z nas przeżył. Mój brat, który mieszka niedaleko, też chciałby
przyjść, choć wciąż narzeka na ból głowy. Ciocia Zofia przygotuje świeże bułki,
a dzieci będą mogły bawić się w ogrodzie, jeśli nie zacznie padać deszcz."""

FOREIGN = {
    "English": "The old man walked slowly through the village, and the children who were playing in the street\n"
    "looked at him with surprise. He had been away for many years, and nobody knew his face.",
    "German": "Der alte Mann ging langsam durch das Dorf, und die Kinder, die auf der Straße spielten,\n"
    "sahen ihn erstaunt an. Er war viele Jahre fort gewesen, und niemand kannte sein Gesicht.",
    "Czech": "Starý muž šel pomalu vesnicí a děti, které si hrály na ulici, se na něj udiveně dívaly.\n"
    "Byl pryč mnoho let a nikdo neznal jeho tvář ani hlas, jen pes u kovárny zavrtěl ocasem.",
    "French": "Le vieil homme marchait lentement dans le village, et les enfants qui jouaient dans la rue\n"
    "le regardaient avec surprise. Il était parti depuis longtemps, personne ne le connaissait.",
    "Latin": "Senex per vicum lente ambulabat, puerique qui in via ludebant eum mirantes spectabant.\n"
    "Multos annos afuerat, nec quisquam faciem eius noverat aut vocem.",
    "Ukrainian": "Старий чоловік повільно йшов селом, а діти, що гралися на вулиці, здивовано дивилися на нього.\n"
    "Його не було багато років, і ніхто вже не пам’ятав його обличчя.",
}


def test_nine_tenths_of_the_words_that_lost_their_signs_get_them_back(correct):
    lost = [one for one in MODERN.split() if bare(one) != one]
    found = correct(bare(MODERN))
    mended = [right for right, read in zip(found.text.split(), MODERN.split(), strict=True) if bare(read) != read]
    assert sum(one == other for one, other in zip(mended, lost, strict=True)) >= 0.9 * len(lost)
    assert "diacritics" in {change.step for change in found.changes}


def test_a_page_that_has_its_signs_keeps_them(correct):
    assert correct(MODERN).text == MODERN


@pytest.mark.parametrize(
    ("text", "word", "most"),
    [
        ("Sad nad rzeka, sad w miescie", "Sad", 0.0),  # nothing says that it is a court
        ("wszedl do sadu i zerwal sliwke z galezi", "sadu", 0.9),
        ("Kot wszedl na laty i zasnal", "laty", 0.9),
        ("Rzucil los na stol i wyszedl", "los", 0.0),
    ],
)
def test_a_word_that_is_right_without_signs_gets_them_where_words_beside_it_say_so(correct, text, word, most):
    assert all(one.chance <= most for one in correct(text).changes if one.read == word)


def test_signs_come_back_on_a_line_that_has_none(correct):
    assert correct("Pojechal do lak pelnych kwiatow").text == "Pojechał do łąk pełnych kwiatów"


def test_a_limit_of_confidence_holds_for_signs_too():
    careful = probierz.ocr_corrector(str(registry.shipped(find_recipe("ocr/cascade"))), confidence=1.0)
    assert careful(bare(MODERN)).text == bare(MODERN)


@pytest.mark.parametrize("language", FOREIGN)
def test_a_page_in_another_language_is_left_alone(correct, language):
    assert correct(FOREIGN[language]).changes == []


@pytest.mark.parametrize(
    "text",
    [
        "Powiedział 'dom' i wyszedł, a potem 'dobra wola' zawołał.",
        "To jest /ważne/, *pilne* i `stałe`, a reszta nie.",
        "Plik /usr/bin/env leży w /home/jan obok innych.",
        "chleb    3,50     2\nmleko    2,80     1",
        "  - punkt pierwszy\n  - punkt drugi\n    a) pod",
        "Zob. www.gov.pl/sprawy i jan.kowalski@wp.pl, tel. +48 600 100 200.",
    ],
)
def test_what_no_stain_makes_stays(correct, text):
    assert correct(text).text == text


@pytest.mark.parametrize(
    ("words", "at", "chosen", "kept"),
    [
        ("rzekł 'dorn' cicho", 1, "dom", "'dom'"),  # the word may change, its marks stay
        ("rzekł 'dorn cicho", 1, "dom", "dom"),  # a mark that nothing closes may be a stain
        ("rok 1907.", 1, "1901.", "1907."),  # no other number
        ("rok 1907:", 1, "1907.", "1907."),  # the mark behind it may be another
        ("| dom", 0, "", ""),
        ("- dom", 0, "", ""),  # of one line nobody knows
    ],
)
def test_a_choice_is_made_to_fit_what_is_meant(words, at, chosen, kept):
    assert kept_as_meant([words.split()], 0, at, chosen) == kept


@pytest.mark.parametrize(
    ("read", "right"),
    [
        ("słownik polsko-\nniemiecki leży", "słownik polsko-niemiecki\nleży"),
        ("wiatr północno-\nwschodni wieje", "wiatr północno-wschodni\nwieje"),
        ("był to inżynier-\nmalarz z Łodzi", "był to inżynier-malarz\nz Łodzi"),
        ("rzucał czary-\nmary i znikał", "rzucał czary-mary\ni znikał"),
        ("biały obłok na nie-\nbie płynie", "biały obłok na niebie\npłynie"),
        ("wiejskiej drogi i miej-\nskiej ulicy", "wiejskiej drogi i miejskiej\nulicy"),
    ],
)
def test_a_hyphen_of_a_compound_stays_at_the_end_of_a_line(correct, read, right):
    assert correct(read).text == right
