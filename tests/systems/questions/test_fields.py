"""Cells of rows and lines of sheets answer what they are named for, and an empty one lets no other answer for it."""

import pytest

from probierz.systems.questions.asking import ask
from probierz.systems.questions.documents import read_documents
from probierz.systems.questions.index import PassageIndex, build_index

TEXTS = {
    "namioty.tsv": (
        "sprzęt\tstawka za noc\tstawka za tydzień\n"
        "Namiot duży\t44 zł\t—\nNamiot mały\t29 zł\t170 zł\nPrzyczepa\tbrak\t900 zł\nMata\t\t12 zł\n"
    ),
    "promy.tsv": "kurs\todjazd z\tdokąd\tgodzina\tpomost\n71\tUstka\tNexø\t8:15\t4\n72\tUstka\tRønne\t17:50\t6\n",
    "szkola.txt": (
        "Numery w szkole\n\nŚwietlica\nOpiekun: Iga Sowa\nTelefon: 59 700 31 01\n\n"
        "Pracownia\n\nOpiekun: Leon Duda\nTelefon: 59 700 31 02\n"
    ),
    "osoby.txt": "Spis\n\nOsoba: Ida Żak\nTel.: 11 20\n\nOsoba: Jan Mech\nTel.: 11 30\n",
    "kino.md": (
        "# Kino Bajka\n\n| Seans | Wstęp | Dzień |\n| :-- | --: | --- |\n| **poranek** | 14 zł | niedziela |\n"
        "| nocny | 33 zł | piątek |\n\nW kinie jest 90 miejsc.\n"
    ),
    "odloty.tsv": "odjazd\tprzyjazd\tdokąd\tautobus\tperon\n7:05\t9:40\tHel\t550\t2\n7:30\t8:10\tReda\t560\t1\n",
    "pokoje.tsv": "osoba\tfunkcja\tpokój\nWit Ryba\tarchiwista\t21\nZoja Len\tkasjerka\t22\n",
    "festyn.md": (
        "# Festyn w Rogowie\n\nPiątek\n\n17:00 – koncert kapeli Stok\n19.30 - pokaz ogni\n\n"
        "Sobota, trzeciego dnia festynu\n\n- 10:15 bieg na 5 km\n- 12:00–13:00 – „Mały rycerz”\n\n2.50 zł za los\n"
    ),
    "lekcje.txt": "Plan zajęć w ognisku\n\nGarncarstwo – 15:45\nChór dziecięcy - 16:30\nRazem z dziećmi\n",
    "rozlozone.txt": "Jo\u0301zef Zie\u0328ba\n\nPoczta\u0328 kierował w 1911 roku Jo\u0301zef Zie\u0328ba.",
    "strona.txt": "<p>Sklep &bdquo;R&amp;D&rdquo; za&lstrok;o&zdot;y&lstrok;a Ewa Lin.</p>",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    for name, content in TEXTS.items():
        (folder / name).write_text(content, "utf-8")
    build_index(folder / "an.index", read_documents([str(folder)]))
    with PassageIndex(folder / "an.index") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Ile kosztuje duży namiot za noc?", "44 zł"),
        ("Ile kosztuje namiot duży za tydzień?", ""),
        ("Jaka jest stawka za przyczepę za noc?", ""),
        ("Jaka jest stawka za matę za noc?", ""),
        ("Jaka jest stawka za matę za tydzień?", "12 zł"),
        ("Z którego pomostu odjeżdża kurs 72?", "6"),
        ("O której odjeżdża kurs 71?", "8:15"),
        ("Dokąd odjeżdża kurs 72?", "Rønne"),
        ("O której przyjeżdża autobus do Helu?", "9:40"),
        ("O której odjeżdża autobus do Helu?", "7:05"),
        ("O której jest autobus do Redy?", "7:30"),
        ("Jakim autobusem dojadę do Redy?", "560"),
        ("Dokąd jedzie autobus 550?", "Hel"),
        ("W którym pokoju pracuje kasjerka?", "22"),
        ("O której jest koncert kapeli Stok?", "17:00"),
        ("O której zaczyna się pokaz ogni?", "19.30"),
        ("Kiedy jest bieg na 5 km?", "10:15"),
        ("O której grają „Małego rycerza”?", "12:00–13:00"),
        ("Co jest o 17:00?", "koncert kapeli Stok"),
        ("O której jest chór dziecięcy?", "16:30"),
        ("O której jest koncert na skrzypce?", ""),
        ("Jaki telefon ma świetlica?", "59 700 31 01"),
        ("Jaki jest numer telefonu do pracowni?", "59 700 31 02"),
        ("Kto jest opiekunem pracowni?", "Leon Duda"),
        ("Jaki telefon ma Jan Mech?", "11 30"),
        ("Jaki jest numer telefonu Idy Żak?", "11 20"),
        ("Ile kosztuje wstęp na seans nocny w kinie Bajka?", "33 zł"),
        ("Kto kierował pocztą w 1911 roku?", "Józef Zięba"),
        ("Kto kierowa\u0142 poczta\u0328 w 1911 roku?", "Józef Zięba"),
    ],
)
def test_the_field_that_is_asked_for_answers_and_no_other(index, question, answer):
    assert ask(index, question, passages=3).answer == answer


def test_rows_of_markdown_are_documents_and_entities_signs(tmp_path):
    for name in ("kino.md", "strona.txt"):
        (tmp_path / name).write_text(TEXTS[name], "utf-8")
    found = {one.name: one.text.strip() for one in read_documents([str(tmp_path)])}
    assert found["kino.md:5"] == "Seans: poranek; Wstęp: 14 zł; Dzień: niedziela"
    assert found["kino.md"].split() == ["#", "Kino", "Bajka", "W", "kinie", "jest", "90", "miejsc."]
    assert found["strona.txt"] == "Sklep „R&D” założyła Ewa Lin."
