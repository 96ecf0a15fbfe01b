"""Full stops that belong to words, and lines that are no sentences, by the network that is shipped."""

import re

import pytest

from probierz.systems.punctuation.abbreviations import Stop, own_stops
from probierz.systems.punctuation.printed_sentences import as_object, sentences_of_file
from probierz.systems.punctuation.restoring import punctuator
from probierz.systems.punctuation.tokens import read_token

pytestmark = pytest.mark.xdist_group("punctuation/network")  # which takes seconds to load


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("ul. Długa", "20"),
        ("Czyta J. R. R. Tolkiena", "01110"),
        ("w 1900 r. padało", "0010"),
        ("w XX w. padało", "0010"),
        ("na 3. piętrze", "010"),
        ("1. Wstęp", "20"),
        ("sp. z o.o. i m. in. kot", "2010120"),
        ("To jest dom. Kot śpi.", "00000"),
        ("pisz na jan@wp.pl. Czekam", "0000"),
        ("pod sygn. akt i grzmotn. akt", "020010"),
    ],
)
def test_whose_a_full_stop_is(text, stops):
    known = frozenset("to jest dom kot śpi padało pisz na akt pod i".split())
    found = own_stops([read_token(token) for token in text.split()], lambda word: word in known)
    assert found == [Stop(int(one)) for one in stops]


def test_lines_with_nothing_but_abbreviations_are_not_finished():
    text = (
        "Rozmowa była długa, a wnioski jasne. Wójt milczał. Radni słuchali.\n"
        "przy ul. Ogrodowej powstanie nowy plac zabaw\nW 2011 r. otwarto tu przychodnię dr. Kowalskiego\n"
        "Mieszkańcy os. Zachodniego skarżą się na hałas\n"
    )
    written = punctuator()(text).splitlines()
    assert written[0] == text.splitlines()[0]
    assert [line[-1] for line in written[1:]] == ["."] * 3


def test_marks_are_set_again_without_harm_to_abbreviations_and_layout():
    text = "Książkę J. R. R. Tolkiena ma M. Lis z ul.  Kwiatowej; w 1900 r. i na 3. piętrze, o godz. 10.30.\n\t1. Wstęp"
    written = punctuator(again=True)(text)
    for kept in (
        "J. R. R. Tolkiena",
        "M. Lis",
        "ul.  Kwiatowej",
        "1900 r.",
        "3. piętrze",
        "godz. 10.30",
        "\n\t1. Wstęp",
    ):
        assert kept in written


@pytest.mark.parametrize(
    "text",
    [
        "Marek Z. wyszedł z biura. Sąsiedzi go widzieli.",
        "Wczoraj A. Nowicka została posłanką.",
        "Sprawę prowadzi W. Lis. Z. Kot jest świadkiem.",
        "Hanna wróciła z lasu. Zjadła kolację. Potem zasnęła.",
        "Marta zapytała o zgodę. Usłyszała, że nie. Pojechała więc sama.",
        "Masz klucze? Tak. Zabrałem je rano.",
        "Wystąpili Adam Zych, Wrona, Lis.",
    ],
)
def test_initials_and_likely_ends_of_sentences_stay_where_marks_are_set_again(text):
    assert punctuator(again=True)(text) == text


def test_headings_items_and_addresses_end_without_a_full_stop():
    text = (
        "Zabytki i muzea\n\nw centrum stoi kościół z czerwonej cegły który zbudowano dawno temu\n\n"
        "- śpiwór i karimata\n- ciepłe ubranie\n\n1. śniadanie w stołówce\n2. ognisko i śpiewy\n\n"
        "a) imię i nazwisko\nb) adres zamieszkania\n\ne-mail biuro@firma.pl\nJAN: nie wiem czy przyjdzie\n"
        "wyrok zapadł pod sygn. akt I C 123/20 i jest prawomocny"
    )
    assert punctuator()(text) == (
        "Zabytki i muzea\n\nW centrum stoi kościół z czerwonej cegły, który zbudowano dawno temu.\n\n"
        "- Śpiwór i karimata\n- Ciepłe ubranie\n\n1. Śniadanie w stołówce\n2. Ognisko i śpiewy\n\n"
        "a) imię i nazwisko\nb) adres zamieszkania\n\nE-mail biuro@firma.pl\nJAN: Nie wiem, czy przyjdzie.\n"
        "Wyrok zapadł pod sygn. akt I C 123/20 i jest prawomocny."
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Szanowni Państwo,\nprzesyłam ofertę", "Szanowni Państwo,\nprzesyłam ofertę."),
        ("Droga Aniu,\n\njan wyjechał do Krakowa", "Droga Aniu,\n\nJan wyjechał do Krakowa."),
        ("czekamy na odpowiedź\nZ poważaniem\nJan Kos", "Czekamy na odpowiedź.\nZ poważaniem\nJan Kos"),
        (
            "Czekam na znak\n\nserdecznie pozdrawiam\n\nEwa Lis\ndział kadr\nnie pracuję w piątki",
            "Czekam na znak.\n\nSerdecznie pozdrawiam\n\nEwa Lis\nDział kadr\nNie pracuję w piątki.",
        ),
    ],
)
def test_letters_go_on_behind_the_comma_of_their_salutation_and_are_signed_without_a_full_stop(text, written):
    assert punctuator()(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("ustawa o vat z późn zm obowiązuje od dziś", "Ustawa o VAT z późn. zm. obowiązuje od dziś."),
        ("rozp. min. fin. z dn. 3 maja obowiązuje", "Rozp. min. fin. z dn. 3 maja obowiązuje."),
        ("2 szkl. mąki wsyp do miski", "2 szkl. mąki wsyp do miski."),
        ("wsyp 3 szkl. mąki i wymieszaj", "Wsyp 3 szkl. mąki i wymieszaj."),
        ("ugotuj 1 szt. kapusty 2 opak. drożdży", "Ugotuj 1 szt. kapusty, 2 opak. drożdży."),
        ("dodaj 20 dag. mąki i 2 ząb. czosnku", "Dodaj 20 dag. mąki i 2 ząb. czosnku."),
        ("1 pęcz. natki 1 but. oliwy 3 jajka", "1 pęcz. natki, 1 but. oliwy, 3 jajka."),
        ("1 dkg drożdży i 1 kg mąki", "1 dkg drożdży i 1 kg mąki."),
        ("w dn. 5 bm. zmarł jan nowak", "W dn. 5 bm. zmarł Jan Nowak."),
        ("kl. iv b pojechała do muzeum", "Kl. IV b pojechała do muzeum."),
        ("masło mleko jajka itd. kupisz w sklepie", "Masło, mleko, jajka itd. kupisz w sklepie."),
        ("sklep czynny w dni rob. od ósmej", "Sklep czynny w dni rob. od ósmej."),
        ("wiceprzew. rady otworzył obrady", "Wiceprzew. rady otworzył obrady."),
        ("autor op cit nie podaje źródła", "Autor op. cit. nie podaje źródła."),
        ("cena obejmuje: a) nocleg b) śniadanie c) parking", "Cena obejmuje: a) nocleg b) śniadanie c) parking."),
        ("pytanie jest takie a) co robić b) gdzie iść", "Pytanie jest takie: a) co robić? b) gdzie iść?"),
        ("(wariant b) który wybrano jest tańszy", "(Wariant b), który wybrano, jest tańszy."),
    ],
)
def test_amid_a_sentence_neither_pairs_of_abbreviations_nor_letters_of_items_begin_another(text, written):
    assert punctuator()(text) == written


@pytest.mark.parametrize(
    "text",
    [
        "Pan Nowak (prezes zarządu) otworzył zebranie.",
        "Ewa (moja siostra) przyjechała wczoraj.",
        "Jeśli zdążę (a mam nadzieję, że tak), zadzwonię wieczorem.",
        "Zadzwoń do mnie (najlepiej wieczorem) to porozmawiamy.",
        "Nie wiem (i nie chcę wiedzieć), kto to zrobił.",
        "W 1990 r. (w lipcu) wyjechał do Niemiec.",
        "Badania wykonano w maju (patrz s. 12).",
        "To jest zdanie. (To drugie jest w nawiasie.) A to trzecie.",
        "Rząd (który podał się do dymisji) nie przyjął ustawy [patrz s. 12].",
    ],
)
def test_brackets_add_neither_commas_nor_capital_letters(text):
    is_finished = text.startswith(("To jest", "Rząd"))
    assert punctuator()(text if is_finished else re.sub(r"(?<![rs])[.,]", "", text).lower()) == text


@pytest.mark.parametrize("line", ["ik ga naar school", "pojken läser en bok", "aš esu studentas ir gyvenu vilniuje"])
def test_a_line_of_another_language_stays_amid_polish_ones(line):
    assert punctuator()(f"wczoraj poszliśmy do kina\n{line}\n").splitlines()[1] == line


def test_json_says_which_lines_were_left_and_captions_too(tmp_path):
    text = tmp_path / "a.txt"
    text.write_text("this is an english sentence about the weather today\nto jest polskie zdanie o pogodzie\n")
    found = [as_object(one) for one in sentences_of_file(punctuator(), str(text), "text")]
    assert [(one["line"], one["kept"]) for one in found] == [(1, "foreign"), (2, None)]
    film = tmp_path / "a.srt"
    film.write_text("1\n00:00:01,000 --> 00:00:03,000\nthis is an english sentence about the weather today\n")
    assert [as_object(one)["kept"] for one in sentences_of_file(punctuator(), str(film), "srt")] == ["foreign"]


def test_verbs_that_bid_have_small_letters_amid_a_sentence_and_make_a_line_one():
    text = "NIP firmy sprawdź w rejestrze\n\nPamiętaj o parasolu\n\nSilnik działa głośno\n\nOpis techniczny\n\nWstęp\n"
    lines = punctuator()(text).splitlines()[::2]
    assert lines[:4] == [
        "NIP firmy sprawdź w rejestrze.",
        "Pamiętaj o parasolu.",
        "Silnik działa głośno.",
        "Opis techniczny",
    ]
