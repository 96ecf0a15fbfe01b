"""Challenges of PolEval 2021, imported as their organisers would: a public branch, and expected results kept apart."""

import os
import subprocess
from pathlib import Path

import pytest
from git_servers import run

from probierz.web.challenges import services
from probierz.web.configuration import places

DATA = Path(os.environ.get("PROBIERZ_DATA", "/nonexistent"))

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.skipif(not (DATA / "git").is_dir(), reason="PROBIERZ_DATA has no bundles"),
]


@pytest.fixture
def repository(tmp_path):
    """A bundle as a repository whose master lacks what its branch dont-peek has: the results of test-A.

    Later test sets have no results here, so they are on neither branch.
    """

    def make(name):
        path = tmp_path / name
        run("git", "clone", "-q", str(DATA / "git" / f"{name}.bundle"), str(path))
        run("git", "checkout", "-q", "-b", "dont-peek", cwd=path)
        later = [one.name for one in path.glob("test-[B-Z]")]
        run("git", "rm", "-rq", *later, cwd=path)
        run("git", "commit", "-qm", "Results", cwd=path)
        run("git", "checkout", "-q", "-b", "master", cwd=path)
        run("git", "rm", "-q", "test-A/expected.tsv", cwd=path)
        run("git", "commit", "-qm", "Without results", cwd=path)
        return path

    return make


@pytest.mark.parametrize(
    ("name", "title", "tests"),
    [
        ("2021-question-answering", "Quiz Question Answering Challenge", 2),
        ("2021-quality-estimation-blind", "Evaluation of translation quality assessment metrics (blind)", 2),
    ],
)
def test_a_real_challenge_is_imported(challenge, owner, repository, done, name, title, tests, tmp_path):
    path = repository(name)
    url = f"file://{path}"
    public, hidden = ({"kind": "git", "url": url, "branch": branch} for branch in ("master", "dont-peek"))
    job = done(services.request_import(challenge, public, hidden, by=owner))
    assert job.failure is None
    challenge.refresh_from_db()
    assert challenge.title == title
    assert challenge.current.tests.count() == tests
    assert challenge.current.tests.get(split="test-A").is_hidden
    gold = run("git", "show", "dont-peek:test-A/expected.tsv", cwd=path).splitlines()
    objects = subprocess.run(
        ["git", f"--git-dir={places.public_repository('numbers')}", "cat-file", "--batch-all-objects", "--batch"],
        capture_output=True, check=True,
    ).stdout  # fmt: skip
    long = [line for line in gold if len(line) > 12]
    served = set(objects.decode(errors="replace").splitlines())
    known = set((path / "dev-0" / "expected.tsv").read_text().splitlines())
    known |= {
        field for line in (path / "dev-0" / "expected.tsv").read_text().splitlines() for field in line.split("\t")
    }
    assert not served & (set(long) - known)
    assert f"{gold[0]}\n{gold[1]}\n{gold[2]}\n".encode() not in objects


def test_results_that_lie_open_are_told_with_the_first_import(challenge, owner, repository, done):
    path = repository("2021-question-answering")
    run("git", "checkout", "-q", "HEAD~2", cwd=path)
    run("git", "checkout", "-q", "-b", "as-it-was", cwd=path)
    public = {"kind": "git", "url": f"file://{path}", "branch": "as-it-was"}
    job = done(services.request_import(challenge, public, {"kind": "none"}, by=owner))
    found = {(one["path"], one["severity"]) for one in job.failure["problems"]}
    assert ("test-A/expected.tsv", "error") in found
    assert any(path.startswith("test-B") for path, _ in found)
