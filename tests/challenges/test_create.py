"""A new challenge must be complete, valid, and written whole or not at all."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from probierz.challenges.config import read_config
from probierz.challenges.create import create_challenge
from probierz.challenges.problems import has_errors
from probierz.challenges.validate import validate
from probierz.errors import ChallengeError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.matching import MATCHING
from probierz.schemes.scheme import parse_scheme

_PARAMETER = re.compile(r"\{\w+:(?:decimal|integer)(?:=([^}]+))?\}")

METRICS = [
    definition.example.name or _PARAMETER.sub(lambda found: found[1] or "1", definition.pattern)
    for definition in definitions()
]
COMBINED = [f"{combinator}/{name}" for combinator in COMBINATORS for name in METRICS]
MATCHED = [
    f"{prefix}/{name}"
    for prefix in MATCHING
    for name, definition in zip(METRICS, definitions(), strict=True)
    if definition.matching != "no"
]


def schemes(*texts):
    return [parse_scheme(text) for text in texts]


def tree(directory):
    return sorted(str(path.relative_to(directory)) for path in directory.rglob("*") if path.is_file())


@pytest.mark.parametrize("name", METRICS + MATCHED)
def test_new_challenge_of_a_metric_is_valid(name, tmp_path):
    create_challenge(tmp_path / "new", schemes(name), precision=4)
    assert [str(problem) for problem in validate(tmp_path / "new") if problem.severity == "error"] == []


@pytest.mark.parametrize("name", COMBINED)
def test_new_challenge_of_a_combined_metric_is_valid(name, tmp_path):
    create_challenge(tmp_path / "new", schemes(name))
    assert not has_errors(validate(tmp_path / "new"))


def test_new_challenge_has_all_files(tmp_path):
    create_challenge(tmp_path / "new", schemes("CAR"))
    data = [f"{split}/{file}" for split in ("dev-0", "test-A", "train") for file in ("expected.tsv", "in.tsv")]
    texts = [".gitignore", "README.md", "config.txt", "in-header.tsv", "out-header.tsv"]
    assert tree(tmp_path / "new") == sorted(texts + data)


def test_no_headers_for_texts_without_columns(tmp_path):
    create_challenge(tmp_path / "new", schemes("WER"))
    assert not (tmp_path / "new" / "in-header.tsv").exists()
    assert (tmp_path / "new" / "config.txt").read_text() == "--metric WER"


def test_language_models_get_one_train_file(tmp_path):
    create_challenge(tmp_path / "new", schemes("LogLossHashed"))
    assert os.listdir(tmp_path / "new" / "train") == ["train.tsv"]


def test_toy_test_set_is_the_example_of_the_metric(tmp_path):
    create_challenge(tmp_path / "new", schemes("CAR"))
    # the toy challenge recorded from GEval
    assert (tmp_path / "new" / "test-A" / "expected.tsv").read_text() == "esse est percipi\ntabula rasa\n"


def test_no_input_line_stands_in_two_splits(tmp_path):
    create_challenge(tmp_path / "new", schemes("Accuracy"))
    inputs = [(tmp_path / "new" / split / "in.tsv").read_text() for split in ("train", "dev-0", "test-A")]
    lines = [line for text in inputs for line in text.splitlines()]
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize(
    ("options", "written"),
    [
        # as in configuration files that GEval wrote: some options have two spaces before them
        ({}, "--metric CAR  --in-header in-header.tsv  --out-header out-header.tsv"),
        ({"precision": 4}, "--metric CAR --precision 4  --in-header in-header.tsv  --out-header out-header.tsv"),
        (
            {"precision": 4, "percentage": True, "test_name": "test-B"},
            "--metric CAR  --test-name test-B --precision 4 --show-as-percentage"
            "  --in-header in-header.tsv  --out-header out-header.tsv",
        ),
    ],
)
def test_config_is_written_as_in_geval(options, written, tmp_path):
    create_challenge(tmp_path / "new", schemes("CAR"), **options)
    assert (tmp_path / "new" / "config.txt").read_text() == written


@pytest.mark.parametrize(
    ("scheme", "written"),
    [
        ("F1", "F1.0"),
        ("Macro-F0.05", "Macro-F5.0e-2"),
        ("WER:N<two words>", r"WER:N<two\ words>"),
        (r"WER:s<(\\n| )+>< >N<WER>", r"WER:s<(\\n|\ )+><\ >N<WER>"),  # the config.txt of PolEval 2021, task 3
        ("Accuracy:s<\t>< >", "Accuracy:s<\\\t><\\ >"),
        ("MultiLabel-F1:p<50>", "MultiLabel-F1.0:p<50.0>"),
        ("Lower/Fuzzy/Accuracy:lm<\\d+>", "Lower/Fuzzy/Accuracy:lm<\\d+>"),
    ],
)
def test_schemes_are_written_so_that_they_read_back(scheme, written, tmp_path):
    create_challenge(tmp_path / "new", schemes(scheme))
    config = tmp_path / "new" / "config.txt"
    assert config.read_text().startswith(f"--metric {written}")
    assert parse_scheme(read_config(config)[1]) == parse_scheme(scheme)


@pytest.mark.parametrize(
    ("scheme", "word"),
    [("Accuracy:m<a{2}>", "braces"), ("Accuracy:s<\\ ><_>", "backslash"), ("Accuracy:N<a\nb>", "line ends")],
)
def test_scheme_without_a_written_form_is_refused(scheme, word, tmp_path):
    with pytest.raises(ChallengeError, match=word):
        create_challenge(tmp_path / "new", schemes(scheme))
    assert os.listdir(tmp_path) == []


def test_readme_says_title_and_metrics(tmp_path):
    create_challenge(tmp_path / "my-challenge", schemes("WER:N<Errors>", "CER"))
    readme = (tmp_path / "my-challenge" / "README.md").read_text()
    assert readme.startswith("# my-challenge\n\n")
    assert "`Errors`" in readme
    assert "`CER`" in readme


@pytest.mark.parametrize("name", ["", "train", "dev-0", "a/b", "a b", ".hidden", ".."])
def test_unusable_name_of_a_test_set_is_refused(name, tmp_path):
    with pytest.raises(ChallengeError, match="test set"):
        create_challenge(tmp_path / "new", schemes("WER"), test_name=name)


def test_no_metric_is_refused_as_in_geval(tmp_path):
    with pytest.raises(ChallengeError) as error:
        create_challenge(tmp_path / "new", [])
    assert error.value.geval == "no metric given, use --metric option"


# --- places ------------------------------------------------------------------------------------------------------


def test_missing_parent_is_an_error(tmp_path):
    with pytest.raises(ChallengeError, match="does not exist"):
        create_challenge(tmp_path / "a" / "b", schemes("WER"))
    assert os.listdir(tmp_path) == []


def test_existing_file_is_kept_and_named_as_in_geval(tmp_path):
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(ChallengeError) as error:
        create_challenge(tmp_path, schemes("WER"))
    assert error.value.geval == f"File already there: `{tmp_path}/README.md`"
    assert tree(tmp_path) == ["README.md"]
    assert (tmp_path / "README.md").read_text() == "mine"


def test_existing_directory_is_filled_and_other_files_stay(tmp_path):
    (tmp_path / "test-A").mkdir()
    (tmp_path / "LICENSE").write_text("mine")
    create_challenge(tmp_path, schemes("WER"))
    assert (tmp_path / "LICENSE").read_text() == "mine"
    assert not has_errors(validate(tmp_path))
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".new")]


def test_current_directory_can_be_filled(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    create_challenge(".", schemes("WER"))
    assert (tmp_path / "README.md").read_text().startswith(f"# {tmp_path.name}\n")


def test_plain_file_in_the_place_is_an_error(tmp_path):
    (tmp_path / "new").write_text("")
    with pytest.raises(ChallengeError) as error:
        create_challenge(tmp_path / "new", schemes("WER"))
    assert error.value.geval == f"File already there: `{tmp_path}/new`"


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("writes", [0, 3, 7])
def test_full_disk_leaves_nothing_behind(exists, writes, tmp_path, monkeypatch):
    target = tmp_path / "new"
    if exists:
        target.mkdir()
    write, done = Path.write_text, []

    def full_after_some(path, *content, **options):
        if len(done) == writes:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        done.append(path)
        return write(path, *content, **options)

    monkeypatch.setattr(Path, "write_text", full_after_some)
    with pytest.raises(ChallengeError, match=r"No space left.*nothing was left behind"):
        create_challenge(target, schemes("WER"))
    assert tree(tmp_path) == []
    assert target.exists() == exists


def test_failing_move_takes_everything_back(tmp_path, monkeypatch):
    rename, done = os.replace, []

    def failing(source, target):
        if len(done) == 5:
            raise OSError(errno.EIO, "Input/output error")
        done.append(target)
        rename(source, target)

    (tmp_path / "LICENSE").write_text("mine")
    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(ChallengeError, match="Input/output error"):
        create_challenge(tmp_path, schemes("WER"))
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")] == ["LICENSE"]


def test_limit_on_file_size_leaves_nothing_behind(tmp_path):
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))\n"
        "from probierz.challenges.create import create_challenge\n"
        "from probierz.errors import ChallengeError\n"
        "from probierz.schemes.scheme import parse_scheme\n"
        "try: create_challenge(sys.argv[1], [parse_scheme('WER')])\n"
        "except ChallengeError as error: print(error.message)\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, str(tmp_path / "new")], capture_output=True, text=True, check=True
    )
    assert "cannot be written" in done.stdout
    assert os.listdir(tmp_path) == []


def test_the_name_of_the_directory_need_not_be_utf8(tmp_path):
    directory = os.path.join(tmp_path, "z\udcff")
    create_challenge(directory, [parse_scheme("WER")])
    with open(os.path.join(directory, "README.md"), encoding="utf-8") as file:
        assert file.readline() == "# z?\n"
