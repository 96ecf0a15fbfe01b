"""Webhooks and a submission's page in a real browser, for everybody who looks at them, in both languages."""

import pytest

from browser import SIZES, faults, follow, log_in
from probierz.web.accounts.models import Membership, Team
from probierz.web.challenges.models import Challenge, Tag
from probierz.web.challenges.services import publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded
from probierz.web.webhooks.models import Delivery, Webhook

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PASSWORD = "correct horse battery"
HOOKS = "/challenges/numbers/organise/webhooks"
LANGUAGES = {"en": "en-GB", "pl": "pl-PL"}


def lines(wrong):
    """Numbers in words; those with `teen` are misread where `wrong` says so."""
    words = [f"{'teen' if at % 3 == 0 else 'plain'} number {at}" for at in range(60)]
    return words, [str(at) for at in range(60)], [str(at + 9 if at % 3 == 0 and at < wrong else at) for at in range(60)]


@pytest.fixture
def large(challenge, tmp_path):
    """The challenge with 60 lines in each test, and no way for a login to be slowed down."""
    folder = tmp_path / "challenge"
    words, expected, _output = lines(0)
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("".join(f"{line}\n" for line in words))
        (folder / split / "expected.tsv").write_text("".join(f"{line}\n" for line in expected))
    publish_version(challenge, folder)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def submitted(large, people, hook, tmp_path):
    """Three submissions: ala's, for her team with ola, and a baseline; the last has a tag and a webhook told of it."""
    team = Team.objects.create(slug="both", name="Both")
    for name in ("ala", "ola"):
        Membership.objects.create(team=team, user=people[name])
    Tag.objects.create(name="rules")
    made = []
    for number, (who, wrong) in enumerate([("organiser", 60), ("ala", 40), ("ala", 20)]):
        files = []
        for split in ("dev-0", "test-A"):
            path = tmp_path / f"{number}-{split}"
            path.write_text("".join(f"{line}\n" for line in lines(wrong)[2]))
            files.append(Uploaded(path, "out.tsv", split))
        handing = Handing(people[who], team if who == "ala" else None, f"Try {number}", ("rules",))
        made.append(submit_files(large, files, handing).submission)
        worker.work(until_empty=True)
    for person in people.values():
        person.set_password(PASSWORD)
        person.save()
    return made


def wrong(page, path):
    page.goto(path)
    found = [(path, *one) for one in faults(page)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found.append((path, "width", page.evaluate("document.documentElement.scrollWidth")))
    return found


WORDS = {
    "en": ("What goes with bad lines", "That is more than chance", "Worst lines"),
    "pl": ("Co wyróżnia złe wiersze", "Różnica istotna statystycznie", "Najgorsze wiersze"),
}


LOOKS = [
    ("organiser", "desk", "pl", True), ("ala", "phone", "en", True), ("ola", "desk", "en", True),
    ("stranger", "desk", "pl", False), (None, "phone", "pl", False),
]  # fmt: skip
"""Who looks, at what, in which language, and whether they see lines."""


def test_a_submission_as_each_of_them_sees_it(visit, submitted):
    address = f"/submissions/{submitted[-1].pk}"
    score = submitted[-1].scores.get(test__split="dev-0", test__position=1).pk
    for who, size, language, sees_lines in LOOKS:
        page = visit(size, language=LANGUAGES[language], colours="dark" if size == "phone" else "light")
        if who:
            log_in(page, who, PASSWORD)
        assert wrong(page, address) + wrong(page, f"{address}?lines={score}") == [], who
        text = page.inner_text("main")
        features, chance, worst = WORDS[language]
        assert features in text
        assert "in<1>:teen" in text
        assert chance in text
        assert (worst in text) == ("probierz eval . --split dev-0" in text) == sees_lines
        assert page.get_by_role("button", name="rules").count() == (3 if who == "organiser" else 0)
        page.close()


def test_an_organiser_makes_tests_and_removes_a_webhook(visit, submitted, receiver):
    page = visit("phone", language="pl-PL")
    log_in(page, "organiser", PASSWORD)
    hook = Webhook.objects.get()
    Delivery.objects.filter(webhook=hook).update(answer="x" * 200, failure="refused", status=400, delivered=None)
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert wrong(page, HOOKS) + wrong(page, f"{HOOKS}/{hook.pk}") == []
    page.set_viewport_size(SIZES["phone"])
    assert "400" in page.inner_text("main")
    follow(page, "Webhooki")
    page.select_option("[name=kind]", "generic")
    page.fill("[name=url]", receiver.url)
    page.click("main form.fields button")
    secret = page.inner_text("#once")
    assert secret.startswith("whsec_")
    made = Webhook.objects.exclude(pk=hook.pk).get()
    follow(page, "Webhooki")
    page.locator(f"main a[href='{HOOKS}/{made.pk}']").click()
    page.wait_for_url(f"**{HOOKS}/{made.pk}")
    assert secret not in page.content()
    page.get_by_role("button", name="Wyślij próbę").click()
    page.wait_for_load_state()
    worker.work(until_empty=True)
    page.reload()
    assert "dotarła" in page.inner_text("main table")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Usuń").click()
    page.wait_for_url(f"**{HOOKS}")
    assert not Webhook.objects.filter(pk=made.pk).exists()


def test_a_webhook_works_without_scripts(visit, submitted, receiver):
    page = visit(scripts=False)
    log_in(page, "organiser", PASSWORD)
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    follow(page, "Organise", "Webhooks")
    page.fill("[name=url]", "https://10.0.0.1/x")
    page.click("main form.fields button")
    assert "not public" in page.inner_text("main form.fields")
    assert Challenge.objects.get().webhooks.count() == 1


def test_others_find_no_webhooks(submitted, people, client):
    for who in ("ala", "stranger"):
        client.force_login(people[who])
        assert client.get(HOOKS).status_code == 404
        assert HOOKS not in client.get("/challenges/numbers/board").content.decode()
    client.force_login(people["organiser"])
    assert HOOKS in client.get("/challenges/numbers/organise").content.decode()
