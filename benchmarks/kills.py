"""Kill processes of a platform at random while people hand in, and see that nothing is lost.

    python -m benchmarks.kills --kills 100 --submissions 300 --restore
    python scripts/with_postgres.py python -m benchmarks.kills --restore

A real platform runs: supervisor, web process, workers, scoring processes. Anything below the supervisor is killed with
-9 at any moment. In the end every submission that was accepted stands on the board once with its right score, or has
failed with a reason (its workers were killed again and again), and nothing is left over.

With --restore the platform is backed up half-way, while processes are killed and jobs run, then all of it is killed;
a new platform is made of the backup (the restore itself is killed once), on which people and kills go on.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

SLUG = "numbers"
PATIENCE = 300
FINAL = ("done", "failed", "cancelled")

# --- what is done inside the platform, in processes of their own ------------------------------------------------------

SET_UP = """
import json, sys, tempfile
from pathlib import Path
from probierz.web.operation.start import prepare
prepare()
from probierz.web.operation.upgrade import upgrade
upgrade()
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_challenge, publish_version
user = User.objects.create(username="ala")
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    (folder / "test-A").mkdir()
    (folder / "test-A" / "in.tsv").write_text("one\\ntwo\\nthree\\nfour\\n")
    (folder / "test-A" / "expected.tsv").write_text("1\\n2\\n3\\n4\\n")
    (folder / "config.txt").write_text("--metric MAE --metric RMSE --precision 3\\n")
    (folder / "README.md").write_text("# Numbers\\n\\nRead numbers.\\n")
    (folder / ".gitignore").write_text("*~\\n")
    challenge = create_challenge("numbers", User.objects.create(username="organiser"))
    publish_version(challenge, folder)
    Challenge.objects.update(is_published=True, daily_quota=0, total_quota=0, near_quota=0)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
print(session.session_key)
"""

LOOK = """
import json
from probierz.web.operation.start import prepare
prepare()
from probierz.web.configuration import places
from probierz.web.challenges.models import Challenge
from probierz.web.jobs.models import Job
from probierz.web.leaderboards.models import Board, Rule
from probierz.web.leaderboards.queries import read_board
from probierz.web.operation.reconcile import look
from probierz.web.submissions.models import Evaluation, Submission
from probierz.web.submissions.visibility import Viewer
challenge = Challenge.objects.get(slug="numbers")
board = read_board(Viewer(), challenge, Board(challenge=challenge, rule=Rule.ALL))
print(json.dumps({
    "submissions": [
        {"description": one.description, "state": one.state, "job": str(one.job_id), "failure": one.failure,
         "scores": sorted((s.test.name, s.value) for s in one.scores.select_related("test"))}
        for one in Submission.objects.order_by("pk")
    ],
    "board": [row.entry.submission.description for row in board.rows],
    "jobs": [[one.kind, one.state, one.attempts] for one in Job.objects.all()],
    "evaluations": Evaluation.objects.count(),
    "leftovers": [str(path) for path in look(everything=True).leftovers if path.parent.name != "work"],
    "missing": look().missing,
    "rows": sum(places.rows_file(pk).is_file() for pk in Evaluation.objects.values_list("pk", flat=True)),
}))
"""


def inside(code: str, environment: dict[str, str], *words: object) -> str:
    """Run code in a process of its own; return what it prints."""
    command = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout.strip()


# --- the platform ----------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """What happened. killed: how many of each kind of process; retries: of requests that were cut off.

    restored: what `probierz restore` said, where there was one.
    """

    killed: Counter[str] = field(default_factory=Counter)
    restored: str = ""
    retries: int = 0
    seconds: float = 0.0
    found: dict = field(default_factory=dict)


@contextmanager
def platform(environment: dict[str, str], workers: int):
    """Run a platform; give its process and its port."""
    command = [sys.executable, "-m", "probierz", "serve", "--port", "0", "--workers", str(workers)]
    log = Path(environment["PROBIERZ_HOME"]) / "serve.log"
    with (
        log.open("w") as errors,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            line = process.stdout.readline()
            match = re.search(r":(\d+) ", line)
            if match is None:
                raise RuntimeError(f"the platform did not start: {line}{log.read_text()}")
            yield process, int(match[1])
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def descendants(root: int) -> dict[int, str]:
    """Return the processes below one, with the kind of each."""
    parents, kinds = {}, {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            kinds[int(entry.name)] = _kind((entry / "cmdline").read_text())
    found: dict[int, str] = {}
    while True:
        new = {pid for pid, parent in parents.items() if (parent == root or parent in found) and pid not in found}
        if not new:
            return found
        found.update((pid, kinds[pid]) for pid in new)


def _kind(command: str) -> str:
    for sign, kind in (("webserver", "web"), ("sandbox", "scorer"), ("worker", "worker"), ("git", "git")):
        if sign in command:
            return kind
    return "other"


class Killer(threading.Thread):
    """Kills a random kind of process, then a random one of that kind, again and again."""

    def __init__(self, root: int, kills: int, pause: float, random_: random.Random) -> None:
        super().__init__(daemon=True)
        self.root, self.left, self.pause, self.random = root, kills, pause, random_
        self.killed: Counter[str] = Counter()
        self.over = threading.Event()

    def run(self) -> None:
        while self.left and not self.over.wait(self.random.uniform(0.2, 1.8) * self.pause):
            found = descendants(self.root)
            if not found:
                continue
            kind = self.random.choice(sorted(set(found.values())))
            pid = self.random.choice(sorted(one for one, its in found.items() if its == kind))
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.killed[kind] += 1
                self.left -= 1

    def end(self) -> None:
        """Kill no more."""
        self.over.set()
        self.join()


# --- the person ------------------------------------------------------------------------------------------------------


def hand_in(port: int, session: str, number: int) -> int:
    """Hand in output `number` until the platform takes it; return how often that had to be tried again."""
    content = "".join(f"{line}\n" for line in (1, 2, 3, 4 + 4 * number))
    said = ""
    for attempt in range(60):
        try:
            _hand_in_once(port, session, number, content)
            return attempt
        except (OSError, http.client.HTTPException) as error:
            said = str(error)
            time.sleep(0.3)
    raise RuntimeError(f"output {number} was never taken; at last: {said}")


def _hand_in_once(port: int, session: str, number: int, content: str) -> None:
    token = "a" * 32
    boundary = "----kills"
    fields = {"csrfmiddlewaretoken": token, "test": "test-A", "description": str(number)}
    head = f"--{boundary}\r\nContent-Disposition: form-data; name="
    parts = [f'{head}"{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
    file = 'Content-Disposition: form-data; name="outputs"; filename="out.tsv"\r\nContent-Type: text/plain'
    body = "".join([*parts, f"--{boundary}\r\n{file}\r\n\r\n{content}\r\n--{boundary}--\r\n"])
    headers = {
        "Cookie": f"sessionid-{port}={session}; csrftoken-{port}={token}",
        "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Host": "localhost",
    }
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("POST", f"/challenges/{SLUG}/submit", body.encode(), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status != 302 or not urlsplit(answer.headers["Location"]).path.startswith("/jobs/"):
            raise http.client.HTTPException(f"{answer.status}: {text[:2000]}")
    finally:
        connection.close()


# --- all together ----------------------------------------------------------------------------------------------------


def environment_of(home: str, database: str) -> dict[str, str]:
    """Return what the platform's processes find in their environment: short leases, no limits of one person."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PROBIERZ_", "DJANGO_"))}
    return {
        **kept,
        "PROBIERZ_HOME": home,
        "PROBIERZ_DATABASE_URL": database,
        "PROBIERZ_LEASE_SECONDS": "3",
        "PROBIERZ_CONCURRENT_JOBS": "100000",
        "PROBIERZ_QUEUE": "100000",
    }


@contextmanager
def database_for(home: str):
    """Give the address of an empty database on the server of PROBIERZ_TEST_DATABASE_URL; without one "", for SQLite."""
    server = os.environ.get("PROBIERZ_TEST_DATABASE_URL", "")
    if not server:
        yield ""
        return
    import psycopg

    name = Path(home).name.replace("-", "_")
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def new_home():
    """Give the environment of a platform of its own, whose folder and database go in the end."""
    with tempfile.TemporaryDirectory(prefix="probierz-kills-") as home, database_for(home) as database:
        yield environment_of(home, database)


def run(
    kills: int, submissions: int, *, workers: int = 2, pause: float = 1.0, seed: int = 1, restores: bool = False
) -> Report:
    """Do it, and return what was found; see `faults`."""
    report, draw = Report(), random.Random(seed)
    started = time.monotonic()
    with ExitStack() as homes:
        environment = homes.enter_context(new_home())
        session = inside(SET_UP, environment)
        first = range(1, submissions // 2 + 1 if restores else 1)
        if restores:
            archive = Path(environment["PROBIERZ_HOME"]).with_suffix(".tar")
            homes.callback(archive.unlink, missing_ok=True)
            with platform(environment, workers) as (process, port):
                killer = Killer(process.pid, kills // 2, pause, draw)
                killer.start()
                for number in first:
                    report.retries += hand_in(port, session, number)
                command(environment, "backup", str(archive))
                killer.end()
                process.kill()
            report.killed += killer.killed
            environment = homes.enter_context(new_home())
            report.restored = restored(environment, archive, draw)
        with platform(environment, workers) as (process, port):
            killer = Killer(process.pid, kills - sum(report.killed.values()), pause, draw)
            killer.start()
            for number in range(len(first) + 1, submissions + 1):
                report.retries += hand_in(port, session, number)
            deadline = time.monotonic() + PATIENCE + kills * pause
            while time.monotonic() < deadline and not (killer.left == 0 and _is_all_done(environment)):
                time.sleep(1)
            killer.end()
        report.killed += killer.killed
        report.found = json.loads(inside(LOOK, environment))
    report.seconds = time.monotonic() - started
    return report


def command(environment: dict[str, str], *words: str) -> str:
    """Run a command of ours; return what it prints."""
    line = [sys.executable, "-m", "probierz", *words]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout.strip()


def restored(environment: dict[str, str], archive: Path, draw: random.Random) -> str:
    """Make a platform of a backup; the first try is killed somewhere on the way."""
    words = ["restore", "--home", environment["PROBIERZ_HOME"], str(archive)]
    with subprocess.Popen(
        [sys.executable, "-m", "probierz", *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as cut:
        time.sleep(draw.uniform(0.5, 3.0))
        cut.kill()
    try:
        return command(environment, *words)
    except RuntimeError as error:
        if "was restored already" not in str(error) and "is not empty" not in str(error):
            raise
        return "the kill came after all was in place"


def _is_all_done(environment: dict[str, str]) -> bool:
    found = json.loads(inside(LOOK, environment))
    return all(state in FINAL for _kind, state, _attempts in found["jobs"])


def faults(report: Report, submissions: int) -> list[str]:
    """Return everything that is not as it should be: an empty list, one hopes."""
    found = report.found["submissions"]
    wrong = []
    if sorted(int(one["description"]) for one in found) != list(range(1, submissions + 1)):
        wrong.append(f"{len(found)} submissions instead of {submissions}")
    for one in found:
        number = int(one["description"])
        right = [["MAE", float(number)], ["RMSE", 2.0 * number]]  # one of four lines is 4·number too large
        is_scored = one["state"] == "scored" and one["scores"] == right
        has_failed = one["state"] == "failed" and one["scores"] == [] and bool((one["failure"] or {}).get("message"))
        if not is_scored and not has_failed:
            wrong.append(f"submission {number}: {one['state']} {one['scores']} {one['failure']}")
    scored = sorted(one["description"] for one in found if one["state"] == "scored")
    if sorted(report.found["board"]) != scored:
        wrong.append(f"{len(scored)} are scored, on the board are {sorted(report.found['board'])}")
    wrong += [f"missing: {what}" for what in report.found["missing"]]
    wrong += [f"job left over: {job}" for job in report.found["jobs"] if job[1] not in FINAL]
    if not report.found["evaluations"] == report.found["rows"] == 2 * len(scored):
        wrong.append(f"{report.found['evaluations']} evaluations, {report.found['rows']} with rows")
    return wrong


def main() -> int:
    """Print what happened."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pause", type=float, default=1.0, help="mean seconds between kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--restore", action="store_true", help="make a new platform of a backup half-way")
    words = parser.parse_args()
    report = run(
        words.kills, words.submissions, workers=words.workers, pause=words.pause, seed=words.seed,
        restores=words.restore,
    )  # fmt: skip
    wrong = faults(report, words.submissions)
    attempts = max((attempts for _kind, _state, attempts in report.found["jobs"]), default=0)
    states = Counter(one["state"] for one in report.found["submissions"])
    database = "PostgreSQL" if os.environ.get("PROBIERZ_TEST_DATABASE_URL") else "SQLite"
    print(
        f"{database}: {words.submissions} submissions, ended {dict(states)}, on the board {len(report.found['board'])}"
    )
    print(f"killed {sum(report.killed.values())}: {report.killed}; requests tried again: {report.retries}")
    print(
        f"files that no row names, to be cleaned: {len(report.found['leftovers'])}; restore: {report.restored or '-'}"
    )
    print(f"{report.seconds:.0f} s; a job was begun up to {attempts} times; faults: {len(wrong)}")
    print("\n".join(wrong[:20]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
