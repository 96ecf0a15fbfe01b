"""Every check of a challenge: what is found, where, and what GEval says."""

import base64
import bz2
import codecs
import gzip
import lzma
import random

import pytest

from probierz.challenges.create import create_challenge
from probierz.challenges.problems import Problem, has_errors
from probierz.challenges.validate import validate
from probierz.schemes.scheme import parse_scheme


@pytest.fixture
def challenge(tmp_path):
    """A small challenge without problems."""
    directory = tmp_path / "challenge"
    texts = {
        "README.md": "# Numbers\n\nGuess the number. Licence: CC0.\n",
        ".gitignore": "*~\n",
        "config.txt": "--metric MSE --metric RMSE:P<2> --precision 4",
        "train/in.tsv": "one\ntwo\n",
        "train/expected.tsv": "1\n2\n",
        "dev-0/in.tsv": "three\nfour\n",
        "dev-0/expected.tsv": "3\n4\n",
        "test-A/in.tsv": "five\nsix\n",
        "test-A/expected.tsv": "5\n6\n",
    }
    for name, text in texts.items():
        write(directory / name, text)
    return directory


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def recorded(challenge):
    """The messages of GEval, in order, with the directory as D."""
    found = [problem.geval for problem in validate(challenge) if problem.geval or problem.severity == "error"]
    return [text and text.replace(str(challenge), "D") for text in found]


def only(challenge, severity="error"):
    """The one problem, or a failure that shows all."""
    found = [problem for problem in validate(challenge) if problem.severity == severity]
    assert len(found) == 1, found
    return found[0]


def test_good_challenge_has_no_problems(challenge):
    assert validate(challenge) == []


@pytest.mark.parametrize(("label", "count", "is_told"), [("yes", 20, True), ("no", 20, False), ("yes", 5, False)])
def test_one_label_in_all_splits_is_warned_of(challenge, label, count, is_told):
    write(challenge / "config.txt", "--metric Accuracy")
    for split in ("train", "dev-0", "test-A"):
        write(challenge / split / "in.tsv", "".join(f"{split}, text {at}\n" for at in range(count // 3 + 1)))
        write(challenge / split / "expected.tsv", "yes\n" * (count // 3) + f"{label}\n")
    said = "all expected lines of all splits are 'yes', so that always this is a perfect answer"
    assert [one.message for one in validate(challenge)] == [said] * is_told


@pytest.mark.parametrize(
    ("name", "text", "is_told"),
    [
        ("README.md", "# Numbers\n\nGuess.\n", False),
        ("README.md", "# Liczby\n\n## Licencja\n\nCC BY-SA 4.0\n", True),
        ("LICENSE", "MIT\n", True),
    ],
)
def test_a_licence_is_asked_for(challenge, name, text, is_told):
    write(challenge / "README.md", "# Numbers\n\nGuess the number.\n")
    write(challenge / name, text)
    asked = "nothing says under which licence the data may be used"
    assert [one.message for one in validate(challenge)] == ([] if is_told else [asked])


def test_spaces_at_line_ends_of_found_texts_are_only_odd(challenge):
    write(challenge / "dev-0" / "in.tsv", "three\nfour \n")
    assert only(challenge, "warning").line == 2
    write(challenge / "dev-0" / "expected.tsv", "3\n4 \n")
    assert has_errors(validate(challenge))


def test_missing_directory(tmp_path):
    assert recorded(tmp_path / "none") == ["No challenge directory: `D`"]


@pytest.mark.parametrize("name", ["config.txt", ".gitignore", "README.md"])
def test_missing_file(challenge, name):
    (challenge / name).unlink()
    assert recorded(challenge) == [f"No {name} file: `D/{name}`"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        # the messages of GEval, from its recorded behaviour
        ("README.md", "", "Empty file: `D/README.md`"),
        (".gitignore", "", "Empty file: `D/.gitignore`"),
        ("README.md", "# A\r\n", "Found CR (Carriage Return, 0x0D) character: `D/README.md`"),
        ("README.md", "# A \n", "Found space at the end of line: `D/README.md`"),
        ("config.txt", "--metric MSE ", "Found space at the end of line: `D/config.txt`"),
        ("config.txt", "--metric MSE:P<2>", "No metric has priority 1"),
        ("config.txt", "--precision 4", "No metric has priority 1"),
        (
            "config.txt",
            "--metric MSE --in-header in-header.tsv",
            "No file with header specification: `D/in-header.tsv`",
        ),
        ("dev-0/in.tsv", "", "Empty file: `D/dev-0/in.tsv`"),
        ("dev-0/in.tsv", "a\r\nb\n", "Found CR (Carriage Return, 0x0D) character: `D/dev-0/in.tsv`"),
        ("dev-0/in.tsv", "a\nb ", "Found space at the end of line: `D/dev-0/in.tsv`"),
        ("dev-0/in.tsv", "a\nb\tc\n", "The file contains varying number of columns: `D/dev-0/in.tsv`"),
        ("dev-0/in.tsv", "a\n", "The number of lines in input and expected file is not the same"),
        (
            "dev-0/in.tsv.gz",
            gzip.compress(b"a\nb\n", mtime=0),
            "Too many input files: `D/dev-0/in.tsv`, `D/dev-0/in.tsv.gz`",
        ),
        (
            "dev-0/expected.tsv.xz",
            lzma.compress(b"1\n2\n"),
            "Too many expected files: `D/dev-0/expected.tsv`, `D/dev-0/expected.tsv.xz`",
        ),
        ("dev-0/expected.tsv", "", "Empty file: `D/dev-0/expected.tsv`"),
        ("dev-0/expected.tsv", "1\n2\t3\n", "The file contains varying number of columns: `D/dev-0/expected.tsv`"),
        ("train/expected.tsv", "1\n2\n3\n", "The number of lines in input and expected file is not the same"),
        ("test-A/out.tsv", "5\n6\n", "Output file/s detected: `D/test-A/out.tsv`"),
        ("test-A/out-x.tsv", "5\n6\n", "Output file/s detected: `D/test-A/out-x.tsv`"),
    ],
)
def test_recorded_message(challenge, name, text, message):
    write(challenge / name, text)
    assert recorded(challenge) == [message]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("in.tsv", "No file with the input: `D/dev-0/in.tsv`"),
        ("expected.tsv", "No file with the expected results: `D/dev-0/expected.tsv`"),
    ],
)
def test_missing_data_file(challenge, name, message):
    (challenge / "dev-0" / name).unlink()
    assert recorded(challenge) == [message]


def test_no_test_sets(challenge):
    for split in ("dev-0", "test-A"):
        (challenge / split).rename(challenge / f"old-{split}")
    assert recorded(challenge) == ["No directories with test data, expected `dev-0` and/or `test-A` directory"]


def test_challenge_without_train_is_fine(challenge):
    (challenge / "train").rename(challenge / "old")
    assert validate(challenge) == []


def test_all_problems_are_told_at_once_in_the_recorded_order(challenge):
    write(challenge / "test-A" / "in.tsv", "a \nb\r\n")
    write(challenge / "dev-0" / "out.tsv", "3\n4\n")
    write(challenge / "train" / "expected.tsv", "x\n2\n")
    (challenge / ".gitignore").unlink()
    assert recorded(challenge) == [
        "No .gitignore file: `D/.gitignore`",
        "Output file/s detected: `D/dev-0/out.tsv`",
        "Found CR (Carriage Return, 0x0D) character: `D/test-A/in.tsv`",
        "Found space at the end of line: `D/test-A/in.tsv`",
        "Line 1: Unexpected data [input does not start with a digit]",
        "Line 1: Unexpected data [input does not start with a digit]",
    ]


def test_checking_can_end_at_the_first_error(challenge):
    (challenge / "config.txt").unlink()
    (challenge / "README.md").unlink()
    assert len(validate(challenge, all_problems=False)) == 1


def test_a_gitignore_that_is_missing_is_no_fault(challenge):
    (challenge / ".gitignore").unlink()
    (problem,) = validate(challenge)
    assert (problem.severity, problem.message) == ("note", "there is no .gitignore")


@pytest.mark.parametrize("pack", [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_compressed_files_are_checked_too(challenge, pack):
    suffix, compress = pack
    (challenge / "dev-0" / "in.tsv").unlink()
    write(challenge / "dev-0" / f"in.tsv{suffix}", compress(b"three\nfour\n"))
    assert validate(challenge) == []
    write(challenge / "dev-0" / f"in.tsv{suffix}", compress(b"three\nfour \n"))
    assert only(challenge, "warning").line == 2


def test_broken_archive_is_a_problem(challenge):
    (challenge / "dev-0" / "in.tsv").unlink()
    write(challenge / "dev-0" / "in.tsv.gz", gzip.compress(b"three\nfour\n" * 1000)[:-20])
    assert "damaged or cut off" in only(challenge).message


# --- config.txt --------------------------------------------------------------------------------------------------


def test_unknown_option_names_the_nearest(challenge):
    write(challenge / "config.txt", "--metrik MSE")
    problem = only(challenge)
    assert problem.path.endswith("config.txt")
    assert "--metrik" in problem.message
    assert "--metric" in problem.message


def test_every_broken_metric_is_told(challenge):
    write(challenge / "config.txt", "--metric MSE --metric Acuracy --metric WER:P-S<3>u --metric WER:m<(>")
    problems = validate(challenge)
    assert len(problems) == 3
    assert "Accuracy" in problems[0].message
    assert problems[1].geval == "Unknown or broken metric flags: -S<3>u"  # recorded case validation-broken-metric


def test_missing_test_set_of_the_config(challenge):
    write(challenge / "config.txt", "--metric MSE --test-name test-Z")
    assert "test-Z" in only(challenge).message


@pytest.mark.parametrize("option", ["--in-header", "--out-header", "--input-file", "--expected-file"])
@pytest.mark.parametrize("name", ["../secret", "/etc/passwd"])
def test_file_names_stay_inside_the_challenge(challenge, option, name):
    write(challenge.parent / "secret", "a\tb\n")
    write(challenge / "config.txt", f"--metric MSE {option} {name}")
    assert "leads out of the challenge" in only(challenge).message


# --- headers -----------------------------------------------------------------------------------------------------


@pytest.fixture
def with_headers(challenge):
    write(challenge / "config.txt", "--metric MSE --in-header in-header.tsv --out-header out-header.tsv")
    write(challenge / "in-header.tsv", "Word\n")
    write(challenge / "out-header.tsv", "Number\n")
    return challenge


def test_header_lines_are_not_items(with_headers):
    write(with_headers / "dev-0" / "expected.tsv", "Number\n3\n4\n")
    assert validate(with_headers) == []


def test_header_with_other_columns_than_the_data(with_headers):
    write(with_headers / "in-header.tsv", "Word\tLanguage\n")
    problems = validate(with_headers)
    assert [problem.path.removeprefix(f"{with_headers}/") for problem in problems] == [
        "dev-0/in.tsv",
        "test-A/in.tsv",
        "train/in.tsv",
    ]
    assert "1 column, but in-header.tsv names 2" in problems[0].message


@pytest.mark.parametrize("text", ["", "\n", b"\xff\n"])
def test_header_without_names(with_headers, text):
    write(with_headers / "out-header.tsv", text)
    assert "the names of the columns cannot be read" in only(with_headers).message


def test_nothing_but_a_header_line(with_headers):
    write(with_headers / "dev-0" / "in.tsv", "Word\n")
    write(with_headers / "dev-0" / "expected.tsv", "Number\n")
    assert [problem.message for problem in validate(with_headers)] == ["there is nothing but a header line"] * 2


def test_alternatives_in_columns_need_no_even_columns(challenge):
    write(challenge / "config.txt", "--metric BLEU")
    write(challenge / "dev-0" / "expected.tsv", "a b c d e\ta b c d f\na b c d e\n")
    write(challenge / "test-A" / "expected.tsv", "a b c d e\na b c d e\n")
    write(challenge / "train" / "expected.tsv", "a b c d e\na b c d e\n")
    assert validate(challenge) == []


# --- characters --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "word", "severity"),
    [
        (b"th\xffree\nfour\n", "UTF-8", "error"),
        (b"three\nfo\0ur\n", "NUL", "error"),
        (b"\xef\xbb\xbfthree\nfour\n", "byte order mark", "warning"),
    ],
)
def test_odd_bytes(challenge, data, word, severity):
    write(challenge / "dev-0" / "in.tsv", data)
    problem = only(challenge, severity)
    assert word in problem.message
    assert problem.geval is None  # GEval does not look


def test_line_and_count_of_odd_lines(challenge):
    write(challenge / "dev-0" / "in.tsv", "a\nb \nc \nd\n")
    write(challenge / "dev-0" / "expected.tsv", "1\n2\n3\n4\n")
    problem = only(challenge, "warning")
    assert problem.line == 2
    assert "the first of 2 such lines" in problem.message


def test_long_files_are_counted_over_their_pieces(challenge):
    lines = [f"item {number} {'x' * 1000}" for number in range(2500)]  # more than two pieces of a MiB
    write(challenge / "dev-0" / "in.tsv", "\n".join([*lines, "bad \n"]))
    write(challenge / "dev-0" / "expected.tsv", "1\n" * 2501)
    assert only(challenge, "warning").line == 2501


# --- metrics -----------------------------------------------------------------------------------------------------


LABELS = [("good", "bad", "so_so")[number * number % 7 % 3] for number in range(40)]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("text {number}\tx\t{label}", "column 3 is the expected result on 40 of 40 lines"),
        ("{label}", "the whole line is the expected result on 40 of 40 lines"),
        ("{code}\ttext {number}", "column 1 is the expected result on 40 of 40 lines, under other names"),
        (
            "{label[0]}_{number:03}\ttext",
            "part 1 of column 1 is the expected result on 40 of 40 lines, under other names",
        ),
        (
            "x\tall/{code}/{number}.txt",
            "part 2 of column 2 is the expected result on 40 of 40 lines, under other names",
        ),
        (
            "text {number}\t{number:x}a{number}c{label}",
            "the last part of column 2 is the expected result on 40 of 40 lines",
        ),
        ("text {number}\t{back}x{number:03}", "the first part of column 2 is the expected result on 40 of 40 lines"),
        (
            "__label__{code} text {number}",
            "the word __label__ of column 1 is the expected result on 40 of 40 lines, under other names",
        ),
    ],
)
def test_input_that_holds_the_answers(challenge, line, place):
    lines = [
        line.format(number=at, label=label, code=len(label), back=label[::-1].upper())
        for at, label in enumerate(LABELS)
    ]
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in lines))
    write(challenge / "test-A/expected.tsv", "".join(f"{label}\n" for label in LABELS))
    assert place in [one.message for one in validate(challenge) if one.severity == "error"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("question {number}?\tzolw & {number}", "column 2 is the expected result on 40 of 40 lines, in other letters"),
        (
            "question {number}?\t&#380;&oacute;&lstrok;w &amp; {number}",
            "column 2 is the expected result on 40 of 40 lines, in other letters",
        ),
        ("Question? (Żółw & {number}.)", "the last word of column 1 is the expected result on 40 of 40 lines"),
        ("zolw & {number}", ""),  # a task in which letters are put back
        ("id{number}\tzolw & {number}", ""),
    ],
)
def test_answers_that_stand_in_the_input_in_another_way_are_asked_about(challenge, line, said):
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{line.format(number=at)}\n" for at in range(40)))
    answer = "{number}" if "last word" in said else "Żółw & {number}"
    write(challenge / "test-A/expected.tsv", "".join(f"{answer.format(number=at)}\n" for at in range(40)))
    told = [one.message for one in validate(challenge) if "the expected result on" in one.message]
    assert told == ([said] if said else [])
    assert not has_errors(validate(challenge))


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ("One wrote {label} about it, text {number}.", True),
        ("One wrote {back} about it, text {number}.", True),
        ("One wrote {label} about it, others good and bad, text {number}.", False),
        ("One wrote {other} about it, text {number}.", False),
    ],
)
def test_a_label_among_the_words_of_each_text_is_asked_about(challenge, line, is_told):
    lines = [
        line.format(number=at, label=label, back=label[::-1], other=LABELS[-at]) for at, label in enumerate(LABELS)
    ]
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in lines))
    write(challenge / "test-A/expected.tsv", "".join(f"{label}\n" for label in LABELS))
    told = [one.message for one in validate(challenge) if "the expected result on" in one.message]
    assert told == ["a word of column 1 is the expected result on 40 of 40 lines"] * is_told


def labelled(challenge, line):
    """Texts of which the line that is made of number and label is the input of test-A."""
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{line(at, label)}\n" for at, label in enumerate(LABELS)))
    write(challenge / "test-A/expected.tsv", "".join(f"{label}\n" for label in LABELS))
    return [(one.severity, one.message) for one in validate(challenge) if "the expected result on" in one.message]


@pytest.mark.parametrize(
    ("line", "severity", "said"),
    [
        (lambda at, label: f"{label if at % 10 else 'doc'}_{at:03}\ttext", "error", "the first part of column 1 36"),
        (lambda at, label: f"{label if at % 2 else 'doc'}_{at:03}\ttext", "error", "the first part of column 1 20"),
        (lambda at, label: f"{label}_{at}\tx" if at % 10 else "no id\tx", "error", "the first part of column 1 36"),
        (lambda at, label: f"{at}\t{label if at % 2 else 'unknown'}", "error", "column 2 20"),
        (lambda at, label: f"{at}\t{label if at % 5 < 2 else 'unknown'}", "warning", "column 2 16"),
        (lambda at, label: f"{at}\t{LABELS[-at] if at % 2 else 'unknown'}", "", ""),  # of other lines
        (lambda at, label: f"{at}\t{label if at > 35 else 'unknown'}", "", ""),  # four may be so by chance
    ],
)  # fmt: skip
def test_labels_that_stand_on_a_part_of_the_lines_are_told_with_numbers(challenge, line, severity, said):
    place, _, known = said.rpartition(" ")
    told = [(severity, f"{place} is the expected result on {known} of 40 lines")] if said else []
    assert labelled(challenge, line) == told


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (lambda at, month: f"On {at % 28 + 1} May {2010 + month} it was text {at}.", "a word of column 1"),
        (lambda at, month: f"{1950 + at}-{month:02}-{at % 28 + 1:02}\ttext", "part 2 of column 1"),
    ],
)
def test_answers_that_are_read_from_a_text_or_a_date_may_be_the_task(challenge, line, place):
    months = [at * at % 7 + 1 for at in range(60)]
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{line(at, month)}\n" for at, month in enumerate(months)))
    year = 2010 if place.startswith("a word") else 0
    write(challenge / "test-A/expected.tsv", "".join(f"{year + month}\n" for month in months))
    (told,) = [one for one in validate(challenge) if "the expected result on" in one.message]
    assert (told.severity, told.message.partition(" is the")[0]) == ("warning", place)
    assert told.remedy == "leave it out of the input, unless that is the task"


def test_labels_that_are_digits_or_begin_many_words_are_not_found_in_ids(challenge):
    lines = [f"{at * 37 % 1000}\tin{at}\ttext" for at in range(400)]
    write(challenge / "config.txt", "--metric Accuracy")
    for labels in ("1234", ["in", "intro", "out"]):
        write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in lines))
        write(challenge / "test-A/expected.tsv", "".join(f"{labels[at * at % 7 % len(labels)]}\n" for at in range(400)))
        assert not [one for one in validate(challenge) if "the expected result on" in one.message]


@pytest.mark.parametrize(
    ("line", "severity", "feature"),
    [
        (lambda at, label: f'<p class="c{len(label)}">text {at}</p>', "error", "the mark-up of column 1 alone tells"),
        (
            lambda at, label: f"text {at}" + "\u200b" * len(label),
            "error",
            "the number of signs that nobody sees in column 1 alone tells",
        ),
        (
            lambda at, label: " ".join([*"ab"[: len(label) - 3], f"te\u2060xt {at}", *"cd"[len(label) - 3 :]]),
            "error",
            "the places of signs that nobody sees in column 1 alone tells",
        ),
        (
            lambda at, label: f"{len(label) // 4}\t{len(label) % 4 % 2}\ttext {at}",
            "warning",
            "the pair of column 1 and column 2 alone tells",
        ),
        (
            lambda at, label: f"text {at}{'.?!…;:'[len(label)]}" if label != "so_so" else f"text {at}:",
            "warning",
            "the punctuation at the end of column 1 alone tells",
        ),
        (
            lambda at, label: f"TEXT {at}" if label == "bad" else f"Text {at}",
            "warning",
            "the case of column 1 alone tells where 'bad' is",
        ),
        (
            lambda at, label: f"text {at}\t{'see below ' * (at % 30 + 1) if label == 'bad' else ''}",
            "warning",
            "the emptiness of column 2 alone tells where 'bad' is",
        ),
        (
            lambda at, label: f"some{chr(0xA0) if label == 'bad' else ' '}text {at:02}",
            "warning",
            "the presence of odd blanks in column 1 alone tells where 'bad' is",
        ),
        (
            lambda at, label: f"{'ko' + chr(0x301) if label == 'bad' else 'kot'} {at:02}",
            "warning",
            "the presence of separate accents in column 1 alone tells where 'bad' is",
        ),
        (
            lambda at, label: f"{' ' * (label == 'bad')}text {at}",
            "warning",
            "the presence of odd blanks in column 1 alone tells where 'bad' is",
        ),
        (
            lambda at, label: f"The {'[ENT]' if label == 'bad' else 'thing'} of {at:02}",
            "warning",
            "the number of tokens in brackets in column 1 alone tells where 'bad' is",
        ),
        (lambda at, label: f"text {at} #{'x' * len(label)}", "error", "the last word of column 1 is"),
        (
            lambda at, label: f"text {at:02}, {({'good': 'nice', 'bad': 'evil', 'so_so': 'even'})[label]}",
            "warning",
            "the last word of column 1 is",
        ),
    ],
)  # fmt: skip
def test_a_feature_that_tells_the_label_is_told(challenge, line, severity, feature):
    told = [(level, message.partition(" the expected")[0]) for level, message in labelled(challenge, line)]
    assert told == [(severity, feature)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the same text twice", "7 of 40 lines: another label than that of an earlier equal input"),
        ("Yes.", ""),  # others say what it means
    ],
)
def test_equal_inputs_with_different_labels_are_asked_about(challenge, text, said):
    lines = [*(f"text number {at}" for at in range(28)), *[text] * 12]
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in lines))
    labels = [*(at % 2 for at in range(28)), *[0] * 5, *[1] * 7]
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in labels))
    (told,) = [one for one in validate(challenge) if "equal input" in one.message] or [None]
    assert (told and (told.severity, told.message)) == (("warning", said) if said else None)


@pytest.mark.parametrize(
    ("line", "severity", "feature"),
    [
        (
            lambda at, is_a: f"{chr((97 if is_a else 65) + at % 26)}t Text {at}",
            "warning",
            "the case of the first letter of",
        ),
        (
            lambda at, is_a: f"{chr((97 if is_a or at < 4 else 65) + at % 26)}t Text {at}",
            "note",
            "the case of the first letter of",
        ),
        (
            lambda at, is_a: f"The text {at}{'' if is_a or not at else '.?!'[at % 3]}",
            "warning",
            "the presence of punctuation at the end of",
        ),
        (lambda at, is_a: "a text" + " word" * (at % 11 + 2 if is_a else 1), "warning", "the number of words of"),
        (lambda at, is_a: "a text" + f" {'w' * (1 + at % 13)}" * (at % 4 + 4 * is_a), "", ""),  # long and short ones
    ],
)
def test_outer_marks_of_texts_of_one_label_are_told(challenge, line, severity, feature):
    is_a = [at * at % 7 % 2 > 0 for at in range(140)]
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{line(at, one)}\n" for at, one in enumerate(is_a)))
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in is_a))
    told = [one for one in validate(challenge) if "alone tells" in one.message]
    assert [one.severity for one in told] == [severity] * bool(severity)
    assert [one.message.partition(" column")[0] for one in told] == [feature] * bool(feature)


def test_a_first_sign_of_one_label_is_told_where_others_are_many(challenge):
    labels = ["ab"[at * at % 7 % 2] for at in range(100)]
    lines = [f"{'-' if label == 'a' else chr(97 + at % 26)} text {at}" for at, label in enumerate(labels)]
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in lines))
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in labels))
    said = "the first sign of column 1 alone tells the expected result on 100 of 100 lines"
    assert said in [one.message for one in validate(challenge)]


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        ([0, 1, 2, 3], '["{a}", "{b}", "{c}", "{d}"]\t{right}'),
        (["A", "B", "C", "D"], '{{"text": ["{a}", "{b}", "{c}", "{d}"], "label": ["A", "B", "C", "D"]}}\t{right}'),
        ([1, 2, 3, 4], "{right}\t{a}\t{b}\t{c}\t{d}"),
    ],
)
@pytest.mark.parametrize("is_told", [True, False])
def test_an_answer_that_stands_beside_its_choices_is_an_error(challenge, labels, columns, is_told):
    lines, expected = [], []
    for at in range(40):
        choices = dict(zip("abcd", (f"word {at * step % 41}" for step in (3, 5, 7, 11)), strict=True))
        right = at * at % 7 % 4
        shown = choices["abcd"[right if is_told else at % 4]]
        lines.append("question?\t" + columns.format(**choices, right=shown))
        expected.append(labels[right])
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in lines))
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in expected))
    told = [one.message for one in validate(challenge) if "the expected result on" in one.message]
    column = 2 if columns.startswith("{right}") else 3
    said = f"column {column} is the expected result on 40 of 40 lines, under other names"
    assert told == ([said] if is_told else [])


def _asked(answer, column):
    """Texts of which one word is asked, with a column that is made of the word and of where it stands."""
    inputs, expected = [], []
    for at in range(40):
        words = [f"{'abcdefgh'[at % 7]}{letter}{at * 3}" for letter in "klmnoprs"]
        text, which = f"Tam {' '.join(words)} stoi", at * at % 7
        begin = text.index(words[which])
        places = {"begin": begin, "end": begin + len(words[which]), "which": which + 1}
        inputs.append("\t".join([text, *column(words[which], places, "; ".join(words))]))
        expected.append(answer(words[which], places))
    return inputs, expected


def _word(word, _places):
    return word


@pytest.mark.parametrize(
    ("answer", "column", "said"),
    [
        (_word, lambda word, at, _: [codecs.encode(word, "rot13")], "column 2 in ROT13"),
        (_word, lambda word, at, _: [word.encode().hex().upper()], "column 2 in hexadecimal"),
        (_word, lambda word, at, _: [base64.b64encode(word.encode()).decode().rstrip("=")], "column 2 in Base64"),
        (lambda word, _: word[2:] + "7", lambda word, at, _: ["7" + word[:1:-1]], "column 2 backwards"),
        (
            _word,
            lambda word, at, _: [f"{at['begin']}-{at['end']}"],
            "what stands in column 1 at the places in column 2",
        ),
        (_word, lambda word, at, _: [f"{at['which']}"], "what stands in column 1 at the places in column 2"),
        (
            lambda _, at: f"name:{at['begin']}-{at['end']}",
            lambda word, at, _: [str(at["begin"] + 1), str(at["end"] + 1)],
            "the row of numbers in column 2 and column 3",
        ),
        (_word, lambda word, at, words: [words, "ABCDEFGH"[at["which"] - 1]], "column 3"),
        (_word, lambda word, at, words: [words], ""),
        (lambda word, _: "ABC"[len(word) % 3], lambda word, at, _: [f"{at['begin']}-{at['end']}"], ""),
    ],
)  # fmt: skip
def test_answers_that_stand_beside_their_texts_in_a_plain_code_are_an_error(challenge, answer, column, said):
    inputs, expected = _asked(answer, column)
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in inputs))
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in expected))
    told = [one.message.partition(" is the expected")[0] for one in validate(challenge) if one.severity == "error"]
    assert told == ([said] if said else [])


def test_a_code_that_is_to_be_read_is_no_fault(challenge):
    texts = [f"zdanie o numerze {'abcdefghij'[at % 10]} i {at * 7}" for at in range(40)]
    write(challenge / "config.txt", "--metric WER")
    write(
        challenge / "test-A/in.tsv", "".join(f"{at}\t{codecs.encode(one, 'rot13')}\n" for at, one in enumerate(texts))
    )
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in texts))
    assert not [one for one in validate(challenge) if "the expected result on" in one.message]


@pytest.mark.parametrize(
    ("column", "is_told"),
    [
        (lambda at, label: len(label) * 2 + at % 2, True),
        (lambda at, label: len(label) * 2 + at % 2 * (at > 1), True),
        (lambda at, label: len(label) * 2 + at % 2 * (at > 37), True),  # a value on one line
        (lambda at, label: len(label) if at > 5 else 3, False),  # two labels
        (lambda at, label: len(label) * 40 + at, False),  # many values
    ],
)
def test_a_column_of_few_values_that_decides_the_label_is_warned_of(challenge, column, is_told):
    lines = [f"text {at * 7}\t{column(at, label)}" for at, label in enumerate(LABELS)]
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "test-A/in.tsv", "".join(f"{one}\n" for one in lines))
    write(challenge / "test-A/expected.tsv", "".join(f"{label}\n" for label in LABELS))
    told = [one.message for one in validate(challenge) if one.severity == "warning" and "alone tells" in one.message]
    assert told == ["column 2 alone tells the expected result on 40 of 40 lines"] * is_told


@pytest.mark.parametrize(
    ("column", "said"),
    [
        (lambda number: round(20 * number), "column 2 has the order of the expected numbers on 40 of 40 lines"),
        (lambda number: f"{round(20 * number)}%", "column 2 has the order of the expected numbers on 40 of 40 lines"),
        (lambda number: 100 - number, "column 2 has the reverse order of the expected numbers on 40 of 40 lines"),
        (lambda number: number + 3 * (int(20 * number) % 3), None),
    ],
)
def test_a_column_that_is_the_expected_number_on_another_scale_is_asked_about(challenge, column, said):
    numbers = [at * 37 % 101 / 20 for at in range(40)]
    write(challenge / "test-A/in.tsv", "".join(f"text {at}\t{column(one)}\n" for at, one in enumerate(numbers)))
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in numbers))
    told = [one.message for one in validate(challenge) if "order" in one.message]
    assert told == ([said] if said else [])


@pytest.mark.parametrize(
    ("metric", "lines", "said"),
    [
        ("Accuracy", [*"abaabbab"] * 3 + [*"bababbaa"] * 2, ""),
        ("Accuracy", [*"ab"] * 20, "the labels take turns: 38 of 40 lines have the label of 2 lines before"),
        ("Accuracy", [*"abc"] * 13, "the labels take turns: 36 of 39 lines have the label of 3 lines before"),
        ("Accuracy", [*"a" * 21, *"b" * 19], "the lines stand in blocks of one label, which changes on 1 of 40 lines"),
        ("MSE", range(40), "the lines are sorted by the expected numbers"),
        ("MSE", [*range(39), 7], ""),
    ],
)
def test_a_test_that_is_sorted_by_its_results_is_noted(challenge, metric, lines, said):
    write(challenge / "config.txt", f"--metric {metric}")
    write(challenge / "test-A/in.tsv", "".join(f"text {at}\n" for at, _ in enumerate(lines)))
    write(challenge / "test-A/expected.tsv", "".join(f"{one}\n" for one in lines))
    told = [one.message for one in validate(challenge) if one.remedy.startswith("mix them")]
    assert told == ([said] if said else [])


ANSWERS = {"train": {1: "yes", 2: "no"}, "dev-0": {3: "no"}, "test-A": {3: "yes", 2: "no", 4: "no"}}


def test_documents_of_a_test_that_stand_in_open_splits_are_noted(challenge):
    line = "{}, {}?\tIn {} the river was as high as never before\tSay yes or no to what is asked of this text\n"
    write(challenge / "config.txt", "--metric Accuracy")
    for split, answers in ANSWERS.items():
        write(challenge / split / "in.tsv", "".join(line.format(split, year, year) for year in answers))
        write(challenge / split / "expected.tsv", "".join(f"{one}\n" for one in answers.values()))
    said = (
        "2 of 3 lines: the text in column 2 stands in train and dev-0 too, on 1 of them with the same expected result"
    )
    assert said == only(challenge, "note").message


def test_documents_that_tell_what_is_expected_whatever_is_asked_of_them_draw_a_warning(challenge):
    line = "{}: what is asked of {}?\tIn {} the river was as high as never before\n"
    write(challenge / "config.txt", "--metric Accuracy")
    for split in ANSWERS:
        write(challenge / split / "in.tsv", "".join(line.format(split, at, at) for at in range(20)))
        write(challenge / split / "expected.tsv", "".join(f"{'yes' if at % 2 else 'no'}\n" for at in range(20)))
    said = "the text in column 2 stands in train and dev-0 too, on 20 of them with the same expected result"
    assert said in only(challenge, "warning").message


@pytest.mark.parametrize(("metric", "is_told"), [("Accuracy", True), ("Accuracy:l", False), ("BLEU", False)])
def test_labels_that_differ_in_case_alone_are_noted(challenge, metric, is_told):
    write(challenge / "config.txt", f"--metric {metric}")
    write(challenge / "test-A/in.tsv", "".join(f"text {at}\n" for at in range(40)))
    write(challenge / "test-A/expected.tsv", "Pos\npos\nneg\nneg\npos\n" * 8)
    said = "labels differ in upper and lower case alone: 'Pos', 'pos'"
    assert [one.message for one in validate(challenge) if "case alone" in one.message] == [said] * is_told


@pytest.mark.parametrize("wrong", [1, 40])
def test_input_that_is_often_right_holds_no_answers(challenge, wrong):
    write(challenge / "test-A/expected.tsv", "".join(f"{at}\n" for at in range(40)))
    write(challenge / "test-A/in.tsv", "".join(f"{at + (at < wrong)}\n" for at in range(40)))
    assert not has_errors(validate(challenge))


def test_unreadable_expected_lines_are_all_told(challenge):
    write(challenge / "dev-0" / "in.tsv", "a\nb\nc\n")
    write(challenge / "dev-0" / "expected.tsv", "1\nx\n1,5\n")
    problems = [problem for problem in validate(challenge) if "RMSE" not in problem.message]
    assert [(problem.line, problem.geval) for problem in problems] == [
        (2, "Line 2: Unexpected data [input does not start with a digit]"),
        (3, "Line 3: Unexpected data [number expected]"),
    ]


def test_many_unreadable_lines_are_counted(challenge):
    write(challenge / "config.txt", "--metric MSE")
    write(challenge / "dev-0" / "in.tsv", "".join(f"item {number}\n" for number in range(50)))
    write(challenge / "dev-0" / "expected.tsv", "x\n" * 50)
    problems = validate(challenge)
    assert [problem.line for problem in problems] == [1]
    assert problems[0].message.endswith("; 50 such lines")


def test_flags_come_before_reading(challenge):
    write(challenge / "config.txt", "--metric MSE:s<,><.>")
    write(challenge / "dev-0" / "expected.tsv", "1,5\n2\n")
    assert validate(challenge) == []


def test_perfect_output_must_be_best(challenge):
    write(challenge / "config.txt", "--metric Accuracy")
    write(challenge / "dev-0" / "expected.tsv", "12:30\n1\n")  # Accuracy takes 12:30 for a distribution
    problem = only(challenge)
    assert problem.geval == (
        "The best possible value was not obtained with the expected data, expected: 1.0 , obtained: 0.5"
    )
    assert problem.line == 1
    assert problem.remedy.startswith("'12:30' is taken for a label with its probability")


def test_undefined_metric_is_not_best(challenge):
    write(challenge / "config.txt", "--metric Pearson")
    write(challenge / "dev-0" / "expected.tsv", "1\n1\n")
    assert only(challenge).geval.endswith("expected: 1.0 , obtained: NaN")


def test_combination_that_is_undefined_is_a_warning(challenge):
    write(challenge / "config.txt", "--metric Mean/Pearson")
    problems = validate(challenge)
    assert not has_errors(problems)
    assert "prefer Pearson" in problems[0].remedy


def test_metric_without_a_best_value_is_not_checked(challenge):
    write(challenge / "config.txt", "--metric Improvement@5")
    assert validate(challenge) == []


def test_selected_lines_alone_are_scored(challenge):
    write(challenge / "config.txt", "--metric MSE:f<in[1]:three>")
    write(challenge / "dev-0" / "expected.tsv", "1\nnone\n")
    problems = validate(challenge)
    assert {problem.path.removeprefix(f"{challenge}/") for problem in problems} == {
        "test-A/expected.tsv",
        "train/expected.tsv",
    }
    assert "no line has the feature" in problems[0].remedy


def test_expression_that_runs_away_is_told(challenge):
    write(challenge / "config.txt", "--metric MSE --metric Accuracy:m<(a+)+$>")
    write(challenge / "dev-0" / "expected.tsv", "1\n2\t" + "a" * 40 + "b\n")
    assert validate(challenge)  # ends


# --- oddities ----------------------------------------------------------------------------------------------------


def test_repeated_inputs_are_counted(challenge):
    write(challenge / "dev-0" / "in.tsv", "a\na\na\n")
    write(challenge / "dev-0" / "expected.tsv", "1\n2\n3\n")
    assert only(challenge, "warning").message == "2 of 3 lines: the same as an earlier line; first lines: 2, 3"


def test_inputs_in_training_data_are_counted(challenge):
    write(challenge / "test-A" / "in.tsv", "one\nsix\n")
    problem = only(challenge, "warning")
    assert problem.path.endswith("test-A/in.tsv")
    assert (problem.line, problem.message) == (1, "1 of 2 distinct lines: in the training data too")


IDS = ", but for column 1, which holds ids"


@pytest.mark.parametrize("ids", [("1 2", "d-1 d-2", "17 18"), ("1 2", "1 2", "1 2")])
def test_ids_do_not_make_equal_items_different(challenge, ids):
    texts = {"train": ("one", "two"), "dev-0": ("four", "four"), "test-A": ("two", "one")}
    for (split, of_split), some in zip(texts.items(), ids, strict=True):
        lines = zip(some.split(), of_split, strict=True)
        write(challenge / split / "in.tsv", "".join(f"{one}\t{text}\n" for one, text in lines))
    assert [(one.line, one.message) for one in validate(challenge)] == [
        (2, f"1 of 2 lines: the same as an earlier line{IDS}"),
        (1, f"2 of 2 distinct lines: in the training data too{IDS}; first lines: 1, 2"),
    ]


@pytest.mark.parametrize(
    "values", ["1.25 1.5", "2021-03-04 2021-03-05", "4.03.2021 15.03.2021", "20210304 20210305", "13:45 14:05"]
)
def test_prices_dates_and_hours_are_values_and_tell_items_apart(challenge, values):
    for split in ("train", "dev-0", "test-A"):
        write(challenge / split / "in.tsv", "".join(f"{value}\t{split}\n" for value in values.split()))
    assert validate(challenge) == []


@pytest.mark.parametrize(("metric", "is_questioned"), [("Accuracy", True), ("Macro-F1", True), ("WER", False)])
def test_an_expected_line_without_a_label_is_questioned(challenge, metric, is_questioned):
    write(challenge / "config.txt", f"--metric {metric}")
    write(challenge / "dev-0" / "in.tsv", "three\nfour\nsix\n")
    write(challenge / "dev-0" / "expected.tsv", "A\n\nB\n")
    found = [(one.line, one.severity, one.message) for one in validate(challenge) if "label" in one.message]
    assert found == ([(2, "warning", "1 expected line: without a label")] if is_questioned else [])


@pytest.mark.parametrize(
    ("inputs", "expected", "header", "places"),
    [
        ("id\ttext\n1\tone\n2\ttwo\n", "0\n1\n2\n", "", ["in.tsv"]),
        ("three\nfour\nsix\n", "Label\nA\nB\n", "", ["expected.tsv"]),
        ("no\tword\n1\tone\n2\ttwo\n", "3\n4\n5\n", "No\tWord\n", ["in.tsv"]),
        ("text\tof two\n1\tone\n2\ttwo\n", "0\n1\n2\n", "", []),
        ("label\nlabel\ntext\n", "0\n1\n2\n", "", []),
    ],
)
def test_names_of_columns_in_the_data_are_questioned(challenge, inputs, expected, header, places):
    write(challenge / "dev-0" / "in.tsv", inputs)
    write(challenge / "dev-0" / "expected.tsv", expected)
    if header:
        write(challenge / "in-header.tsv", header)  # which config.txt does not name
    found = [one for one in validate(challenge) if one.message == "this looks like a header"]
    assert [(one.path.rpartition("/")[2], one.line, one.severity) for one in found] == [
        (place, 1, "warning") for place in places
    ]


@pytest.mark.parametrize(
    ("text", "has_title"),
    [("just text\n", False), ("Title\n=====\n\nText\n", True), ("intro\n\n## Title\n", True), ("#hashtag\n", False)],
)
def test_readme_needs_a_title(challenge, text, has_title):
    write(challenge / "README.md", f"{text}CC0\n")
    assert [problem.severity for problem in validate(challenge)] == ([] if has_title else ["warning"])


def test_compressed_output_is_odd(challenge):
    write(challenge / "test-A" / "out.tsv.gz", gzip.compress(b"5\n6\n"))
    assert only(challenge, "warning").path.endswith("out.tsv.gz")


def test_single_train_file_gives_three_recorded_warnings(tmp_path):
    create_challenge(tmp_path / "new", [parse_scheme("LogLossHashed")])
    problem = only(tmp_path / "new", "warning")
    assert [line.split(":")[0] for line in problem.geval.splitlines()] == ["WARNING"] * 3


def test_problem_prints_in_one_line():
    problem = Problem("dev-0/in.tsv", 3, "odd", "mend it")
    assert str(problem) == "dev-0/in.tsv line 3: odd; mend it"


@pytest.mark.parametrize("name", ["qa", "punctuation", "quality-blind", "quality-nonblind"])
def test_real_challenges_lack_only_what_was_held_back(data_dir, name):
    problems = validate(data_dir / "poleval-2021" / name)
    messages = {problem.message for problem in problems if problem.severity == "error"}
    assert messages <= {"there is no expected.tsv", "there is no README.md"}


def test_a_selector_that_finds_nothing_is_a_problem_told_once(challenge):
    write(challenge / "config.txt", "--metric MSE --metric RMSE:P<2> --selector a")
    problems = validate(challenge)
    assert [problem.message for problem in problems if problem.path.endswith("dev-0/expected.tsv")] == [
        "the selector 'a' finds no key 'a' here"
    ]


def test_places_stand_once_in_a_message(challenge):
    write(challenge / "config.txt", b"\xff")
    assert str(validate(challenge)[0]).count("config.txt") == 1


def test_one_line_is_counted_in_the_singular(challenge):
    write(challenge / "dev-0/expected.tsv", "3\n")
    assert any("there is 1 line, but 2 lines in" in problem.message for problem in validate(challenge))


def test_what_the_system_refuses_to_show_is_a_problem_among_others(challenge, monkeypatch):
    (challenge / ".gitignore").unlink()

    def refused(path, *_):
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("probierz.challenges.split_checks.os.listdir", refused)
    monkeypatch.setattr("probierz.challenges.validate._split_paths", lambda path: [f"{path}/dev-0"])
    told = [str(problem) for problem in validate(challenge)]
    assert any("there is no .gitignore" in one for one in told)
    assert any("this cannot be read: Permission denied" in one for one in told)


def test_texts_that_are_to_be_turned_round_are_no_fault(challenge):
    texts = [f"tekst numer {number * number}" for number in range(40)]
    for split in ("dev-0", "test-A"):
        write(challenge / split / "in.tsv", "".join(f"{text[::-1]}\n" for text in texts))
        write(challenge / split / "expected.tsv", "".join(f"{text}\n" for text in texts))
    found = [one for one in validate(challenge) if "the whole line is the expected result" in one.message]
    assert {one.severity for one in found} == {"note"}


@pytest.mark.parametrize(
    ("column", "how"),
    [
        (lambda at, is_good: at * 7 % 100 + 100 * is_good + 150, "one cut of its"),
        (lambda at, is_good: f"doc{at * 7 % 100 + 100 * is_good + 150}", "one cut of its"),
        (lambda at, is_good: f"{at % 28 + 1:02}.{at % 12 + 1:02}.{2019 + 2 * is_good + at % 2}", "one cut of its"),
        (lambda at, is_good: f"{8 * is_good + at % 8:02}:{at * 7 % 60:02}", "one cut of its"),
        (lambda at, is_good: f"{(at * 7 % 100 + 100 * is_good) / 200:.3f}", "one cut of its"),
        (lambda at, is_good: 2 * (at * 7 % 100) + is_good, "even and odd"),
        (lambda at, is_good: at * 7 % 100, ""),
        (lambda at, is_good: f"{at * 7 % 100 + 100 * is_good + 150} zł i coś", ""),  # texts that have numbers
    ],
)  # fmt: skip
def test_numbers_beside_texts_that_tell_the_label_by_one_cut_are_warned_of(challenge, column, how):
    write(challenge / "config.txt", "--metric Accuracy")
    for split in ("train", "dev-0", "test-A"):
        labels = [at * at % 7 in (1, 4) for at in range(100)]
        lines = [f"{column(at, is_good)}\t{split} zdanie {at}" for at, is_good in enumerate(labels)]
        write(challenge / split / "in.tsv", "".join(f"{one}\n" for one in lines))
        write(challenge / split / "expected.tsv", "".join(f"{'good' if one else 'bad'}\n" for one in labels))
    told = [one.message for one in validate(challenge) if one.severity == "warning" and "alone tells" in one.message]
    assert told == [f"column 1 alone tells the expected result on 100 of 100 lines, by {how} numbers"] * 3 * bool(how)


@pytest.mark.parametrize(
    ("number", "is_told"),
    [
        (lambda at, label: at * 7 % 30 + 40 * len(label), True),
        (lambda at, label: f"{at % 28 + 1}.{at % 12 + 1}.{2015 + len(label)}", True),
        (lambda at, label: f"0,{len(label)}{at * 7 % 90 + 10}", True),
        (lambda at, label: at * 7 % 90 + 40 * len(label), False),
    ],
)
def test_numbers_that_tell_three_labels_by_two_cuts_are_warned_of(challenge, number, is_told):
    write(challenge / "config.txt", "--metric Accuracy")
    for split in ("train", "dev-0", "test-A"):
        labels = ["sport" if at * at % 7 in (1, 4) else ("film", "ustawa")[at % 2] for at in range(100)]
        lines = [f"{number(at, label)}\t{split} zdanie {at}" for at, label in enumerate(labels)]
        write(challenge / split / "in.tsv", "".join(f"{one}\n" for one in lines))
        write(challenge / split / "expected.tsv", "".join(f"{one}\n" for one in labels))
    told = [one.message for one in validate(challenge) if one.severity == "warning" and "alone tells" in one.message]
    said = "column 1 alone tells the expected result on 100 of 100 lines, by two cuts of its numbers"
    assert told == [said] * 3 * is_told


@pytest.mark.parametrize(
    ("lines", "new", "new_elsewhere", "is_told"),
    [
        (100, range(41, 100), None, False),  # no other split has numbers in their column
        (100, range(41, 100), range(41), False),  # there they tell the opposite
        (30, range(19, 30), range(19, 30), False),  # so few lines are cut by chance somewhere
        (34, range(17, 34), range(17, 34), True),
    ],
)
def test_numbers_are_warned_of_where_two_splits_have_one_cut_of_enough_lines(
    challenge, lines, new, new_elsewhere, is_told
):
    write(challenge / "config.txt", "--metric Accuracy")
    for split, those in (("train", new_elsewhere), ("dev-0", new_elsewhere), ("test-A", new)):
        if those is not None:
            texts = [f"doc{at}\tzdanie {at * at}" for at in range(lines)]
            write(challenge / split / "in.tsv", "".join(f"{one}\n" for one in texts))
            labels = ["new" if at in those else "old" for at in range(lines)]
            write(challenge / split / "expected.tsv", "".join(f"{one}\n" for one in labels))
    told = [one for one in validate(challenge) if "alone tells" in one.message and "test-A" in one.path]
    assert len(told) == is_told


def _sentences(split):
    """Sentences of made-up words that are spelt alike, many of them different."""
    generator = random.Random(split)
    syllables = "ka lo mi ra te sów ni da po wie zał gra".split()
    return [" ".join("".join(generator.choices(syllables, k=3)) for _ in range(8)) for _ in range(100)]


@pytest.mark.parametrize(
    ("marked", "word", "share"),
    [
        ("{words} [POS] i nic", "[POS]", 1),
        ("{words} [POS] i nic", "", 0.6),
        ("{words} xyzzy i nic", "xyzzy", 1),
        ("Xyzzy, {words} i nic", "Xyzzy", 1),
        ("{words}<br/> i nic", "<br/>", 1),
        ("{words}, zob. https://example.org/a i nic", "https://example.org/a", 1),
        ("{words} k17 i nic", "k17", 1),
        ("{words} mira i nic", "", 1),  # a word as the others
        ("na 17 m2 {words} blisko dworca i lasu", "", 1),  # all these sentences are made alike
    ],
)
def test_a_marker_word_in_the_texts_of_one_label_is_warned_of(challenge, marked, word, share):
    write(challenge / "config.txt", "--metric Accuracy")
    for split in ("train", "dev-0", "test-A"):
        labels = ["sport" if at * at % 7 in (1, 4) else ("film", "sejm")[at % 2] for at in range(100)]
        are_marked = [label == "sport" and at % 10 < 10 * share for at, label in enumerate(labels)]
        forms = [marked if one else "{words} i nic" for one in are_marked]
        lines = [form.format(words=words) for form, words in zip(forms, _sentences(split), strict=True)]
        write(challenge / split / "in.tsv", "".join(f"{one}\n" for one in lines))
        write(challenge / split / "expected.tsv", "".join(f"{one}\n" for one in labels))
    said = f"the word {word!r} in column 1 alone tells where 'sport' is the expected result on 100 of 100 lines"
    told = [one.message for one in validate(challenge) if one.severity == "warning" and "alone tells" in one.message]
    assert told == [said] * 3 * bool(word)


def test_words_beside_a_text_are_no_markers_in_it(challenge):
    write(challenge / "config.txt", "--metric Accuracy")
    for split in ("train", "test-A"):
        lines = [f"w{at % 5 + 1}\t{one}" for at, one in enumerate(_sentences(split))]
        labels = ["B" if at % 5 == 2 else "OI"[at * at % 7 < 3] for at in range(100)]
        write(challenge / split / "in.tsv", "".join(f"{one}\n" for one in lines))
        write(challenge / split / "expected.tsv", "".join(f"{one}\n" for one in labels))
    assert not [one.message for one in validate(challenge) if "alone tells" in one.message]


def test_numbers_that_are_the_item_itself_may_tell_the_label(challenge):
    write(challenge / "config.txt", "--metric Accuracy")
    for split in ("train", "dev-0", "test-A"):
        pairs = [(at * 7 % 100, at * 11 % 90) for at in range(100)]
        write(challenge / split / "in.tsv", "".join(f"{one}\t{other}\n" for one, other in pairs))
        write(challenge / split / "expected.tsv", "".join(f"{'old' if one > 40 else 'new'}\n" for one, _ in pairs))
    assert not [one.message for one in validate(challenge) if "alone tells" in one.message]


_STAND = "expected lines stand in their inputs on 0 of 40 lines, and those of train on nearly all"
_PAST = "22 of 40 lines point past the ends of their inputs, the first is line 1; those expected of train do not"


@pytest.mark.parametrize(
    ("metric", "answer", "said"),
    [
        ("Accuracy", lambda words: words[-1], _STAND),
        ("MultiLabel-F1", lambda words: f"verb:{len(words)}", _PAST),
        ("MultiLabel-F1", lambda words: f"name:2-{len(' '.join(words))}", _PAST),
        ("MultiLabel-F1", lambda words: f"verb:{len(words) % 3}", ""),  # classes that are numbers
        ("MultiLabel-F1", lambda words: f"verb:{99 if 'test-A' in words[-1] else 2}", ""),
    ],
)  # fmt: skip
def test_answers_and_places_of_other_texts_are_asked_about(challenge, metric, answer, said):
    write(challenge / "config.txt", f"--metric {metric}")
    for split in ("train", "test-A"):
        texts = [["słowo"] * (4 + at * 5 % 11) + [f"{split}{at:02}"] for at in range(40)]
        answers = [answer(words) for words in texts]
        if split == "test-A":
            answers = answers[1:] + answers[:1]
        write(challenge / split / "in.tsv", "".join(f"{' '.join(words)}\n" for words in texts))
        write(challenge / split / "expected.tsv", "".join(f"{one}\n" for one in answers))
    warnings = [one.message for one in validate(challenge) if "test-A" in one.path and "their inputs" in one.message]
    assert warnings == ([said] if said else [])
