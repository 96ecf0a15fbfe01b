"""probierz punctuation, ocr and quality, as people type them."""

import json

import pytest

GOLD = {"wikinews1": "to jest np. długi tekst.", "wikitalks2": "czy wiesz, że tak?"}
ALIGNED = "(10,20) to\n(25,30) jest\n(40,50) np\n(60,80) długi\n(90,90) tekst\n</s>"


@pytest.fixture
def split(tmp_path):
    folder = tmp_path / "challenge" / "test-A"
    folder.mkdir(parents=True)
    plain = {name: "".join(letter for letter in text if letter not in ".,?") for name, text in GOLD.items()}
    (folder / "in.tsv").write_text("".join(f"{name}\t{text}\n" for name, text in plain.items()))
    (folder / "expected.tsv").write_text("".join(f"{text}\n" for text in GOLD.values()))
    (folder / "out.tsv").write_text("to jest np. długi tekst.\nczy wiesz że tak.\n")
    return folder


def test_a_group_of_commands_says_what_it_has(run):
    for group, command in (("punctuation", "convert"), ("ocr", "tokens"), ("quality", "baseline")):
        assert command in run(group, "--help")[1]
        assert run(group, command, "--help")[0] == 0


def test_an_output_is_converted_checked_and_scored(run, split, tmp_path):
    assert run("punctuation", "convert", split, tmp_path / "system", "--format", "json", "--file", "out.tsv") == (
        0,
        f"{tmp_path / 'system'}: 2 texts\n",
        "",
    )
    assert run("punctuation", "check", tmp_path / "system", "--like", split) == (0, "2 files: fine\n", "")
    code, out, _ = run("punctuation", "evaluate", split, tmp_path / "system")
    assert code == 0
    # two full stops expected and right; that of the other text, which expects none, does not count; no comma and no
    # question mark: (2 · 1 + 0 + 0) / 4, also where a mark may be one word off
    assert out.splitlines()[1] == "full stop\t.\t2\t2\t2\t1.0\t1.0\t1.0"
    assert [line.split("\t")[-1] for line in out.splitlines()[-2:]] == ["0.5", "0.5"]
    plain = json.loads(run("punctuation", "evaluate", split, tmp_path / "system", "--format", "json")[1])
    assert plain["weighted_f1"] == pytest.approx(0.5)
    assert [one["name"] for one in plain["documents"]] == list(GOLD)
    rows = run("punctuation", "evaluate", split, split, "--show", "documents")[1].splitlines()
    assert rows == ["text\twords\tmarks\tweighted f1", "wikitalks2\t4\t2\t0.0", "wikinews1\t5\t2\t1.0"]
    rows = run("punctuation", "evaluate", split, split, "--show", "document-marks")[1].splitlines()
    assert rows[1] == "wikinews1\tfull stop\t.\t2\t2\t2\t1.0\t1.0\t1.0"
    assert "Worst texts" in run("punctuation", "evaluate", split, split, "--format", "table")[1]


def test_faults_are_told_with_their_file(run, split, tmp_path):
    run("punctuation", "convert", split, tmp_path / "system", "--format", "json")
    path = tmp_path / "system" / "wikitalks2.json"
    path.write_text(path.read_text().replace('"wiesz"', '"wiem"'))
    code, out, err = run("punctuation", "check", tmp_path / "system", "--like", split)
    assert (code, out) == (1, "")
    assert "wikitalks2.json line 9: word 2 is 'wiem' where the text has 'wiesz'" in err
    code, _, err = run("punctuation", "evaluate", split, tmp_path / "system")
    assert code == 1
    assert "wikitalks2.json line 9: word 2 is 'wiem'" in err


def test_the_schema_can_be_had_by_other_programs(run):
    assert json.loads(run("punctuation", "check", "--print-schema")[1])["required"] == ["title", "words"]


def test_json_with_a_layout_that_is_not_kept_is_warned_of(run, split, tmp_path):
    run("punctuation", "convert", split, tmp_path / "json", "--format", "json")
    path = tmp_path / "json" / "wikinews1.json"
    path.write_text(path.read_text().replace(": [", ":   ["))
    code, _, err = run("punctuation", "convert", tmp_path / "json", tmp_path / "csv", "--format", "csv")
    assert code == 0
    assert f"one file has a layout that is not kept, such as {path}" in err


def test_words_get_times(run, split, tmp_path):
    (tmp_path / "fa").mkdir()
    (tmp_path / "fa" / "wikinews1.clntmstmp").write_text(ALIGNED)
    code, out, err = run("punctuation", "timings", tmp_path / "fa", split)
    assert code == 0
    assert out.splitlines()[:2] == ["text\tnumber\tword\tstart\tend\tpause", "wikinews1\t1\tto\t10\t20\t5"]
    assert out.splitlines()[-1] == "wikinews1\t5\ttekst\t90\t90\t"
    assert "one text has no alignment, such as wikitalks2" in err
    assert "words without duration\t1" in run("punctuation", "timings", tmp_path / "fa", split, "--check")[1]
    (tmp_path / "fa" / "wikitalks2.clntmstmp").write_text(ALIGNED)
    code, out, err = run("punctuation", "timings", tmp_path / "fa", split)
    assert (code, out) == (1, "")
    assert "wikitalks2.clntmstmp: this is the alignment of another text than wikitalks2" in err


def test_marks_are_counted_and_drawn(run, split, tmp_path):
    code, out, _ = run("punctuation", "stats", split.parent)
    assert code == 0
    assert "comma\t,\t1" in out.splitlines()
    assert run("punctuation", "stats", split, "--show", "lengths", "--format", "json")[0] == 0
    pytest.importorskip("matplotlib")
    for name, show in (("marks.svg", "marks"), ("lengths.png", "lengths")):
        assert run("punctuation", "stats", split, "--show", show, "--picture", tmp_path / name)[0] == 0
        assert (tmp_path / name).stat().st_size > 1000


def test_pages_and_tokens_are_counted(run, tmp_path):
    split = tmp_path / "ocr" / "dev-0"
    split.mkdir(parents=True)
    (split / "in.tsv").write_text("1\t2\t1907\tstary\\ntekst\n1\t3\t\tnowy\n")
    assert run("ocr", "stats", tmp_path / "ocr")[1].splitlines()[1] == "dev-0\t2\t1\t1.5\t7.5\t9.0\t0"
    assert run("ocr", "stats", tmp_path / "ocr", "--show", "years")[1] == "year\tdev-0\n1907\t1\n(none)\t1\n"
    (tmp_path / "align.tsv").write_text("1\t2\tnie\tnull\n1\t2\tnull\tnic\n1\t2\ta\ta\n")
    assert (
        run("ocr", "tokens", tmp_path / "align.tsv", "--show", "confusions")[1] == "read\tright\tcount\nnie\tnic\t1\n"
    )
    assert "rows\t3" in run("ocr", "tokens", tmp_path / "align.tsv")[1].splitlines()


def test_questions_are_counted_and_drawn(run, tmp_path):
    split = tmp_path / "qa" / "dev-0"
    split.mkdir(parents=True)
    (split / "in.tsv").write_text("kto to\nco to jest\n")
    (split / "expected.tsv").write_text("Jan\tJanek\nkot\n")
    assert run("qa", "stats", tmp_path / "qa")[1].splitlines()[2] == "mean\t2.50"
    assert run("qa", "stats", tmp_path / "qa", "--show", "answers")[1] == "counted\tdev-0\n1 answer\t1\n2 answers\t1\n"
    pytest.importorskip("matplotlib")
    assert run("qa", "stats", tmp_path / "qa", "--picture", tmp_path / "lengths.svg")[0] == 0
    assert (tmp_path / "lengths.svg").stat().st_size > 1000


def test_translations_are_rated_without_training(run, data_dir, tmp_path):
    challenge = data_dir / "poleval-2021" / "quality-nonblind"
    code, out, _ = run("quality", "baseline", challenge, "test-A")
    assert code == 0
    (tmp_path / "out.tsv").write_text(out)
    scored = run("eval", challenge, "--split", "test-A", "--out", tmp_path / "out.tsv", "--precision", "2")
    assert scored[1].split()[-1] == "0.50"  # Wróbel, Table 1, method 2
    assert "BLEU 2" in run("quality", "table", challenge)[1]
