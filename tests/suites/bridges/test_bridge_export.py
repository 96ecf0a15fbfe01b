import json
import zipfile
from dataclasses import replace

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.cli.main import main
from probierz.errors import ChallengeError, LengthError
from probierz.suites.bridges.export import challenge_of_folder, export_challenge, split_names
from probierz.suites.getting import get_task
from probierz.suites.publishing import pack_challenge


@pytest.fixture
def challenge(tmp_path):
    folder = tmp_path / "c"
    for name, lines in {"train": 3, "dev-0": 2, "test-A": 2}.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "in.tsv").write_text(
            "".join(f"{n}\tżółć {n}\u2028x\n" for n in range(lines)), encoding="utf-8"
        )
        (folder / name / "expected.tsv").write_text("".join(f"a{n}\tb\n" for n in range(lines)))
    (folder / "config.txt").write_text("--metric Accuracy --in-header in-header.tsv\n")
    (folder / "in-header.tsv").write_text("Number\tText\n")
    (folder / "README.md").write_text('# Letters: "a"\n\nRead letters.\n')
    (folder / "articles.tsv").write_text("Article\tText\n1\ta\n")  # what a ranking chooses from
    return folder


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("form", ["hf", "parquet"])
def test_a_challenge_survives_the_way_there_and_back(challenge, tmp_path, form):
    counts = export_challenge(open_challenge(challenge), tmp_path / "hf", form=form)
    assert counts == {"train": 3, "validation": 2, "test": 2}
    challenge_of_folder(tmp_path / "hf", tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(challenge)


@pytest.mark.parametrize("task", ["poleval-2021/qa", "poleval-2021/punctuation", "poleval-2021/quality-blind"])
def test_real_tasks_survive_it_too(data_dir, tmp_path, task):
    source = data_dir / task
    if not source.is_dir():
        pytest.skip(f"no real data: {source} does not exist")
    export_challenge(open_challenge(source), tmp_path / "hf")
    challenge_of_folder(tmp_path / "hf", tmp_path / "again")
    plain = [path for path in source.glob("*/*.tsv") if path.name in {"in.tsv", "expected.tsv"}]
    assert plain
    for path in plain:
        assert (tmp_path / "again" / path.relative_to(source)).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("form", ["hf", "parquet"])
def test_the_real_library_reads_the_folder(challenge, tmp_path, monkeypatch, form):
    datasets = pytest.importorskip("datasets", reason="the library of Hugging Face is not installed")
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")
    (challenge / "dev-0" / "expected.tsv").unlink()
    export_challenge(open_challenge(challenge), tmp_path / "hf", form=form, hide=["test-A"])
    datasets.disable_progress_bars()
    loaded = datasets.load_dataset(str(tmp_path / "hf"))
    assert {name: split.num_rows for name, split in loaded.items()} == {"train": 3, "validation": 2, "test": 2}
    assert loaded["train"][1] == {"Number": "1", "Text": "żółć 1\u2028x", "expected": "a1\tb"}
    assert loaded["test"]["expected"][:] == [None, None]
    assert loaded["validation"].column_names == ["Number", "Text", "expected"]
    loaded.save_to_disk(tmp_path / "disk")
    code = main(
        ["convert", str(tmp_path / "disk"), "--split", "train", "--field", "expected", "--to", str(tmp_path / "o.tsv")]
    )
    assert code == 0
    assert (tmp_path / "o.tsv").read_bytes() == b"a0 b\na1 b\na2 b\n"


def test_the_card_says_where_the_data_are(challenge, tmp_path):
    export_challenge(open_challenge(challenge), tmp_path / "hf")
    card = (tmp_path / "hf" / "README.md").read_text(encoding="utf-8")
    assert card.startswith('---\npretty_name: "Letters: \\"a\\""\nlicense: other\nconfigs:\n- config_name: default\n')
    assert "  - split: validation\n    path: data/validation.jsonl\n" in card
    assert "| test | 2 |" in card
    assert "Metrics: `Accuracy`" in card
    row = json.loads((tmp_path / "hf" / "data" / "test.jsonl").read_text(encoding="utf-8").split("\n")[1])
    assert row == {"Number": "1", "Text": "żółć 1\u2028x", "expected": "a1\tb"}


def test_the_licence_of_a_task_stands_in_the_card(challenge, tmp_path, capsys):
    code = main(["suite", "export", str(challenge), str(tmp_path / "hf"), "--about", "poleval-2021/ocr"])
    assert (code, capsys.readouterr().out) == (0, "train: 3 rows\nvalidation: 2 rows\ntest: 2 rows\n")
    assert "license_name: " in (tmp_path / "hf" / "README.md").read_text(encoding="utf-8")


def test_lines_with_different_numbers_of_columns_are_one_column(challenge, tmp_path):
    (challenge / "train" / "in.tsv").write_text("1\tx\n2\n3\ty\tz\n")
    export_challenge(open_challenge(challenge), tmp_path / "hf")
    row = json.loads((tmp_path / "hf" / "data" / "train.jsonl").read_text().split("\n")[2])
    assert row == {"input": "3\ty\tz", "expected": "a2\tb"}


def test_faults_leave_nothing_behind(challenge, tmp_path):
    (challenge / "train" / "expected.tsv").write_text("a\n")
    with pytest.raises(LengthError, match="different numbers of lines"):
        export_challenge(open_challenge(challenge), tmp_path / "hf")
    assert [one.name for one in tmp_path.iterdir()] == ["c"]
    (tmp_path / "hf" / "mine").mkdir(parents=True)
    with pytest.raises(ChallengeError, match="it is there already"):
        export_challenge(open_challenge(challenge), tmp_path / "hf")


def test_a_task_is_got_and_then_exported(data_dir, tmp_path, capsys):
    if not (data_dir / "poleval-2021" / "qa").is_dir():
        pytest.skip("no real data of poleval-2021/qa")
    source = ["--from", str(data_dir / "poleval-2021" / "qa"), "--accept-licence"]
    assert main(["suite", "export", "poleval-2021/qa", str(tmp_path / "hf"), *source]) == 0
    assert "validation: 1000 rows" in capsys.readouterr().out
    assert "license_name: " in (tmp_path / "hf" / "README.md").read_text(encoding="utf-8")


def test_files_that_are_no_rows_are_said_to_be_left_out(challenge, tmp_path, capsys):
    assert main(["suite", "export", str(challenge), str(tmp_path / "hf")]) == 0
    assert "align.tsv" not in capsys.readouterr().err
    (challenge / "train" / "align.tsv").write_text("0-0\n")
    assert main(["suite", "export", str(challenge), str(tmp_path / "again")]) == 0
    assert "left out: train/align.tsv; a data set has the input and the expected" in capsys.readouterr().err


def test_carriage_returns_that_no_row_has_are_told(challenge, tmp_path, capsys):
    path = challenge / "train" / "in.tsv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n", 1))
    assert main(["suite", "export", str(challenge), str(tmp_path / "hf")]) == 0
    assert "carriage returns are left out, as in scoring: train/in.tsv (1 line); data" in capsys.readouterr().err
    assert b"\\r" not in (tmp_path / "hf" / "data" / "train.jsonl").read_bytes()


def test_byte_order_marks_and_folders_that_are_not_exported_are_told(challenge, tmp_path, capsys):
    path = challenge / "train" / "in.tsv"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    (challenge / "fa").mkdir()
    (challenge / "fa" / "align.tsv").write_text("0-0\n")
    assert main(["suite", "export", str(challenge), str(tmp_path / "hf")]) == 0
    err = capsys.readouterr().err
    assert "byte order marks are left out, as in scoring: train/in.tsv" in err
    assert "left out: fa/; a data set has" in err


def test_links_out_of_a_folder_are_not_followed(challenge, tmp_path):
    export_challenge(open_challenge(challenge), tmp_path / "hf")
    (tmp_path / "secret").write_text("x")
    (tmp_path / "hf" / "challenge" / "notes.md").symlink_to(tmp_path / "secret")
    with pytest.raises(ChallengeError, match="leads out of the folder"):
        challenge_of_folder(tmp_path / "hf", tmp_path / "again")


def test_splits_get_the_usual_names_where_they_are_alone():
    assert split_names(["train", "dev-0", "test-A"]) == {"train": "train", "dev-0": "validation", "test-A": "test"}
    assert split_names(["dev-0", "test-A", "test-B"]) == {
        "dev-0": "validation",
        "test-A": "test_A",
        "test-B": "test_B",
    }


def test_licence_and_citation_survive_every_export(task, cats, tmp_path):
    get_task(
        replace(task, licence=replace(task.licence, spdx="CC-BY-4.0"), citation="@misc{cats}"),
        tmp_path / "c",
        place=str(cats),
    )
    assert (tmp_path / "c" / "LICENCE.txt").read_text().startswith("SPDX-License-Identifier: CC-BY-4.0\n")
    for form in ("hf", "parquet"):
        export_challenge(open_challenge(tmp_path / "c"), tmp_path / form, form=form)  # nobody says of which task it is
        card = (tmp_path / form / "README.md").read_text()
        assert "\nlicense: cc-by-4.0\n" in card
        assert "```bibtex\n@misc{cats}\n```" in card
        challenge_of_folder(tmp_path / form, tmp_path / f"{form}-again")
        for name in ("LICENCE.txt", "CITATION.bib"):
            assert (tmp_path / f"{form}-again" / name).read_bytes() == (tmp_path / "c" / name).read_bytes()
    with open(tmp_path / "c.zip", "wb") as file:
        pack_challenge(tmp_path / "c", file)
    assert {"LICENCE.txt", "CITATION.bib"} <= set(zipfile.ZipFile(tmp_path / "c.zip").namelist())


def test_secrets_and_links_beside_a_challenge_stay_at_home(challenge, tmp_path):
    (challenge / ".token").write_text("secret")
    (tmp_path / "elsewhere").write_text("secret")
    (challenge / "link.tsv").symlink_to(tmp_path / "elsewhere")
    export_challenge(open_challenge(challenge), tmp_path / "hf")
    assert not [name for name, content in files_of(tmp_path / "hf").items() if b"secret" in content]
