"""A real browser for the tests of pages, a platform that forgets each test, and a challenge to hand in to."""

import itertools
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import forked_processes
import pytest
import remembered_processes
from both_databases import is_on_both
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.core.cache import cache
from django.core.management.commands.migrate import Command as MigrateCommand
from django.db import connection
from django.db.models.signals import post_migrate
from django.utils import translation
from submission_examples import GOLD, write_challenge

from browser import SIZES
from probierz.web.accounts.models import Membership, Team, User
from probierz.web.challenges import checking, division, readme
from probierz.web.challenges.models import Challenge, Ladder
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.jobs import worker
from probierz.web.labelling import checks as labelling_checks
from probierz.web.operation.upgrade import make_all_tables
from probierz.web.sandbox import scorer
from probierz.web.submissions import evaluation
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    """Mark the tests that need a browser, and those that run on another database as well: `-m both_databases`."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        elif item.path.is_relative_to(HERE) and is_on_both(item.path.relative_to(HERE).as_posix(), item.name):
            item.add_marker("both_databases")


@pytest.fixture(scope="session")
def django_db_setup(request):
    """The tables are made at once, as those of a new platform are.

    Nobody asks for the rights that Django names for each model: they are not made again after every emptying.
    """
    migrate = MigrateCommand.handle

    def make_first(*words, **options):
        make_all_tables()
        return migrate(*words, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MigrateCommand, "handle", make_first)
        request.getfixturevalue("django_db_setup")
    post_migrate.disconnect(create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """What is remembered of a challenge stands under its number, which another test gives to another challenge.

    And whoever was answered in Polish leaves that language behind.
    """
    cache.clear()
    translation.deactivate()


@pytest.fixture(scope="session")
def _loaded_process():
    yield
    forked_processes.LOADED_PROCESS.end()


@pytest.fixture(autouse=True)
def _processes_are_asked_once(request, monkeypatch, _loaded_process):
    """Score, check and draw the same bytes once in a run, except in the tests of the processes themselves."""
    if "sandbox" not in request.path.parts:
        monkeypatch.setattr(scorer, "subprocess", forked_processes.SUBPROCESS)
        monkeypatch.setattr(evaluation, "score", remembered_processes.score)
        monkeypatch.setattr(labelling_checks, "score", remembered_processes.score)
        for module in (checking, readme):
            monkeypatch.setattr(module, "run_limited", remembered_processes.run_limited)
        seeds = itertools.count(1)  # tests that are divided alike are scored alike
        monkeypatch.setattr(division, "secrets", SimpleNamespace(randbelow=lambda _below: next(seeds)))


@pytest.fixture(autouse=True)
def _small_tests_tell_all(request, monkeypatch):
    """Challenges of a few lines show all digits and bear many outputs, but for tests marked `usual_rules`."""
    if request.node.get_closest_marker("usual_rules") is None:
        monkeypatch.setattr(Challenge._meta.get_field("ladder"), "default", Ladder.OFF)
        monkeypatch.setattr(Challenge._meta.get_field("has_usual_quotas"), "default", False)


@pytest.fixture(autouse=True)
def _threads_end_before_the_database(_django_db_marker):
    """What a test started in the background ends with it: else it finds other rows, or no database at all."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + 20
    while left := [
        one.name
        for one in threading.enumerate()
        if one not in before and one.is_alive() and not one.name.startswith("asyncio_")  # the browser's, for its files
    ]:
        assert time.monotonic() < deadline, f"these threads outlive their test: {', '.join(left)}"
        time.sleep(0.01)


@pytest.fixture
def visit(chromium, live_server):
    """Open pages as a person would: `visit("desk", colours="dark")`. What the console complains of fails the test.

    refused: requests of scripts may be, which browsers complain of.
    """
    contexts, complaints = [], []

    def start(size="desk", *, colours="light", language="en-GB", scripts=True, refused=False):
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=SIZES[size],
            color_scheme=colours,
            locale=language,
            java_script_enabled=scripts,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" and not refused else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield start
    for context in contexts:
        context.close()
    assert complaints == []


# --- a challenge, and people around it -------------------------------------------------------------------------------


@pytest.fixture
def platform(settings, tmp_path):
    """Give the platform a folder; change settings: `platform(PROBIERZ_PUBLIC=False)`."""
    settings.HOME = tmp_path / "home"
    settings.PROBIERZ = {
        **settings.PROBIERZ, "PROBIERZ_GIT_TRANSPORTS": ("https", "file"), "PROBIERZ_CONCURRENT_JOBS": 100,
    }  # fmt: skip
    return settings.PROBIERZ.update  # every setting that is set in a test makes all of them slower to read


@pytest.fixture
def people(platform, db):
    """Ala hands in, Ola is in her team."""
    names = ("organiser", "ala", "ola", "stranger", "administrator")
    found = {name: User.objects.create(username=name, name=name.title()) for name in names}
    User.objects.filter(username="administrator").update(is_staff=True)
    found["administrator"].refresh_from_db()
    return found


@pytest.fixture
def team(people):
    made = Team.objects.create(slug="both", name="Both")
    for name in ("ala", "ola"):
        Membership.objects.create(team=made, user=people[name])
    return made


@pytest.fixture
def challenge(people, tmp_path):
    made = create_unasked("numbers", people["organiser"])
    publish_version(made, write_challenge(tmp_path / "challenge"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    made.refresh_from_db()
    return made


@pytest.fixture
def uploaded(tmp_path):
    """Write files as if they had been uploaded: `uploaded("1\\n2\\n", "out-x.tsv")`."""
    count = iter(range(1000))

    def write(content, name="out.tsv", test="test-A"):
        path = tmp_path / f"upload-{next(count)}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Uploaded(path, name, test)

    return write


@pytest.fixture
def hand_in(challenge, people, uploaded):
    """Hand in an output of test-A by somebody: `hand_in(by="ala").submission`."""

    def act(content=GOLD, by="ala", **more):
        files = content if isinstance(content, list) else [uploaded(content)]
        return submit_files(challenge, files, Handing(people[by], **more))

    return act


@pytest.fixture
def work():
    """Let a worker do all that waits."""
    return lambda: worker.work(until_empty=True)


@pytest.fixture
def working(transactional_db, monkeypatch):
    """A worker at work beside the test; it looks often, as a test hands in what it has and waits."""
    monkeypatch.setattr(worker, "SLOWEST_LOOK", worker.QUICKEST_LOOK)
    stop = threading.Event()

    def work():
        worker.work(stop)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    stop.set()
    thread.join()
