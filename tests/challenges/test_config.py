import pytest

from probierz.challenges.config import (
    Options,
    UsageError,
    escape_argument,
    parse_options,
    read_config,
    read_options,
    split_arguments,
)
from probierz.errors import ChallengeError


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("", []),
        (" \n\t ", []),
        ("--metric WER\n--precision\t4\r\n", ["--metric", "WER", "--precision", "4"]),
        (r"--metric CER:s<\ +><\ >", ["--metric", "CER:s< +>< >"]),
        ("a\\\nb", ["a\nb"]),  # an escaped newline
        (r"m<\d+\\>", [r"m<\d+\\>"]),  # other pairs stay as they are
        (r"a\\ b", [r"a\\", "b"]),  # a pair of backslashes does not escape the space
        ("a\\", ["a\\"]),
        ("'a b'", ["'a", "b'"]),  # quotes mean nothing
        ("# --metric X", ["#", "--metric", "X"]),  # no comments
        ("a\u00a0b\u3000c", ["a", "b", "c"]),
        (r"\ ", [" "]),
    ],
)
def test_config_is_cut_at_white_space_that_is_not_escaped(text, arguments):
    assert split_arguments(text) == arguments


@pytest.mark.parametrize("argument", ["WER", "N<two words>", r"s<(\\n|\ )+>< >", "a\tb\nc", "ż ó"])
def test_an_escaped_argument_reads_back(argument):
    if r"\ " not in argument:
        assert split_arguments(f"--metric {escape_argument(argument)} x") == ["--metric", argument, "x"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--precision", "4"],
        ["--precision=4"],
        ["-p", "4"],
        ["-p4"],
    ],
)
def test_a_value_may_follow_in_four_ways(arguments):
    assert parse_options(arguments) == Options(precision=4)


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], Options()),
        (["--metric", "A", "--metric=B"], Options(metric=("A", "B"))),
        (["--metric", "--strange"], Options(metric=("--strange",))),
        (["-l", "-s"], Options(mode="line-by-line", order="worst")),
        (["-lr"], Options(mode="line-by-line", order="best")),
        (["-d", "other.tsv"], Options(mode="diff", other="other.tsv")),
        (["-m", "other.tsv"], Options(mode="most-worsening-features", other="other.tsv")),  # not --metric
        (["-%p2"], Options(show_as_percentage=True, precision=2)),
        (["-o", "-"], Options(out_file="-")),
        (["-T13a", "-B", "100"], Options(tokenizer="13a", bootstrap=100)),
        (["--alt-out-file", "a", "--alt-out-file", "b"], Options(alt_out_file=("a", "b"))),
        (["-h"], Options(mode="help")),
        (["-v"], Options(mode="version")),
    ],
)
def test_options_are_read(arguments, options):
    assert parse_options(arguments) == options


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--precision", "4", "-p", "4"], "Invalid option `-p'"),
        (["--test-name=a", "--test-name=b"], "Invalid option `--test-name'"),
        (["-%", "--show-as-percentage"], "Invalid option `--show-as-percentage'"),
        (["-l", "--validate"], "Invalid option `--validate'"),
        (["--sort", "--reverse-sort"], "Invalid option `--reverse-sort'"),
        (["--metrc", "A"], "Invalid option `--metrc'; did you mean --metric"),
        (["--prec", "4"], "Invalid option `--prec'"),  # no abbreviations
        (["--sort=yes"], "Invalid option `--sort=yes'"),
        (["-x"], "Invalid option `-x'"),
        (["--metric"], "The option `--metric` expects an argument."),
        (["-p"], "The option `-p` expects an argument."),
        (["-p", "four"], "option -p: cannot parse value `four'"),
        (["stray"], "Invalid argument `stray'"),
    ],
)
def test_broken_options_are_told(arguments, message):
    with pytest.raises(UsageError) as caught:
        parse_options(arguments)
    assert caught.value.message.startswith(message)


def test_a_config_that_cannot_be_used_is_named(tmp_path):
    config = tmp_path / "config.txt"
    config.write_text("--metrik WER")
    with pytest.raises(
        ChallengeError, match=r"config\.txt: Invalid option `--metrik'; did you mean --metric"
    ) as caught:
        read_options(config)
    assert caught.value.geval.startswith("Invalid option `--metrik'")


def test_a_config_in_another_encoding_is_named_with_its_line(tmp_path):
    config = tmp_path / "config.txt"
    config.write_bytes("--metric WER\n--metric WER:N<błąd>".encode("iso8859-2"))
    with pytest.raises(ChallengeError, match=r"config\.txt line 2: byte 0xB3 is not UTF-8"):
        read_config(config)


def test_a_byte_order_mark_does_not_break_a_config(tmp_path):
    (tmp_path / "config.txt").write_text("\ufeff--metric WER", encoding="utf-8")
    assert read_config(tmp_path / "config.txt") == ["--metric", "WER"]


def test_a_config_that_is_no_config_is_not_read_to_the_end(tmp_path):
    (tmp_path / "config.txt").write_bytes(b"x " * 2**20)
    with pytest.raises(ChallengeError, match="holds options only"):
        read_config(tmp_path / "config.txt")
