"""A challenge with webhooks, and a service that takes their messages."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "submissions"))
from receivers import receiving
from submission_examples import GOLD, write_challenge

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import create_challenge, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded
from probierz.web.webhooks import services
from probierz.web.webhooks.handlers import WAITS

PEOPLE = ("organiser", "ala", "ola", "stranger", "administrator")


@pytest.fixture
def platform(settings, tmp_path, monkeypatch):
    settings.HOME = tmp_path / "home"
    settings.PROBIERZ = {
        **settings.PROBIERZ, "PROBIERZ_WEBHOOK_HOSTS": ("127.0.0.0/8",), "PROBIERZ_CONCURRENT_JOBS": 100,
        "PROBIERZ_URL": "https://evaluate.example.org",
    }  # fmt: skip
    from probierz.web.jobs import registry

    found = registry.handler_of(services.DELIVER)
    quick = registry.Handler(found.run, found.ended, tuple(0 for _ in WAITS))
    monkeypatch.setitem(registry._handlers, services.DELIVER, quick)
    return settings


@pytest.fixture
def people(platform, transactional_db):
    found = {name: User.objects.create(username=name, name=name.title()) for name in PEOPLE}
    User.objects.filter(username="administrator").update(is_staff=True)
    found["administrator"].refresh_from_db()
    return found


@pytest.fixture
def challenge(people, tmp_path):
    made = create_challenge("numbers", people["organiser"])
    publish_version(made, write_challenge(tmp_path / "challenge"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    made.refresh_from_db()
    Phase.objects.get_or_create(challenge=made, defaults={"name": "main"})
    return made


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


@pytest.fixture
def hook(challenge, people, receiver):
    return services.make_webhook(challenge, kind="generic", url=receiver.url, by=people["organiser"])[0]


@pytest.fixture
def hand_in(challenge, people, tmp_path):
    """Hand in an output of test-A whose last number is wrong by so much; a worker does all that follows."""
    count = iter(range(1000))

    def act(error=0, by="ala", work=True, **more):
        path = tmp_path / f"upload-{next(count)}"
        path.write_text(GOLD.replace("4", str(4 + error)))
        made = submit_files(challenge, [Uploaded(path, "out.tsv", "test-A")], Handing(people[by], **more)).submission
        if work:
            worker.work(until_empty=True)
        return made

    return act
