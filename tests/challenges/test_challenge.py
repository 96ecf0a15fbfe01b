import pytest

import probierz
from probierz.errors import ChallengeError, SchemeError


@pytest.fixture
def make_challenge(tmp_path):
    def make(files, config="--metric WER --metric CER:N<chars>P<2> --precision 4"):
        path = tmp_path / "my-challenge"
        path.mkdir(exist_ok=True)
        if config is not None:
            (path / "config.txt").write_text(config)
        for name, text in files.items():
            (path / name).parent.mkdir(exist_ok=True)
            (path / name).write_text(text)
        return path

    return make


FILES = {
    "README.md": "\n# Moje zadanie #\n\nPierwszy akapit,\nciąg dalszy.\n\nDrugi.\n",
    "train/in.tsv": "a\n",
    "train/expected.tsv": "a\n",
    "dev-0/in.tsv": "a b\nc\n",
    "dev-0/expected.tsv": "a b\nc\n",
    "dev-0/out.tsv": "a b\nd\n",
    "dev-10/in.tsv": "a\n",
    "dev-2/in.tsv": "a\n",
    "test-A/in.tsv": "a b\nc\n",
    "test-A/expected.tsv": "a b\nc\n",
    "test-A/out-n=1.tsv": "a b\nd\n",
    "test-A/out-n=2.tsv": "a b\nc\n",
    "test-A/out.tsv": "x\nx\n",
    "other/in.tsv": "a\n",
}


def test_a_challenge_tells_what_is_in_it(make_challenge):
    challenge = probierz.open_challenge(make_challenge(FILES))
    assert (challenge.name, challenge.title) == ("my-challenge", "Moje zadanie")
    assert challenge.description == "Pierwszy akapit, ciąg dalszy."
    assert [split.name for split in challenge.splits] == ["train", "dev-0", "dev-2", "dev-10", "test-A"]
    assert [scheme.name for scheme in challenge.schemes] == ["WER", "chars"]
    assert challenge.options.precision == 4


def test_files_that_are_not_there_are_none(make_challenge):
    split = probierz.open_challenge(make_challenge(FILES)).split("dev-2")
    assert split.input is not None
    assert (split.expected, split.outputs) == (None, ())


def test_an_output_is_evaluated_under_all_metrics(make_challenge):
    evaluation = probierz.open_challenge(make_challenge(FILES)).evaluate("dev-0")
    # one of three words and one of four characters (the space counts) is wrong
    assert evaluation["WER"].value == pytest.approx(1 / 3)
    assert evaluation["chars"].value == pytest.approx(1 / 4)
    assert evaluation["CER:N<chars>P<2>"] is evaluation["chars"]
    assert evaluation.lines == 2


def test_all_outputs_are_evaluated_in_order_with_their_parameters(make_challenge):
    evaluations = probierz.open_challenge(make_challenge(FILES)).evaluate_all("test-A")
    assert [one.parameters for one in evaluations] == [{}, {"n": "1"}, {"n": "2"}]
    assert [one["WER"].value for one in evaluations][1:] == [pytest.approx(1 / 3), 0.0]


def test_with_several_outputs_one_must_be_named(make_challenge):
    path = make_challenge(FILES)
    challenge = probierz.open_challenge(path)
    with pytest.raises(ChallengeError, match=r"several outputs: out\.tsv, out-n=1\.tsv, out-n=2\.tsv"):
        challenge.evaluate("test-A")
    assert challenge.evaluate("test-A", out="out.tsv")["WER"].value == 1.0
    assert challenge.evaluate("test-A", out=path / "test-A" / "out-n=2.tsv")["WER"].value == 0.0


def test_metrics_can_be_replaced(make_challenge):
    challenge = probierz.open_challenge(make_challenge(FILES, config=None))
    assert challenge.schemes == ()
    assert [one.name for one in challenge.evaluate("dev-0", schemes=["Accuracy:{l,u}"])] == ["Accuracy:l", "Accuracy:u"]
    with pytest.raises(ChallengeError, match="names no metric"):
        challenge.evaluate("dev-0")


@pytest.mark.parametrize(
    ("split", "message"),
    [
        ("test-a", "no split is called 'test-a'; try test-A"),
        ("../my-challenge/test-A", "no split is called"),
        ("dev-2", "no expected results"),
        ("train", r"no output out\.tsv"),
    ],
)
def test_what_is_missing_is_told(make_challenge, split, message):
    with pytest.raises(ChallengeError, match=message):
        probierz.open_challenge(make_challenge(FILES)).evaluate(split)


def test_there_must_be_a_directory(tmp_path):
    with pytest.raises(ChallengeError) as caught:
        probierz.open_challenge(tmp_path / "nope")
    assert caught.value.geval == f"No directory with the expected results: `{tmp_path}/nope`"


def test_a_broken_metric_names_the_config(make_challenge):
    challenge = probierz.open_challenge(make_challenge(FILES, config="--metric WER:q"))
    with pytest.raises(SchemeError, match=r"config\.txt: unknown or broken metric flags"):
        _ = challenge.schemes


@pytest.mark.parametrize("option", ["--expected-file /etc/passwd", "--in-header ../x.tsv", "--test-name ../secret"])
def test_a_challenge_cannot_name_files_outside_itself(make_challenge, option):
    with pytest.raises(ChallengeError, match="leads out of the challenge"):
        probierz.open_challenge(make_challenge(FILES, config=f"--metric WER {option}"))


def test_headers_are_read_and_left_out_of_the_lines(make_challenge):
    files = {
        "out-header.tsv": "Word\n",
        "test-A/expected.tsv": "Word\na\nb\n",
        "test-A/out.tsv": "a\nc\n",
    }
    challenge = probierz.open_challenge(make_challenge(files, "--metric WER --out-header out-header.tsv"))
    assert challenge.out_header == ("Word",)
    assert challenge.evaluate()["WER"].value == 0.5


def test_json_lines_are_found_when_there_is_a_selector(make_challenge):
    files = {"test-A/expected.jsonl": '{"a": {"b": ["x", "y"]}}\n', "test-A/out.jsonl": '{"a": {"b": ["x"]}}\n'}
    challenge = probierz.open_challenge(make_challenge(files, "--metric MultiLabel-F1 --selector a/b"))
    assert challenge.evaluate()["MultiLabel-F1"].value == pytest.approx(2 / 3)  # precision 1, recall 1/2


def test_a_named_test_set_is_the_default(make_challenge):
    files = {"final/expected.tsv": "a\n", "final/out.tsv": "a\n"}
    challenge = probierz.open_challenge(make_challenge(files, "--metric WER --test-name final"))
    assert challenge.evaluate().split == "final"


def test_a_readme_with_underlined_headers_has_a_title(make_challenge):
    challenge = probierz.open_challenge(make_challenge({"README.md": "Title\n=====\n\nText.\n"}))
    assert (challenge.title, challenge.description) == ("Title", "Text.")


def test_without_a_readme_the_title_is_the_name(make_challenge):
    challenge = probierz.open_challenge(make_challenge({}))
    assert (challenge.title, challenge.description) == ("my-challenge", "")
