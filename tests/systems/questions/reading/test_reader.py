"""Answers are read from passages: as spans of words with numbers, and none is given where nobody is sure."""

import json

import numpy
import pytest

from probierz.errors import DataError, SystemFileError
from probierz.systems.questions.answering.asking import NOT_SURE, NOTHING_FOUND, YES_OR_NO, ask
from probierz.systems.questions.doubting.premises import lacks_premise
from probierz.systems.questions.finding.index import FoundPassage, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.reading import reader
from probierz.systems.questions.reading.asked_question import AskedQuestion, best_sentence
from probierz.systems.questions.reading.reader import (
    LearntQuestion,
    ReaderWeights,
    confidence_rows,
    learn_confidence,
    learn_spans,
    read,
)
from probierz.systems.questions.reading.span_candidates import MOST_WORDS
from probierz.systems.questions.reading.span_features import FEATURES
from probierz.systems.questions.reading.spans import spans_of
from probierz.systems.questions.reading.whole_answers import whole_answer

CURIE = "Maria Skłodowska-Curie urodziła się w Warszawie w 1867 roku. Odkryła polon i rad (pierwiastki)."
DOCUMENTS = [
    SourceDocument("curie", "Maria Skłodowska-Curie", CURIE),
    SourceDocument("wisla", "Wisła", "Wisła to najdłuższa rzeka w Polsce. Uchodzi do Bałtyku."),
]


def asked(text, **weights):
    return AskedQuestion(text, weights or dict.fromkeys(["curie", "urodz", "odkry"], 1.0))


def texts_of(spans, passage=CURIE):
    return [passage[begin:end] for begin, end in spans.places.tolist()]


def column_of(question, passage, name):
    spans = spans_of(question, "", passage)
    return dict(zip(texts_of(spans, passage), spans.features[:, FEATURES.index(name)].tolist(), strict=True))


def column(spans, name):
    return dict(zip(texts_of(spans), spans.features[:, FEATURES.index(name)].tolist(), strict=True))


def weighing(**by_name):
    return ReaderWeights(tuple(by_name.get(name.replace(" ", "_").replace(":", ""), 0.0) for name in FEATURES))


# --- spans -----------------------------------------------------------------------------------------------------------


def test_spans_are_runs_of_words_of_one_sentence():
    found = texts_of(spans_of(asked("Kiedy żyła Curie?"), "", CURIE))
    assert {"1867", "w Warszawie", "Maria Skłodowska-Curie", "polon i rad", "rad (pierwiastki)"} - set(found) == {
        "rad (pierwiastki)"  # its parenthesis is open: the sign that closes it is no end of a span
    }
    assert "się" not in found
    assert not any(". " in one or one.startswith("(") for one in found)
    assert max(len(one.split()) for one in found) <= MOST_WORDS
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    "number",
    ["72,4", "18:48", "105 922", "105\u00a0922", "1 848 000,5", "1.848.000", "18,48", "1848/1849", "18.03.1848"],
)
def test_a_number_is_in_a_span_as_a_whole(number):
    passage = f"Było tego {number} razem, mówi Jan."
    pieces = {one for one in texts_of(spans_of(asked("Ile?"), "", passage), passage) if any(map(str.isdigit, one))}
    assert number in pieces
    assert all(number in one for one in pieces)


def test_numbers_of_a_list_are_several():
    passage = "Były to lata 1848, 1863 i 1905 oraz w 1848 200 osób."
    assert {"1848", "1863", "1905", "200"} <= set(texts_of(spans_of(asked("Ile?"), "", passage), passage))


def test_features_say_what_stands_in_a_span_and_around_it():
    question = asked("Kiedy urodziła się i zmarła Curie?")  # of both: no span is ruled out
    spans = spans_of(question, "Maria Skłodowska-Curie", CURIE, standing=0.5, rank=1)
    assert spans.features.shape == (len(spans.places), len(FEATURES))
    assert column(spans, "date: year")["1867"] == 1
    assert column(spans, "date: year")["Warszawie"] == 0
    assert column(spans, "person: digits")["1867"] == 0  # the question asks for a date
    assert column(spans, "preposition before")["Warszawie"] == 1
    assert column(spans, "in parentheses") == {one: float(one == "pierwiastki") for one in texts_of(spans)}
    assert column(spans, "length")["polon i rad"] == pytest.approx(3 / 5)
    assert column(spans, "share of the question in the sentence")["1867"] == pytest.approx(1 / 2)  # urodz, not curie
    assert set(column(spans, "standing of the passage").values()) == {0.5}
    assert set(column(spans, "first passage").values()) == {0.0}


@pytest.mark.parametrize("passage", ["", "...", "a", "((((", "\0\x1b[2J", "x" * 20_000, "słowo " * 3000])
def test_odd_passages_have_spans_or_none(passage):
    spans = spans_of(asked("Kto?"), "", passage)
    assert numpy.isfinite(spans.features).all()
    assert all(0 <= begin < end <= len(passage) for begin, end in spans.places.tolist())


def test_the_nearest_sentence_is_found():
    begin, end = best_sentence(asked("Co odkryła Curie?", odkry=2.0, curie=1.0), CURIE)
    assert CURIE[begin:end] == "Odkryła polon i rad (pierwiastki)."
    assert best_sentence(asked("Co?"), "") == (0, 0)


# --- reading ---------------------------------------------------------------------------------------------------------


def found_in(text, words=1.0):
    return FoundPassage(1, "a", "", text, 0, words, words)


def test_the_answer_is_the_span_that_the_weights_prefer():
    reading = read("Kiedy to było?", [found_in(CURIE)], {}, weighing(date_plain_number=20.0))
    assert (reading.answer, CURIE[reading.begin : reading.end]) == ("1867 roku", "1867 roku")
    assert 0.9 < reading.confidence <= 1
    assert read("Kiedy?", [found_in("...")], {}, weighing()) is None
    assert read("Kiedy?", [], {}, weighing()) is None


def test_spans_that_are_alike_stand_for_each_other():
    # each of many long spans is as likely as the short one; together they are likelier
    reading = read("Co?", [found_in("jeden dwa trzy cztery pięć sześć siedem. Osiem.")], {}, weighing())
    assert len(reading.answer.split()) > 1


def test_weights_are_learnt_from_right_spans():
    spans = spans_of(asked("Kiedy urodziła się Curie?"), "", CURIE)
    wanted = texts_of(spans).index("1867")
    weights = learn_spans([LearntQuestion([spans], wanted)] * 20, seed=0)
    assert texts_of(spans)[int(numpy.argmax(spans.features @ numpy.array(weights.spans)))] == "1867"
    judged = [([spans], lambda passage, at: True)] * 9 + [([spans], lambda passage, at: False)]
    sure = learn_confidence(weights, confidence_rows(weights, judged))
    assert reader.choose_span([spans], sure)[2] == pytest.approx(0.9, abs=0.05)


def test_an_answer_is_less_sure_where_a_name_or_a_number_of_the_question_is_missing():
    weights = ReaderWeights(reader.shipped_weights().spans, (0.0, 0.0, 0.0, -2.0, -3.0, 0.0))
    found = [FoundPassage(0, "", "Noblistka", CURIE, 0, 1.0, 1.0)]
    questions = ("Kiedy urodziła się Curie?", "Kiedy urodził się Piotr Curie?", "Kto urodził się w 1859 roku?")
    known, unknown, other_year = (read(one, found, {}, weights).confidence for one in questions)
    assert (known, unknown, other_year) == pytest.approx((0.5, 1 / (1 + numpy.exp(2)), 1 / (1 + numpy.exp(3))))


SALE = "Kupił go Jan Maria van der Meer za 215 tys. zł, jak mówi § 3. Wójt Kot dał 20 krów."
MATCHES = (
    "Jan zagrał w lidze 22 października i strzelił bramkę. 30 kwietnia klub był w finale po raz pierwszy od 1974 roku. "
    "17 maja 2014 roku był mecz."
)


@pytest.mark.parametrize(
    ("question", "text", "said", "whole"),
    [
        ("Kto go kupił?", SALE, "Jan", "Jan Maria van der Meer"),
        ("Kto go kupił?", SALE, "Maria van der Meer", "Jan Maria van der Meer"),
        ("Kto to był?", SALE, "Kot", "Wójt Kot"),
        ("Ile kosztował?", SALE, "215", "215 tys. zł"),
        ("Ile dał krów?", SALE, "20", "20"),
        ("Który z nich?", SALE, "Jan", "Jan"),
        ("Kto założył tartak?", "Adam Nowak założył tartak.", "Nowak", "Adam Nowak"),
        ("Kiedy zagrał po raz pierwszy?", MATCHES, "22 października", "22 października"),  # of its own sentence
        ("Kto oprócz Kosa należał do drużyny?", "Drużyna: Jan Buk, Ewa Lis, Ida Kos.", "Jan", "Jan Buk"),
        ("Kto założył tartak?", "Niedawno Nowak założył tartak.", "Nowak", "Nowak"),
        ("Kto wyjechał?", "Dawny wójt zmarł. Anna Maria Kot wyjechała.", "Kot", "Anna Maria Kot"),
        ("Kto ją ufundował?", "Kapliczkę ufundował w 1843 roku Jan Buk.", "Buk", "Jan Buk"),
        ("Według kogo?", "Według Nowaka było inaczej.", "Nowaka", "Nowaka"),
        ("Kto był trenerem?", "Trenerem był wtedy Ryszard Czyż.", "wtedy Ryszard", "Ryszard Czyż"),
        ("Kto je założył?", "Jan Gryf na prawie polskim.", "Jan Gryf na prawie polskim", "Jan Gryf"),
        ("Kto je założył?", "Jan Gryf według planu Kota.", "Jan Gryf według planu Kota", "Jan Gryf"),
        ("Ile mostów?", "Zniszczyła 38 domów i dwa mosty.", "38 domów i dwa mosty", "dwa"),
        ("Ilu gości?", "Zwiedza je około sześciu tysięcy osób.", "sześciu", "około sześciu tysięcy"),
        ("Ile łanów?", "Miała dwadzieścia cztery łany.", "cztery", "dwadzieścia cztery"),
        ("Ile kosztuje?", "Firma z Radomia za 3,4 mln zł.", "z Radomia za 3,4", "3,4 mln zł"),
        ("Ile osób?", "Mieszka tu 640 osób.", "tu 640 osób", "640"),
        ("Ile tu waży dzwon?", "Dzwon waży tu 640 kilogramów.", "tu 640 kilogramów", "640 kilogramów"),
        ("Jak wysoka jest góra?", "Ma 874 m n.p.m.", "874", "874 m n.p.m."),
        ("Jak długo trwał?", "Trwał cztery lata.", "cztery", "cztery lata"),
        ("Ile dni trwa?", "Trwa sześć dni.", "sześć", "sześć"),
        ("Ilu rybaków zginęło?", "Zginęło trzech młodych rybaków.", "trzech młodych rybaków", "trzech"),
        ("Gdzie zmarł?", "Zmarł nad Kentem.", "Kentem", "nad Kentem"),
        ("Kto to zburzył?", "Zburzyli go Niemcy.", "go Niemcy", "Niemcy"),
        ("Od ilu lat?", "Od pięciu do siedmiu lat.", "pięciu do siedmiu lat", "pięciu do siedmiu lat"),
        ("Kogo ograła?", "Ograła w finale pucharu gminy Ewę Lis.", "gminy Ewę Lis", "Ewę Lis"),
        ("Kogo ograła?", "Ograła sołtysa Jana Lisa.", "sołtysa Jana Lisa", "sołtysa Jana Lisa"),
        ("Kdo jel?", "Kůň, na němž Ota Hora jel.", "němž Ota Hora", "Ota Hora"),
        ("O ile wzrosło?", "O 5 proc. więcej.", "5", "5 proc."),
        ("Kiedy się urodził?", "Ur. 4 czerwca 1861 roku.", "czerwca", "4 czerwca 1861 roku"),
        ("Kiedy się urodził?", "Ur. 4 czerwca 1861 roku.", "1861", "4 czerwca 1861 roku"),
        ("W którym roku się urodził?", "Ur. 4 czerwca 1861 roku.", "4 czerwca 1861 roku", "1861"),
        ("Kiedy zmarł Jan Kos?", "Jan Kos (1850–1912).", "1850–1912", "1912"),
        ("W którym roku urodził się Kos?", "Jan Kos (1850–1912).", "1850–1912", "1850"),
        ("Jaka firma to zrobi?", "Zrobi to firma Stal z Pucka.", "Stal z Pucka", "Stal"),
        ("Jaka firma to zrobi?", "Zrobi to firma Stal z Pucka.", "firma Stal z Pucka", "firma Stal"),
        ("Ile kosztuje bilet ulgowy?", "Bilet kosztuje 18 zł, ulgowy 11 zł, a rodzinny 40 zł.", "18 zł", "11 zł"),
        ("Ile kosztuje bilet?", "Bilet kosztuje 18 zł, ulgowy 11 zł, a rodzinny 40 zł.", "11 zł", "18 zł"),
        ("Ile płacą dzieci?", "Wstęp: 12 zł dla dorosłych i 6 zł dla dzieci.", "12 zł", "6 zł"),
        ("Jak długo się czeka?", "Czeka się od sześciu do ośmiu tygodni.", "ośmiu", "od sześciu do ośmiu tygodni"),
        ("Jak długo trwa?", "Trwa około półtorej godziny.", "półtorej", "około półtorej godziny"),
        ("Ile metrów szerokości ma?", "Szerokość wynosi 23 metry.", "23", "23"),
        ("Jaka jest szerokość?", "Szerokość wynosi 23 metry.", "23", "23 metry"),
        (
            "Kiedy jest czynne?",
            "Czynne od wtorku do niedzieli w godzinach 10–16.",
            "do niedzieli",
            "od wtorku do niedzieli w godzinach 10–16",
        ),
        ("Kiedy spadł?", "Spadł w poniedziałek 28 sierpnia 1995 roku.", "28 sierpnia", "28 sierpnia 1995 roku"),
        (
            "Co jest potrzebne?",
            "Potrzeba dwóch trzecich głosów walnego zebrania.",
            "trzecich głosów walnego",
            "dwóch trzecich głosów walnego zebrania",
        ),
        ("Kiedy go wzniósł?", "W maju 1741 roku Jan Lis go wzniósł.", "maju 1741 roku Jan Lis", "maju 1741 roku"),
        (
            "Kiedy go wzniósł?",
            "Wzniósł go w latach 1782–89 i 1791 Jan.",
            "latach 1782–89 i 1791 Jan",
            "w latach 1782–89 i 1791",
        ),
        ("Ile punktów trzeba mieć?", "Trzeba mieć 18 punktów z 25.", "25", "18"),
        ("Z ilu punktów?", "Trzeba mieć 18 punktów z 25.", "25", "25"),
        ("Gdzie jest klucz?", "Leży w pokoju nr 3.", "w pokoju nr", "w pokoju nr 3"),
        ("Jaki numer KRS ma klub?", "Ma numer KRS 0123, jak inne.", "numer KRS 0123, jak inne", "numer KRS 0123"),
        ("Co odwołano?", "Odwołano bal z powodu deszczu.", "bal z powodu deszczu", "bal"),
        ("Przy jakiej ulicy stoi?", "Stoi przy ul. Jana Kota 14, tuż obok.", "Jana Kota", "Jana Kota 14"),
        ("Na kiedy przeniesiono próbę?", "Próbę przeniesiono na środę 3 maja.", "środę 3", "środę 3 maja"),
        ("Do której jest czynne?", "We wtorki czynne od 9 do 17.", "9 do 17", "17"),
        ("O której otwierają?", "Otwierają i pracują od 9 do 17.", "od 9 do 17", "9"),
        ("Do której trzeba wystawić kosze?", "Do godziny 6:00 w dniu wywozu.", "6:00 w dniu", "Do godziny 6:00"),
        ("Kto prowadził?", "Prowadziła Ewa Lis.", "Ewa Lis", "Ewa Lis"),
        ("Kto prowadził?", "Michał Lis prowadził.", "Lis", "Michał Lis"),
        ("Jak nazywa się szklarz?", "Okna wymienił szklarz Jan Mróz.", "Mróz", "Jan Mróz"),
        ("Jaką nagrodę dostał?", "Dostał nagrodę 500 złotych.", "złotych", "500 złotych"),
        ("Co pękło?", "W piwnicy pękła rura.", "rura", "rura"),
        ("Co wisi nad ławą?", "Nad ławą wisi obraz.", "obraz", "obraz"),
        ("Co tam rośnie?", "Na polanie rośnie dąb.", "dąb", "dąb"),
        ("Co kupił klub?", "Klub kupił starą żelazną wagę.", "wagę", "starą żelazną wagę"),
        ("Co dostał drugi?", "Drugi dostał dwieście złotych.", "dwieście", "dwieście złotych"),
        ("W jakiej walucie płacił?", "Płacił 50 euro.", "euro", "euro"),
        ("Gdzie powstał?", "Powstał w 2004 roku w starym młynie.", "w 2004 roku w starym młynie", "w starym młynie"),
        ("Z czego jest rama?", "Rama jest ze stali, koła zaś z gumy.", "stali, koła zaś z gumy", "ze stali"),
        (
            "Z czego są koła?",
            "Rama jest ze stali, koła zaś z twardej gumy.",
            "stali, koła zaś z twardej",
            "z twardej gumy",
        ),
        ("Z čeho je rám?", "Rám je z oceli, kola zase z gumy.", "oceli, kola zase", "z oceli"),
        ("Na czym stoi dom?", "Dom stoi na palach, bo teren jest grząski.", "palach, bo teren jest", "na palach"),
        ("Ile książek można mieć?", "Można mieć 6 książek na 30 dni.", "30 dni", "6"),
        ("Na ile dni można mieć książki?", "Można mieć 6 książek na 30 dni.", "30 dni", "30"),
        ("Ile mąki potrzeba?", "Potrzeba 2 kg mąki, 3 jajek i 40 dag cukru.", "2 kg mąki, 3 jajek", "2 kg"),
        ("Ilu gości polskich przyszło?", "Przyszło 400 gości zagranicznych i 150 polskich.", "150", "150"),
        (
            "Dlaczego go zburzono?",
            "W maju go zburzono, gdyż groził zawaleniem.",
            "maju go zburzono, gdyż groził",
            "groził",
        ),
    ],
)
def test_an_answer_is_given_whole_and_without_what_does_not_belong_to_it(question, text, said, whole):
    begin = text.index(said)
    assert text[slice(*whole_answer(question, text, begin, begin + len(said)))] == whole


@pytest.mark.parametrize(
    ("question", "text", "some", "none"),
    [
        ("Kiedy zmarł Jan?", "Jan urodził się 4 maja 1861 roku, a zmarł w 1934 roku.", "1934", "1861"),
        ("Gdzie się urodziła?", "Ewa (ur. 1895 w Pucku, zm. 1980 w Gdyni).", "w Pucku", "w Gdyni"),
        (
            "W jakiej miejscowości stoi pomnik?",
            "W miejscu śmierci Jana stoi krzyż. Pomnik stoi w miejscowości Jabłonki.",
            "Jabłonki",
            "śmierci Jana",
        ),
        ("Ile osób mieszka tu dziś?", "W 1900 roku było 640 osób, a obecnie jest ich 2130.", "2130", "640"),
        ("Ile osób mieszkało tu w 1900 roku?", "W 1900 roku było 640 osób, a obecnie jest ich 2130.", "640", "2130"),
        (
            "Kto założył park?",
            "Park zajmuje 6 hektarów. Założył go hrabia Tarło.",
            "hrabia Tarło",
            "zajmuje 6 hektarów",
        ),
        ("Gdzie zmarł Jan?", "Jan służył w Pucku. Zmarł nad Kentem.", "nad Kentem", "w Pucku"),
        ("Jak długo rósł?", "Rósł sześć lat. Stał w dwóch donicach.", "sześć lat", "dwóch donicach"),
        ("Kiedy go zbudowano?", "Zbudowano go w 1920 roku za 310 tys. marek.", "w 1920", "310 tys"),
        ("Jaki jest numer konta?", "Numer konta to 318/4. Z szacunkiem Kot.", "318/4", "szacunkiem"),
        ("Kto kieruje?", "Kierownik: Ewa Ryś\nTelefon: 44 615", "Ewa Ryś", "Ewa Ryś\nTelefon"),
        ("Kto był drugim wójtem?", "Pierwszym wójtem był Jan Kot, drugim Ewa Ryś.", "Ewa Ryś", "Jan Kot"),
        ("Kiedy dostał drugą nagrodę?", "Pierwszą nagrodę dostał w 1903 roku, drugą w 1911 roku.", "1911", "1903"),
        ("Jaka jest największa głębokość?", "Staw ma 6 hektarów. Głębokość sięga 4 metrów.", "4 metrów", "6"),
        ("Gdzie rósł?", "Dąb Bartek rósł w dolnym sadzie.", "w dolnym sadzie", "Dąb Bartek"),
        ("O której jest koncert?", "Koncert jest o 17:30. Siedzi tu 204 widzów.", "17:30", "204"),
        ("Jak długo trwa?", "Lekcja trwa 45 minut. W godzinach 10–16 jest cisza.", "45 minut", "10–16"),
        ("Kto protokołował?", "Protokół nr 2\nz zebrania Klubu Lipa\n\nPisał Jan Kot.", "Jan Kot", "Lipa"),
        ("Przy jakiej ulicy jest kino?", "Kino jest przy ulicy Wąskiej. Wjazd od ulicy Nowej.", "Wąskiej", "Nowej"),
        ("Co wchodzi?", "Wchodzi:\n1. woda i sól\n2. mąka", "woda i sól", "sól\n2"),
    ],
)
def test_what_is_told_of_something_else_is_no_answer(question, text, some, none):
    assert none in text
    found = texts_of(spans_of(asked(question), "", text), text)
    assert (some in found, [one for one in found if none in one]) == (True, [])


@pytest.mark.parametrize(
    ("question", "passage", "is_lacking"),
    [
        ("Kiedy zmarła Ewa Ryś?", "Ewa Ryś kierowała szkołą do 1939 roku.", True),
        ("Kiedy zmarła Ewa Ryś?", "Ewa Ryś (1870–1939) kierowała szkołą.", False),
        ("Gdzie zmarła Ewa Ryś?", "Ewa Ryś (1870–1939) mieszkała w Pucku.", True),
        ("Gdzie zmarła Ewa Ryś?", "Śmierć zastała Ewę Ryś w Pucku.", False),
        ("Kto był szóstym wójtem?", "Drugim wójtem był Jan, trzecim wójtem Adam.", True),
        ("Kto był szóstym wójtem?", "6. wójtem był Jan, trzecim wójtem Adam.", False),
        ("Kto był szóstym wójtem?", "Wójtów było wielu, trzecim synem Jana był Adam.", False),
        ("Kto założył chór Echo?", "Chór założył Jan Kos.", True),
    ],
)
def test_what_a_question_takes_for_granted_must_be_told(question, passage, is_lacking):
    assert lacks_premise(question, passage) == is_lacking


def test_a_question_without_a_preposition_is_not_answered_with_one():
    text = "Most zbuduje firma Stal z Pucka."
    for question in ("Kto zbuduje most?", "Jaka firma zbuduje most?"):
        found = texts_of(spans_of(asked(question), "", text), text)
        assert ("firma Stal" in found, "z Pucka" in found) == (True, False)
    assert "z Pucka" in texts_of(spans_of(asked("Z jakiego miasta jest firma?"), "", text), text)


def test_what_has_no_number_answers_no_question_for_one_and_a_letter_is_nobody():
    numbers = texts_of(spans_of(asked("Ile dał krów?"), "", SALE), SALE)
    assert {"215", "20 krów"} <= set(numbers)
    assert not {"Kot", "krów", "3"} & set(numbers)
    text = "Windę w bloku B wymieni firma Lift."
    people = texts_of(spans_of(asked("Kto wymieni windę?"), "", text), text)
    assert "firma Lift" in people
    assert "B" not in people
    text = "Po Feliksie Bąku w 1931 roku dowódcą był Adam Kruk."
    people = texts_of(spans_of(asked("Kto był dowódcą po Feliksie Bąku?", felik=1.0, bąku=1.0), "", text), text)
    assert "Adam Kruk" in people
    assert not [one for one in people if one.startswith(("roku", "1931"))]
    assert not {"Feliksie", "Feliksie Bąku", "Bąku"} & set(people)


def test_a_name_has_the_gender_of_the_verb():
    text = "Założył go Adam Gil według planu Franza Webera."
    agrees = column_of(AskedQuestion("Kto założył park?", {"założ": 1.0, "park": 1.0}), text, "gender of the verb")
    assert (agrees["Adam Gil"], agrees["Franza Webera"], agrees["planu"]) == (1, -1, 0)


def test_a_price_is_of_money_and_a_date_of_numbers():
    for question, text, usual in (
        ("Ile kosztował dom?", "Dom miał 7 okien i kosztował 900 zł.", "900"),
        ("Kiedy to było?", "Kot spał w maju 1900 roku.", "1900"),
        ("Kto to zrobił?", "Zrobił to zły Kot.", "Kot"),
    ):
        spans = spans_of(asked(question), "", text)
        odd = dict(zip(texts_of(spans, text), spans.is_odd.tolist(), strict=True))
        assert (odd[usual], any(odd.values())) == (False, True)


def test_the_shipped_weights_are_those_of_these_features(monkeypatch, tmp_path):
    weights = reader.shipped_weights.__wrapped__()
    assert len(weights.spans) == len(FEATURES)
    assert json.loads(reader._SHIPPED.read_text("utf-8"))["spans"].keys() == set(FEATURES)
    (tmp_path / "reader.json").write_text('{"spans": {}, "confidence": []}')
    monkeypatch.setattr(reader, "_SHIPPED", tmp_path / "reader.json")
    with pytest.raises(SystemFileError, match=r"reader\.json"):
        reader.shipped_weights.__wrapped__()


# --- asking ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def index(tmp_path):
    build_index(tmp_path / "some.index", DOCUMENTS)
    with PassageIndex(tmp_path / "some.index") as opened:
        yield opened


def test_an_answer_comes_with_its_place(index):
    said = ask(index, "W którym roku urodziła się Maria Skłodowska-Curie?", sure=0.0)
    assert "1867" in said.answer
    assert said.evidence.document == "curie"
    assert CURIE[said.begin : said.end] == said.answer
    assert 0 < said.confidence < 1


def test_what_is_unsure_is_a_guess_and_no_answer(index):
    said = ask(index, "W którym roku urodziła się Maria Skłodowska-Curie?", sure=1.0)
    assert (said.answer, said.why) == ("", NOT_SURE)
    assert "1867" in said.guess


def test_yes_or_no_is_not_made_up(index):
    said = ask(index, "Czy Wisła uchodzi do Bałtyku?", sure=0.0)
    assert (said.answer, said.guess, said.why) == ("", "", YES_OR_NO)
    assert said.evidence.text[said.begin : said.end] == "Uchodzi do Bałtyku."


def test_nothing_is_said_of_what_no_passage_knows(index):
    said = ask(index, "Quo vadis?")
    assert (said.answer, said.why, said.found) == ("", NOTHING_FOUND, ())
    with pytest.raises(DataError, match="without a word"):
        ask(index, "?!")


def test_a_question_of_ten_thousand_words_is_answered_or_not_but_ends(index):
    assert ask(index, "kto odkrył polon " * 3_334).evidence.document == "curie"
