import gzip
import json
import shlex
from pathlib import Path

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.cli.main import main
from probierz.suites.bridges.dataset_card import read_card

GOLD = {
    "version": "1.1",
    "data": [
        {
            "title": "Warta",
            "paragraphs": [
                {
                    "context": "The Warta flows\nthrough Poznań.",
                    "qas": [
                        {"id": "b", "question": "What flows?", "answers": [{"text": "Warta"}, {"text": "The Warta"}]},
                        {"id": "a", "question": "Where?", "answers": [{"text": "Poznań"}, {"text": "Poznań"}]},
                        {"id": "c", "question": "Why?", "is_impossible": True, "answers": []},
                    ],
                }
            ],
        }
    ],
}


@pytest.fixture
def convert(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    def run_it(*arguments):
        code = main(["convert", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_it


def write(path, content):
    with open(path, "w", encoding="utf-8") as file:
        lines = content if isinstance(content, list) and path.endswith(".jsonl") else [content]
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def test_squad_data_become_a_challenge_and_predictions_its_output(convert):
    write("gold.json", GOLD)
    write("predictions.json", {"a": "in Poznań", "b": "the Warta!", "c": ""})
    code, _, err = convert("gold.json", "--to", "c")
    assert code == 0
    assert err == "warning: TABs or line ends in 3 texts became spaces\n"
    assert read("c/test-A/expected.tsv") == "Warta\tThe Warta\nPoznań\n\n"
    assert read("c/test-A/in.tsv").split("\n")[0] == "b\tWhat flows?\tThe Warta flows through Poznań.\tWarta"
    assert convert("predictions.json", "--ids", "gold.json", "--to", "c/test-A/out.tsv") == (
        0,
        "c/test-A/out.tsv: 3 lines\n",
        "",
    )
    assert read("c/test-A/out.tsv") == "the Warta!\nin Poznań\n\n"
    assert convert("predictions.json", "--ids", "c/test-A/in.tsv", "--to", "again.tsv")[0] == 0
    assert read("again.tsv") == read("c/test-A/out.tsv")
    # by hand: F1 of "warta" and "warta" 1, of "in poznań" and "poznań" 2/3, of nothing and nothing 1; EM 1, 0, 1
    scores = {score.name: score.value for score in open_challenge("c").evaluate().scores}
    assert scores == {"SQuAD-F1": pytest.approx((1 + 2 / 3 + 1) / 3), "SQuAD-EM": pytest.approx(2 / 3)}


@pytest.mark.parametrize(
    ("rows", "remedy"),
    [
        ([("id", "b"), ("id", "a"), ("id", "c")], "--ids 'my c/test-A/in.tsv'"),
        ([("text", "y"), ("text", "x"), ("text", "z")], "--ids 'my c/test-A/in.tsv' --ids-column 2 --id-field text"),
        ([("id", "a"), ("id", "b"), ("id", "c")], ""),
        ([("id", "2"), ("id", "1"), ("id", "3")], ""),  # these are no ids of the input
        ([("output", "b"), ("output", "a"), ("output", "c")], ""),
    ],
)
def test_rows_in_another_order_than_the_input_beside_the_output_are_refused(convert, tmp_path, rows, remedy):
    (tmp_path / "my c" / "test-A").mkdir(parents=True)
    (tmp_path / "my c" / "test-A" / "in.tsv").write_text("a\tx\nb\ty\nc\tz\n")
    write("p.jsonl", [{"output": value, name: value} for name, value in rows])
    code, _, err = convert("p.jsonl", "--to", "my c/test-A/out.tsv")
    assert (code, err.strip().endswith(f"order them by {remedy}")) == ((1, True) if remedy else (0, False))
    if remedy:
        assert convert("p.jsonl", "--to", "my c/test-A/out.tsv", *shlex.split(remedy))[0] == 0
        assert read("my c/test-A/out.tsv") == "".join(f"{value}\n" for _, value in sorted(rows))


def test_a_real_data_set_in_the_form_of_squad_becomes_a_challenge(data_dir, convert):
    source = data_dir / "poquad" / "poquad-sample.json.xz"
    if not source.is_file():
        pytest.skip(f"no real data: {source} does not exist")
    assert convert(str(source), "--to", "c")[0] == 0
    split = open_challenge("c").split("test-A")
    first = split.input.read_text(encoding="utf-8").split("\n")[0].split("\t")
    assert first[0] == "1"  # its questions have no identifiers
    assert len(first) == 4  # the last is the title of the article
    hidden = str(data_dir / "poquad" / "poquad-test-B.json.xz")
    assert "no answer is here, so the challenge can be answered, but not scored" in convert(hidden, "--to", "hidden")[2]


def test_predictions_as_a_list_keep_their_order(convert):
    write("p.json", [{"id": "b", "prediction_text": "x"}, {"id": "a", "prediction_text": "y"}])
    assert convert("p.json", "--to", "out.tsv")[0] == 0
    assert read("out.tsv") == "x\ny\n"


def sample(number, answer, target, **more):
    return {
        "doc_id": number,
        "doc": {"question": f"q{number}"},
        "target": target,
        "arguments": {"gen_args_0": {"arg_0": f"Question {number}:\n", "arg_1": {"until": []}}},
        "resps": [[answer]],
        "filtered_resps": [answer],
        "filter": "none",
        "exact_match": 1.0,
        **more,
    }


def test_samples_of_a_harness_are_scored_at_once(convert):
    write("samples.jsonl", [sample(1, "no", "no"), sample(0, "yes\n", "yes"), sample(2, "no", "yes")])
    code, out, _ = convert("samples.jsonl", "--to", "c")
    assert (code, out) == (0, "c: 3 lines\n")
    assert read("c/test-A/in.tsv") == "0\tQuestion 0:\n1\tQuestion 1:\n2\tQuestion 2:\n"
    assert (read("c/test-A/out.tsv"), read("c/test-A/expected.tsv")) == ("yes\nno\nno\n", "yes\nno\nyes\n")
    assert open_challenge("c").evaluate()["Accuracy"].value == pytest.approx(2 / 3)


@pytest.mark.parametrize("quote", [float, str])
def test_a_choice_between_answers_is_the_likeliest_one(convert, quote):
    def choice(number, *likelihoods):
        answers = [[quote(one), quote(False) if quote is str else False] for one in likelihoods]
        return {"doc_id": number, "target": 1, "arguments": [["q", " a"], ["q", " b"]], "filtered_resps": answers}

    write("samples.jsonl", [choice(0, -3.5, -1.25), choice(1, -0.5, -1.25), choice(2, -10.0, -9.0)])
    assert convert("samples.jsonl", "--to", "c")[0] == 0
    assert read("c/test-A/out.tsv") == "1\n0\n1\n"
    assert open_challenge("c").evaluate()["Accuracy"].value == pytest.approx(2 / 3)


def test_one_filter_of_several_is_chosen(convert):
    rows = [sample(0, "a", "a"), {**sample(0, "b", "a"), "filter": "strict"}]
    write("samples.jsonl", rows)
    code, _, err = convert("samples.jsonl", "--to", "o.tsv")
    assert (code, "of several filters, none, strict; choose one by --filter" in err) == (1, True)
    assert convert("samples.jsonl", "--filter", "strict", "--to", "o.tsv")[0] == 0
    assert read("o.tsv") == "b\n"


def test_json_lines_give_any_field(convert):
    write("rows.jsonl", [{"a": {"text": ["x", "y"]}, "gold": "x"}, {"a": {"text": ["z"]}, "gold": "z"}])
    assert convert("rows.jsonl", "--field", "a/text/0", "--to", "o.tsv")[0] == 0
    assert read("o.tsv") == "x\nz\n"
    options = ["--field", "a/text/0", "--expected-field", "gold", "--metric", "WER", "--metric", "Accuracy"]
    assert convert("rows.jsonl", *options, "--input-field", "gold", "--to", "c")[0] == 0
    assert read("c/config.txt") == "--metric WER --metric Accuracy --in-header in-header.tsv\n"


def test_parquet_and_csv_are_read(convert):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": [1, 2], "prediction": ["a", "b\tc"], "label": [0, 1]})
    frame.write_parquet("p.parquet")
    frame.write_csv("p.csv")
    for name in ("p.parquet", "p.csv"):
        assert convert(name, "--to", f"{name}.tsv")[0] == 0
        assert read(f"{name}.tsv") == "a\nb c\n"
    assert convert("p.parquet", "--to", "c")[0] == 0
    assert read("c/test-A/expected.tsv") == "0\n1\n"


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("x.tsv", 'id\tlabel\tprediction\n1\tno\ta\n2\tyes\tb "c\n', ()),
        ("x.tsv.gz", 'id\tlabel\tprediction\n1\tno\ta\n2\tyes\tb "c\n', ()),
        ("x.txt", 'id\tlabel\tprediction\n1\tno\ta\n2\tyes\tb "c\n', ("--read-as", "table")),
        ("x.csv.gz", 'id,label,prediction\n1,no,a\n2,yes,"b ""c"\n', ("--read-as", "table")),
        ("x.csv", 'id;label;prediction\n1;no;a\n2;"yes; very\nmuch";"b ""c"\n', ()),
        ("x.csv", 'id|label|prediction\n1|no, not|a\n2|yes;|"b ""c"\n', ()),
        ("x.csv", 'id\tlabel\tprediction\n1\tno\ta\n2\tyes\t"b ""c"\n', ()),
        ("x.json.gz", '{"2": "b \\"c", "1": "a"}', ("--ids", "ids.tsv.gz")),
    ],
)
def test_tables_with_a_header_and_compressed_files_are_read(convert, tmp_path, name, text, options):
    if name.startswith("x.csv"):
        pytest.importorskip("polars")
    (tmp_path / "ids.tsv.gz").write_bytes(gzip.compress(b"1\n2\n"))
    (tmp_path / name).write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    assert convert(name, "--to", "out.tsv", *options)[:2] == (0, "out.tsv: 2 lines\n")
    assert read("out.tsv") == 'a\nb "c\n'


CARD = "What people felt.\n\n```bibtex\n@misc{moods}\n```\n"


def test_a_folder_becomes_a_challenge_with_all_splits_licence_card_and_names_of_labels(convert, tmp_path):
    polars = pytest.importorskip("polars")
    (tmp_path / "hub" / "data").mkdir(parents=True)
    labels = {"train": [0, 1, 1], "validation": [1, 0], "test": [-1, -1], "extra": [0]}
    for split, numbers in labels.items():
        frame = polars.DataFrame({"text": [f"{split} {at}" for at in range(len(numbers))], "target": numbers})
        frame.write_parquet(tmp_path / "hub" / "data" / f"{split}-00000-of-00001.parquet")
    feature = (
        "  - name: target\n    dtype:\n      class_label:\n        names:\n          '0': bad\n          '1': good\n"
    )
    head = f"license: cc-by-sa-4.0\ndataset_info:\n  features:\n  - name: text\n    dtype: string\n{feature}"
    (tmp_path / "hub" / "README.md").write_text(
        f"---\n{head}  splits:\n  - name: train\n---\n# Moods of people \n\n{CARD}"
    )
    code, out, err = convert("hub", "--to", "moods")
    assert (code, sorted(out.splitlines())) == (
        0, ["moods/dev-0: 2 lines", "moods/test-A: 2 lines", "moods/train: 3 lines"],
    )  # fmt: skip
    assert "left out, as their names are none of splits: extra; --split NAME takes one" in err
    assert "test-A has no expected results" in err
    assert read("moods/train/expected.tsv") == "bad\ngood\ngood\n"
    assert read("moods/dev-0/in.tsv") == "validation 0\nvalidation 1\n"
    assert not Path("moods/test-A/expected.tsv").exists()
    assert read("moods/LICENCE.txt").startswith("SPDX-License-Identifier: CC-BY-SA-4.0\n")
    assert read("moods/README.md") == f"# Moods of people\n\n{CARD}\n## Licence\n\ncc-by-sa-4.0.\n"
    assert read("moods/CITATION.bib") == "@misc{moods}\n"


HEAD = """language:
- pl
license: other
license_name: ours-1.0
license_link: https://example.org/l  # see there
tags: [moods, "polish: reviews"]
viewer: false
"""


@pytest.mark.parametrize(("licence", "kept"), [("", True), ("SPDX-License-Identifier: MIT\n", False)])
def test_what_a_card_says_of_data_comes_back_with_the_licence_that_holds(convert, tmp_path, licence, kept):
    (tmp_path / "hub").mkdir()
    (tmp_path / "hub" / "README.md").write_text(f"---\npretty_name: Moods\n{HEAD}---\n# Moods\n")
    (tmp_path / "hub" / "test.csv").write_text("text,label\na,good\n")
    assert convert("hub", "--to", "moods")[0] == 0
    if licence:
        (tmp_path / "moods" / "LICENCE.txt").write_text(licence)
    assert main(["suite", "export", "moods", "back"]) == 0
    card = read("back/README.md")
    assert [line for line in HEAD.splitlines() if f"\n{line}\n" not in card] == ([] if kept else HEAD.splitlines()[2:5])
    assert ("\nlicense: mit\n" in card) != kept
    assert read_card(tmp_path / "back").more.count("tags:") == 1
    assert convert("back", "--to", "again")[0] == 0
    assert read("again/CARD.yaml") == HEAD


@pytest.mark.parametrize(
    ("head", "licence"),
    [
        ("license: mit", "mit"), ("license:\n- mit", "mit"),
        ("license: [cc-by-4.0, cc-by-nc-4.0]", "cc-by-4.0 AND cc-by-nc-4.0"),
        ("license: 'mit'", "mit"), ("license: &a mit", "mit"),
        ("license: |\n  Ask us.", "Ask us."), ("license: >-\n  Ask us.", "Ask us."),
        ("license: other\nlicense_name: ours", "ours"),
    ],
)  # fmt: skip
def test_the_licence_of_a_card_is_its_name_and_no_sign_of_yaml(tmp_path, head, licence):
    (tmp_path / "README.md").write_text(f"---\n{head}\n---\n# Data\n")
    assert read_card(tmp_path).licence == licence


@pytest.mark.parametrize(
    ("name", "content", "options", "message"),
    [
        ("x.jsonl", '{"a": 1}\n{"a"', (), "x.jsonl"),
        ("x.jsonl", '{"a": 1}\n', (), "say which field is the output by --field; there is a"),
        (
            "x.jsonl",
            '{"answer_text": 1}\n',
            ("--field", "answer"),
            "x.jsonl line 1: there is no field 'answer'; try answer_text",
        ),
        ("x.jsonl", "", (), "the file is empty"),
        ("x.json", '{"data": [{"paragraphs": 1}]}', (), "data[0]: an object with a list 'paragraphs' is wanted"),
        ("x.json", '{"a": 1,\n "b": }', (), "x.json line 2: this is not JSON"),
        ("x.jsonl", '{"a": "\\ud800"}\n', (), "x.jsonl line 1: a text has half of a character, \\ud800; write the"),
        ("x.json", '{"a": "1"}', (), "say in which order by --ids"),
        ("x.jsonl", '{"doc_id": 0, "filtered_resps": ["a"]}\n' * 2, (), "line 2: document 0 stands in line 1 too"),
        ("x.jsonl", '{"doc_id": "0", "filtered_resps": ["a"]}\n', (), "line 1: a whole number is wanted as doc_id"),
        ("x.jsonl", '{"id": 1, "output": "a"}\n', ("--ids", "ids"), "the identifiers '2' of ids are not here"),
        ("x.jsonl", '{"id": 2, "output": "a"}\n' * 2, ("--ids", "ids"), "some 'id' stand here twice"),
        (
            "x.jsonl",
            '{"id": 1, "output": "a"}\n{"id": 2, "output": ""}\n',
            ("--ids", "ids"),
            "the identifiers '1' are not in",
        ),
        (
            "x.tsv",
            "text\tlabel\na\n",
            ("--field", "text"),
            "x.tsv line 2: there is 1 column, and the first line names 2",
        ),
        ("x.csv", "a,b\n1,2\n3\n", (), "x.csv line 3: there is 1 column, and the first line names 2; give every"),
        ("x.csv", "a,b\r1,2\r\r", (), "x.csv line 3: the line is blank, and the first line names 2"),
        ("x.csv", 'a,b\n1,2\n"3,4\n', (), "x.csv line 3: a row begins here in which a quotation mark"),
        ("x.csv", "a,b,a\n1,2,3\n", (), "x.csv line 1: the first line names two columns 'a'; give each"),
        ("x.foo", "text\n", ("--read-as", "table"), "no table is called so; name it by what it is: .parquet"),
        ("x.parquet", "PAR1 no", (), "x.parquet: this is no Parquet file that can be read: it is broken"),
    ],
)
def test_faults_are_named_and_nothing_is_left(convert, tmp_path, name, content, options, message):
    (tmp_path / name).write_text(content)
    (tmp_path / "ids").write_text("2\n")
    code, _, err = convert(name, "--to", "out.tsv", *options)
    assert (code, message in err) == (1, True), err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["ids", name]


def test_lines_that_end_with_cr_alone_and_long_cells_are_rows_of_a_csv(convert, tmp_path):
    (tmp_path / "mac.csv").write_text(f'text,label\r"a\rb",1\r{"c" * 200_000},0\r', newline="")
    assert convert("mac.csv", "--to", "made")[0] == 0
    assert read("made/test-A/in.tsv") == f"a b\n{'c' * 200_000}\n"


@pytest.mark.parametrize("name", ["x.csv", "x.jsonl"])
def test_a_line_in_another_encoding_is_told(convert, tmp_path, name):
    (tmp_path / name).write_bytes('{"a": "ą"}\n'.encode() + '{"a": "ą"}\n'.encode("iso-8859-2"))
    code, _, err = convert(name, "--to", "out.tsv", "--field", "a")
    assert (code, f"{name} line 2: byte 0xB1 is not UTF-8" in err) == (1, True), err


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("cp1250", "Windows-1250: 'wąż'"), ("iso8859_2", "ISO 8859-2: 'wąż'"), ("utf-16", "is UTF-16")],
)
def test_another_encoding_is_offered_and_read(convert, tmp_path, encoding, shown):
    (tmp_path / "x.csv").write_bytes("text;label\nto wąż;tak\nto kot;nie\n".encode(encoding))
    code, _, err = convert("x.csv", "--to", "made")
    assert (code, shown in err, f"add --encoding {encoding}" in err) == (1, True, True), err
    assert convert("x.csv", "--to", "made", "--encoding", encoding)[0] == 0
    assert read("made/test-A/in.tsv") == "to wąż\nto kot\n"
    assert "Made from x.csv" in read("made/README.md")


def test_what_may_be_expected_is_named_where_nothing_says_it(convert, tmp_path):
    rows = "".join(f"text {at};Jan;{'ab'[at % 2]};{at / 8}\n" for at in range(8))
    (tmp_path / "x.csv").write_text(f"tekst;autor;klasa;ocena\n{rows}")
    code, _, err = convert("x.csv", "--to", "made")
    said = "name that field by --expected-field, such as klasa or ocena; there are tekst, autor, klasa, ocena"
    assert (code, said in err) == (1, True), err


@pytest.mark.parametrize(
    ("values", "metric", "lines"),
    [
        (["0.5", "3", "1.25"], "--metric Pearson --metric MAE", "0.5\n3\n1.25\n"),
        (["0,5", "3", "1,25"], "--metric Pearson --metric MAE", "0.5\n3\n1.25\n"),
        (["0", "3", "1"], "--metric Accuracy", "0\n3\n1\n"),
        (["0.5", "x", "1"], "--metric Accuracy", "0.5\nx\n1\n"),
    ],
)
def test_real_numbers_are_scored_as_numbers(convert, tmp_path, values, metric, lines):
    (tmp_path / "x.csv").write_text("text;label\n" + "".join(f"a text;{one}\n" for one in values))
    code, out, _ = convert("x.csv", "--to", "made")
    assert (code, "real numbers, of which hardly one is hit exactly" in out) == (0, "Pearson" in metric)
    assert read("made/config.txt") == f"{metric} --in-header in-header.tsv\n"
    assert read("made/test-A/expected.tsv") == lines


def test_what_is_not_there_or_there_already_is_said(convert, tmp_path):
    assert "there is no such file or folder" in convert("none.json", "--to", "o.tsv")[2]
    (tmp_path / "folder").mkdir()
    assert "no data of a Hugging Face folder is here" in convert("folder", "--to", "o.tsv")[2]
    write("rows.jsonl", [{"output": "x"}])
    (tmp_path / "o.tsv").write_text("mine")
    assert "it is there already" in convert("rows.jsonl", "--to", "o.tsv")[2]
    assert read("o.tsv") == "mine"


def test_questions_whose_answers_are_held_back_become_a_challenge_without_expected_results(convert):
    question = {"id": "7", "question": "Kto?"}
    write("test.json", {"data": [{"paragraphs": [{"context": "Ala ma kota.", "qas": [question]}]}]})
    code, _, err = convert("test.json", "--to", "c")
    assert code == 0
    assert "can be answered, but not scored" in err
    assert read("c/test-A/in.tsv") == "7\tKto?\tAla ma kota.\n"
    assert not Path("c/test-A/expected.tsv").exists()


def test_the_field_that_is_expected_is_no_input_unless_it_is_named(tmp_path):
    (tmp_path / "marks.csv").write_text("text,mood\ngood day,glad\nbad day,sad\n")
    source = ["convert", str(tmp_path / "marks.csv"), "--expected-field", "mood", "--to"]
    assert main([*source, str(tmp_path / "made")]) == 0
    assert (tmp_path / "made" / "test-A" / "in.tsv").read_text() == "good day\nbad day\n"
    named = ["--input-field", "text", "--input-field", "mood"]
    assert main([*source, str(tmp_path / "named"), *named]) == 0
    assert (tmp_path / "named" / "test-A" / "in.tsv").read_text() == "good day\tglad\nbad day\tsad\n"


CONFIGURATIONS = """---
configs:
- config_name: pl
{default}
  data_files:
  - split: train
    path: [pl/a-*.jsonl, pl/more.jsonl]
  - split: test
    path: pl/b.jsonl
- config_name: cs
  data_dir: cs
---
"""


@pytest.mark.parametrize(
    ("default", "options", "told"),
    [
        ("  default: true", (), {"train": "pl/a-1 pl/a-2 pl/more", "test-A": "pl/b"}),
        ("", ("--config", "cs"), {"train": "cs/train", "test-A": "cs/test"}),
        ("", (), "says of none that it is the default; choose by --config: pl, cs"),
        ("", ("--config", "sc"), "there is no configuration 'sc'; choose one by --config: cs"),
        ("  default: ]", (), "README.md line 4: between the lines --- stands no YAML: "),
    ],
)
def test_the_card_of_a_folder_says_which_files_belong_to_a_configuration(convert, tmp_path, default, options, told):
    for name in ("pl/a-2", "pl/a-1", "pl/more", "pl/b", "pl/train", "cs/train", "cs/test"):
        (tmp_path / "hub" / name).parent.mkdir(parents=True, exist_ok=True)
        write(f"hub/{name}.jsonl", [{"text": name, "label": "x"}])
    (tmp_path / "hub" / "README.md").write_text(CONFIGURATIONS.format(default=default))
    code, _, err = convert("hub", "--to", "made", *options)
    if isinstance(told, str):
        assert (code, told in err) == (1, True), err
    else:
        splits = {one.name: read(one / "in.tsv").split() for one in Path("made").iterdir() if one.is_dir()}
        assert splits == {name: files.split() for name, files in told.items()}


@pytest.mark.parametrize("path", ["../x.jsonl", "/x.jsonl", "https://example.org/x.jsonl", "none-*.jsonl"])
def test_files_of_a_card_that_are_not_in_its_folder_are_refused(convert, tmp_path, path):
    (tmp_path / "hub").mkdir()
    for name in ("x.jsonl", "hub/train.jsonl"):
        write(name, [{"text": "a", "label": "x"}])
    (tmp_path / "hub" / "README.md").write_text(f"---\nconfigs:\n- config_name: default\n  data_files: {path}\n---\n")
    code, _, err = convert("hub", "--to", "made")
    assert (code, f"README.md names '{path}'" in err) == (1, True), err


def test_files_of_one_name_in_several_places_are_not_taken_together(convert, tmp_path):
    for name in ("raw/train", "data/train"):
        (tmp_path / "hub" / name).parent.mkdir(parents=True)
        write(f"hub/{name}.jsonl", [{"text": "a", "label": "x"}])
    assert "are called 'train': data/train.jsonl, raw/train.jsonl; convert the folder" in convert("hub", "--to", "c")[2]


def test_a_description_of_a_folder_that_is_no_json_is_told(convert, tmp_path):
    (tmp_path / "hub").mkdir()
    write("hub/train.jsonl", [{"text": "a", "label": "x"}])
    (tmp_path / "hub" / "dataset_info.json").write_text('{"splits":' + "[" * 100_000)
    code, _, err = convert("hub", "--to", "made")
    assert (code, "hub/dataset_info.json: this is not JSON: it is nested too deeply" in err) == (1, True), err


TAGS = {"0": "O", "1": "B-PER", "2": "I-PER"}
SEQUENCE_CARD = f"""---
dataset_info:
  features:
  - name: tokens
    sequence: string
  - name: ner_tags
    sequence:
      class_label:
        names: {json.dumps(TAGS)}
---
"""


def test_labels_of_tokens_become_lines_with_their_names(convert, tmp_path):
    (tmp_path / "hub").mkdir()
    (tmp_path / "hub" / "README.md").write_text(SEQUENCE_CARD)
    write("hub/train.jsonl", [{"tokens": ["Jan", "", "12\u00a0000"], "ner_tags": [1, 2, 0]}])
    write("hub/test.jsonl", [{"tokens": ["Ala"], "ner_tags": [-1]}])
    code, _, err = convert("hub", "--to", "made")
    assert (code, "2 tokens, or an empty one, became _" in err, "test-A has no expected" in err) == (0, True, True), err
    assert (read("made/train/in.tsv"), read("made/train/expected.tsv")) == ("Jan _ 12_000\n", "B-PER I-PER O\n")
    assert read("made/config.txt").startswith("--metric BIO-F1 --metric TokenAccuracy ")
    write("hub/test.jsonl", [{"tokens": ["Ala"], "ner_tags": [1]}, {"tokens": ["Ala"], "ner_tags": [1, 0]}])
    assert "hub/test.jsonl line 2: 'tokens' has 1 items, and 'ner_tags' 2" in convert("hub", "--to", "other")[2]


def test_parquet_of_datasets_names_labels_of_tokens_by_itself(convert, tmp_path):
    datasets = pytest.importorskip("datasets")
    features = datasets.Features(
        {
            "tokens": datasets.List(datasets.Value("string")),
            "pos_tags": datasets.List(datasets.ClassLabel(names=["NOUN", "X"])),
        }
    )
    rows = {"tokens": [["Ala", "ma"]], "pos_tags": [[0, 1]]}
    datasets.Dataset.from_dict(rows, features=features).to_parquet(tmp_path / "test.parquet")
    assert convert("test.parquet", "--to", "made")[0] == 0
    assert read("made/test-A/expected.tsv") == "NOUN X\n"
    assert read("made/config.txt").startswith("--metric TokenAccuracy ")


def test_a_label_that_is_held_back_among_others_is_told_with_its_line(convert, tmp_path):
    (tmp_path / "hub").mkdir()
    write("hub/train.jsonl", [{"text": "a", "label": 0}, {"text": "b", "label": 1}])
    write("hub/test.jsonl", [{"text": "a", "label": 0}, {"text": "b", "label": -1}])
    assert "hub/test.jsonl line 2: 'label' is held back here (-1, or nothing)" in convert("hub", "--to", "made")[2]


def test_a_field_inside_of_another_is_what_is_expected_in_all_splits_of_a_folder_and_an_unknown_one_is_told(
    convert, tmp_path
):
    (tmp_path / "hub").mkdir()
    for split in ("train", "test"):
        write(f"hub/{split}.jsonl", [{"id": 7, "translation": {"pl": f"kot {at}", "en": f"a cat {at}"}} for at in "12"])
    chosen = ("hub", "--to", "made", "--input-field", "translation/pl", "--expected-field")
    for wrong, said in (
        ("translation/e", "there is no field 'translation/e'; try pl, en"),
        ("en", "there is no field 'en'"),
    ):
        code, _out, told = convert(*chosen, wrong)
        assert code != 0
        assert said in told
    assert convert(*chosen, "translation/en")[0] == 0
    assert [read(f"made/{split}/expected.tsv") for split in ("train", "test-A")] == ["a cat 1\na cat 2\n"] * 2
    assert read("made/test-A/in.tsv") == "kot 1\nkot 2\n"
    said = convert("hub", "--to", "other", "--expected-field", "translation/en")[2]
    assert "'translation' is left out, as it has what is expected; --input-field translation/…" in said


@pytest.mark.parametrize("labels", ["0 1 2 -1 1", "yes no -1 no yes yes", "1  0 1"])
def test_a_label_that_is_held_back_is_refused_of_csv_as_of_json(convert, tmp_path, labels):
    rows = [{"text": f"text {at}", "label": label} for at, label in enumerate(labels.split(" "))]
    write("test.jsonl", rows)
    table = "".join(f"{row['text']},{row['label']}\n" for row in rows)
    (tmp_path / "test.csv").write_text(f"text,label\n{table}")
    for name in ("test.jsonl", "test.csv"):
        assert "'label' is held back here (-1, or nothing)" in convert(name, "--to", "made")[2]


@pytest.mark.parametrize("values", ["-1 0 1 0", "-1 5 7 -3", "-1 Paris 7 Rome"])
def test_a_value_of_a_scale_or_an_answer_may_be_minus_one(convert, tmp_path, values):
    write("test.jsonl", [{"text": f"text {at}", "label": value} for at, value in enumerate(values.split())])
    _code, _out, said = convert("test.jsonl", "--to", "made")
    assert read("made/test-A/expected.tsv").split() == values.split()
    assert ("'label' is -1 in some rows" in said) == (values == "-1 0 1 0")


@pytest.mark.parametrize("card", ["", "---\nconfigs:\n- data_files:\n  - split: test\n    path: te*.jsonl\n---\n"])
def test_links_that_lead_out_of_a_folder_are_not_followed(convert, tmp_path, card):
    write("secret.jsonl", [{"text": "of somebody", "label": "a"}])
    (tmp_path / "blobs").mkdir()
    (tmp_path / "snapshots" / "one").mkdir(parents=True)
    write("blobs/0.jsonl", [{"text": "shared", "label": "a"}])
    hub = tmp_path / "snapshots" / "one"
    (hub / "README.md").write_text(card)
    (hub / "test.jsonl").symlink_to(tmp_path / "secret.jsonl")
    assert convert("snapshots/one", "--to", "made")[0] == 1
    (hub / "test.jsonl").unlink()
    (hub / "test.jsonl").symlink_to(tmp_path / "blobs" / "0.jsonl")
    assert convert("snapshots/one", "--to", "made")[0] == 0, "so the cache of a hub keeps its files"


def test_a_folder_of_squad_files_becomes_one_challenge(convert, tmp_path):
    (tmp_path / "qa").mkdir()
    write("qa/poquad-train.json", GOLD)
    (tmp_path / "qa" / "dev-v1.1.json").write_text(json.dumps(GOLD, indent=1))
    write("qa/test.json", {"data": [{"paragraphs": [{"context": "Ala.", "qas": [{"id": "7", "question": "Kto?"}]}]}]})
    assert convert("qa", "--to", "made")[0] == 0
    assert read("made/config.txt").startswith("--metric SQuAD-F1 --metric SQuAD-EM ")
    assert read("made/dev-0/expected.tsv") == read("made/train/expected.tsv") == "Warta\tThe Warta\nPoznań\n\n"
    assert sorted(one.name for one in Path("made/test-A").iterdir()) == ["in.tsv"]


def test_a_folder_as_klej_publishes_its_tasks_is_told_with_the_way(convert, tmp_path):
    (tmp_path / "cdsc-e").mkdir()
    for name in ("train.tsv", "test_features.tsv", "test_gold.tsv"):
        (tmp_path / "cdsc-e" / name).write_text("a\tlabel\nb\tc\n")
    err = convert("cdsc-e", "--to", "made")[2]
    assert "cdsc-e/test_features.tsv: this is the input of a test alone" in err
    assert "probierz suite get klej/cdsc-e --from cdsc-e" in err


def test_a_field_around_the_one_that_is_expected_is_no_input(convert):
    rows = [{"q": f"q{at}", "answer": {"text": f"a{at}"}, "again": f"a{at}"} for at in range(5)]
    write("rows.jsonl", rows)
    _code, _out, err = convert("rows.jsonl", "--expected-field", "answer/text", "--to", "c")
    assert read("c/in-header.tsv") == "q\tagain\n"
    assert "c/test-A/in.tsv: column 2 is the expected result on 5 of 5 lines; name the columns that may be seen" in err


def test_an_answer_beside_its_choices_and_its_number_is_told(convert):
    choices = [[f"{word}{at}" for word in ("kot", "pies", "las")] for at in range(9)]
    rows = [{"choices": one, "label": at % 3, "answer_text": one[at % 3]} for at, one in enumerate(choices)]
    write("rows.jsonl", rows)
    assert "c/test-A/in.tsv: column 2 is the expected result on 9 of 9 lines" in convert("rows.jsonl", "--to", "c")[2]


def test_names_of_columns_that_stand_twice_are_refused(convert, tmp_path):
    (tmp_path / "x.csv").write_text("a,b\na,b\n1,2\n")
    assert (
        "x.csv line 2: the names of the columns stand here once more"
        in convert("x.csv", "--field", "a", "--to", "o.tsv")[2]
    )


@pytest.mark.parametrize("names", [",text,label", "Unnamed: 0,text,label", "lp.,text,label"])
def test_a_column_that_only_numbers_rows_is_no_input(convert, tmp_path, names):
    (tmp_path / "x.csv").write_text(f"{names}\n7,a b,yes\n3,c d,no\n")
    code, _out, err = convert("x.csv", "--to", "c")
    assert (code, read("c/test-A/in.tsv"), "is left out, as it only numbers the rows" in err) == (0, "a b\nc d\n", True)
    (tmp_path / "x.csv").write_text(f"{names}\n7,a b,yes\n7,c d,no\n")
    assert convert("x.csv", "--to", "d")[0] == 0
    assert read("d/test-A/in.tsv") == "7\ta b\n7\tc d\n"


@pytest.mark.parametrize(("value", "code"), [("1", 0), ("1.0", 0), ("good", 0), ("2", 1), ("0.5", 1), ("fine", 1)])
def test_a_label_that_the_card_does_not_know_is_refused_with_its_line(convert, tmp_path, value, code):
    (tmp_path / "hub").mkdir()
    names = "features:\n  - name: label\n    dtype:\n      class_label:\n        names: {'0': bad, '1': good}\n"
    (tmp_path / "hub" / "README.md").write_text(f"---\nlicense: mit\ndataset_info:\n  {names}---\n# Moods\n")
    (tmp_path / "hub" / "test.csv").write_text(f"text,label\na,0\nb,{value}\n")
    found, _out, err = convert("hub", "--to", "c")
    assert (found, f"hub/test.csv line 3: the label '{value}' in 'label' is unknown: labels" in err) == (
        code,
        bool(code),
    )
    assert code or read("c/test-A/expected.tsv") == "bad\ngood\n"


SETS = [["sport"], ["art", "sport"], ["law"], ["law", "art"], ["art"], ["sport", "law"]]
COMMAS = [", ".join(one) for one in SETS]


@pytest.mark.parametrize(
    ("field", "values", "lines"),
    [
        ("labels", [["so so", "art"], []], "so_so art\n\n"),
        ("topics", list(map(str, SETS)), None),
        ("about", SETS * 2, None),
        ("label", COMMAS, None),
        ("label", ["Poznań, PL", "Lublin, PL"] * 3, ""),
        ("label", ["1,5", "1,2", "2,5", "5,1", "2,1"], ""),
        ("label", [["a"], ["b"]] * 3, ""),
        ("answer", [["a", "b"], ["b", "a"]] * 3, ""),
    ],
)
def test_several_labels_a_row_are_scored_as_sets(convert, field, values, lines):
    write("x.jsonl", [{"text": f"t {at}", field: value} for at, value in enumerate(values)])
    assert convert("x.jsonl", "--to", "c", "--expected-field", field)[0] == 0
    are_sets = lines != ""
    assert ("MultiLabel-F1" in read("c/config.txt")) == are_sets
    if are_sets:
        whole = "".join(" ".join(one) + "\n" for one in SETS) * (len(values) // len(SETS))
        assert read("c/test-A/expected.tsv") == (whole if lines is None else lines)
    assert convert("x.jsonl", "--to", "d", "--expected-field", field, "--metric", "Accuracy")[0] == 0
    assert "MultiLabel" not in read("d/config.txt")
