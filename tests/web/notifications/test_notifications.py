"""E-mails that people chose, and none else; one click ends them."""

import json
import re
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from receivers import receiving
from submission_examples import GOLD, write_challenge

from browser import log_in
from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Announcement, Challenge, Organiser, Phase
from probierz.web.challenges.services import (
    announce,
    change_phase,
    create_unasked,
    edit_announcement,
    publish,
    publish_version,
    save_division,
)
from probierz.web.challenges.services.announcements import MOST_ANNOUNCEMENTS_A_DAY
from probierz.web.html.looks import moment_text
from probierz.web.jobs import registry
from probierz.web.jobs.models import Job
from probierz.web.notifications.models import Channel, Choice, Kind, Notice
from probierz.web.notifications.services import SEND, save_choices, stop_token
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.services import make_own_webhook, remove_webhook, switch
from probierz.web.webhooks.signing import signature

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def wanting(people, challenge):
    """Let people want e-mails of all kinds, or of these."""
    Challenge.objects.update(near_quota=0)

    def act(*names, kinds=tuple(Kind.values)):
        for name in names:
            User.objects.filter(username=name).update(
                email=f"{name}@example.org", confirmed_email=f"{name}@example.org"
            )
            save_choices(people[name], kinds)

    return act


def letters():
    """Who was told what: the address and the subject of each e-mail."""
    return [(letter.to[0].partition("@")[0], letter.subject) for letter in mail.outbox]


def test_nobody_gets_an_e_mail_who_did_not_choose_it(people, wanting, hand_in, work, challenge):
    wanting("ala", kinds=["failed"])
    User.objects.filter(username="ola").update(email="ola@example.org")
    hand_in()
    announce(challenge, title="News", text="Some.", by=people["organiser"])
    work()
    assert letters() == []


def test_scored_and_failed_submissions_are_told_to_those_who_handed_them_in(people, team, wanting, hand_in, work):
    wanting("ala", "ola", "stranger")
    User.objects.filter(username="stranger").update(language="pl")
    good = hand_in(team=team).submission
    bad = hand_in("1\n2\n3\n", by="stranger").submission
    work()
    assert sorted(letters()) == [
        ("ala", f"Numbers: submission {good.pk} has been scored"),
        ("ola", f"Numbers: submission {good.pk} has been scored"),
        ("stranger", f"Numbers: nieudane zgłoszenie {bad.pk}"),
    ]
    by_reader = {letter.to[0]: letter for letter in mail.outbox}
    assert "test-A RMSE 0.000" in by_reader["ala@example.org"].body
    assert f"Nie udało się ocenić zgłoszenia {bad.pk}: " in by_reader["stranger@example.org"].body
    assert "the" not in by_reader["stranger@example.org"].body.partition("http")[0].split()  # the reason, too


def test_hidden_scores_are_not_told(wanting, hand_in, work):
    Phase.objects.update(disclosure="hidden")
    wanting("ala")
    hand_in("1\n2\n3\n5\n")
    work()
    [letter] = mail.outbox
    assert "test-A RMSE UNDISCLOSED" in letter.body
    assert "0.5" not in letter.body


def test_whoever_loses_the_first_place_hears_of_it(wanting, hand_in, work):
    wanting("ala", "ola", kinds=["beaten"])
    hand_in("1\n2\n3\n9\n", by="ala")
    work()
    hand_in("1\n2\n3\n5\n", by="ola")
    work()
    assert letters() == [("ala", "Numbers: somebody else is first now")]
    assert "Ola has taken first place" in mail.outbox[0].body


@pytest.mark.parametrize(
    ("output", "scores", "told"),
    [
        ("9\n2\n3\n4.5\n", "full", ["ala"]),  # as far from 4 as from 5, and worse than Ala's before and after
        ("1\n2\n3\n4.5\n", "full", ["ala", "ola"]),  # the same score, and now the first
        ("9\n2\n3\n4.5\n", "hidden", ["ala", "ola"]),  # or an e-mail would tell whether a hidden score moved
    ],
)
def test_a_repair_is_told_once_to_those_whose_score_or_rank_it_moves(
    people, wanting, hand_in, work, challenge, tmp_path, output, scores, told
):
    wanting("ala", "ola", "stranger", kinds=["gold"])
    Phase.objects.update(disclosure=scores)
    hand_in()
    hand_in(output, by="ola")
    work()
    publish_version(challenge, write_challenge(tmp_path / "repaired", gold="1\n2\n3\n5\n"))
    assert not letters()
    work()
    assert sorted(letters()) == [(name, "Numbers: expected results were repaired") for name in told]


def test_a_division_is_told_as_that_and_not_as_a_repair(people, wanting, uploaded, work, tmp_path):
    owner, lines = people["organiser"], "".join(f"{number}\n" for number in range(20))
    made = create_unasked("parted", owner)
    folder = write_challenge(tmp_path / "parted", gold=lines)
    (folder / "test-A" / "in.tsv").write_text("".join(f"line {chr(97 + at)}\n" for at in range(20)))
    publish_version(made, folder)
    publish(made, by=owner)
    wanting("ala", kinds=["gold"])
    submit_files(made, [uploaded(lines.replace("7", "9"))], Handing(people["ala"]))
    work()
    rule = {"share": 0.5, "by_what": "line", "column": 1, "strata": "", "strata_column": 1, "by": owner}
    for changes in ({"is_divided": True}, {"is_divided": True, "share": 0.3}, {"is_divided": False}):
        save_division(made, **{**rule, **changes})
        publish_version(made, folder)
        made.refresh_from_db()
        work()
    assert letters() == [("ala", "Numbers: the test was divided anew")] * 3
    told = [" ".join(letter.body.split()) for letter in mail.outbox]
    assert ["divides its test: scores" in one for one in told] == [True, True, False]
    assert "divides its test no longer" in told[-1]


@pytest.mark.parametrize("change", ["patch", "major"])
def test_scores_and_ranks_that_a_version_with_other_inputs_takes_are_told_once(
    people, wanting, with_hook, inbox, hand_in, work, challenge, tmp_path, change
):
    with_hook("ola", kinds=["gold"])
    wanting("ala", "stranger", kinds=["gold"])
    hand_in()
    hand_in("1\n2\n3\n5\n", by="ola")
    work()
    folder = write_challenge(tmp_path / "others")
    (folder / "test-A" / "in.tsv").write_text("alpha\nbeta\ngamma\ndelta\n")
    version = publish_version(challenge, folder, change=change, drops_scores=True)
    assert version.number == "2.0.0"
    work()
    [letter] = mail.outbox
    [(*_, body)] = inbox.seen
    assert letters() == [("ala", "Numbers: a new version took your score or rank")]
    assert "hand in outputs for this version" in " ".join(letter.body.split())
    news = json.loads(body)
    assert (news["event"], news["url"]) == ("gold", f"{HERE}/challenges/numbers/how-to")
    repaired = write_challenge(tmp_path / "others", gold="1\n2\n3\n5\n")
    (repaired / "test-A" / "in.tsv").write_text("alpha\nbeta\ngamma\ndelta\n")
    publish_version(challenge, repaired)
    work()
    assert (len(mail.outbox), len(inbox.seen)) == (1, 1)


def test_a_deadline_is_told_a_day_before_and_once(people, wanting, hand_in, work, challenge):
    wanting("ala", "stranger", kinds=["deadline"])
    hand_in()
    phase = Phase.objects.get()
    phase.closes = timezone.now() + timedelta(days=3)
    change_phase(challenge, phase, by=people["organiser"])
    work()
    assert letters() == [("ala", "Numbers: the end of a phase was moved")]
    later = Job.objects.get(kind="tell-deadline")
    assert abs(later.not_before - (phase.closes - timedelta(days=1))) < timedelta(seconds=1)
    phase.closes = timezone.now() + timedelta(hours=20)
    change_phase(challenge, phase, by=people["organiser"])
    change_phase(challenge, phase, by=people["organiser"])
    Job.objects.filter(kind="tell-deadline").update(not_before=None)
    work()
    moved = ("ala", "Numbers: the end of a phase was moved")
    assert sorted(letters()) == [moved, moved, ("ala", "Numbers: the phase ends soon")], "what stays tells nothing"
    when = moment_text(phase.closes)
    assert all(f"on {when}" in letter.body for letter in mail.outbox[1:])


def test_an_announcement_keeps_its_first_heading_on_the_page(people, challenge, client):
    announce(challenge, title="News", text="# Larger data\n\nTwice as many lines.", by=people["organiser"])
    assert "<h2>Larger data</h2>" in client.get("/challenges/numbers/announcements").content.decode()


def test_announcements_go_to_those_who_take_part_and_chose_them(people, wanting, hand_in, work, challenge):
    wanting("ala", "stranger", kinds=["announced"])
    hand_in()
    announce(challenge, title="A new\ntrain set", text="It is **larger**.", by=people["organiser"])
    work()
    assert letters() == [("ala", "Numbers: A new train set")]
    assert "It is **larger**." in mail.outbox[0].body


def test_who_wrote_an_announcement_edits_it_and_nobody_is_told_anew(people, wanting, hand_in, work, challenge, client):
    wanting("ala", kinds=["announced"])
    hand_in()
    made = announce(challenge, title="A new train set", text="It is larger.", by=people["organiser"])
    work()
    client.force_login(people["organiser"])
    listed = client.get("/challenges/numbers/announcements").content.decode()
    (address,) = re.findall(r'href="(/challenges/numbers/organise/announcements/.*?/edit)"', listed)
    assert "It is larger." in client.get(address).content.decode()
    client.post(address, {"title": "A new train set", "text": "It is *smaller*."})
    work()
    assert letters() == [("ala", "Numbers: A new train set")]
    page = client.get("/challenges/numbers/announcements").content.decode()
    assert re.search(r"edited <time.*<p>It is <em>smaller</em>\.</p>", page, re.S)
    made.refresh_from_db()
    feed = client.get("/challenges/numbers/announcements.atom").content.decode()
    (updated,) = re.findall(r"<updated>(.*?)<", feed.split("<entry>")[1])
    assert datetime.fromisoformat(updated).replace(microsecond=0) == made.edited.replace(microsecond=0)
    edit_announcement(made, title="A new train set ", text="It is *smaller*.", by=people["organiser"])
    before, made = made, Announcement.objects.get()
    assert made.edited == before.edited  # nothing has changed
    Organiser.objects.create(challenge=challenge, user=people["stranger"])
    client.force_login(people["stranger"])
    assert "/edit" not in client.get("/challenges/numbers/announcements").content.decode()
    assert client.get(address).status_code == 404
    with pytest.raises(Refused, match="edited by whoever wrote it"):
        edit_announcement(made, title="Mine", text="Now.", by=people["stranger"])


def test_words_that_were_edited_in_another_tab_are_shown_and_not_overwritten(people, challenge, client):
    made = announce(challenge, title="News", text="One line.\r\n\r\nAnother.", by=people["organiser"])
    client.force_login(people["organiser"])
    address = f"/challenges/numbers/organise/announcements/{made.pk}/edit"

    def form(page):
        """What a browser sends of a form as it is shown."""
        hidden = [one.as_hidden(only_initial=True) for one in page.context["form"]]
        shown = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', "".join(hidden)))
        return shown | {one.html_name: one.value() for one in page.context["form"]}

    here = elsewhere = form(client.get(address))
    client.post(address, {**elsewhere, "text": "The newer text."})
    refused = client.post(address, {**here, "title": "Great news", "text": "Mine."})
    assert "This was changed meanwhile; it is now: The newer text." in refused.content.decode()
    assert form(refused)["text"] == "Mine."
    made.refresh_from_db()
    assert (made.title, made.text) == ("News", "The newer text.")
    client.post(address, {**here, "title": "Great news"})
    made.refresh_from_db()
    assert (made.title, made.text) == ("Great news", "The newer text."), "only the title was typed in this tab"
    client.post(address, form(refused))
    made.refresh_from_db()
    assert made.text == "Mine."
    made.delete()
    gone = client.post(address, {**here, "text": "Long words."})
    assert "taken away meanwhile" in gone.content.decode()
    assert form(gone)["text"] == "Long words."
    (again,) = re.findall('<form method="post" action="([^"]+)" class="fields"', gone.content.decode())
    client.post(again, form(gone))
    assert challenge.announcements.get().text == "Long words."


def test_only_so_many_announcements_are_made_in_a_day(people, challenge):
    for number in range(MOST_ANNOUNCEMENTS_A_DAY):
        announce(challenge, title=f"News {number}", text="Some.", by=people["organiser"])
    with pytest.raises(Refused, match="20 announcements a day are enough"):
        announce(challenge, title="One more", text="Some.", by=people["organiser"])
    Announcement.objects.filter(title="News 0").update(created=timezone.now() - timedelta(days=1))
    assert announce(challenge, title="One more", text="Some.", by=people["organiser"]).pk


def test_what_was_withdrawn_or_hidden_meanwhile_is_not_sent(people, wanting, hand_in, work, challenge):
    wanting("ala", kinds=["announced"])
    hand_in()
    work()
    announce(challenge, title="News", text="Some.", by=people["organiser"])
    Announcement.objects.all().delete()
    announce(challenge, title="More", text="Some.", by=people["organiser"])
    Challenge.objects.update(is_published=False)
    work()
    assert letters() == []


def test_one_click_of_a_mail_program_ends_e_mails_of_that_kind_without_a_login(people, wanting, hand_in, work):
    wanting("ala")
    hand_in()
    work()
    [letter] = mail.outbox
    headers = letter.message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = re.search(r"<https?://[^/]+(/.+)>", headers["List-Unsubscribe"])[1]
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(path).status_code == 200
    assert Choice.objects.filter(kind="scored").exists()
    answer = strict.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not Choice.objects.filter(kind="scored").exists()
    assert Choice.objects.filter(user=people["ala"]).count() == len(Kind.values) - 1
    assert strict.post(path).status_code == 200


@pytest.mark.parametrize("change", [lambda token: token[:-1] + "x", lambda token: "x", lambda token: token.upper()])
def test_nobody_ends_e_mails_of_others_by_a_guess(people, wanting, change):
    wanting("ala")
    assert Client().post(f"/notifications/stop/{change(stop_token(people['ala'], 'scored'))}").status_code == 404
    assert Choice.objects.filter(user=people["ala"]).count() == len(Kind.values)


def test_words_of_others_make_no_header(people, wanting, hand_in, work, challenge):
    wanting("ala")
    Challenge.objects.update(title="Numbers\r\nBcc: everybody@example.org")
    hand_in()
    work()
    [letter] = mail.outbox
    assert "\n" not in letter.subject
    assert letter.recipients() == ["ala@example.org"]
    assert not letter.message()["Bcc"]


def test_an_e_mail_that_cannot_be_sent_is_tried_again(wanting, hand_in, work, monkeypatch):
    found = registry.handler_of(SEND)
    monkeypatch.setitem(registry._handlers, SEND, replace(found, waits=(0,)))
    wanting("ala")
    tries, send = [], mail.EmailMessage.send

    def broken_at_first(self, fail_silently=False):
        tries.append(self.subject)
        if len(tries) < 3:
            raise ConnectionRefusedError
        return send(self)

    monkeypatch.setattr(mail.EmailMessage, "send", broken_at_first)
    hand_in(GOLD)
    work()
    assert (len(tries), len(mail.outbox)) == (3, 1)
    assert Notice.objects.get().sent is not None


def test_people_choose_by_clicking(people, visit, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_EMAIL_URL": "smtp://mail.example.org"}
    people["ala"].set_password("correct horse battery")
    people["ala"].save()
    page = visit()
    log_in(page, "ala", "correct horse battery")
    page.get_by_role("link", name="ala", exact=True).click()
    page.get_by_role("link", name="Notifications").click()
    page.get_by_label("a submission of mine was scored").check()
    page.get_by_role("button", name="Save", exact=True).click()
    assert page.get_by_label("a submission of mine was scored").is_checked()
    assert list(Choice.objects.values_list("kind", flat=True)) == ["scored"]
    page.get_by_label("a submission of mine was scored").uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    assert not Choice.objects.exists()


# --- webhooks of people -----------------------------------------------------------------------------------------------

HERE = "https://evaluate.example.org"


@pytest.fixture
def inbox(settings):
    """A service on this machine, to which the platform may write."""
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_WEBHOOK_HOSTS": ("127.0.0.0/8",), "PROBIERZ_URL": HERE}
    with receiving() as server:
        yield server


@pytest.fixture
def with_hook(people, inbox):
    """Give people a webhook, and let them choose what it tells."""

    def act(name, kinds=tuple(Kind.values), kind="generic"):
        Challenge.objects.update(near_quota=0)
        save_choices(people[name], kinds, Channel.WEBHOOK)
        return make_own_webhook(people[name], kind=kind, url=inbox.url)

    return act


def test_a_webhook_is_told_what_its_owner_chose_in_the_words_of_the_e_mail(with_hook, inbox, wanting, hand_in, work):
    wanting("ala", kinds=["failed"])
    User.objects.filter(username="ala").update(language="pl")
    _hook, secret = with_hook("ala", kinds=["scored"])
    submission = hand_in().submission
    work()
    [(_path, headers, body)] = inbox.seen
    told = json.loads(body)
    assert told == {
        "event": "scored",
        "challenge": {"name": "numbers", "title": "Numbers", "url": f"{HERE}/challenges/numbers/board"},
        "title": f"Numbers: zgłoszenie {submission.pk} zostało ocenione",
        "text": f"Zgłoszenie {submission.pk} zostało ocenione:\ntest-A RMSE 0,000\ntest-A MAE 0,000",
        "url": f"{HERE}/submissions/{submission.pk}",
        "id": headers["webhook-id"],
    }
    assert headers["webhook-signature"] == signature(secret, told["id"], int(headers["webhook-timestamp"]), body)
    assert mail.outbox == []


def test_each_channel_is_chosen_and_counted_by_itself(people, wanting, with_hook, inbox, hand_in, work, challenge):
    wanting("ala", kinds=["announced"])
    with_hook("ala", kind="slack", kinds=["announced", "beaten"])
    hand_in("1\n2\n3\n9\n")
    work()
    hand_in(by="ola")
    for number in range(7):
        announce(challenge, title=f"News {number}", text="*Some* <https://x.org>.", by=people["organiser"])
    work()
    texts = [json.loads(body)["text"] for _path, _headers, body in inbox.seen]
    assert len(mail.outbox) == 5
    assert sorted(text.partition("\n")[0].partition("|")[2].rstrip(">") for text in texts) == [
        *(f"Numbers: News {number}" for number in range(5)), "Numbers: somebody else is first now",
    ]  # fmt: skip
    assert all("<https://x.org>" not in text for text in texts)


@pytest.mark.parametrize("what", ["hidden", "unwanted", "deactivated", "off", "removed"])
def test_a_webhook_gets_nothing_that_changed_before_it_was_sent(
    people, with_hook, inbox, hand_in, work, challenge, what
):
    hand_in(by="stranger")
    hook, _secret = with_hook("stranger", kinds=["announced"])
    announce(challenge, title="News", text="A word.", by=people["organiser"])
    assert Delivery.objects.count() == 1
    if what == "hidden":
        Challenge.objects.update(is_published=False)
    elif what == "unwanted":
        save_choices(people["stranger"], [], Channel.WEBHOOK)
    elif what == "deactivated":
        User.objects.filter(username="stranger").update(is_active=False)
    elif what == "off":
        switch(hook, False, by=people["stranger"])
    else:
        remove_webhook(hook, by=people["stranger"])
    work()
    assert inbox.seen == []


def test_a_message_that_failed_says_what_it_tells_and_when_it_is_tried_again(with_hook, people, hand_in, work, client):
    with_hook("ala", kinds=["scored"])
    hand_in()
    work()
    Delivery.objects.update(delivered=None, is_final=False, status=500, failure="refused")
    later = timezone.now() + timedelta(minutes=1)
    Job.objects.filter(kind="deliver-message").update(state="queued", not_before=later)
    client.force_login(people["ala"])
    shown = " ".join(client.get("/account/webhook").content.decode().split())
    assert "Numbers: a submission of mine was scored" in shown
    assert re.search(r"<code>500</code> it failed; tried again <time", shown)


def test_names_are_in_json_as_they_are_and_make_no_links_in_chats(people, with_hook, inbox, hand_in, work):
    Challenge.objects.update(title="Task 2.0: www.evil.example")
    User.objects.filter(username="ola").update(name="Prize at www.evil.example")
    for name, kind in (("ala", "generic"), ("stranger", "slack")):
        with_hook(name, kinds=["beaten"], kind=kind)
    hand_in("1\n2\n3\n9\n", by="stranger")
    work()
    hand_in("1\n2\n3\n8\n", by="ala")
    work()
    hand_in("1\n2\n3\n5\n", by="ola")
    work()
    chat, plain = (body.decode() for _path, _headers, body in inbox.seen)
    assert "evil.example" not in chat
    assert json.loads(plain)["title"] == "Task 2.0: www.evil.example: somebody else is first now"
    assert "\u2060" not in plain


def test_a_hidden_score_is_told_no_webhook(with_hook, inbox, hand_in, work):
    Phase.objects.update(disclosure="hidden")
    with_hook("ala")
    hand_in("1\n2\n3\n5\n")
    work()
    [(*_, body)] = inbox.seen
    assert json.loads(body)["text"].splitlines()[1:] == ["test-A RMSE UNDISCLOSED", "test-A MAE UNDISCLOSED"]


def test_a_person_makes_tries_and_removes_a_webhook_on_its_page(people, client, inbox, work):
    client.force_login(people["ala"])
    page = "/account/webhook"
    assert page in client.get("/account/notifications").content.decode()
    inside = client.post(page, {"kind": "generic", "url": "https://10.0.0.1/x"}).content.decode()
    assert "not public" in inside
    made = client.post(page, {"kind": "generic", "url": inbox.url}).content.decode()
    assert re.search(r"whsec_[A-Za-z0-9+/=]+", made)
    assert "whsec_" not in client.get(page).content.decode()
    client.post(f"{page}/test")
    work()
    assert json.loads(inbox.seen[0][2])["event"] == "test"
    shown = client.get(page).content.decode()
    assert "arrived" in shown
    assert "abcdefghijklmnopqrstuvwxyz" not in shown
    assert 'name="webhook"' in client.get("/account/notifications").content.decode()
    client.post("/account/notifications", {"webhook": ["scored", "gold"]})
    assert set(Choice.objects.values_list("kind", "channel")) == {("scored", "webhook"), ("gold", "webhook")}
    others = Client()
    others.force_login(people["ola"])
    assert [others.post(f"{page}/{act}").status_code for act in ("test", "secret", "remove")] == [404] * 3
    with pytest.raises(Refused):
        remove_webhook(Webhook.objects.get(), by=people["ola"])
    client.post(f"{page}/remove")
    assert not Webhook.objects.exists()


# --- letter boxes of others -------------------------------------------------------------------------------------------


def test_who_types_the_address_of_somebody_else_sends_them_no_news(people, wanting, hand_in, work):
    wanting("ala")
    User.objects.filter(username="ala").update(email="victim@example.org")
    hand_in()
    work()
    assert mail.outbox == []


def test_names_make_no_links_in_letters_to_others(people, wanting, hand_in, work):
    User.objects.filter(username="ola").update(name="Prize at https://evil.example/x www.evil.example")
    wanting("ala", kinds=["beaten"])
    hand_in("1\n2\n3\n9\n", by="ala")
    work()
    hand_in("1\n2\n3\n5\n", by="ola")
    work()
    [letter] = mail.outbox
    assert "Prize at" in letter.body
    assert "://evil" not in letter.body
    assert "evil.example" not in letter.body


def test_an_end_that_is_moved_again_and_again_is_told_twice_a_day(people, wanting, hand_in, work, challenge):
    wanting("ala", kinds=["deadline"])
    hand_in()
    work()
    phase = Phase.objects.get()
    for minutes in range(6):
        phase.closes = timezone.now() + timedelta(hours=2, minutes=minutes)
        change_phase(challenge, phase, by=people["organiser"])
        Job.objects.filter(kind="tell-deadline").update(not_before=None)
        work()
    subjects = Counter(subject for _, subject in letters())
    assert subjects == {"Numbers: the phase ends soon": 2, "Numbers: the end of a phase was moved": 2}


def test_many_announcements_are_told_five_times_a_day_and_all_stand_on_the_page(
    people, wanting, hand_in, work, challenge, client
):
    wanting("ala", kinds=["announced"])
    hand_in()
    for number in range(8):
        announce(challenge, title=f"News {number}", text="Some.", by=people["organiser"])
    work()
    assert [subject for _, subject in letters()] == [f"Numbers: News {number}" for number in range(5)]
    assert "News 7" in client.get("/challenges/numbers/announcements").content.decode()
