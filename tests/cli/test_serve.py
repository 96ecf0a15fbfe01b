"""`probierz serve`, `worker` and `doctor`, as real processes."""

import email
import http.client
import json
import os
import queue
import re
import shutil
import signal
import socketserver
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def at_home(home):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PROBIERZ_", "DJANGO_"))}
    return {**kept, "PROBIERZ_HOME": str(home)}


@pytest.fixture
def environment(tmp_path):
    """That of a platform that is not there yet."""
    return at_home(tmp_path / "home")


@pytest.fixture(scope="module")
def migrated(tmp_path_factory):
    """The home of a platform in which nothing happened yet; its database takes seconds to make."""
    home = tmp_path_factory.mktemp("migrated") / "home"
    code = (
        "from probierz.web.operation.start import prepare; prepare()\n"
        "from probierz.web.operation.upgrade import upgrade; upgrade()"
    )
    subprocess.run([sys.executable, "-c", code], env=at_home(home), check=True)
    return home


@pytest.fixture
def ready(environment, migrated):
    """The environment of such a platform."""
    shutil.copytree(migrated, environment["PROBIERZ_HOME"])
    return environment


def probierz(*words, environment):
    command = [sys.executable, "-m", "probierz", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@contextmanager
def running(*words, environment):
    """A platform; gives its process, and its first line."""
    command = [sys.executable, "-m", "probierz", *words, "--port", "0"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **streams) as process:
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


def line_with(process, word):
    lines = []
    while line := process.stdout.readline():
        lines.append(line)
        if word in line:
            return line
    raise AssertionError("".join(lines) + process.stderr.read())


def port_of(process):
    return int(re.search(r"localhost:(\d+)", line_with(process, "runs at"))[1])


def get(port, path="/health"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers={"Host": "localhost"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def children(pid):
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def test_one_command_runs_a_platform_and_ctrl_c_ends_all_of_it(environment):
    with running("serve", "--workers", "1", "--web-processes", "2", environment=environment) as process:
        port = port_of(process)
        link = line_with(process, "/invitations/").strip()
        assert get(port) == (200, "ok")
        assert get(port, re.sub(r"http://[^/]+", "", link))[0] == 200
        doctor = probierz("doctor", "--format", "json", environment=environment)
        found = {row["Check"]: row["State"] for row in json.loads(doctor.stdout)}
        assert found["workers"] == found["database"] == found["migrations"] == "fine"
        second = probierz("serve", "--port", "0", environment=environment)
        assert second.returncode == 1
        assert "runs on this folder already" in second.stderr
        started = children(process.pid)
        assert len(started) == 3
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=40)
        assert process.returncode == 0, complaints
        assert "has stopped" in rest
        assert not any(Path(f"/proc/{pid}").exists() for pid in started)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the children of a killed process")
def test_what_is_killed_comes_back_and_nothing_outlives_the_supervisor(ready):
    with running("serve", "--web-processes", "2", environment=ready) as process:
        port = port_of(process)
        before = children(process.pid)
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        assert get(port) == (200, "ok")  # the socket stayed open: the request waited
        deadline = time.monotonic() + 20
        while len(after := children(process.pid)) < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert len(after) == 3
        process.kill()
        deadline = time.monotonic() + 20
        while any(Path(f"/proc/{pid}").exists() for pid in after) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not [pid for pid in after if Path(f"/proc/{pid}").exists()]


def test_a_taken_port_is_one_sentence(ready):
    with running("serve", environment=ready) as process:
        port = port_of(process)
        other = at_home(ready["PROBIERZ_HOME"] + "-2")
        taken = probierz("serve", "--port", str(port), environment=other)
    assert taken.returncode == 1
    assert "choose another --port" in taken.stderr
    assert not Path(other["PROBIERZ_HOME"]).exists()


def test_a_web_process_that_cannot_start_ends_the_command_with_its_reason(ready, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "waitress.py").write_text("raise ImportError('half installed')\n")
    ended = probierz("serve", "--port", "0", environment={**ready, "PYTHONPATH": str(tmp_path / "broken")})
    assert ended.returncode == 1
    assert "runs at" not in ended.stdout
    assert "half installed" in ended.stderr
    assert re.search(r"probierz: web \d ended with 1 as it started; see above why", ended.stderr)


def test_the_database_is_copied_before_it_is_changed(environment):
    code = (
        "from probierz.web.operation.start import prepare; prepare()\n"
        "from probierz.web.operation.schema import pending\n"
        "from probierz.web.operation.upgrade import upgrade\n"
        "assert upgrade() is None and not pending()\n"  # nothing to copy the first time
        "from django.core.management import call_command\n"
        "call_command('migrate', 'webhooks', 'zero', verbosity=0)\n"
        "print(upgrade())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    copy = Path(done.stdout.strip())
    assert copy.parent == Path(environment["PROBIERZ_HOME"]) / "backups"
    assert copy.stat().st_mode & 0o777 == 0o600
    names = {name for (name,) in sqlite3.connect(copy).execute("select name from sqlite_master")}
    assert "submissions_submission" in names
    assert "webhooks_webhook" not in names


def test_the_demonstration_shows_a_platform_with_scores_in_a_folder_named_from_here(environment, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    without_screen = {name: value for name, value in environment.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with running("demo", "--serve", "--open", "practice", environment=without_screen) as process:
        board = re.search(r"at http://localhost:(\d+)(/\S+)", line_with(process, "No browser"))
        database = sqlite3.connect(tmp_path / "practice" / "home" / "probierz.sqlite3")
        states = [state for (state,) in database.execute("select state from submissions_submission")]
        assert states == ["scored"] * 9
        status, page = get(board[1], "/challenges")
        assert (status, "/challenges/scanned-text" in page) == (200, True)
        assert get(board[1], board[2])[0] == 200


def test_the_doctor_shows_no_secret(environment):
    hidden = {
        "PROBIERZ_DATABASE_URL": "postgresql://me:hunter2@db/x",
        "PROBIERZ_OIDC_SECRET": "hunter2",
        "PROBIERZ_EMAIL_URL": "smtp://me:hunter2@mail",
    }
    done = probierz("doctor", "--settings", environment={**environment, **hidden})
    assert "hunter2" not in done.stdout + done.stderr
    assert "postgresql://me:***@db/x" in done.stdout


def test_the_doctor_finds_misspelt_settings_and_a_home_that_is_not_there(ready, tmp_path):
    assert "there is no such folder" in probierz("doctor", environment=at_home(tmp_path / "nowhere")).stderr
    done = probierz("doctor", environment={**ready, "PROBIERZ_QUOTE": "1"})
    assert "nothing reads PROBIERZ_QUOTE" in done.stdout
    done = probierz("doctor", environment={**ready, "PROBIERZ_CACHE": "caches"})
    assert "nothing reads" not in done.stdout


def test_a_worker_ends_when_nothing_is_left(ready):
    assert probierz("worker", "--until-empty", environment=ready).returncode == 0


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PROBIERZ_UPLOAD_MB", "many", "='many': say a whole number"),
        ("PROBIERZ_URL", "https://host:https", "='https://host:https': say an address such as"),
        ("PROBIERZ_DATABASE_URL", "postgresql://me:secret@host:port/name", ": say postgresql://user:password@host:"),
        ("PROBIERZ_EMAIL_URL", "smtp://me:secret@[host:99999", ": say smtps://user:password@host:port, smtp+tls://"),
    ],
)
def test_a_setting_without_sense_is_one_sentence(environment, name, value, said):
    done = probierz("serve", "--port", "0", environment={**environment, name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"probierz: {name}{said}")
    assert done.stderr.count("\n") == 1
    assert "secret" not in done.stderr


def test_a_tagger_that_cannot_be_had_stops_the_start_and_leaves_nothing(environment, tmp_path):
    (tmp_path / "a.tagger").write_text("no model of a tagger\n")
    home = tmp_path / "not-yet"
    asked = {**environment, "PROBIERZ_MORPHODITA": str(tmp_path / "a.tagger")}
    ended = probierz("serve", "--home", str(home), "--port", "0", environment=asked)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "MorphoDiTa" in ended.stderr  # the extra is missing, or it is no model
    assert ended.stderr.count("\n") == 1
    assert not home.exists()


def test_the_supervisor_stays_small():
    code = "import sys, probierz.cli.supervise; print(sorted({'django', 'ninja', 'numpy', 'rich'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


# --- e-mails ---------------------------------------------------------------------------------------------------------


ANNOUNCED = """
from probierz.web.operation.start import prepare
prepare()
from probierz.web.operation.upgrade import upgrade
upgrade()
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Announcement, Challenge
from probierz.web.notifications.models import Kind
from probierz.web.notifications.services import save_choices, tell
ala = User.objects.create(username="ala", email="ala@example.org", confirmed_email="ala@example.org")
challenge = Challenge.objects.create(slug="numbers", title="Numbers", is_published=True)
news = Announcement.objects.create(challenge=challenge, author=ala, title="News", text="Some.", html="Some.")
save_choices(ala, [Kind.ANNOUNCED])
assert tell([ala], Kind.ANNOUNCED, challenge, "news", news.pk) == 1
"""


class MailServer(socketserver.StreamRequestHandler):
    """Takes one letter, and says it to whoever waits."""

    def handle(self):
        self.wfile.write(b"220 mail\r\n")
        while command := self.rfile.readline().strip().upper():
            if command == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                self.server.letters.put(email.message_from_bytes(b"".join(lines)))
            self.wfile.write(b"250 fine\r\n")
            if command == b"QUIT":
                return


@pytest.fixture
def mail_server():
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), MailServer) as server:
        server.letters = queue.Queue()
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_e_mails_of_workers_link_to_the_port_that_is_served(ready, mail_server):
    ready["PROBIERZ_EMAIL_URL"] = f"smtp://127.0.0.1:{mail_server.server_address[1]}"
    subprocess.run([sys.executable, "-c", ANNOUNCED], env=ready, check=True)
    with running("serve", "--workers", "1", "--web-processes", "1", environment=ready) as process:
        port = port_of(process)
        letter = mail_server.letters.get(timeout=60)
        links = re.findall(r"http://[^\s>]+", letter.get_payload(decode=True).decode() + letter["List-Unsubscribe"])
        assert len(links) == 4  # the challenge, no more of this kind, all that one can choose, and the header
        assert {link.split("/")[2] for link in links} == {f"localhost:{port}"}
        assert get(port, re.sub(r"http://[^/]+", "", links[1]))[0] == 200


# --- what could not start --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.0, 0.7, 1.6])
def test_ctrl_c_while_the_demonstration_is_made_ends_it_and_leaves_nothing(environment, tmp_path, seconds):
    place = tmp_path / "demo"
    with running("demo", str(place), "--serve", environment={**environment, "PYTHONUNBUFFERED": "1"}) as process:
        line_with(process, "Two challenges are made")
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "probierz: interrupted\n")
    assert "runs at" not in out
    assert not place.exists()  # so that the same command may be given again


ON_A_FULL_DISK = """
import sys
from probierz.web.configuration import environment
database = environment.database

def small(*words):
    found = database(*words)
    found["OPTIONS"]["init_command"] += "PRAGMA max_page_count=30;"  # SQLite then says what it says on a full disk
    return found

environment.database = small
from probierz.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", [["serve", "--home", "new/home", "--port", "0"], ["demo", "--serve", "new/home"]])
def test_a_full_disk_is_one_sentence_and_nothing_is_left(environment, tmp_path, words):
    done = subprocess.run(
        [sys.executable, "-c", ON_A_FULL_DISK, *words], env=environment, cwd=tmp_path, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == (
        f"probierz: {tmp_path}/new/home: there is no room left on the disk; nothing was left behind, make room and try "
        "again\n"
    )
    assert list(tmp_path.iterdir()) == []


WITHOUT_THE_EXTRA = """
import sys
sys.modules["whitenoise"] = None
from probierz.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("words", [["serve", "--port", "0"], ["demo", "--serve", "place", "--port", "0"]])
def test_without_the_extra_nothing_is_left_that_would_block_the_next_try(environment, tmp_path, words):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_EXTRA, *words], env=environment, cwd=tmp_path, capture_output=True,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "[web]'" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_worker_makes_no_platform_out_of_a_slip(environment, tmp_path):
    done = probierz("worker", "--home", str(tmp_path / "nowhere"), environment=environment)
    assert (done.returncode, "there is no such folder" in done.stderr) == (1, True)
    (tmp_path / "empty").mkdir()
    done = probierz("worker", "--home", str(tmp_path / "empty"), environment=environment)
    assert (done.returncode, "is no platform's folder" in done.stderr) == (1, True)
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]
