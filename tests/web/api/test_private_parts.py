"""Nobody who takes part learns of the private part, or of a withheld score, before the phase is over: by no route."""

import re
from datetime import timedelta

import pytest
import test_routes
import time_machine
from django.core import mail
from django.core.cache import cache
from django.db.models import Q
from django.test import Client
from django.utils import timezone
from submission_examples import write_challenge
from test_leaks import browser, content, every_route

from probierz.web.challenges.division import public_lines
from probierz.web.challenges.models import Challenge, Division, Phase
from probierz.web.challenges.services import create_unasked, publish_version, save_division, save_reporting
from probierz.web.jobs.models import Job, LogLine
from probierz.web.leaderboards.models import Compared, PairTest
from probierz.web.submissions.bits_told import given_away
from probierz.web.submissions.models import Analysis, Evaluation, Score, Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.webhooks.models import Webhook
from probierz.web.webhooks.news import Audience, new_bests

samples = test_routes.samples
pytestmark = pytest.mark.django_db(transaction=True)

LINES = 40
PUBLIC, PRIVATE, PRIVATE_2 = 3, 7919, 5413
WHOLE = [(10 * PUBLIC + 30 * PRIVATE) / 40, (10 * (PUBLIC + 1) + 30 * PRIVATE_2) / 40]
SECRETS = re.compile(rb"(?<![0-9A-Za-z])(?:7919|5413|5940\.|4060\.|6858|4687)(?![0-9]*[A-Za-z])")
"""Both scores on the private part, on the whole test, and their beginnings under RMSE; within no commit or token."""
UUID = re.compile(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Numbers of jobs are made by chance, and may hold any four digits."""
PARTICIPANTS = ["nobody", "stranger", "ola", "ala"]


@pytest.fixture
def challenge(people, tmp_path):
    """`numbers`, divided, with a phase that ends in an hour."""
    made = create_unasked("numbers", people["organiser"])
    rule = {"share": 0.25, "by_what": "line", "column": 1, "strata": "", "strata_column": 1}
    save_division(made, is_divided=True, by=people["organiser"], **rule)
    folder = write_challenge(tmp_path / "challenge")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * LINES)
        (folder / split / "expected.tsv").write_text("1\n" * LINES)
    publish_version(made, folder)
    Challenge.objects.filter(pk=made.pk).update(is_published=True, near_quota=0)
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    made.refresh_from_db()
    return made


def output(public, private):
    division = Division.objects.get()
    chosen = public_lines(division.lines, bytes(division.public))
    return "".join(f"{1 + (public if at in chosen else private)}\n" for at in range(1, LINES + 1))


@pytest.fixture
def addresses(samples, hand_in, work, caplog):
    """The addresses of all routes; behind them `ala` stands first on the public part, and `ola` on the private one."""
    Webhook.objects.update(is_active=False)
    hand_in(output(PUBLIC + 1, PRIVATE_2), by="ola")
    handed = hand_in(output(PUBLIC, PRIVATE), by="ala").submission
    work()
    handed.refresh_from_db()
    assert handed.state == "scored", handed.failure
    caplog.set_level("CRITICAL", logger="django.request")
    number, variant = handed.pk, handed.variants.get().pk

    def all_of():
        found = []
        for route in every_route():
            place = re.sub(r"(submissions?/)\d+", rf"\g<1>{number}", samples(route))
            found.append(re.sub(r"(variants/)\d+", rf"\g<1>{variant}", place))
        scores = Score.objects.filter(submission=handed).values_list("pk", flat=True)
        found += [f"/submissions/{number}?lines={score}" for score in scores]
        order = [f"s{test}" for test in handed.version.tests.values_list("pk", flat=True)]
        found += [f"/challenges/numbers/{page}?sort={key}" for page in ("board", "submissions") for key in order]
        found += [f"/challenges/numbers/plots/scatter.json?x={x}&y={(x + 1) % 4}" for x in range(4)]
        found += [f"/api/txt/score/{handed.commit}-{metric}" for metric in ("RMSE", "MAE")]
        for output_file in handed.variants.get().outputs.all():
            found += [f"/q/{output_file.sha1}", f"/api/txt/score/{output_file.sha1}"]
        return [*found, f"/jobs/{handed.job_id}", f"/open-view-progress/{handed.job_id}"]

    return all_of


@pytest.fixture
def one_moment(addresses):
    """The clock stands: pages that are compared tell how long ago things were."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def everything_that(person, addresses):
    client = browser(person)
    seen = {at: content(client.get(at)) for at in addresses() if at != "/api/current-time"}
    return {at: UUID.sub(b"a job", text) for at, text in seen.items()}


def everything_that_participants(people, addresses, roles=PARTICIPANTS):
    """By role and address what they get."""
    seen = {role: everything_that(people.get(role), addresses) for role in roles}
    return {(role, at): text for role, found in seen.items() for at, text in found.items()}


@pytest.mark.usefixtures("addresses")
def test_the_search_finds_what_organisers_see_and_what_all_see_after_the_phase(people):
    board = "/challenges/numbers/board"
    assert SECRETS.search(content(browser(people["organiser"]).get(board)))
    Phase.objects.update(closes=timezone.now())
    for ending in ("", ".csv", ".json", ".tex"):
        assert SECRETS.search(content(Client().get(f"{board}{ending}")))


def without_tokens(text):
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"|"revision": \d+', b"", text)


@pytest.fixture
def laddered(challenge, people):
    save_reporting(challenge, selections=2, ladder="paired", ladder_step=None, by=people["organiser"])


@pytest.mark.usefixtures("one_moment", "laddered")
def test_no_page_tells_a_private_or_withheld_score_and_other_ones_would_change_nothing_that_anybody_sees(
    people, hand_in, work, addresses
):
    """Neither orders nor ranks, groups, tests of differences, plots or sizes depend on them."""
    hand_in(output(PUBLIC + 41, 1), by="ala")
    work()
    before = everything_that_participants(people, addresses)
    assert {where: SECRETS.search(text)[0] for where, text in before.items() if SECRETS.search(text)} == {}
    withheld = [where for where, text in before.items() if re.search(rb"(?<![\d:])44\.0", text)]  # no time of day
    assert withheld == []
    kept = Score.objects.filter(Q(test__part="private") | Q(is_withheld=True))
    assert kept.count() == 3 * 2 + 2
    for number, score in enumerate(kept.order_by("-pk")):
        Score.objects.filter(pk=score.pk).update(value=number, shown=str(number))
        Evaluation.objects.filter(pk=score.evaluation_id).update(value=number, shown=str(number), low=0, high=9)
    Analysis.objects.filter(evaluation__test__part="private").update(worst=[], features=[])
    PairTest.objects.filter(first__test__part="private").update(p_value=0.00001, difference=99)
    Compared.objects.filter(test__part="private").delete()
    cache.clear()
    after = everything_that_participants(people, addresses, ["stranger", "ola", "ala"])
    assert [where for where in after if without_tokens(before[where]) != without_tokens(after[where])] == []
    assert any(b"no sure improvement" in text for (role, _), text in after.items() if role == "ala")


@pytest.mark.parametrize("items", ["aggregates", "own-output", "items"])
def test_lines_of_the_private_part_are_not_shown_with_those_of_the_public_one(people, addresses, items):
    Phase.objects.update(items=items)
    found = everything_that(people["ala"], addresses)
    if items != "aggregates":
        assert any(b"Worst lines" in text for text in found.values())
    division = Division.objects.get()
    public = public_lines(division.lines, bytes(division.public))
    worst = Analysis.objects.filter(evaluation__test__part="public", evaluation__test__name="RMSE")
    assert {number for one in worst for number, _ in one.worst} == set(public)
    hidden = [address for address, text in found.items() if SECRETS.search(text)]
    assert hidden == []


def test_logs_webhooks_and_e_mails_tell_nothing_of_it(people, addresses):
    addresses()
    lines = LogLine.objects.filter(for_operators=False).values_list("text", flat=True)
    results = [str(one) for one in Job.objects.values_list("result", "failure", "payload")]
    news = []
    for submission in Submission.objects.all():
        for best in new_bests(submission):
            news.append(best.score.value)
    assert not SECRETS.search("\n".join([*lines, *results]).encode())
    assert news
    assert set(news) <= {float(PUBLIC), float(PUBLIC + 1)}
    assert not [one for one in mail.outbox if SECRETS.search(one.message().as_bytes())]
    assert Audience(Challenge.objects.get()).knows_private(Challenge.objects.get()) is False


def test_what_is_remembered_for_comparing_is_not_shown_to_anybody(people, addresses):
    """Whoever compares sees all; what is kept of that stands under another key than what everybody sees."""
    from probierz.web.leaderboards.output_groups import AllDisclosed
    from probierz.web.submissions.page import variants_of

    Phase.objects.update(disclosure="rounded", digits=0)
    addresses()
    cache.clear()
    submission = Submission.objects.filter(submitter__username="ala", state="scored").latest("pk")
    seen_by_all = [row.best for view in variants_of(AllDisclosed(), submission) for row in view.scores if row.best]
    shown = [row.best for view in variants_of(Viewer(None), submission) for row in view.scores if row.best]
    assert {one.text for one in seen_by_all} & {"5413.000"}
    assert {one.text for one in shown} == {"4"}


def test_hiding_showing_and_selecting_tell_nothing_before_the_end(people, addresses, call):
    addresses()
    number = Submission.objects.filter(submitter__username="ala", state="scored").latest("pk").pk
    for verb in ("choose", "unchoose", "choose", "hide", "restore"):
        answer = call("POST", f"/api/v1/submissions/{number}/{verb}", by="ala")
        assert answer.status_code == 200
        assert not SECRETS.search(answer.content)
    for verb in ("choose", "unchoose"):
        Phase.objects.update(closes=timezone.now())
        assert call("POST", f"/api/v1/submissions/{number}/{verb}", by="ala").status_code == 403


def test_the_clone_of_the_challenge_and_its_archive_do_not_tell_which_lines_are_public(challenge, people, tmp_path):
    import zipfile

    answer = browser(people["ala"]).get("/challenges/numbers/data.zip")
    (tmp_path / "data.zip").write_bytes(content(answer))
    with zipfile.ZipFile(tmp_path / "data.zip") as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
    assert names == [
        "numbers/.gitignore", "numbers/README.md", "numbers/config.txt", "numbers/dev-0/expected.tsv",
        "numbers/dev-0/in.tsv", "numbers/test-A/in.tsv",
    ]  # fmt: skip
    assert Client().get("/challenges/numbers/data.zip").status_code == 200
    Challenge.objects.update(is_published=False)
    assert Client().get("/challenges/numbers/data.zip").status_code == 404


# --- bits ------------------------------------------------------------------------------------------------------------


def test_only_what_was_shown_counts_as_given_away(addresses, challenge):
    """By hand: two submissions with RMSE and MAE on the public part, each a score and two bounds, and p-values."""
    addresses()
    each, compared = 3 * 64, PairTest.objects.exclude(p_value=None)
    [told] = given_away(challenge)
    assert (told.lines, told.outputs) == (LINES // 4, 2)  # the public part is asked about
    assert told.bits == pytest.approx(
        2 * 2 * each + 8.499846 * compared.filter(first__test__part="public").count(), abs=1e-3
    )
    Phase.objects.update(closes=timezone.now())
    [told] = given_away(Challenge.objects.get())
    assert told.lines == LINES
    assert told.bits == pytest.approx(2 * 4 * each + 8.499846 * compared.count(), abs=1e-3)
