"""A challenge with webhooks, and a service that takes their messages."""

from dataclasses import replace

import pytest
from receivers import receiving
from submission_examples import GOLD

from probierz.web.challenges.models import Phase
from probierz.web.webhooks import services
from probierz.web.webhooks.handlers import WAITS


@pytest.fixture
def platform(settings, tmp_path, monkeypatch):
    settings.HOME = tmp_path / "home"
    settings.PROBIERZ = {
        **settings.PROBIERZ, "PROBIERZ_WEBHOOK_HOSTS": ("127.0.0.0/8",), "PROBIERZ_CONCURRENT_JOBS": 100,
        "PROBIERZ_URL": "https://evaluate.example.org",
    }  # fmt: skip
    from probierz.web.jobs import registry

    found = registry.handler_of(services.DELIVER)
    quick = replace(found, waits=tuple(0 for _ in WAITS))
    monkeypatch.setitem(registry._handlers, services.DELIVER, quick)
    return settings


@pytest.fixture(autouse=True)
def _messages_go_when_all_is_written(transactional_db):
    """They are queued as a transaction ends."""


@pytest.fixture
def challenge(challenge):
    Phase.objects.get_or_create(challenge=challenge, defaults={"name": "main"})
    return challenge


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


@pytest.fixture
def hook(challenge, people, receiver):
    return services.make_webhook(challenge, kind="generic", url=receiver.url, by=people["organiser"])[0]


@pytest.fixture
def hand_in(hand_in, work):
    """Hand in an output of test-A whose last number is wrong by so much; a worker does all that follows."""

    def act(error=0, by="ala", works=True, **more):
        made = hand_in(GOLD.replace("4", str(4 + error)), by, **more).submission
        if works:
            work()
        return made

    return act
