"""What unpacking may cost: bytes and seconds of all files together, of a look and of a submission alike."""

import gzip
import io
import socket
import tarfile
import threading
import time
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone
from submission_examples import GOLD

from probierz.errors import Refused
from probierz.web.accounts.models import Spent
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import limits
from probierz.web.http.clients import client_gone
from probierz.web.intake import received
from probierz.web.intake.errors import TooLarge, UploadError
from probierz.web.submissions import handlers, output_checks
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, cancel, submit_files, try_out, trying_out
from probierz.web.submissions.services.handing_in import Faulty

pytestmark = pytest.mark.django_db(transaction=True)
MIB = 2**20
LARGE = gzip.compress(b"1\n" * (5 * MIB))
"""10 MiB in 10 KiB."""


def packed(files):
    """A .tar of these files."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return target.getvalue()


@pytest.fixture
def small_uploads(settings):
    """An upload may have 8 MiB, and 32 when it is unpacked."""
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_UPLOAD_MB": 8}


@pytest.fixture
def inflated_bytes(monkeypatch):
    """How many bytes came out of single compressed outputs."""
    counted = []
    spend = received.Budget.spend
    monkeypatch.setattr(received.Budget, "spend", lambda self, count: (counted.append(count), spend(self, count))[1])
    return counted


def test_twenty_packed_outputs_in_an_archive_have_one_budget(challenge, people, small_uploads, inflated_bytes):
    client = Client()
    client.force_login(people["ala"])
    archive = packed({f"test-A/out-n={number}.tsv.gz": LARGE for number in range(20)})
    file = SimpleUploadedFile("outputs.tar", archive)
    page = client.post("/challenges/numbers/submit", {"outputs": file, "test": "test-A", "try": "1"})
    told = [problem for problem in page.context["tried"].problems if "together have more than 32 MiB" in str(problem)]
    assert len(told) == 17
    assert sum(inflated_bytes) < 40 * MIB


def test_what_is_left_out_of_archives_is_counted_too(challenge, people, small_uploads, uploaded):
    useless = gzip.compress(packed({"notes.txt": bytes(20 * MIB), "test-A/out.tsv": b"1\n2\n3\n4\n"}))
    again = gzip.compress(packed({"notes.txt": bytes(20 * MIB), "dev-0/out.tsv": b"1\n2\n3\n4\n"}))
    files = [uploaded(useless, "one.tar.gz"), uploaded(again, "two.tar.gz")]
    assert try_out(challenge, files[:1], people["ala"]).problems == []
    with pytest.raises(TooLarge):
        try_out(challenge, files, people["ala"])


def test_a_look_ends_when_its_seconds_are_over(challenge, people, uploaded, monkeypatch):
    monkeypatch.setattr(trying_out, "UNPACKING_SECONDS", 0.0)
    with pytest.raises(TooLarge, match="takes more than 0 s"):
        try_out(challenge, [uploaded(LARGE, "out.tsv.gz")], people["ala"])


@pytest.mark.parametrize("content", [b"1234567\n" * (5 * MIB), b"1" * (65 * MIB)])
def test_a_look_at_large_outputs_says_what_handing_them_in_says(challenge, people, uploaded, content):
    """40 MiB of lines that nobody asked for, and more than an upload may have."""
    said = []
    for act in (try_out, lambda *given: submit_files(*given[:2], Handing(given[2], refuses_faulty=True))):
        try:
            said += [str(one) for one in act(challenge, [uploaded(content)], people["ala"]).problems]
        except (Faulty, TooLarge, UploadError) as error:
            said.append(str(error))
    assert said[0] == said[-1]
    assert trying_out._looks.under_way == set()  # whatever was refused, the places are free again


def test_of_outputs_too_large_for_a_whole_look_a_note_says_so(challenge, people, uploaded, monkeypatch):
    small = replace(output_checks.TRIED_LIMITS, total_bytes=4)
    for module in (output_checks, trying_out):
        monkeypatch.setattr(module, "TRIED_LIMITS", small)
    found = try_out(challenge, [uploaded(b"1\ntwo\n3\n4\n")], people["ala"])
    assert [one.severity for one in found.problems] == ["note"]
    assert "only their lines were counted" in str(found.problems[0])
    assert not found.has_doubts


# --- many people -----------------------------------------------------------------------------------------------------


@pytest.fixture
def slow_look(monkeypatch):
    """Looks of others stop in the middle until they are let go."""
    entered, go = threading.Semaphore(0), threading.Event()
    look_at = trying_out.look_at_outputs

    def held(*arguments):
        if threading.current_thread() is not threading.main_thread():
            entered.release()
            assert go.wait(20)
        return look_at(*arguments)

    monkeypatch.setattr(trying_out, "look_at_outputs", held)
    threads = []

    def start(challenge, file, user):
        def look():
            try:
                try_out(challenge, [file], user)
            finally:
                connection.close()

        threads.append(threading.Thread(target=look))
        threads[-1].start()
        assert entered.acquire(timeout=20)

    start.let_go = go.set
    yield start
    go.set()
    for thread in threads:
        thread.join(20)


def test_who_presses_while_the_form_looks_waits_for_the_look(challenge, people, uploaded, slow_look):
    slow_look(challenge, uploaded(GOLD), people["ala"])
    threading.Timer(0.2, slow_look.let_go).start()
    assert try_out(challenge, [uploaded(GOLD)], people["ala"]).problems == []


def test_of_two_looks_that_wait_the_newer_is_answered(challenge, people, uploaded, slow_look):
    slow_look(challenge, uploaded(GOLD), people["ala"])
    refused = []

    def older():
        try:
            try_out(challenge, [uploaded(GOLD)], people["ala"])
        except Refused as error:
            refused.append(error)
        finally:
            connection.close()
        slow_look.let_go()

    waiting = threading.Thread(target=older)
    waiting.start()
    while not trying_out._looks.newest:
        time.sleep(0.01)
    assert try_out(challenge, [uploaded(GOLD)], people["ala"]).problems == []
    waiting.join(20)
    assert [str(error) for error in refused] == ["Your other outputs are being looked at. Try again in a moment."]


def test_one_person_looks_once_at_a_time_and_keeps_nobody_from_looking(
    challenge, people, uploaded, slow_look, monkeypatch
):
    monkeypatch.setattr(trying_out, "WAITING_SECONDS", 0.05)
    slow_look(challenge, uploaded(GOLD), people["ala"])
    with pytest.raises(Refused, match="Your other outputs are being looked at"):
        try_out(challenge, [uploaded(GOLD)], people["ala"])
    assert try_out(challenge, [uploaded(GOLD)], people["ola"]).problems == []


def test_a_look_waits_for_nobody(challenge, people, uploaded, slow_look):
    slow_look(challenge, uploaded(GOLD), people["ala"])
    slow_look(challenge, uploaded(GOLD), people["ola"])
    with pytest.raises(Refused, match="Outputs of others are being looked at"):
        try_out(challenge, [uploaded(GOLD)], people["stranger"])


def test_who_looks_all_the_time_is_told_to_wait(challenge, people, uploaded, monkeypatch):
    from probierz.web.accounts.services import throttle

    monkeypatch.setitem(throttle.LIMITS, "look", 2)
    file = uploaded(GOLD)
    for _ in range(2):
        try_out(challenge, [file], people["ala"])
    with pytest.raises(Refused, match="Look again in 15 min"):
        try_out(challenge, [file], people["ala"])
    assert try_out(challenge, [file], people["ola"]).problems == []


# --- the worker ------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch):
    """An archive may have 16 MiB, unpacked."""
    found = limits.ArchiveLimits(total_bytes=16 * MIB)
    monkeypatch.setattr(limits, "archive_limits", lambda: found)


def test_outputs_of_a_submission_have_one_budget_together(challenge, small, hand_in, uploaded, work, inflated_bytes):
    Challenge.objects.update(variant_quota=5)
    made = hand_in([uploaded(packed({f"test-A/out-n={n}.tsv.gz": LARGE for n in range(5)}), "outputs.tar")]).submission
    work()
    made.refresh_from_db()
    assert made.state == Submission.State.FAILED
    assert sum(inflated_bytes) < 20 * MIB


def test_who_cancels_ends_the_unpacking(challenge, people, hand_in, uploaded, work, monkeypatch, inflated_bytes):
    made = hand_in([uploaded(packed({"test-A/out.tsv.gz": LARGE}), "outputs.tar")]).submission
    inflated_bytes.clear()
    check = handlers.Running.check

    def cancelled_at_the_third_piece(running):
        if len(inflated_bytes) == 3:
            assert cancel(made, people["ala"])
            running.lost.set()  # at its next beat
        check(running)

    monkeypatch.setattr(handlers.Running, "check", cancelled_at_the_third_piece)
    work()
    assert len(inflated_bytes) == 3
    made.refresh_from_db()
    assert made.state == Submission.State.CANCELLED


def test_a_look_ends_when_nobody_waits_for_it_and_its_place_is_free(challenge, people, uploaded):
    asked = []

    def gone():
        asked.append(1)
        return len(asked) > 2

    with pytest.raises(Refused) as told:
        try_out(challenge, [uploaded(LARGE, "out.tsv.gz")], people["ala"], gone)
    assert told.value.code == "gone"
    assert trying_out._looks.under_way == set()


def test_who_hangs_up_waits_no_longer_for_their_own_look(challenge, people, uploaded, slow_look):
    slow_look(challenge, uploaded(GOLD), people["ala"])
    started = time.monotonic()
    with pytest.raises(Refused, match="Nobody waits"):
        try_out(challenge, [uploaded(GOLD)], people["ala"], lambda: True)
    assert time.monotonic() - started < trying_out.WAITING_SECONDS / 2


def test_a_connection_that_was_closed_is_seen_while_the_answer_is_made():
    here, there = socket.socketpair()
    request = RequestFactory().get("/")
    request.META["waitress.client_disconnected"] = Channel(here).check_client_disconnected
    gone = client_gone(request)
    assert not gone()
    there.send(b"GET")  # another request behind this one is no end
    assert not gone()
    here.recv(3)
    there.close()
    assert gone()
    here.close()
    assert not client_gone(RequestFactory().get("/"))()


class Channel:
    """What Waitress leaves in a request's environment."""

    def __init__(self, connection):
        self.socket = connection

    def check_client_disconnected(self):
        raise AssertionError("it does not know")


def test_one_person_uploads_so_much_in_an_hour_looks_and_submissions_together(challenge, people, uploaded, monkeypatch):
    monkeypatch.setattr(limits, "upload_bytes_an_hour", lambda: 3 * len(GOLD))
    file = uploaded(GOLD)
    try_out(challenge, [file], people["ala"])
    submit_files(challenge, [file], Handing(people["ala"]))
    try_out(challenge, [file], people["ala"])
    for more in (lambda: try_out(challenge, [file], people["ala"]),
                 lambda: submit_files(challenge, [file], Handing(people["ala"]))):  # fmt: skip
        with pytest.raises(Refused, match="Come back in 60 min") as told:
            more()
        assert told.value.code == "uploads"
    assert try_out(challenge, [file], people["ola"]).problems == []
    Spent.objects.update(until=timezone.now())
    assert try_out(challenge, [file], people["ala"]).problems == []
