"""What has a rank, and what came late: the database and what was read of it say the same of every submission."""

from datetime import UTC, datetime, timedelta

import pytest

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Part, Phase, Test, Version
from probierz.web.leaderboards.board_standings import submitted
from probierz.web.submissions.arrival import late
from probierz.web.submissions.models import Submission
from probierz.web.submissions.ranked import has_rank, ranked, ranked_by

END = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
CASES = {  # when it came beside the end, came_late, is_ranked, is_reference, row_name: late, after end
    "in time": (-SECOND, False, True, False, "", False, False),
    "at the last moment": (timedelta(), True, True, False, "", False, False),
    "late": (SECOND, True, True, False, "", True, False),
    "late and without a rank": (SECOND, True, False, False, "", True, False),
    "the phase was made longer since": (-SECOND, True, True, False, "", False, False),
    "the phase was made shorter since": (SECOND, False, True, False, "", False, True),
    "published": (SECOND, False, True, True, "", False, False),
    "of labelling": (SECOND, False, True, False, "People", False, False),
}


@pytest.mark.django_db
@pytest.mark.parametrize("closes", [END, None, "no phase"])
def test_rows_models_and_the_database_agree_on_what_came_late(closes):
    person = User.objects.create(username="anna")
    challenge = Challenge.objects.create(slug="ocr")
    version = Version.objects.create(challenge=challenge, gold_hash="0")
    phase = None if closes == "no phase" else Phase.objects.create(challenge=challenge, name="main", closes=closes)
    for name, (after, came_late, is_ranked, is_reference, row_name, *_) in CASES.items():
        one = Submission.objects.create(
            challenge=challenge, version=version, phase=phase, submitter=person, description=name, row_name=row_name,
            came_late=came_late, is_ranked=is_ranked, is_reference=is_reference,
        )  # fmt: skip
        Submission.objects.filter(pk=one.pk).update(created=END + after)

    every = challenge.submissions.all()
    names = dict(every.values_list("pk", "description"))
    ends = closes == END
    wanted = {name: (ends and case[-2], ends and case[-1]) for name, case in CASES.items()}
    rows = submitted(challenge, every)
    assert {names[one.submission]: (one.is_late, one.is_after_end) for one in rows} == wanted
    assert {one.description: (one.is_late, one.is_after_end) for one in every} == wanted
    assert {one.description for one in every.filter(late())} == {name for name in wanted if wanted[name][0]}
    for test, condition in ((None, ranked()), *((test, ranked_by(test)) for test in (Test(), Test(part=Part.PUBLIC)))):
        in_ranks = {one.description for one in every if has_rank(one, test)}
        assert {one.description for one in every.filter(condition)} == in_ranks
        assert {names[one.submission] for one in rows if has_rank(one, test)} == in_ranks
        without = {"late and without a rank"} | ({"late"} if ends else set())
        without |= {"published"} if test is not None and test.part else set()
        assert in_ranks == CASES.keys() - without
