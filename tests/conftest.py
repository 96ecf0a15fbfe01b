"""What all tests share."""

import gc
import os
import signal
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import time_machine
from hypothesis import settings

import browser
from skipped import explained

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: tests of Ctrl-C need it all the same
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Garbage is looked for less often than usual: tests leave little, and looking took an eighth of their time.
gc.set_threshold(10_000, 20, 50)

# A loaded machine is no bug: no example has a deadline. Examples are the same in every run, so that a rare one does not
# stop somebody who changed something else; `make test-random` and `make test-repeat` look for others.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None, print_blob=True)
settings.load_profile("same")


def pytest_terminal_summary(terminalreporter):
    """Tell at the end what was skipped, why, and what would run it."""
    reports = terminalreporter.stats.get("skipped", [])
    lines = explained(report.longrepr[2] if isinstance(report.longrepr, tuple) else "" for report in reports)
    if lines:
        terminalreporter.section(f"{len(reports)} skipped: how many, what is missing, what would run them")
        terminalreporter.write_line("\n".join(lines))


def pytest_make_parametrize_id(val, argname):
    """Name an example by what it is, not by a file's bytes: an archive says when it was packed, and processes that
    collect the same tests a second apart would give them two names."""
    return argname if isinstance(val, bytes) and (len(val) > 40 or val.startswith(b"\x1f\x8b")) else None


def pytest_collection_finish():
    """What was imported and collected stays until the end: nobody looks there for garbage again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _nothing_waits_for_the_disk():
    """What tests write need not outlive the machine, and to wait for the disk takes longer than most tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        patch.setattr(os, "sync", lambda: None)
        yield


@pytest.fixture
def processes_at_once(monkeypatch):
    """Start the processes that are asked for behind the first part of the lines, however little there is to do."""
    from probierz.scoring import workers

    monkeypatch.setattr(workers, "TRIAL_SECONDS", 0)
    monkeypatch.setattr(workers, "TIMES_SENDING", 0)


# --- the clock -------------------------------------------------------------------------------------------------------


def pytest_addoption(parser):
    parser.addoption(
        "--clock",
        choices=["midnight", "hurried"],
        help="find tests that trust the clock: in each, a day ends; or every look at the clock finds a second more",
    )


@pytest.fixture(autouse=True)
def _clock(request):
    """The clock that `--clock` asks for; else that of the machine."""
    kind = request.config.getoption("--clock")
    if kind is None:
        yield
        return
    today = datetime.now(ZoneInfo("Europe/Warsaw")).replace(hour=23, minute=59, second=59, microsecond=500_000)
    start = today if kind == "midnight" else datetime.now(UTC)
    with time_machine.travel(start, tick=kind == "midnight") as traveller:
        if kind == "midnight":
            yield
            return
        from django.utils import timezone

        def now(plain=timezone.now):
            traveller.shift(1.0)
            return plain()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", now)
            yield


@pytest.fixture
def stopped_clock(_clock):
    """A clock that stands still at a noon; `shift(seconds)` moves it."""
    with time_machine.travel(datetime(2026, 5, 12, 12, tzinfo=ZoneInfo("Europe/Warsaw")), tick=False) as traveller:
        yield traveller


REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real challenges: PROBIERZ_DATA, else ../shared/data beside the repository."""
    found = Path(os.environ.get("PROBIERZ_DATA") or REPOSITORY.parent / "shared" / "data")
    if not found.is_dir():
        pytest.skip(f"no real data: PROBIERZ_DATA is not set and {found} does not exist")
    return found


@pytest.fixture(scope="session")
def chromium():
    """The browser of all tests of pages; skips where there is none."""
    pytest.importorskip("playwright.sync_api")
    if browser.path() is None:
        pytest.skip("no Chromium here: apt-get install chromium-headless-shell")
    return browser.chromium()
