"""The platform as a whole: requests per second, a queue that is drained while people read, memory when nobody comes.

    python -m benchmarks.traffic
    python scripts/with_postgres.py python -m benchmarks.traffic

A real platform runs (`probierz serve`), filled as in `pages.py`. Requests per second need `wrk` (Debian's package of
that name), and are left out without it. On PostgreSQL where PROBIERZ_TEST_DATABASE_URL names a server.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from benchmarks.kills import SET_UP, database_for, descendants, environment_of, inside, platform
from benchmarks.people import hand_in

FILL = """
import sys
from probierz.web.operation.start import prepare
prepare()
from benchmarks.crowd import fill
fill(*map(int, sys.argv[1:]))
"""

JOBS = """
import json
from collections import Counter
from probierz.web.operation.start import prepare
prepare()
from probierz.web.jobs.models import Job
from probierz.web.submissions.models import Submission
print(json.dumps([
    Counter(Job.objects.exclude(key="past").values_list("state", flat=True)),
    Counter(Submission.objects.filter(challenge__slug="numbers").values_list("state", flat=True)),
]))
"""

MOST_MEMORY = 150
"""MB that the idle service may need."""


def main() -> int:
    """Print what was found; return how much of it is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--challenges", type=int, default=50)
    parser.add_argument("--submissions", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--queued", type=int, default=200)
    parser.add_argument("--readers", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=10, help="how long wrk asks for each page")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="probierz-traffic-") as home, database_for(home) as url:
        environment = environment_of(home, url)
        session, *_tokens = inside(SET_UP, environment).split()
        inside(FILL, environment, words.challenges, words.submissions, words.people)
        with platform(environment, workers=1) as running:
            wrong = idle(running.process.pid, running.port)
            requests_per_second(running.port, words.seconds)
            return wrong + drained(environment, session, running.port, words.queued, words.readers)


# --- memory ----------------------------------------------------------------------------------------------------------


def idle(root: int, port: int) -> bool:
    """Print the memory of the supervisor and all below it, after the first pages; shared pages count in part."""
    for path in ("/challenges", "/challenges/challenge-1/board", "/submissions/5", "/health"):
        _status(port, path)
    time.sleep(3)
    kinds = {root: "supervisor", **descendants(root)}
    found = Counter()
    for pid, kind in kinds.items():
        found[kind] += _proportional_memory(pid)
    total = sum(found.values())
    print(f"idle: {total:.0f} MB of {MOST_MEMORY} ({', '.join(f'{kind} {size:.0f}' for kind, size in found.items())})")
    return total > MOST_MEMORY


def _proportional_memory(pid: int) -> float:
    line = next(line for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


# --- requests per second ---------------------------------------------------------------------------------------------


def requests_per_second(port: int, seconds: int) -> None:
    """Print what wrk counts, eight connections at a time."""
    if shutil.which("wrk") is None:
        print("requests per second: left out, wrk is not installed")
        return
    for path in ("/health", "/challenges", "/challenges/challenge-1/board", "/submissions/5"):
        command = ["wrk", "-t1", "-c8", f"-d{seconds}s", "-H", "Host: localhost", f"http://127.0.0.1:{port}{path}"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        about = [line.strip() for line in lines if "Requests/sec" in line or "Non-2xx" in line or "Socket err" in line]
        print(f"requests per second: {path:32} {'; '.join(about).replace('Requests/sec:', '').strip()}")


# --- draining --------------------------------------------------------------------------------------------------------


class Reader(threading.Thread):
    """Somebody who reads one page after another."""

    def __init__(self, port: int, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.port, self.random, self.over = port, random.Random(seed), over
        self.statuses: Counter[int] = Counter()
        self.seconds: list[float] = []

    def run(self) -> None:
        while not self.over.is_set():
            number = self.random.randint(0, 49)
            path = self.random.choice(
                ("/challenges", f"/challenges/challenge-{number}/board", "/challenges/numbers/board",
                 "/challenges/numbers/submissions", f"/submissions/{number + 1}")
            )  # fmt: skip
            started = time.monotonic()
            self.statuses[_status(self.port, path)] += 1
            self.seconds.append(time.monotonic() - started)


def _status(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path, headers={"Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def drained(environment: dict[str, str], session: str, port: int, queued: int, readers: int) -> bool:
    """Hand in while readers read, wait until all is scored, and print how that went."""
    over = threading.Event()
    crowd = [Reader(port, seed, over) for seed in range(readers)]
    for reader in crowd:
        reader.start()
    started = time.monotonic()
    for number in range(1, queued + 1):
        hand_in(port, session, number)
    taken = time.monotonic() - started
    while time.monotonic() - started < 30 + 10 * queued:
        jobs, submissions = json.loads(inside(JOBS, environment))
        if not jobs.get("queued") and not jobs.get("running"):
            break
        time.sleep(2)
    seconds = time.monotonic() - started
    over.set()
    for reader in crowd:
        reader.join(60)
    statuses = sum((reader.statuses for reader in crowd), Counter())
    waits = sorted(wait for reader in crowd for wait in reader.seconds)
    print(
        f"{queued} handed in within {taken:.0f} s, all done after {seconds:.0f} s: "
        f"jobs {jobs}, submissions {submissions}"
    )
    print(
        f"meanwhile {readers} readers got {sum(statuses.values())} pages, by status {dict(statuses)}; "
        f"they waited {statistics.median(waits):.2f} s in the median, {waits[int(0.95 * len(waits))]:.2f} s at p95"
    )
    return set(statuses) != {200} or submissions != {"scored": queued} or set(jobs) != {"done"}


if __name__ == "__main__":
    sys.exit(main())
