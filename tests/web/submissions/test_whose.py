"""What two submissions have in common is the same in Python and in the database."""

from itertools import product

import pytest

from probierz.web.submissions.models import Submission
from probierz.web.submissions.whose import by_row_or_people, by_team_or_person, row_or_people, team_or_person


@pytest.mark.django_db
def test_keys_and_conditions_agree(challenge, people, team):
    for by, of, name in product(("ala", "ola"), (None, team), ("", "Person 1", "Person 2")):
        challenge.submissions.create(version=challenge.current, submitter=people[by], team=of, row_name=name)
    made = list(Submission.objects.all())
    assert len({team_or_person(one.submitter_id, one.team_id) for one in made}) == 3
    assert len({row_or_people(one.submitter_id, one.team_id, one.row_name) for one in made}) == 5
    for one in made:
        who, row = (one.submitter_id, one.team_id), (one.submitter_id, one.team_id, one.row_name)
        same = {other.pk for other in made if team_or_person(other.submitter_id, other.team_id) == team_or_person(*who)}
        assert set(Submission.objects.filter(by_team_or_person(one)).values_list("pk", flat=True)) == same
        same = {
            other.pk
            for other in made
            if row_or_people(other.submitter_id, other.team_id, other.row_name) == row_or_people(*row)
        }
        assert set(Submission.objects.filter(by_row_or_people(one)).values_list("pk", flat=True)) == same
