import bz2
import gzip
import hashlib
import lzma

import pytest
from git_servers import LOOPBACK

from probierz import open_challenge
from probierz.cli.main import main
from probierz.web.intake.addresses import read_address
from probierz.web.intake.names import output_name
from probierz.web.intake.outputs import LEAST_BYTES, MOST_VARIANTS, check_file, find_outputs, outputs_of_tree
from probierz.web.submissions.output_checks import file_digest

TESTS = ["dev-0", "test-A"]


@pytest.mark.parametrize(
    ("name", "variant", "parameters"),
    [
        ("out.tsv", "out", {}),
        ("out.jsonl.xz", "out", {}),
        ("out.tsv.zip", "out", {}),
        ("out-lr=0.01.tsv", "out-lr=0.01", {"lr": "0.01"}),
        ("out-lr=0.01,model=bert.base.tsv.gz", "out-lr=0.01,model=bert.base", {"lr": "0.01", "model": "bert.base"}),
        ("out-name=value,name2=value2.tsv", "out-name=value,name2=value2", {"name": "value", "name2": "value2"}),
        ("out-ensemble.tsv", "out-ensemble", {}),
        ("out-a=b=c.tsv", "out-a=b=c", {"a": "b=c"}),
        ("out-model=żubr.tsv", "out-model=żubr", {"model": "żubr"}),
    ],
)
def test_a_name_gives_a_variant_and_its_parameters(name, variant, parameters):
    found = output_name(name)
    assert (found.variant, found.parameters) == (variant, parameters)


@pytest.mark.parametrize(
    "name",
    ["out2.tsv", "out.txt", "OUT.tsv", "out.tsv.rar", "xout.tsv", "out-a\nb.tsv", f"out-{'x' * 300}.tsv"]
)  # fmt: skip
def test_other_names_are_no_outputs(name):
    assert output_name(name) is None


def test_plain_files_and_variants_stand_side_by_side_in_natural_order():
    paths = ["test-A/out-e=10.tsv", "test-A/out-e=2.tsv", "test-A/out.tsv", "dev-0/out.tsv", "test-B/out.tsv",
             "x/test-A/out.tsv", "test-A/in.tsv", "out.tsv"]  # fmt: skip
    outputs = find_outputs(paths, TESTS)
    assert [output.path for output in outputs.found] == [
        "dev-0/out.tsv", "test-A/out-e=2.tsv", "test-A/out-e=10.tsv", "test-A/out.tsv",
    ]  # fmt: skip
    assert outputs.variants == ("out", "out-e=2", "out-e=10")
    assert [output.variant for output in outputs.of("dev-0")] == ["out"]
    assert outputs.problems == ()


def test_decimal_points_tell_variants_apart():
    outputs = find_outputs(["test-A/out-lr=0.01.tsv", "test-A/out-lr=0.02.tsv"], TESTS)
    assert outputs.variants == ("out-lr=0.01", "out-lr=0.02")


@pytest.mark.parametrize("other", ["test-A/out.tsv.gz", "test-A/out.jsonl"])
def test_a_variant_that_is_there_twice_is_not_guessed(other):
    outputs = find_outputs(["test-A/out.tsv", other, "dev-0/out.tsv"], TESTS)
    assert [output.test for output in outputs.found] == ["dev-0"]
    assert "keep one of them" in str(outputs.problems[0])


def test_variants_that_differ_in_case_alone_are_not_taken():
    assert find_outputs(["test-A/out-x.tsv", "test-A/out-X.tsv"], TESTS).found == ()


def test_there_is_a_most_number_of_variants():
    outputs = find_outputs([f"test-A/out-n={n}.tsv" for n in range(MOST_VARIANTS + 5)], TESTS)
    assert len(outputs.found) == MOST_VARIANTS
    assert len(outputs.problems) == 1


def test_links_and_submodules_in_place_of_outputs_are_problems(store, participant):
    participant.commit({"test-A/out.tsv": "b\n"}, links={"test-A/out-x.tsv": "/etc/passwd", "dev-0": "/etc"})
    commit = store.fetch(read_address(participant.url, LOOPBACK), "main", "refs/submissions/1")
    outputs = outputs_of_tree(store.tree(commit), TESTS)
    assert [output.path for output in outputs.found] == ["test-A/out.tsv"]
    assert sorted(problem.path for problem in outputs.problems) == ["dev-0", "test-A/out-x.tsv"]


def test_an_output_that_is_too_large_is_a_problem(store, participant):
    participant.commit({"test-A/out.tsv": "x" * 2000})
    commit = store.fetch(read_address(participant.url, LOOPBACK), "main", "refs/submissions/1")
    outputs = outputs_of_tree(store.tree(commit), TESTS, most_bytes=1000)
    assert outputs.found == ()
    assert "2000 bytes" in outputs.problems[0].message


def test_digests_are_those_of_the_file_as_committed(tmp_path):
    packed = gzip.compress(b"b\nc\n", mtime=0)
    (tmp_path / "x").write_bytes(packed)
    found = file_digest(tmp_path / "x")
    assert found.sha1 == hashlib.sha1(packed).hexdigest()
    assert found.sha256 == hashlib.sha256(packed).hexdigest()
    assert found.size == len(packed)


# --- the look at an output -------------------------------------------------------------------------------------------


@pytest.fixture
def challenge(tmp_path):
    folder = tmp_path / "server" / "challenge"
    (folder / "test-A").mkdir(parents=True)
    (folder / "config.txt").write_text("--metric MSE\n")
    (folder / "test-A" / "in.tsv").write_text("a\nb\nc\n")
    (folder / "test-A" / "expected.tsv").write_bytes(b"\xff secret \x00\n")  # it would raise if anybody read it
    return open_challenge(folder)


def look(challenge, tmp_path, content, name="out.tsv", **options):
    (tmp_path / "000000").write_bytes(content)
    (output,) = find_outputs([f"test-A/{name}"], TESTS).found
    return check_file(output, tmp_path / "000000", challenge, **options).problems


def test_a_sound_output_has_no_problems(challenge, tmp_path):
    assert look(challenge, tmp_path, b"1\n2\n3\n") == []
    assert look(challenge, tmp_path, bz2.compress(b"1\n2\n3\n"), "out-x=1.tsv.bz2") == []


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        (b"", None, "empty"),
        (b"1\n2\n", None, "there are 2 lines, but 3 in test-A/in.tsv"),
        (b"1\n2\n3\n4\n5\n6\n", None, "3 in test-A/in.tsv"),
        (b"1\nx\n3\n", 2, "cannot read this line"),
        (b"1\n2\xff\n3\n", 2, "not UTF-8"),
        (b"1\n2\x00\n3\n", 2, "NUL"),
        (b"1\r\n2\r\n3\r\n", 1, "carriage return"),
        (b"\xef\xbb\xbf1\n2\n3\n", None, "byte order mark"),
        (b"1\n2\n" + b"3" * (17 * 2**20), 3, "longer than 16 MiB"),
    ],
)
def test_an_output_is_judged_by_file_and_line(challenge, tmp_path, content, line, words):
    problems = look(challenge, tmp_path, content)
    assert any(problem.line == line and words in problem.message for problem in problems), problems
    for problem in problems:
        assert problem.path == "test-A/out.tsv"
        assert str(tmp_path) not in str(problem)
        assert "secret" not in str(problem)


def test_a_line_that_is_far_longer_than_all_of_an_open_test_is_a_problem(challenge, tmp_path):
    """Two outputs of 40 lines of 75,000 words each kept a worker for 100 seconds, and cost nothing."""
    (tmp_path / "server" / "challenge" / "test-A" / "expected.tsv").write_text("1\n2\n3\n")
    content = b"1\n" + b"w " * 75_000 + b"\n3\n"
    (problem,) = (one for one in look(challenge, tmp_path, content, open_splits={"test-A"}) if one.line == 2)
    assert f"the longest one of the test 1; at most {LEAST_BYTES} are compared" in problem.message
    (tmp_path / "server" / "challenge" / "test-A" / "in.tsv").write_text("a\n" + "b" * LEAST_BYTES + "\nc\n")
    assert not any("are compared" in one.message for one in look(challenge, tmp_path, content, open_splits={"test-A"}))


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"1\n2\n3\n", "out.tsv.gz"),
        (gzip.compress(b"1\n2\n3\n", mtime=0), "out.tsv"),
        (gzip.compress(b"1\n2\n3\n", mtime=0)[:-9], "out.tsv.gz"),
        (bz2.compress(b"1\n2\n3\n"), "out.tsv.xz"),
    ],
)
def test_an_output_that_is_packed_otherwise_than_its_name_says_is_a_problem(challenge, tmp_path, content, name):
    (problem,) = look(challenge, tmp_path, content, name)
    assert problem.path == f"test-A/{name}"


def test_zeros_without_end_in_a_small_file_are_a_problem(challenge, tmp_path):
    packed = gzip.compress(bytes(70 * 2**20), 1)
    (problem,) = look(challenge, tmp_path, packed, "out.tsv.gz")
    assert "inflate" in problem.message
    (problem,) = look(challenge, tmp_path, gzip.compress(b"1\n" * 10**6), "out.tsv.gz", most_bytes=2**20)
    assert "more than 1 MiB" in problem.message


def test_lines_are_counted_where_there_is_no_input(challenge, tmp_path):
    (challenge.path / "test-A" / "in.tsv").unlink()
    (problem,) = look(challenge, tmp_path, b"1\n2\n", expected_lines=3)
    assert problem.message == "there are 2 lines, but 3 in test-A/expected.tsv"
    (problem,) = look(challenge, tmp_path, b"1\n" * 9, expected_lines=3)
    assert problem.message == "there are more lines than the 3 in test-A/expected.tsv"
    assert all(problem.severity == "warning" for problem in look(challenge, tmp_path, b"1\n2\n3\n", expected_lines=3))


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (gzip.compress(b"1\n2\n3\n", mtime=0), "out.tsv", "it is a .gz file; put .gz at the end of its name"),
        (bz2.compress(b"1\n2\n3\n"), "out.tsv", "it is a .bz2 file; put .bz2 at the end of its name"),
        (lzma.compress(b"1\n2\n3\n"), "out.tsv.gz", "it is a .xz file; put .xz in place of .gz"),
        (b"1\n2\n3\n", "out.tsv.zip", "it is none; take .zip off its name"),
    ],
)
def test_what_is_called_something_else_is_told_here_as_by_check(challenge, tmp_path, capsys, content, name, told):
    (problem,) = look(challenge, tmp_path, content, name)
    assert str(problem).endswith(told)
    (challenge.path / "test-A" / name).write_bytes(content)
    assert main(["check", str(challenge.path), "--split", "test-A"]) == 1
    assert f"{problem.message}; {problem.remedy}\n" in capsys.readouterr().out
