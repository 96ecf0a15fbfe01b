"""`probierz sqad tables`: all that the publication prints, made from records, with its numbers beside."""

import pytest
from made_sqad import three_hundred

from probierz.cli.main import main
from probierz.suites.sqad.paper_tables import folds_beside_paper, grid_beside_paper, ranks_beside_paper
from probierz.suites.sqad.scores import RankedQuestion
from probierz.systems.sqad.experiment import SqadExperiment


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("tables")
    three_hundred(place / "records")
    return place


@pytest.fixture
def run(folder, capsys):
    def run_it(*options, records="records", to="kept", system="sqad/overlap"):
        command = ["sqad", "tables", str(folder / records), "--to", str(folder / to), "--system", system, "--quiet"]
        code = main([*command, *options])
        captured = capsys.readouterr()
        return code, [line.split("\t") for line in captured.out.splitlines()], captured.err

    return run_it


def ranked(*ranks):
    return [RankedQuestion(f"{at:06d}", "PERSON", "PERSON", rank) for at, rank in enumerate(ranks)]


def test_notes_tell_of_few_questions_and_of_those_without_a_type(folder, capsys):
    three_hundred(folder / "untyped")
    for told in (folder / "untyped").rglob("*metadata*"):
        told.write_text("<q_type></q_type>\n<a_type></a_type>\n")
    command = ["sqad", "tables", str(folder / "untyped"), "--to", str(folder / "noted"), "--system", "sqad/overlap"]
    assert main([*command, "--show", "types"]) == 0
    told = capsys.readouterr()
    assert told.out.count("\n") == 1
    assert "90 of 90 questions of the test have no type of question or answer, so that the table of" in told.err
    assert "the test has 90 questions: one more that is right adds 1.1 to a score in percent" in told.err


def test_a_fold_of_the_paper_stands_beside_ours(run, folder):
    code, rows, _ = run("--show", "folds")
    assert code == 0
    assert [row[0] for row in rows] == ["fold", "part 1", "part 2", "part 3", "part 4", "part 5", "mean"]
    assert [row[-2:] for row in rows[1:]][0::5] == [["82.76", "87.16"], ["77.68", "77.17"]]
    assert all(float(row[2]) > 90 for row in rows[1:])
    tests = [(folder / "kept" / f"sentences-fold-{fold}" / "test-A" / "in.tsv").read_text() for fold in range(1, 6)]
    assert sorted("".join(tests).split("\n")[:-1]) == sorted({*"".join(tests).split("\n")[:-1]})


def test_outputs_that_are_there_are_not_made_again(run, folder):
    run("--show", "ranks")
    out = folder / "kept" / "sentences" / "test-A" / "out-overlap.tsv"
    out.write_text("".join("0\n" for _ in out.read_text().splitlines()))
    assert run("--show", "ranks")[1][-1] == [">=10", "90", "100.00", "3.40"]
    out.unlink()
    assert run("--show", "ranks")[1][-1][1] == "0"


def test_the_best_run_of_the_best_settings_of_a_grid_is_taken(run, monkeypatch):
    """By the mean over the runs, although the best single run has other settings."""
    right = {(1.0, 1): 5, (1.0, 2): 6, (100.0, 1): 0, (100.0, 2): 9}
    asked = []

    def made(self, recipe, settings, watched, *, kind="sentences", fold=0, run=0, split="test-A"):
        asked.append((settings, run, split))
        hits = right[settings["ridge"], run] if split == "dev-0" else 3
        return ranked(*[1] * hits, *[2] * (10 - hits))

    monkeypatch.setattr(SqadExperiment, "ranked", made)
    _, rows, _ = run("--show", "grid", "--grid", "2", "--over", "ridge=100,1")
    assert [row[:4] for row in rows[1:]] == [["1", "2", "55.00", "60.00"], ["100", "2", "45.00", "90.00"]]
    assert run("--show", "scores", "--grid", "2", "--over", "ridge=100,1")[1][1] == ["P@1", "30.00", "78.92"]
    assert asked[-1] == ({"ridge": 1.0}, 2, "test-A")


def test_settings_that_are_told_hold_for_each_try_of_a_grid(run, folder):
    run("--show", "grid", "--grid", "1", "--over", "ridge=1,100", to="grid")
    made = {path.name for path in (folder / "grid" / "sentences" / "dev-0").glob("out-*")}
    assert made == {f"out-overlap,ridge={ridge},run=1.tsv" for ridge in (1.0, 100.0)}


def test_documents_and_sentences_are_scored_together_and_drawn(run, folder):
    code, rows, _ = run("--show", "combined", "--picture", str(folder / "both.svg"))
    assert (code, [row[0] for row in rows[1:]]) == (0, ["1", "2", "3", "4", "5"])
    assert "right document found" in (folder / "both.svg").read_text()


def test_a_folder_of_other_records_is_refused(run, folder):
    three_hundred(folder / "changed")
    assert run("--show", "scores", records="changed", to="of-changed")[0] == 0
    metadata = folder / "changed" / "000001" / "05metadata.txt"
    metadata.write_text(metadata.read_text().replace("NUMERIC", "ABSTRAK").replace("LOCATION", "ABSTRAKT"))
    assert "made of other records" in run("--show", "scores", records="changed", to="of-changed")[2]
    run("--show", "scores")
    assert "made of other records, or divided otherwise" in run("--show", "scores", "--seed", "7")[2]
    assert "has other files in it" in run("--show", "scores", to="records")[2]
    code, _, error = run("--show", "scores", records="nowhere", to="new")
    assert (code, "there is no such folder" in error, (folder / "new").exists()) == (1, True, False)


def test_lines_that_cannot_be_used_are_left_out_where_that_is_said(run, folder):
    fact = '{{"context": "Jura {n} je hora. Leží u {n}.", "question": "Kde leží Jura {n}?", "answers": ["u {n}"]}}\n'
    broken = '{"context": "Jura je hora.", "question": "Kde  leží?", "answers": ["Jura"]}\n'
    (folder / "some.jsonl").write_text(broken + "".join(fact.format(n=n) for n in range(20)))
    assert "other white space" in run("--show", "scores", records="some.jsonl", to="some")[2]
    assert run("--show", "scores", "--skip-broken", records="some.jsonl", to="some")[0] == 0
    assert len((folder / "some" / "sentences" / "test-A" / "in.tsv").read_text().splitlines()) == 6


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--grid", "1"], "nothing is said to be tried"),
        (["--grid", "1", "--over", "ridge=1..3"], "ridge has a range"),
        (["--documents-system", "sqad/overlap"], "--documents-system sqad/overlap: it does not rank documents"),
    ],
)
def test_what_cannot_be_made_is_refused_at_once(run, folder, options, said):
    code, _, error = run(*options, to="never")
    assert (code, said in error, (folder / "never").exists()) == (1, True, False)


def test_numbers_of_tables_are_those_of_their_definitions():
    assert ranks_beside_paper(ranked(1, 1, 3, None)).rows[0] == ("1", "2", "50.00", "79.00")
    assert ranks_beside_paper(ranked(1, 1, 3, None)).rows[-1] == (">=10", "1", "25.00", "3.40")
    assert folds_beside_paper([ranked(1, 2), ranked(1, 1)]).rows[-1] == ("mean", "", "75.00", "87.50", "77.68", "77.17")
    best = {"units": 300, "dropout": 0.2, "rate": 0.6}
    rows = grid_beside_paper([({**best, "units": 400}, [0.5, 0.7]), (best, [0.6, 0.9])]).rows
    assert rows[0] == ("300", "0.2", "0.6", "2", "75.00", "90.00", "the best there")


def test_the_network_of_the_paper_learns_its_folds_with_adadelta(run, folder):
    pytest.importorskip("torch")
    small = ["--set", "epochs=1", "--set", "units=8", "--set", "negatives=1"]
    assert run("--show", "folds", *small, system="sqad/attentive-gru")[0] == 0
    made = folder / "kept" / "sentences-fold-5" / "test-A"
    assert [path.name for path in made.glob("out-attentive*")] == [
        "out-attentive-gru,epochs=1,negatives=1,optimiser=adadelta,rate=1.0,units=8.tsv"
    ]
    assert not [*(folder / "kept" / "states").iterdir()]


def test_fewer_articles_than_folds_are_refused_with_what_helps(run, folder):
    lines = (
        f'{{"context": "Hora {n % 3} je hora. Leží u {n % 3}.", "question": "Kde {n}?", "answers": ["u {n % 3}"]}}\n'
        for n in range(12)
    )
    (folder / "three.jsonl").write_text("".join(lines))
    code, _, error = run("--show", "folds", "--by-article", records="three.jsonl", to="three")
    assert (code, "fewer articles than folds; leave out --by-article" in error) == (1, True)
