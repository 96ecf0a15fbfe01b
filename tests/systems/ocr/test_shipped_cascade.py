"""The cascade that comes with the package: what it reaches on pages it has never seen, and what it leaves alone."""

import pytest

import probierz
from probierz.scoring.score import score_all
from probierz.systems import registry
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import read_card
from probierz.systems.training import read_pairs

LARGEST = 20_000_000
AS_PUBLISHED = 0.08217
"""Word error rate on test-B of the best rules of the campaign."""


@pytest.fixture(scope="module")
def shipped():
    return registry.shipped(find_recipe("ocr/cascade"))


def test_it_is_small_and_its_card_credits_every_source_and_says_what_was_not_learnt_from(shipped):
    assert sum(path.stat().st_size for path in shipped.rglob("*")) < LARGEST
    card = read_card(shipped)
    assert all(one.licence for one in card.data)
    assert not any(one.licence.startswith(("GPL 3", "GNU GPL")) for one in card.data)
    assert {one.split for one in card.scores} == {"test-A"}
    assert not any(one.name.startswith("test") for one in card.data)


def test_it_beats_the_published_rules_on_pages_it_has_never_seen(shipped, data_dir):
    challenge = probierz.open_challenge(data_dir / "poleval-2021" / "ocr")
    pairs = read_pairs(challenge.split("test-A"))[0][::20]
    outputs = list(registry.find_system(str(shipped)).predict(pair.input for pair in pairs))
    found = score_all(challenge.schemes, [pair.expected for pair in pairs], outputs, rows=False)[0].value
    assert found < AS_PUBLISHED - 0.01
    assert found == pytest.approx(read_card(shipped).scores[0].value, abs=0.01)


@pytest.mark.parametrize(
    ("read", "right"),
    [
        ("Dziewczyna szła po u1icy.", "Dziewczyna szła po ulicy."),
        ("Książka leży na stole w pokoju, gdzie rnieszkał Jan.", "Książka leży na stole w pokoju, gdzie mieszkał Jan."),
        ("Ogród był dia niej całym światem.", "Ogród był dla niej całym światem."),
        ("Na rysunku widać wciecie w skale.", "Na rysunku widać wcięcie w skale."),
    ],
)
def test_what_other_scanners_misread_is_mended_too(correct, read, right):
    assert correct(read).text == right


@pytest.mark.parametrize(
    "page",
    [
        r"Kraków, 5 maja 1921\n\nDrogi Janie!\nDziękuję za list.\nJutro wyjeżdżam do Lwowa.\n\nTwój\nAdam",
        "A b c",
        r"Matka i ojciec\nK",
    ],
)
def test_a_letter_keeps_its_date_and_a_page_of_few_lines_its_initials_in_predictions_too(shipped, page):
    assert list(registry.find_system(str(shipped)).predict([f"\t\t\t{page}"])) == [page]


@pytest.mark.parametrize(
    "text",
    ["Dzień dobry.", "ROZDZIAŁ III", "Faktura nr 12/2024", "Stara matka siedziała przy oknie.\n\nA potem wyszła."],
)
def test_of_a_few_lines_none_is_taken_for_a_running_head(correct, text):
    assert correct(text).text == text


TODAY = (
    "rozmawiali o wystawie, której nikt wcześniej nie widział.\nPóźniej było inaczej. Więcej na stronie internetowej."
)


@pytest.mark.parametrize("read", ["w café", "z Andrém", "w Orléans", "w jéj domu", "„w jéj domu, w téj chwili”"])
def test_a_single_e_with_an_accent_makes_no_page_of_today_an_old_one(correct, read):
    assert correct(f"Spotkali się {read} i {TODAY}").text == f"Spotkali się {read} i {TODAY}"


@pytest.mark.parametrize(
    "text",
    [
        "pow. łucki, gub. wołyńska, par. Ołyka", "służył w 1 p. uł. Krechowieckich", "por. rez., kpt. 2 p. sap.",
        "nakł. aut., druk. W. Ł. Anczyca i Sp.", "pow. sokal., gub. wołyń., par. św. Anny",
    ],
)  # fmt: skip
def test_abbreviations_and_initials_are_no_errors(correct, text):
    assert correct(text).text == text


def test_every_join_is_told_also_on_a_line_that_gives_its_first_word_away(correct):
    changes = correct("Przecie on rzeczywi-\nście chcąc śledzić tę kobietę mó-\nwiąc już o tym.").changes
    assert [(one.line, one.read, one.right) for one in changes if one.step == "join"] == [
        (0, "rzeczywi-\nście ", "rzeczywiście\n"),
        (1, "mó-\nwiąc ", "mówiąc\n"),
    ]
