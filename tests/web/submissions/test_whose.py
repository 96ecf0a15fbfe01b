"""What two submissions have in common is the same in Python and in the database."""

from itertools import product

import pytest

from probierz.web.submissions.models import Submission
from probierz.web.submissions.whose import Owners, by_team_or_person, team_or_person


@pytest.mark.django_db
def test_keys_and_conditions_agree(challenge, people, team):
    for by, of, name in product(("ala", "ola"), (None, team), ("", "Person 1", "Person 2")):
        challenge.submissions.create(version=challenge.current, submitter=people[by], team=of, row_name=name)
    made = list(Submission.objects.all())
    assert len({team_or_person(one.submitter_id, one.team_id) for one in made}) == 3
    for one in made:
        same = {other.pk for other in made if _who(other) == _who(one)}
        assert set(Submission.objects.filter(by_team_or_person(one)).values_list("pk", flat=True)) == same


@pytest.mark.django_db
@pytest.mark.parametrize("across_phases", [False, True])
def test_a_team_for_which_one_person_handed_in_is_that_person(challenge, people, team, across_phases):
    """In the first phase Ala alone handed in for the team, in the second one Ola did, too."""
    phases = [challenge.phases.create(name=name) for name in ("first", "second")]
    made = [("ala", None, 0), ("ala", team, 0), ("ala", team, 1), ("ola", team, 1), ("ola", None, 1)]
    for (by, of, at), name in product(made, ("", "Person 1")):
        fields = {"submitter": people[by], "team": of, "phase": phases[at], "row_name": name}
        challenge.submissions.create(version=challenge.current, **fields)
    for name in ("A model", "Another"):
        challenge.submissions.create(version=challenge.current, submitter=people["ala"], row_name=name)
    owners = Owners(challenge.submissions.all(), across_phases=across_phases)
    ala, both = ("person", people["ala"].pk), ("team", team.pk)
    unnamed = [owners.of(one) for one in challenge.submissions.filter(row_name="").order_by("pk")]
    assert unnamed == [ala, both if across_phases else ala, both, both, ("person", people["ola"].pk)]
    assert len({owners.of(one) for one in challenge.submissions.all()}) == 6
    for one in challenge.submissions.all():
        same = {other.pk for other in challenge.submissions.all() if owners.of(other) == owners.of(one)}
        assert set(challenge.submissions.filter(owners.the_same(one)).values_list("pk", flat=True)) == same


def _who(submission):
    return team_or_person(submission.submitter_id, submission.team_id)
