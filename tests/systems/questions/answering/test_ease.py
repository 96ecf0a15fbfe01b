"""Questions that our reader answers too easily, and such that nothing in their article can answer."""

import pytest

from probierz.systems.questions.answering.ease import Ease, question_ease
from probierz.systems.questions.finding.passages import SourceDocument

CRISIS = SourceDocument(
    "crisis",
    "Karibská krize",
    "Karibská krize byla mezinárodní politická krize. Na umístění raket odpověděl prezident John Kennedy blokádou. "
    "Kuba leží v Karibském moři. Prezident Fidel Castro vládl ostrovu přes čtyřicet let.",
)
KENNEDY = SourceDocument(
    "kennedy",
    "John Kennedy",
    "John Kennedy byl prezident USA. Karibská krize vypukla v roce 1962 v důsledku rozmístění raket.",
)


@pytest.mark.parametrize(
    ("question", "answer", "sentence", "ease"),
    [
        ("Kde leží Kuba?", "v Karibském moři", "Kuba leží v Karibském moři.", Ease.OVERLAP),
        # another sentence shares as many words with it, and stands before
        (
            "Kdo byl prezident?",
            "Fidel Castro",
            "Prezident Fidel Castro vládl ostrovu přes čtyřicet let.",
            Ease.FINE,
        ),
        ("Jak dlouho se bál celý svět?", "přes čtyřicet let", "Prezident Fidel Castro vládl přes", Ease.NOTHING),
        # of yes-or-no questions the reader says nothing
        ("Je Kuba v Karibském moři?", "Kuba leží v Karibském moři", "Kuba leží v Karibském moři.", Ease.FINE),
        ("?", "v Karibském moři", "Kuba leží v Karibském moři.", Ease.FINE),
    ],
)
def test_how_easy_a_question_is(question, answer, sentence, ease):
    assert question_ease(question, answer, sentence, CRISIS, []).ease is ease


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Kdo hlídal psa?", "Mývala i psi honila hajná."),
        ("Kolik váží koně?", "Kůň patří mezi lichokopytníky."),
        ("Kdo krmil lva?", "Lev žil v zoologické zahradě."),
        ("Jakou barvu mají oči lemura?", "Oko je zelené."),
        ("Ile ważyły psy?", "Pies był mały, a jego właściciel wysoki i gruby, jak mówiła żona."),
        ("Kto karmił lwa?", "Lew mieszkał w zoologicznym ogrodzie, który był własnością króla."),
    ],
)
def test_a_short_word_in_another_form_is_a_word_of_the_article(question, text):
    pytest.importorskip("simplemma")
    article = SourceDocument("own", "", text)
    assert question_ease(question, "?", text, article, []).ease is not Ease.NOTHING


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Kdo krmil lva?", "Kůň patří mezi lichokopytníky, a je to kopytník."),
        ("Kto karmił lwa?", "Pies był mały, a jego właściciel wysoki."),
        ("Co to je za město?", "Kůň, který je to, je za ním."),
    ],
)
def test_words_that_stand_in_every_text_answer_nothing(question, text):
    assert question_ease(question, "?", text, SourceDocument("own", "", text), []).ease is Ease.NOTHING


def test_a_question_that_another_article_answers_is_told_with_its_title():
    said = ("Ve kterém roce vypukla Karibská krize?", "1962", "V roce 1962 vypukla.", CRISIS)
    assert question_ease(*said, []).ease is Ease.FINE
    found = question_ease(*said, [KENNEDY])
    assert (found.ease, found.title) == (Ease.ELSEWHERE, "John Kennedy")
    assert "1962" in found.answer
    assert 0.4 <= found.confidence <= 1


def test_a_sure_answer_that_is_another_one_is_no_hint_that_the_question_is_easy():
    wrong = question_ease("Kde leží Kuba?", "v Tichém oceánu", "Kuba leží v Karibském moři.", CRISIS, [])
    assert wrong.ease is Ease.FINE
