"""Kill processes of a platform at random while people hand in and organisers publish, and see that nothing is lost.

    python -m benchmarks.kills --kills 100 --submissions 300 --restore
    python scripts/with_postgres.py python -m benchmarks.kills --restore

A real platform runs: supervisor, web process, workers, scoring processes. Any of them is killed with -9 at any moment;
a supervisor is started again on the same port. People hand in by form, API and git, and an organiser publishes
versions, some with other expected results. In the end everything that was acknowledged stands on the board once with
its right score, or has failed with a reason (its workers were killed again and again), every version that was
acknowledged is there once, and `probierz doctor --clean` leaves no file behind that no row knows.

With --restore the platform is backed up half-way, while people hand in and processes are killed, then all of it is
killed; a new platform is made of the backup (the restore itself is killed once). All that was acknowledged before the
backup began must be there; people hand in again what is not, and go on, and so do the kills.
"""

from __future__ import annotations

import argparse
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

from benchmarks.people import Organiser, People, make_branches, right_scores, way_of

PATIENCE = 300
RARELY = {"supervisor": 0.3}
"""With a supervisor all below it ends, and takes long to start; it is killed less often than others."""
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
from probierz.web.challenges.services import create_unasked, publish_version
user = User.objects.create(username="ala")
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    (folder / "test-A").mkdir()
    (folder / "test-A" / "in.tsv").write_text("one\\ntwo\\nthree\\nfour\\n")
    (folder / "test-A" / "expected.tsv").write_text("1\\n2\\n3\\n4\\n")
    (folder / "config.txt").write_text("--metric MAE --metric RMSE --precision 3\\n")
    (folder / "README.md").write_text("# Numbers\\n\\nRead numbers.\\n")
    (folder / ".gitignore").write_text("*~\\n")
    organiser = User.objects.create(username="organiser")
    challenge = create_unasked("numbers", organiser)
    publish_version(challenge, folder)
    Challenge.objects.update(is_published=True, has_usual_quotas=False, daily_quota=0, total_quota=0, near_quota=0)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
from probierz.web.accounts.services import make_token
tokens = [make_token(one, name="kills", scopes=["submit", "organise"]) for one in (user, organiser)]
print(session.session_key, *tokens)
"""

LOOK = """
import json
from probierz.web.operation.start import prepare
prepare()
from probierz.web.configuration import places
from probierz.web.challenges.models import Challenge, Version
from probierz.web.jobs.models import Job
from probierz.web.leaderboards.models import Board, Rule
from probierz.web.leaderboards.queries import read_board
from probierz.web.operation.reconcile import look
from probierz.web.submissions.models import Evaluation, Submission
from probierz.web.submissions.visibility import Viewer
challenge = Challenge.objects.get(slug="numbers")
board = read_board(Viewer(), challenge, Board(challenge=challenge, rule=Rule.ALL))
tests = set(challenge.current.tests.values_list("pk", flat=True))
folder = places.version_folder("numbers", challenge.current.folder)
kept = Evaluation.objects.filter(rows=True).values_list("pk", flat=True)
print(json.dumps({
    "submissions": [
        {"description": one.description or one.form["description"], "state": one.state, "failure": one.failure,
         "scores": sorted((s.test.name, s.value) for s in one.scores.filter(test__in=tests).select_related("test"))}
        for one in Submission.objects.filter(deleted=None).order_by("pk")
    ],
    "gold": (folder / "test-A" / "expected.tsv").read_text(),
    "versions": [str(one) for one in Version.objects.exclude(job=None).values_list("job", flat=True)],
    "board": [row.entry.submission.description for row in board.rows],
    "jobs": [[one.kind, one.state, one.attempts, str(one.pk), one.failure] for one in Job.objects.all()],
    "leftovers": [str(path) for path in look(everything=True).leftovers],
    "missing": look().missing,
    "without_rows": [pk for pk in kept if not places.rows_file(pk).is_file()],
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
    """What happened. killed: how many of each kind of process; tries: how often each output was sent.

    imports: jobs of versions that were acknowledged. restored: what `probierz restore` said, where there was one.
    lost: what was acknowledged before the backup began, and was not there after the restore. again: how much of what
    was acknowledged later was not in the backup, and handed in again. left_behind: files that were cleaned away.
    """

    killed: Counter[str] = field(default_factory=Counter)
    tries: dict[int, int] = field(default_factory=dict)
    imports: list[str] = field(default_factory=list)
    restored: str = ""
    lost: list[int] = field(default_factory=list)
    again: int = 0
    left_behind: int = 0
    seconds: float = 0.0
    doctor: str = ""
    found: dict = field(default_factory=dict)


class Platform:
    """A platform that runs, and may be started again on the port that it had."""

    def __init__(self, environment: dict[str, str], workers: int) -> None:
        self.environment, self.workers, self.port = environment, workers, 0
        self._log = (Path(environment["PROBIERZ_HOME"]) / "serve.log").open("a+")
        self.start()

    def start(self) -> None:
        """Start it; what listens on its port still may take a while to end."""
        words = ["serve", "--port", str(self.port), "--workers", str(self.workers)]
        deadline = time.monotonic() + 60
        while True:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "probierz", *words], env=self.environment, stdout=subprocess.PIPE,
                stderr=self._log, text=True,
            )  # fmt: skip
            lines = iter(self.process.stdout.readline, "")
            match = next(filter(None, (re.search(r"http://[^/]*:(\d+) ?", line) for line in lines)), None)
            if match is not None:
                self.port = int(match[1])
                return
            self.process.wait()
            self.process.stdout.close()
            if not self.port or time.monotonic() > deadline:
                raise RuntimeError(f"the platform did not start: {self.log()}")
            time.sleep(0.5)

    def log(self) -> str:
        """Return what its processes said."""
        self._log.seek(0)
        return self._log.read()

    def kill(self) -> None:
        """Kill the supervisor and all below it with -9."""
        for pid in [self.process.pid, *descendants(self.process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def end(self) -> None:
        """End it as operators do."""
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self._log.close()


@contextmanager
def platform(environment: dict[str, str], workers: int):
    """Run a platform."""
    running = Platform(environment, workers)
    try:
        yield running
    finally:
        running.end()


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

    def __init__(self, platform: Platform, kills: int, pause: float, random_: random.Random) -> None:
        super().__init__(daemon=True)
        self.platform, self.left, self.pause, self.random = platform, kills, pause, random_
        self.killed: Counter[str] = Counter()
        self.over = threading.Event()

    def run(self) -> None:
        while self.left and not self.over.wait(self.random.uniform(0.2, 1.8) * self.pause):
            root = self.platform.process
            found = {root.pid: "supervisor", **descendants(root.pid)}
            kinds = sorted(set(found.values()))
            kind = self.random.choices(kinds, [RARELY.get(kind, 1.0) for kind in kinds])[0]
            pid = self.random.choice(sorted(one for one, its in found.items() if its == kind))
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.killed[kind] += 1
                self.left -= 1
            if pid == root.pid:
                root.wait()
                root.stdout.close()
                self.platform.start()

    def end(self) -> None:
        """Kill no more."""
        self.over.set()
        self.join()


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
        "PROBIERZ_GIT_TRANSPORTS": "https,file",
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


@dataclass(frozen=True)
class Plan:
    """How much is done. pause: mean seconds between kills; restores: whether a new platform is made half-way."""

    kills: int = 100
    submissions: int = 300
    versions: int = 8
    workers: int = 2
    pause: float = 1.0
    seed: int = 1
    restores: bool = False


def run(plan: Plan) -> Report:
    """Do it, and return what was found; see `faults`."""
    report, draw = Report(), random.Random(plan.seed)
    numbers = list(range(1, plan.submissions + 1))
    started = time.monotonic()
    with ExitStack() as stack:
        repository = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="probierz-kills-git-"))) / "out.git"
        make_branches(repository, numbers)
        environment = stack.enter_context(new_home())
        session, token, organisers = inside(SET_UP, environment).split()
        people = People(session, token, repository.as_uri())
        trial = Trial(plan, draw, organisers, report)
        if plan.restores:
            archive = Path(environment["PROBIERZ_HOME"]).with_suffix(".tar")
            stack.callback(archive.unlink, missing_ok=True)
            trial.until_backup(environment, people, numbers[: len(numbers) // 2], archive)
            environment = stack.enter_context(new_home())
            report.restored = restored(environment, archive, draw)
            numbers = trial.after_restore(environment, people, numbers)
        trial.until_end(environment, people, numbers)
    report.tries = people.tries
    report.seconds = time.monotonic() - started
    return report


@dataclass
class Trial:
    """What happens to one platform after the other. organisers: the token of who publishes versions."""

    plan: Plan
    draw: random.Random
    organisers: str
    report: Report
    acknowledged: frozenset[int] = frozenset()

    @contextmanager
    def trouble(self, running: Platform, kills: int):
        """Kill and publish meanwhile; give the killer and the organiser."""
        versions = self.plan.versions // 2 if self.plan.restores else self.plan.versions
        pace = kills * self.plan.pause / (versions + 1)
        killer = Killer(running, kills, self.plan.pause, self.draw)
        organiser = Organiser(lambda: running.port, self.organisers, versions, pace)
        killer.start()
        organiser.start()
        try:
            yield killer, organiser
        finally:
            organiser.end()
            killer.end()
            self.report.killed += killer.killed

    def until_backup(self, environment: dict[str, str], people: People, numbers: list[int], archive: Path) -> None:
        """Hand in half of these before the backup begins and the others while it runs; then kill everything."""
        half = len(numbers) // 2
        with platform(environment, self.plan.workers) as running:
            with self.trouble(running, self.plan.kills // 2) as (_killer, organiser):
                people.hand_in_all(lambda: running.port, numbers[:half])
                self.acknowledged, self.report.imports = frozenset(people.acknowledged), list(organiser.jobs)
                others = threading.Thread(
                    target=people.hand_in_all, args=(lambda: running.port, numbers[half:]), daemon=True
                )
                others.start()
                command(environment, "backup", str(archive))
                people.over.set()
                others.join()
            running.kill()
        people.over.clear()

    def after_restore(self, environment: dict[str, str], people: People, numbers: list[int]) -> list[int]:
        """Compare what is there with what was acknowledged; return what is still to be handed in, or again."""
        there = {int(one["description"]) for one in json.loads(inside(LOOK, environment))["submissions"]}
        self.report.lost = sorted(self.acknowledged - there)
        self.report.again = len(people.acknowledged - there)
        people.tries = {number: count for number, count in people.tries.items() if number in there}
        return [number for number in numbers if number not in there]

    def until_end(self, environment: dict[str, str], people: People, numbers: list[int]) -> None:
        """Hand in the others, and wait until all is done."""
        with platform(environment, self.plan.workers) as running:
            with self.trouble(running, self.plan.kills - self.report.killed.total()) as (killer, organiser):
                people.hand_in_all(lambda: running.port, numbers)
                deadline = time.monotonic() + PATIENCE * self.plan.kills / 10
                while time.monotonic() < deadline and (killer.left or organiser.is_alive()):
                    time.sleep(0.5)
            deadline = time.monotonic() + PATIENCE + 10 * self.plan.submissions
            while time.monotonic() < deadline and not _is_all_done(environment):
                time.sleep(1)
            self.report.imports += organiser.jobs
        self.report.left_behind = len(json.loads(inside(LOOK, environment))["leftovers"])
        self.report.doctor = doctor(environment)
        self.report.found = json.loads(inside(LOOK, environment))


def command(environment: dict[str, str], *words: str) -> str:
    """Run a command of ours; return what it prints."""
    line = [sys.executable, "-m", "probierz", *words]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout.strip()


IN_PLACE = ("was restored already", "of a platform; name a new folder", "is not empty")
"""What a second restore says where the first was killed near its end, or after it; what is there is looked at later."""


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
        if not any(known in str(error) for known in IN_PLACE):
            raise
        return "the kill came after all was in place"


def doctor(environment: dict[str, str]) -> str:
    """Clean as an operator does hours later; return which of the doctor's checks say that something is broken."""
    for path in Path(environment["PROBIERZ_HOME"]).rglob("*"):
        os.utime(path, (time.time() - 86_400,) * 2, follow_symlinks=False)
    line = [sys.executable, "-m", "probierz", "doctor", "--clean", "--format", "tsv"]
    done = subprocess.run(line, env=environment, capture_output=True, text=True, check=False)
    broken = [text for text in done.stdout.splitlines() if "\tbroken\t" in text or "Traceback" in text]
    return "\n".join([*broken, done.stderr.strip()]).strip()


def _is_all_done(environment: dict[str, str]) -> bool:
    found = json.loads(inside(LOOK, environment))
    return all(state in FINAL for _kind, state, *_others in found["jobs"])


def faults(report: Report, submissions: int) -> list[str]:
    """Return everything that is not as it should be: an empty list, one hopes."""
    found = report.found["submissions"]
    wrong = [f"submission {number} was acknowledged before the backup, and is not in it" for number in report.lost]
    wrong += _wrong_counts(Counter(int(one["description"]) for one in found), report.tries, submissions)
    for one in found:
        right = right_scores(int(one["description"]), report.found["gold"])
        is_scored = one["state"] == "scored" and _is_near(one["scores"], right)
        has_failed = one["state"] == "failed" and one["scores"] == [] and bool((one["failure"] or {}).get("message"))
        if not is_scored and not has_failed:
            wrong.append(f"submission {one['description']}: {one['state']} {one['scores']} {one['failure']}")
    scored = sorted(one["description"] for one in found if one["state"] == "scored")
    if sorted(report.found["board"]) != scored:
        wrong.append(f"{len(scored)} are scored, on the board are {sorted(report.found['board'])}")
    wrong += _wrong_versions(report)
    wrong += [f"missing: {what}" for what in report.found["missing"]]
    wrong += [f"left behind: {path}" for path in report.found["leftovers"]]
    wrong += [f"job left over: {job}" for job in report.found["jobs"] if job[1] not in FINAL]
    wrong += [f"the evaluation {number} lacks its rows" for number in report.found["without_rows"]]
    return [*wrong, *filter(None, [report.doctor])]


def _wrong_counts(found: Counter[int], tries: dict[int, int], submissions: int) -> list[str]:
    """Each output is there once; a branch perhaps as often as it was sent, as it may have moved in between."""
    most = {number: tries[number] if way_of(number) == "git" else 1 for number in range(1, submissions + 1)}
    wrong = {number: found[number] for number in most if not 1 <= found[number] <= most[number]}
    return [f"output {number} is there {count} times" for number, count in wrong.items()]


def _is_near(found: list[list], right: list[list]) -> bool:
    """Whether scores of the same names are equal but for rounding."""
    return [name for name, _value in found] == [name for name, _value in right] and all(
        abs(one[1] - other[1]) < 1e-9 * max(1.0, other[1]) for one, other in zip(found, right, strict=True)
    )


def _wrong_versions(report: Report) -> list[str]:
    """An import that was acknowledged has made its version once, or has failed with a reason."""
    jobs = {job: (state, failure) for _kind, state, _attempts, job, failure in report.found["jobs"]}
    made = Counter(report.found["versions"])
    wrong = []
    for job in report.imports:
        state, failure = jobs.get(job, ("gone", None))
        has_failed = state == "failed" and bool((failure or {}).get("message")) and not made[job]
        if not has_failed and (state, made[job]) != ("done", 1):
            wrong.append(f"import {job}: {state} {failure}, {made[job]} versions")
    return wrong


def main() -> int:
    """Print what happened."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--versions", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pause", type=float, default=1.0, help="mean seconds between kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--restore", action="store_true", help="make a new platform of a backup half-way")
    words = parser.parse_args()
    plan = Plan(words.kills, words.submissions, words.versions, words.workers, words.pause, words.seed, words.restore)
    report = run(plan)
    wrong = faults(report, words.submissions)
    tell(report, words.submissions)
    print(f"faults: {len(wrong)}", *wrong[:60], sep="\n")
    return bool(wrong)


def tell(report: Report, submissions: int) -> None:
    """Print what happened."""
    attempts = max((attempts for _kind, _state, attempts, *_others in report.found["jobs"]), default=0)
    states = Counter(one["state"] for one in report.found["submissions"])
    imports = Counter(
        (failure or {}).get("message", state)
        for kind, state, _attempts, _job, failure in report.found["jobs"]
        if kind == "import-challenge"
    )
    database = "PostgreSQL" if os.environ.get("PROBIERZ_TEST_DATABASE_URL") else "SQLite"
    print(f"{database}: {submissions} outputs, ended {dict(states)}, on the board {len(report.found['board'])}")
    print(f"sent again after a cut: {sum(count - 1 for count in report.tries.values())}; imports: {dict(imports)}")
    print(f"killed {report.killed.total()}: {dict(report.killed)}; a job was begun up to {attempts} times")
    print(f"restore: {report.restored or '-'}; acknowledged while it was backed up and sent again: {report.again}")
    print(f"files that no row names, cleaned by the doctor: {report.left_behind}; {report.seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
