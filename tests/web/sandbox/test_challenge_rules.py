"""config.txt comes from outside: it may not lead the scoring anywhere else."""

import pytest
from sandbox_examples import make_request

from probierz.errors import ChallengeError
from probierz.web.sandbox.challenge_rules import open_safely


@pytest.mark.parametrize(
    "option",
    [
        "--expected-directory /etc",
        "--expected-directory ../other",
        "--out-directory ..",
        "--expected-file ../test-B/expected.tsv",
        "--expected-file /etc/passwd",
        "-e http://169.254.169.254/latest",
        "-e https://example.org/expected.tsv",
        "--input-file file:///etc/passwd",
        "-e -",
        "--in-header ../../secret",
        "--out-header http://example.org/h",
        "--out-file ../x",
        "--alt-out-file /etc/passwd",
        "--references /etc/passwd",
        "--plot-graph /tmp/graph",
        "--diff /etc/passwd",
        "--test-name ../test-A",
    ],
)
def test_options_that_lead_out_of_the_challenge_are_refused(option, tmp_path):
    request = make_request(tmp_path, config=f"--metric Accuracy {option}")
    with pytest.raises(ChallengeError, match=r"leads out|web address"):
        open_safely(request.challenge, "test-A")


@pytest.mark.parametrize("name", ["config.txt", "test-A/expected.tsv", "test-A/in.tsv", "test-A", "head.tsv"])
def test_links_that_lead_out_of_the_challenge_are_refused(name, tmp_path):
    request = make_request(tmp_path, config="--metric Accuracy --in-header head.tsv")
    (request.challenge / "head.tsv").write_text("x\n")
    path = request.challenge / name
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ChallengeError, match="link"):
        open_safely(request.challenge, "test-A")


def test_a_plugin_is_no_option(tmp_path):
    request = make_request(tmp_path, config="--metric Accuracy --plugin mine.py")
    with pytest.raises(ChallengeError, match="--plugin"):
        open_safely(request.challenge, "test-A")


@pytest.mark.parametrize("split", ["../test-A", "/etc", "test-B", ""])
def test_a_split_is_one_of_the_challenge(split, tmp_path):
    with pytest.raises(ChallengeError, match="no split"):
        open_safely(make_request(tmp_path).challenge, split)


def test_the_usual_options_are_fine(tmp_path):
    config = "--metric Accuracy --expected-directory . --out-file out.tsv --precision 4 --bootstrap 100 -t test-A"
    request = make_request(tmp_path, config=config)
    challenge, split = open_safely(request.challenge, "test-A")
    assert [str(scheme) for scheme in challenge.schemes] == ["Accuracy"]
    assert split.name == "test-A"
