"""A quiz that people label."""

import pytest
from labelling_examples import write_quiz

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.labelling import services
from probierz.web.labelling.queries import LabellingSeat


@pytest.fixture
def quiz(people, tmp_path):
    made = create_unasked("quiz", people["organiser"])
    publish_version(made, write_quiz(tmp_path / "quiz"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    made.refresh_from_db()
    return made


@pytest.fixture
def begin(quiz, people):
    """Make a round by the organiser, and let Ala and Ola in; return the seat of somebody."""

    def act(size=10, *, split="test-A", seed=7, labels=("no", "yes"), who=("ala", "ola"), by="organiser", **order):
        made = services.create_round(
            quiz, by=people[by], split=split, size=size, seed=seed, title="Quiz by people", labels=labels, **order
        )
        for name in who:
            services.let_in(seat_of(made, by), name)
        return lambda name: seat_of(made, name)

    def seat_of(made, name):
        made.refresh_from_db()
        return LabellingSeat(made, people[name], made.labellers.filter(user=people[name]).first())

    return act
