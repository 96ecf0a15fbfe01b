"""Clients that are slow on purpose, and threads that are all busy: others are answered all the same."""

import http.client
import re
import shutil
import socket
import subprocess
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from platform_processes import python, serving

import probierz
from probierz.web.operation import webserver
from probierz.web.operation.webserver import THREADS, Server

DEMO = Path(probierz.__file__).parent / "demo_challenge"


@pytest.fixture(autouse=True)
def _this_process_may_be_large(monkeypatch):
    """A server that runs here sees the memory of all tests before it, and would end their process."""
    monkeypatch.setattr(webserver, "MOST_MEMORY_BYTES", 2**50)


@contextmanager
def running(application, made=Server):
    """A server of its own in a thread; gives its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = made(application, listener, most_bytes=10**6)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()


def get(port, path, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_health_is_answered_while_every_thread_is_busy():
    free = threading.Event()

    def application(environ, start):
        if environ["PATH_INFO"] == "/slow":
            free.wait(30)
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    with running(application) as port:
        busy = [threading.Thread(target=get, args=(port, "/slow")) for _ in range(2 * THREADS)]
        for thread in busy:
            thread.start()
        time.sleep(0.3)
        assert get(port, "/health") == (200, b"ok")
        assert get(port, "/ready") == (200, b"ok")
        free.set()
        for thread in busy:
            thread.join()
        assert get(port, "/") == (200, b"ok")


def test_a_class_that_logs_in_at_once_waits_its_turn_and_keeps_no_thread_from_others():
    room, free = threading.Lock(), threading.Event()

    def application(environ, start):
        if environ["REQUEST_METHOD"] == "POST":
            is_alone = room.acquire(blocking=False)
            free.wait(30)
            if is_alone:
                room.release()
            start("200 OK" if is_alone else "429 Too Many Requests", [("Content-Length", "2")])
        else:
            start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    found = []
    with running(application) as port:
        pupils = [threading.Thread(target=lambda: found.append(get(port, "/login", "POST")[0])) for _ in range(30)]
        for thread in pupils:
            thread.start()
        assert get(port, "/") == (200, b"ok")
        free.set()
        for thread in pupils:
            thread.join()
    assert found == [200] * 30


class Hasty(Server):
    """Is woken by something else in the moment in which it is told to stop."""

    def stop(self):
        pull = self.trigger._physical_pull

        def slowly():
            pull()
            time.sleep(0.3)
            pull()

        self.trigger._physical_pull = slowly
        super().stop()


def test_it_stops_while_requests_end():
    with running(nothing, Hasty) as port:
        assert get(port, "/") == (200, b"")


class Leaving(Server):
    """Tells when the process would end."""

    left = threading.Event()

    def leave(self):
        self.left.set()


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="nobody counts the time of threads here")
@pytest.mark.parametrize("what", ["computes", "waits"])
def test_a_process_is_replaced_when_a_request_computes_for_too_long_not_when_it_waits(what, monkeypatch, caplog):
    monkeypatch.setattr(webserver, "LOOK_SECONDS", 0.3)
    Leaving.left.clear()
    ended = threading.Event()

    def application(environ, start):
        while environ["PATH_INFO"] == "/greedy" and not ended.is_set():
            if what == "waits":
                ended.wait(0.1)
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    def ask():
        with suppress(OSError):  # it is ended, sooner or later
            get(port, "/greedy")

    with running(application, Leaving) as port:
        greedy = [threading.Thread(target=ask) for _ in range(THREADS)]
        for thread in greedy:
            thread.start()
        assert get(port, "/health") == (200, b"ok")
        monkeypatch.setattr(webserver, "COMPUTING_SECONDS", 0.2)
        assert Leaving.left.wait(40 if what == "computes" else 4) == (what == "computes")
        ended.set()
        for thread in greedy:
            thread.join()
    assert ("/greedy took more than" in caplog.text) == (what == "computes")


def test_a_process_is_replaced_when_it_grows_too_large(monkeypatch, caplog):
    monkeypatch.setattr(webserver, "MOST_MEMORY_BYTES", 1)
    monkeypatch.setattr(webserver, "LOOK_SECONDS", 1)
    Leaving.left.clear()
    with running(nothing, Leaving):
        assert Leaving.left.wait(20) == Path("/proc/self/statm").exists()


BEGINNINGS = {
    "headers": b"GET / HTTP/1.1\r\nHost: x\r\nX-",
    "a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n",
}


def nothing(environ, start):
    start("200 OK", [("Content-Length", "0")])
    return []


@pytest.mark.parametrize("what", BEGINNINGS)
def test_a_request_that_comes_a_byte_at_a_time_is_ended(what, monkeypatch):
    monkeypatch.setattr(webserver, "REQUEST_SECONDS", 1.0)
    monkeypatch.setattr(webserver, "LOOK_SECONDS", 1)
    with running(nothing) as port, socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(BEGINNINGS[what])
        slow.settimeout(0.2)
        deadline = time.monotonic() + 20
        while not ended(slow):
            assert time.monotonic() < deadline


@pytest.mark.parametrize(("received", "limit"), [(0, 30), (163_840, 40)])
def test_a_slow_request_is_gone_once_the_time_is_over_that_the_guide_states(received, limit):
    """It begins between two looks, and was still there ten seconds later: the look that saw it came late, as did the
    one that ended it.
    """
    request = SimpleNamespace(body_bytes_received=received)
    slow = SimpleNamespace(request=request, requests=[], last_activity=10**9, will_close=False)
    server = Server(nothing, socket.create_server(("127.0.0.1", 0)), most_bytes=10**6)
    server.active_channels[0] = slow
    looks = (0.9 + at * webserver.LOOK_SECONDS for at in range(10**6))
    ended_at = next(now for now in looks if server.maintenance(now) or slow.will_close)
    assert limit - 3 <= ended_at <= limit
    server.active_channels.clear()
    server.stop()
    server.close()


def test_one_address_does_not_take_the_connections_of_all(monkeypatch):
    """Some thousand slow connections kept everybody out, /health too."""
    monkeypatch.setattr(webserver, "MOST_OF_ONE", 5)
    monkeypatch.setattr(webserver, "MOST_CONNECTIONS", 20)
    with running(nothing) as port, ExitStack() as stack:
        for _ in range(40):
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            with suppress(ConnectionError):
                slow.sendall(b"GET / HTTP/1.1\r\nX-A: ")
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            get(port, "/health")
        other = stack.enter_context(socket.create_connection(("127.0.0.1", port), 10, source_address=("127.0.0.2", 0)))
        other.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")


def test_a_signal_ends_it_without_an_exception_where_it_comes():
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(nothing, listener, most_bytes=10**6)
    thread = threading.Thread(target=server.run)
    thread.start()
    server.end()
    thread.join(20)
    assert not thread.is_alive()
    server.close()
    server.trigger.close()
    server._quick.shutdown()
    server._doors.shutdown()


def ended(slow):
    """Send a byte more; whether the other side has closed."""
    try:
        slow.sendall(b"x")
        return slow.recv(100) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


PUBLISH = """
from probierz.web.operation.upgrade import upgrade
upgrade()
import shutil
from pathlib import Path
from probierz.web.accounts.models import User
from probierz.web.challenges.services import create_unasked, publish, publish_version
owner = User.objects.create(username="owner", is_staff=True)
challenge = create_unasked("scans", owner)
publish_version(challenge, Path({folder!r}))
publish(challenge, by=owner)
"""


@pytest.mark.slow
def test_many_slow_clients_stop_neither_pages_nor_clones(environment, tmp_path):
    folder = Path(shutil.copytree(DEMO, tmp_path / "c", ignore=shutil.ignore_patterns("out-*")))
    (folder / "gitignore.txt").rename(folder / ".gitignore")
    python(environment, PUBLISH.format(folder=str(folder))).check_returncode()
    with serving(environment) as address, ExitStack() as stack:
        port = int(re.search(r":(\d+)", address)[1])
        for number in range(40):  # more than all threads of all processes
            slow = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
            path = "git/scans.git/git-upload-pack" if number % 2 else "login"
            head = f"POST /{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n"
            slow.sendall(f"{head}Content-Type: application/x-git-upload-pack-request\r\n\r\n0032want".encode())
        for path in ("/health", "/ready", "/challenges/scans/board"):
            assert get(port, path)[0] == 200
        clone = ["git", "clone", "-q", f"{address}/git/scans.git", str(tmp_path / "cloned")]
        subprocess.run(clone, check=True, timeout=60)
        assert (tmp_path / "cloned" / "README.md").is_file()
