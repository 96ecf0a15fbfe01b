"""Who finds a hidden suite: the query for lists of challenges answers as the rule for one suite does."""

import pytest

from probierz.errors import Refused
from probierz.web.challenges.models import Challenge, Organiser
from probierz.web.challenges.queries import find
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.services import describe_suite
from probierz.web.suites.shapes import SuiteIn
from probierz.web.suites.visibility import may_see_suite


@pytest.mark.django_db(transaction=True)
def test_who_runs_one_task_finds_the_suite_from_each_of_them(pets, organiser, ala):
    Challenge.objects.update(is_published=True)
    suite = PlatformSuite.objects.get()
    suite.card = {**suite.card, "is_shown": False}
    suite.save()

    def agrees(user, is_found):
        assert may_see_suite(Viewer(user), suite) is is_found
        named = {find(Viewer(user), slug).suite_name for slug in ("pets-cats", "pets-dogs")}
        assert named == {suite.name if is_found else None}

    agrees(None, is_found=False)
    agrees(organiser, is_found=True)
    agrees(ala, is_found=False)
    Organiser.objects.create(challenge=Challenge.objects.get(slug="pets-cats"), user=ala)
    agrees(ala, is_found=True)


@pytest.mark.django_db
def test_names_alone_are_not_shown_and_those_of_shipped_suites_are_kept(people, settings):
    """A fresh account took the name of a shipped suite by a card of one task, and everybody saw it at once."""
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_NEW_CHALLENGES": "everybody"}
    card = SuiteIn.model_validate(
        {"title": "Mine", "tasks": [{"name": "a", "title": "A", "metric": "Accuracy", "split": "test-A"}]}
    )
    with pytest.raises(Refused):
        describe_suite("poleval-2021", card, by=people["ala"])
    suite, _ = describe_suite("mine", card, by=people["ala"])
    assert [may_see_suite(Viewer(who), suite) for who in (None, people["ola"], people["ala"])] == [False, False, True]
