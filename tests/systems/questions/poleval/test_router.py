"""Questions that are answered without a text: by their kind, by their options, and by questions that are alike."""

import math

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.errors import DataError, SystemFileError, Untrained
from probierz.metrics.matching import build_match
from probierz.systems.defaults import default_recipe
from probierz.systems.questions.learning.quiz_rule import accepted_answers, is_right
from probierz.systems.questions.poleval.likeness import LikeTexts
from probierz.systems.questions.poleval.router import QuestionRouter
from probierz.systems.questions.wanted.kinds import noun_asked_for, options_of, wanted_by
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, save
from probierz.systems.system import Pair

KNOWN = [
    Pair("W którym wieku powstał uniwersytet w Krakowie?", "XIV\t14"),
    Pair("W którym wieku powstała katedra w Gnieźnie?", "14"),
    Pair("W którym wieku żył Mikołaj Kopernik?", "XVI"),
    Pair("Kto napisał „Lalkę”?", "Bolesław Prus"),
    Pair("Kto napisał „Faraona”?", "Prus"),
    Pair("Czy rak żyje w wodzie?", "tak"),
    Pair("Czy Wisła jest rzeką?", "tak"),
    Pair("Czy wieloryb jest rybą?", "nie"),
    Pair("Co jest większe: Ziemia czy Mars?", "Ziemia"),
    Pair("Co jest cięższe: żelazo czy korek?", "żelazo"),
]


def learnt(pairs=KNOWN, **settings):
    router = QuestionRouter(**settings)
    router.fit(pairs)
    return router


def answer_to(question, **settings):
    return next(iter(learnt(**settings).predict([question])))


# --- kinds and options -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("Czy wieloryb jest rybą?", "boolean"),
        ("Jsou Galapágy součástí Ekvádoru?", "boolean"),
        ("Je Praha větší nebo menší než Brno?", "choice"),
        ("Jaká je výška Sněžky? Je pravda nebo ne?", "choice"),
        ("Oryks to antylopa, pies czy kot?", "choice"),
        ("Który film jest starszy: „Lalka” czy „Faraon”?", "choice"),
        ("Która liczba jest większa: -1 czy -1,5?", "choice"),
        ("Czy chablis to wino białe czy czerwone?", "choice"),
        ("W którym roku odbyła się bitwa pod Grunwaldem?", "date"),
        ("Ve kterém roce vypukla Karibská krize?", "date"),
        ("Ile nóg ma pająk?", "number"),
        ("Kto napisał „Lalkę”?", "person"),
        ("Jak nazywał się brat Kaina?", "person"),
        ("Nad jaką rzeką leży Kraków?", "place"),
        ("Kde leží Ostrava?", "place"),
        ("Dlaczego niebo jest niebieskie?", "reason"),
        ("Jak nazywa się stolica Peru?", "name"),
        ("Jakie zwierzę jest najszybsze?", "which"),
        ("Proszę dokończyć przysłowie.", "other"),
        ("", "other"),
    ],
)
def test_the_words_of_a_question_tell_what_it_wants(question, wanted):
    assert wanted_by(question) == wanted


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Co jest dłuższe: mila morska czy kilometr?", ("mila morska", "kilometr")),
        ("Który film jest starszy: „Lalka” czy „Faraon”?", ("„Lalka”", "„Faraon”")),
        ("Która liczba jest większa: -1 czy -1,5?", ("-1", "-1,5")),
        ("Paweł czy Gaweł – kto „był spokojny”?", ("Paweł", "Gaweł")),
        ("Brit Awards to nagrody filmowe, muzyczne czy teatralne?", ("nagrody filmowe", "muzyczne", "teatralne")),
        ("Czy autostrada A2 biegnie ze wschodu na zachód czy z północy na południe?",
         ("ze wschodu na zachód", "z północy na południe")),
        ("Kłącze to podziemny czy nadziemny pęd rośliny?", ("podziemny", "nadziemny")),
        ("Jeżowiec jadalny to zwierzę czy roślina?", ("zwierzę", "roślina")),
        ("Kto napisał „Lalkę”?", ()),
        ("czy?", ()),
        ("", ()),
    ],
)  # fmt: skip
def test_options_are_cut_out_of_a_question(question, options):
    assert options_of(question) == options


def test_the_noun_behind_the_question_word_is_found():
    assert noun_asked_for("Do której rzeki uchodzi Narew?") == "rzeki"
    assert noun_asked_for("Kto to?") == ""


# --- answers ---------------------------------------------------------------------------------------------------------


def test_yes_or_no_and_choices_get_what_was_mostly_right():
    assert answer_to("Czy pies jest zwierzęciem?") == "tak"
    assert answer_to("Co jest dalej: Słońce czy Księżyc?") == "Słońce"
    (label,) = learnt().answers(["Czy pies jest zwierzęciem?"])
    assert label.probabilities == {"tak": 0.75, "nie": 0.25}  # two against one, and one more for yes


def test_the_kind_of_a_question_and_its_words_of_asking_count_beside_its_letters():
    pairs = [
        Pair("Kto zbudował Pałac Kultury w Warszawie?", "Lew Rudniew"),
        Pair("Ile nóg ma pająk?", "osiem\t8"),
        Pair("Ile strun ma gitara?", "sześć\t6"),
        Pair("W którym wieku wynaleziono druk?", "XV\t15"),
        Pair("W którym roku wynaleziono pociąg?", "1804"),
    ]
    router = learnt(pairs)
    assert list(router.predict(["Ile pięter ma pałac w Wilanowie?"])) != ["Lew Rudniew"]
    assert list(router.predict(["W którym wieku powstał pierwszy pociąg?"])) == ["XV"]


def test_other_questions_get_the_answer_that_is_right_for_most_questions_like_them():
    assert answer_to("W którym wieku powstał uniwersytet w Pradze?") == "XIV"
    assert answer_to("W którym wieku żył Mikołaj Rej?", sharpness=100.0) == "XVI"  # the nearest alone
    assert answer_to("Kto napisał „Emancypantki”?", neighbours=1) in ("Bolesław Prus", "Prus")
    (label,) = learnt().answers(["Kto napisał „Emancypantki”?"])
    assert math.isclose(sum(label.probabilities.values()), 1)
    assert label.probability == max(label.probabilities.values())


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("XIV", "14"), ("14", "XIV"), ("Prus", "Bolesław Prus"), ("Bolesław Prus", "Prus"), ("prus", "Prus\tx"),
     ("praus", "Prus"), ("w 1410 roku", "1410"), ("abcd", "ab"), ("", "Prus"), ("Prus", ""), ("ab", "axxb")],
)  # fmt: skip
def test_what_is_right_is_what_the_metric_of_the_quiz_says(answer, expected):
    metric = build_match(("LenientHarden", "ExtractNumber", "Lower", "Fuzzy"))
    assert is_right(answer, accepted_answers(expected)) == any(metric(answer, one) == 1 for one in expected.split("\t"))


def test_likeness_is_one_for_the_same_text_and_none_without_common_letters():
    found = LikeTexts(["Ala ma kota", "Ala ma psa", "xyz"]).to("ala  MA kota")
    assert found.tolist() == pytest.approx([1, found[1], 0], abs=1e-6)
    assert 0.1 < found[1] < 0.9
    assert LikeTexts([]).to("a").tolist() == []


def test_it_is_saved_and_refuses_what_is_no_knowledge(tmp_path):
    with pytest.raises(Untrained):
        next(iter(QuestionRouter().predict(["Kto?"])))
    with pytest.raises(DataError, match="no question"):
        QuestionRouter().fit([])
    save(learnt([Pair("a\tb", "c\td")]), tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(["b"])) == ["c"]
    (tmp_path / "known.jsonl").write_text("[1]\n")
    with pytest.raises(SystemFileError, match=r"known\.jsonl"):
        QuestionRouter().read(tmp_path)


def test_it_is_the_default_of_the_quiz(tmp_path):
    scheme = "LenientHarden/ExtractNumber/Lower/Fuzzy/Accuracy:N<Acc>"
    (tmp_path / "config.txt").write_text(f"--metric {scheme}\n")
    (tmp_path / "test-A").mkdir()
    (tmp_path / "test-A" / "in.tsv").write_text("Kto?\n")
    assert default_recipe(open_challenge(tmp_path)) == find_recipe("qa/router")
    assert default_recipe(open_challenge(tmp_path), ["index"]) == find_recipe("qa/reader")
