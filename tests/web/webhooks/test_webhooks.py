"""News of a new best: what is sent, to whom, how often; and never more than everybody may see."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from probierz.errors import Refused
from probierz.web.accounts.models import AuditEntry, Team, User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import changed
from probierz.web.jobs import worker
from probierz.web.jobs.models import Job, LogLine
from probierz.web.leaderboards.models import Board
from probierz.web.submissions.models import Submission
from probierz.web.webhooks import handlers, services
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.signing import secret_of, signature

pytestmark = pytest.mark.django_db(transaction=True)


def news(receiver):
    return [json.loads(body) for _, _, body in receiver.seen]


def told(receiver):
    return [(one["best"]["submitter"], one["best"]["score"], one["previous"] and one["previous"]["score"])
            for one in news(receiver)]  # fmt: skip


def work():
    worker.work(until_empty=True)


# --- what is sent ----------------------------------------------------------------------------------------------------


def test_a_new_best_is_told_and_anything_else_is_not(hook, receiver, hand_in):
    hand_in(4)
    hand_in(8, by="ola")
    hand_in(2, by="ola")
    hand_in(2, by="stranger")  # equal is not better
    hand_in(0, by="ala")
    # one line of four is wrong by 4, 2 or 0: the square roots of 16/4, 4/4 and 0
    assert told(receiver) == [("Ala", "2.000", None), ("Ola", "1.000", "2.000"), ("Ala", "0.000", "1.000")]


def test_one_is_told_who_beats_what_they_did_before(hook, receiver, hand_in):
    hand_in(4)
    hand_in(2)
    assert told(receiver) == [("Ala", "2.000", None), ("Ala", "1.000", "2.000")]


def test_the_message_says_all_that_a_program_wants(hook, receiver, hand_in):
    made = hand_in(4)
    _path, headers, body = receiver.seen[0]
    assert json.loads(body) == {
        "event": "new-best",
        "challenge": {"name": "numbers", "title": "Numbers",
                      "url": "https://evaluate.example.org/challenges/numbers/board"},
        "board": {"name": "", "title": ""}, "test": "test-A", "metric": "RMSE", "higher_is_better": False,
        "best": {"submission": made.pk, "url": f"https://evaluate.example.org/submissions/{made.pk}",
                 "submitter": "Ala", "score": "2.000", "shown": "2.000", "value": 2.0, "unit": "", "is_rounded": False},
        "previous": None, "id": headers["webhook-id"],
    }  # fmt: skip
    seconds = int(headers["webhook-timestamp"])
    assert abs(timezone.now().timestamp() - seconds) < 60
    assert headers["webhook-signature"] == signature(secret_of(hook.salt), headers["webhook-id"], seconds, body)


def test_services_for_people_get_a_sentence_and_no_signature(challenge, people, receiver, hand_in):
    for kind in ("slack", "discord"):
        services.make_webhook(challenge, kind=kind, url=receiver.url, by=people["organiser"])
    hand_in(4)
    slack, discord = news(receiver)
    assert set(slack) == {"text"}
    assert "|Ala>" in slack["text"]
    assert set(discord) == {"content", "allowed_mentions"}
    assert not any("webhook-signature" in headers for _, headers, _ in receiver.seen)


def test_each_board_has_a_best_of_its_own(hook, receiver, challenge, hand_in):
    Board.objects.create(challenge=challenge, slug="squares", title="Squares")
    Board.objects.create(challenge=challenge, slug="practice", title="Practice", columns=["dev-0"])
    hand_in(4)
    assert [one["board"]["title"] for one in news(receiver)] == ["Squares"]


# --- what is not sent ------------------------------------------------------------------------------------------------


def hide(challenge, **values):
    Phase.objects.filter(challenge=challenge).update(**values)
    changed(challenge)


def everything(receiver):
    return b" ".join(body for _, _, body in receiver.seen).decode()


def test_what_a_phase_hides_is_never_told(hook, receiver, challenge, hand_in):
    hide(challenge, disclosure="hidden")
    hand_in(4)
    hand_in(2, by="organiser")
    assert receiver.seen == []


def test_what_a_phase_rounds_is_told_rounded(hook, receiver, challenge, hand_in):
    hide(challenge, disclosure="rounded", digits=0)
    hand_in(3)  # the square root of 9/4 is 1.5
    assert told(receiver) == [("Ala", "2", None)]
    assert "1.5" not in everything(receiver)


def test_a_rounded_score_that_looks_equal_is_no_new_best(hook, receiver, challenge, hand_in):
    hide(challenge, disclosure="rounded", digits=0)
    hand_in(4)
    hand_in(3, by="ola")
    assert told(receiver) == [("Ala", "2", None)]


def test_what_is_hidden_before_it_is_sent_is_not_sent(hook, receiver, challenge, hand_in):
    receiver.answers = [(500, {}, b"later")] * 7

    def answer_and_hide(made):
        hide(challenge, disclosure="hidden")
        Delivery.objects.update(is_final=False)
        services.deliver_later(Delivery.objects.get(submission=made))

    made = hand_in(4)
    sent = len(receiver.seen)
    answer_and_hide(made)
    work()
    assert len(receiver.seen) == sent
    assert Delivery.objects.get().failure == "withdrawn"


@pytest.mark.parametrize("what", ["hidden", "deleted"])
def test_a_submission_taken_away_is_not_told_of(hook, receiver, hand_in, what):
    made = hand_in(4, works=False)
    Submission.objects.filter(pk=made.pk).update(**{what: timezone.now()})
    work()
    assert receiver.seen == []


def test_who_wants_no_name_has_none(hook, receiver, hand_in, people):
    User.objects.filter(pk=people["ala"].pk).update(is_anonymous_entry=True)
    people["ala"].refresh_from_db()
    hand_in(4)
    assert len(receiver.seen) == 1
    assert "Ala" not in everything(receiver)
    assert "ala" not in everything(receiver).replace("evaluate", "")


def test_no_expected_result_is_in_any_message(hook, receiver, hand_in, challenge, people, tmp_path):
    from submission_examples import write_challenge

    from probierz.web.challenges.services import publish_version

    publish_version(challenge, write_challenge(tmp_path / "next", gold="31313\n31313\n31313\n31313\n"))
    hand_in(4)
    assert receiver.seen
    assert "31313" not in everything(receiver)


def test_what_only_organisers_see_is_told_nobody(hook, receiver, challenge, hand_in):
    Challenge.objects.filter(pk=challenge.pk).update(is_published=False)
    hand_in(4, by="organiser")
    assert receiver.seen == []


def test_a_challenge_of_a_team_tells_what_the_team_sees(hook, receiver, challenge, hand_in, people):
    team = Team.objects.create(slug="both", name="Both")
    team.members.add(people["ala"])
    Challenge.objects.filter(pk=challenge.pk).update(team=team)
    challenge.refresh_from_db()
    hand_in(4, by="ala")
    assert told(receiver) == [("Ala", "2.000", None)]
    hide(challenge, disclosure="hidden")
    hand_in(0, by="ala")
    assert len(receiver.seen) == 1


# --- tries -----------------------------------------------------------------------------------------------------------


def test_a_service_that_fails_is_tried_again_with_the_same_message(hook, receiver, hand_in):
    receiver.answers = [(503, {}, b"busy"), (429, {}, b"slower"), (200, {}, b"fine")]
    hand_in(4)
    assert len({headers["webhook-id"] for _, headers, _ in receiver.seen}) == 1
    delivery = Delivery.objects.get()
    assert (delivery.attempts, delivery.status, delivery.failure) == (3, 200, "")
    assert delivery.delivered
    assert delivery.is_final


def test_waits_grow_from_seconds_to_a_day(hook, receiver, hand_in, monkeypatch):
    from probierz.web.jobs import registry
    from probierz.web.webhooks.handlers import WAITS

    found = registry.handler_of(services.DELIVER)
    monkeypatch.setitem(registry._handlers, services.DELIVER, replace(found, waits=WAITS))
    receiver.answers = [(503, {}, b"busy")]
    hand_in(4, works=False)
    from probierz.web.jobs import services as jobs
    from probierz.web.jobs.models import Worker
    from probierz.web.jobs.worker import _do, _Heart

    me = Worker.objects.create(host="h", pid=1, seen=timezone.now())
    import threading

    while (job := jobs.take(me)) is not None:
        _do(job, _Heart(me), threading.Event())
    waiting = Job.objects.get(kind=services.DELIVER)
    assert waiting.state == "queued"
    assert timedelta(seconds=0) < waiting.not_before - timezone.now() <= timedelta(seconds=WAITS[0])
    assert WAITS[0] <= 10
    assert WAITS[-1] == 86_400
    assert len(WAITS) == services.MOST_ATTEMPTS - 1


@pytest.mark.parametrize("status", [400, 401, 404, 410])
def test_a_refusal_is_not_tried_again(hook, receiver, hand_in, status):
    receiver.answers = [(status, {}, b"no <script>\nsuch hook")]
    hand_in(4)
    delivery = Delivery.objects.get()
    assert (delivery.attempts, delivery.status, delivery.failure) == (1, status, "refused")
    assert delivery.is_final
    assert len(receiver.seen) == 1


def test_a_service_that_moved_is_not_followed(hook, receiver, hand_in):
    receiver.answers = [(302, {"Location": "http://169.254.169.254/latest/meta-data"}, b"")]
    hand_in(4)
    assert Delivery.objects.get().failure == "redirected"
    assert len(receiver.seen) == 1


def test_an_address_that_became_private_gets_nothing(hook, receiver, hand_in, platform):
    platform.PROBIERZ = {**platform.PROBIERZ, "PROBIERZ_WEBHOOK_HOSTS": ()}
    hand_in(4)
    assert receiver.seen == []
    assert Delivery.objects.get().failure == "address"


def test_what_a_trusted_host_inside_answers_is_not_for_organisers(hook, receiver, hand_in):
    """Where operators opened a private network, a webhook must not become a way to read there."""
    receiver.answers = [(400, {}, b"internal secrets")]
    hand_in(4)
    assert Delivery.objects.get().answer == ""


def test_the_beginning_of_a_public_answer_is_kept(challenge, people, hand_in, monkeypatch):
    from probierz.web.webhooks import handlers
    from probierz.web.webhooks.sending import HookAnswer

    monkeypatch.setattr(handlers, "post", lambda *_, **__: HookAnswer(400, "invalid\npayload" + "x" * 500))
    services.make_webhook(challenge, kind="slack", url="https://hooks.example.org/x", by=people["organiser"])
    hand_in(4)
    delivery = Delivery.objects.get()
    assert delivery.answer.startswith("invalid payloadxxx")
    assert len(delivery.answer) == 200


@pytest.fixture
def three_failures(monkeypatch):
    """Three failures in a row switch a webhook off, which saves the scoring of many outputs."""
    monkeypatch.setattr(handlers, "MOST_FAILURES", 3)


def test_a_webhook_to_which_nothing_arrives_is_switched_off(hook, three_failures, receiver, hand_in):
    receiver.answers = [(410, {}, b"gone")] * 3
    for error in range(5, 0, -1):
        hand_in(error)
    hook.refresh_from_db()
    assert (hook.is_active, hook.failures) == (False, 3)
    assert len(receiver.seen) == 3
    assert AuditEntry.objects.filter(action="webhook.off", actor=None).exists()


def test_success_forgets_failures(hook, three_failures, receiver, hand_in):
    receiver.answers = [(410, {}, b"gone")] * 2
    for error in range(4, 0, -1):
        hand_in(error)
    hook.refresh_from_db()
    assert (hook.is_active, hook.failures) == (True, 0)


def test_a_worker_that_dies_while_it_sends_sends_again_and_tells_once_more_at_most(hook, receiver, hand_in):
    made = hand_in(4, works=False)
    work()
    before = len(receiver.seen)
    services.news_later(made)  # as after a lost lease
    work()
    assert len(receiver.seen) == before
    assert Delivery.objects.count() == 1


def test_scoring_does_not_wait_for_a_dead_service(hook, receiver, hand_in, monkeypatch):
    receiver.answers = [(500, {}, b"")] * 7
    made = hand_in(4)
    made.refresh_from_db()
    assert made.state == "scored"


# --- secrets and rights ----------------------------------------------------------------------------------------------


def test_the_secret_is_kept_nowhere(challenge, people, receiver, hand_in):
    hook, secret = services.make_webhook(challenge, kind="generic", url=receiver.url, by=people["organiser"])
    hand_in(4)
    body = secret.removeprefix("whsec_")
    for model in (Webhook, Delivery, AuditEntry, Job, LogLine):
        assert body not in str(list(model.objects.values()))
    target = "/hook/abcdefghijklmnopqrstuvwxyz"
    for model in (Delivery, AuditEntry, Job, LogLine):
        assert target not in str(list(model.objects.values()))
    again = services.new_secret(hook, by=people["organiser"])
    assert again != secret


def test_every_change_is_in_the_audit_log(challenge, people, receiver):
    by = people["organiser"]
    hook, _ = services.make_webhook(challenge, kind="generic", url=receiver.url, by=by)
    services.send_test(hook, by=by)
    services.switch(hook, False, by=by)
    services.new_secret(hook, by=by)
    services.remove_webhook(hook, by=by)
    actions = list(
        AuditEntry.objects.filter(action__startswith="webhook").order_by("pk").values_list("action", "actor")
    )
    assert actions == [(f"webhook.{what}", by.pk) for what in ("make", "test", "off", "secret", "remove")]


@pytest.mark.parametrize("who", ["ala", "stranger"])
def test_only_organisers_may_do_anything(hook, people, who, challenge, receiver):
    by = people[who]
    for act in (
        lambda: services.make_webhook(challenge, kind="slack", url=receiver.url, by=by),
        lambda: services.send_test(hook, by=by),
        lambda: services.switch(hook, False, by=by),
        lambda: services.new_secret(hook, by=by),
        lambda: services.remove_webhook(hook, by=by),
    ):
        with pytest.raises(Refused):
            act()


@pytest.mark.parametrize(
    "url",
    [
        "http://169.254.169.254/",
        "https://10.0.0.1/x",
        "https://localhost/x",
        "file:///etc/passwd",
        "https://a:b@c.org/",
    ],
)
def test_an_address_inside_is_refused_when_it_is_typed(challenge, people, url):
    with pytest.raises(Refused):
        services.make_webhook(challenge, kind="generic", url=url, by=people["organiser"])
    assert not Webhook.objects.exists()


def test_there_are_never_too_many(challenge, people, receiver):
    for _ in range(10):
        services.make_webhook(challenge, kind="slack", url=receiver.url, by=people["organiser"])
    with pytest.raises(Refused):
        services.make_webhook(challenge, kind="slack", url=receiver.url, by=people["organiser"])


def test_one_test_at_a_time(hook, people, receiver):
    services.send_test(hook, by=people["organiser"])
    with pytest.raises(Refused):
        services.send_test(hook, by=people["organiser"])
    receiver.answers = [(500, {}, b"")]
    work()
    assert len(receiver.seen) == 1  # somebody waits for it: it is tried once
    services.send_test(hook, by=people["organiser"])
    work()
    assert [one["event"] for one in news(receiver)] == ["test", "test"]
