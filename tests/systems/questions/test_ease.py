"""Questions that our reader answers too easily, and such that nothing in their article can answer."""

import pytest

from probierz.systems.questions.ease import Ease, question_ease
from probierz.systems.questions.passages import SourceDocument

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
