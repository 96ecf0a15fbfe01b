"""People of a platform under trial: they hand in by form, API and git, and publish versions, until they are answered.

What was acknowledged is what an answer came for; a request that was cut off may have been taken, or not.
"""

from __future__ import annotations

import http.client
import io
import json
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

__all__ = ["EXPECTED", "SLUG", "WAYS", "Organiser", "People", "hand_in", "output", "right_scores", "way_of"]

SLUG = "numbers"
WAYS = ("form", "API", "git")
TRIES, PAUSE = 200, 0.3
EXPECTED = ("1\n2\n3\n4\n", "5\n2\n3\n4\n")
"""Expected results before and after a repair, which moves every score."""


def output(number: int) -> str:
    """Return output `number`: of its four lines the last is 4·number too large."""
    return "".join(f"{line}\n" for line in (1, 2, 3, 4 + 4 * number))


def right_scores(number: int, gold: str) -> list[list[Any]]:
    """Return the scores of output `number` on one of EXPECTED."""
    repaired = EXPECTED.index(gold)
    return [["MAE", float(number + repaired)], ["RMSE", 2.0 * (number**2 + repaired) ** 0.5]]


def way_of(number: int) -> str:
    """Return the way by which output `number` is handed in."""
    return WAYS[number % len(WAYS)]


@dataclass
class People:
    """Who hands in. tries: how often output `number` was sent; acknowledged: those that an answer came for."""

    session: str
    token: str
    repository: str
    tries: dict[int, int] = field(default_factory=dict)
    acknowledged: set[int] = field(default_factory=set)
    over: threading.Event = field(default_factory=threading.Event)

    def hand_in_all(self, port: Callable[[], int], numbers: list[int]) -> None:
        """Hand in these outputs, one after the other, until `over`."""
        for number in numbers:
            if not self.over.is_set():
                self.hand_in(port, number)

    def hand_in(self, port: Callable[[], int], number: int) -> None:
        """Hand in output `number` until the platform takes it, or it is over."""

        def send() -> None:
            self.tries[number] = self.tries.get(number, 0) + 1
            self._send(port(), number)
            self.acknowledged.add(number)

        _until_answered(send, f"output {number}", self.over)

    def _send(self, port: int, number: int) -> None:
        way = way_of(number)
        if way == "form":
            _by_form(port, self.session, number)
        elif way == "API":
            fields = {"test": "test-A", "description": str(number)}
            body, kind = _form(fields, "files", "out.tsv", output(number).encode())
            _ask(port, f"challenges/{SLUG}/submissions", self.token, body, kind)
        else:
            wanted = {"url": self.repository, "branch": f"out-{number}", "description": str(number), "sure": True}
            _ask(port, f"challenges/{SLUG}/submissions/git", self.token, json.dumps(wanted).encode())


def make_branches(repository: Path, numbers: list[int]) -> None:
    """Make a bare repository with a branch for each output that is handed in by git."""
    parts = []
    for number in numbers:
        content = output(number)
        parts.append(
            f"commit refs/heads/out-{number}\ncommitter Ala <ala@example.org> {1_700_000_000 + number} +0000\n"
            f"data 0\nM 644 inline test-A/out.tsv\ndata {len(content)}\n{content}\n"
        )
    subprocess.run(["git", "init", "-q", "--bare", str(repository)], check=True)
    subprocess.run(
        ["git", f"--git-dir={repository}", "fast-import", "--quiet"], input="".join(parts), text=True, check=True
    )


class Organiser(threading.Thread):
    """Publishes another version again and again: another README, and with every third one other expected results.

    jobs: the imports that were acknowledged.
    """

    def __init__(self, port: Callable[[], int], token: str, versions: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.port, self.token, self.versions, self.pause = port, token, versions, pause
        self.jobs: list[str] = []
        self.over = threading.Event()

    def run(self) -> None:
        for number in range(self.versions):
            if self.over.wait(self.pause):
                return
            _until_answered(lambda number=number: self._publish(number), f"version {number}", self.over)

    def end(self) -> None:
        """Publish no more."""
        self.over.set()
        self.join()

    def _publish(self, number: int) -> None:
        files = {
            "README.md": f"# Numbers\n\nRead numbers, as of {time.time()}.\n",
            "config.txt": "--metric MAE --metric RMSE --precision 3\n",
            ".gitignore": "*~\n",
            "test-A/in.tsv": "one\ntwo\nthree\nfour\n",
            "test-A/expected.tsv": EXPECTED[number % 3 == 2],
        }
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
        body, kind = _form({}, "archive", "numbers.zip", packed.getvalue())
        self.jobs.append(_ask(self.port(), f"challenges/{SLUG}/versions", self.token, body, kind)["job"])


# --- requests --------------------------------------------------------------------------------------------------------


def hand_in(port: int, session: str, number: int) -> int:
    """Hand in output `number` by the form until the platform takes it; return how often that had to be tried again."""
    return _until_answered(lambda: _by_form(port, session, number), f"output {number}")


def _until_answered(send: Callable[[], None], what: str, over: threading.Event | None = None) -> int:
    said = ""
    for attempt in range(TRIES):
        try:
            send()
            return attempt
        except (OSError, http.client.HTTPException) as error:
            said = str(error)
            if over is not None and over.is_set():
                return attempt
            time.sleep(PAUSE)
    raise RuntimeError(f"{what} was never taken; at last: {said}")


def _by_form(port: int, session: str, number: int) -> None:
    token = "a" * 32
    fields = {"csrfmiddlewaretoken": token, "test": "test-A", "description": str(number)}
    body, kind = _form(fields, "outputs", "out.tsv", output(number).encode())
    headers = {"Cookie": f"sessionid-{port}={session}; csrftoken-{port}={token}", "Content-Type": kind}
    status, location, text = _post(port, f"/challenges/{SLUG}/submit", body, headers)
    if status != 302 or not urlsplit(location).path.startswith("/jobs/"):
        raise http.client.HTTPException(f"{status}: {text[:2000]}")


def _ask(port: int, path: str, token: str, body: bytes, kind: str = "application/json") -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": kind}
    status, _location, text = _post(port, f"/api/v1/{path}", body, headers)
    if status not in (200, 201, 202):
        raise http.client.HTTPException(f"{status}: {text[:2000]}")
    return json.loads(text)


def _post(port: int, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("POST", path, body, {"Host": "localhost", **headers})
        answer = connection.getresponse()
        return answer.status, answer.headers.get("Location", ""), answer.read().decode()
    finally:
        connection.close()


def _form(fields: dict[str, str], file: str, name: str, content: bytes) -> tuple[bytes, str]:
    """Return the body of a form with a file, and its content type."""
    head = '--kills\r\nContent-Disposition: form-data; name="'
    parts = [f'{head}{field_name}"\r\n\r\n{value}\r\n'.encode() for field_name, value in fields.items()]
    start = f'{head}{file}"; filename="{name}"\r\nContent-Type: application/octet-stream\r\n\r\n'.encode()
    return b"".join([*parts, start, content, b"\r\n--kills--\r\n"]), "multipart/form-data; boundary=kills"
