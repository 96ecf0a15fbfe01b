import json

import pytest
from sqad_made import ARTICLE, make_record, make_records, vert

from probierz.cli.main import main
from probierz.suites.sqad import records


@pytest.fixture
def run(capsys):
    def run_it(*arguments):
        code = main(["sqad", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_it


def test_check_prints_rule_file_and_line(run, tmp_path):
    make_record(tmp_path, answer_selection=vert(ARTICLE[0], ARTICLE[1]))
    code, out, _ = run("check", tmp_path)
    assert code == 1
    assert out.splitlines()[1:] == [
        "error\tone-selection-sentence\t000001/06answer.selection.vert\t11\t"
        "there are 2 sentences; one is wanted, the others belong in the context"
    ]
    code, out, _ = run("check", tmp_path, "--summary", "--format", "json")
    assert json.loads(out)[0]["rule"] == "one-selection-sentence"


def test_check_says_nothing_in_a_pipe_and_0_where_all_rules_hold(run, tmp_path):
    make_record(tmp_path)
    assert run("check", tmp_path) == (0, "level\trule\tfile\tline\twhat is wrong\n", "")


def test_the_list_of_rules_needs_no_folder(run):
    code, out, _ = run("check", "--list")
    assert code == 0
    assert "extraction-in-selection\terror\tThe answer extraction is a part of the answer selection" in out
    code, _, err = run("check")
    assert code == 1
    assert "name the folder of the records" in err


def test_a_dry_run_shows_what_fix_would_do_and_writes_nothing(run, tmp_path):
    record = make_record(tmp_path, answer_extraction=vert("Ve Francii"))
    before = (record / "09answer_extraction.vert").read_bytes()
    code, out, _ = run("fix", tmp_path, "--dry-run")
    assert code == 0
    assert out.splitlines() == [
        "000001/09answer_extraction.vert: extraction-in-selection",
        "  -Ve\tve\tk1",
        "  +ve\tve\tk1",
        "1 file of 1 record would change",
    ]
    assert (record / "09answer_extraction.vert").read_bytes() == before
    _, out, _ = run("fix", tmp_path, "--quiet")
    assert out.splitlines()[-1] == "1 file of 1 record changed"
    assert run("check", tmp_path)[0] == 0


def test_split_prints_a_line_for_each_record(run, tmp_path):
    make_records(tmp_path, 20)
    _, out, _ = run("split", tmp_path)
    rows = [line.split("\t") for line in out.splitlines()]
    assert rows[0] == ["record", "question type", "answer type", "part"]
    assert sorted(row[3] for row in rows[1:]) == ["dev-0"] * 2 + ["test-A"] * 6 + ["train"] * 12
    _, out, _ = run("split", tmp_path, "--folds", "--by-article")
    assert out.splitlines()[0].endswith("fold-1\tfold-2\tfold-3\tfold-4\tfold-5")


def test_build_says_what_was_left_out(run, tmp_path):
    make_records(tmp_path / "r", 20)
    make_record(tmp_path / "r", "000021", text=None)
    code, out, err = run("build", tmp_path / "r", "sentences", "--to", tmp_path / "c", "--skip-broken")
    assert code == 0
    assert out.splitlines()[1] == f"{tmp_path / 'c' / 'dev-0'}: 2 questions"
    assert "left out: " in err
    assert "000021" in err
    code, _, err = run("build", tmp_path / "r", "sentences", "--to", tmp_path / "d")
    assert code == 1
    assert "there is no 03text.vert" in err


def test_records_as_published_are_looked_for_once_and_bring_their_licence(run, tmp_path, monkeypatch):
    make_records(tmp_path / "r", 20)
    walks = []
    find = records.find_records
    monkeypatch.setattr(records, "find_records", lambda source: walks.append(source) or find(source))
    monkeypatch.setattr("probierz.cli.sqad.build.PUBLISHED_RECORDS", 20)
    code, _, err = run("build", tmp_path / "r", "documents", "--to", tmp_path / "c")
    assert (code, err) == (0, "")
    assert (tmp_path / "c" / "LICENCE.txt").is_file()
    assert len(walks) == 2  # how many there are, and to read them


def test_stats_stand_beside_the_published_ones(run, tmp_path):
    make_records(tmp_path, 20)
    _, out, _ = run("stats", tmp_path, "--published")
    assert "size\trecords\t20\t\t13473\t8566" in out.splitlines()
    assert "question type\tPERSON\t4\t20.0\t13.1\t11.9" in out.splitlines()


def test_types_are_drawn(run, tmp_path):
    pytest.importorskip("matplotlib")
    make_records(tmp_path / "records", 20)
    assert run("stats", tmp_path / "records", "--picture", tmp_path / "types.svg")[0] == 0
    assert (tmp_path / "types.svg").stat().st_size > 1000


def test_json_lines_become_records_and_lines_again(run, tmp_path):
    line = {"context": "Jura leží ve Francii. Je to pohoří.", "question": "Kde leží Jura?", "answers": ["ve Francii"]}
    (tmp_path / "a.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
    assert run("convert", tmp_path / "a.jsonl", "--to", tmp_path / "r")[0] == 0
    assert (
        tmp_path / "r" / "000001" / "09answer_extraction.vert"
    ).read_text() == "<s>\nve\t-\t-\nFrancii\t-\t-\n</s>\n"
    assert run("convert", tmp_path / "r", "--to", tmp_path / "b.jsonl")[0] == 0
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
    code, _, err = run("convert", tmp_path / "r", "--to", tmp_path / "b.jsonl")
    assert (code, "it is there already" in err) == (1, True)


def test_a_record_that_a_simple_line_does_not_say_whole_is_written_in_the_full_form(run, tmp_path):
    make_record(tmp_path / "r", context=vert(ARTICLE[0]))
    assert run("convert", tmp_path / "r", "--to", tmp_path / "full.jsonl")[0] == 0
    line = json.loads((tmp_path / "full.jsonl").read_text(encoding="utf-8"))
    assert (line["id"], line["question_type"], line["selection"]) == ("000001", "LOCATION", "Leží ve Francii.")
    assert line["article"].splitlines()[:2] == ["Jura je pohoří v Evropě.", "Leží ve Francii."]
    assert run("check", tmp_path / "full.jsonl")[0] == 0
    assert run("convert", tmp_path / "full.jsonl", "--to", tmp_path / "again")[0] == 0
    assert run("convert", tmp_path / "again", "--to", tmp_path / "again.jsonl")[0] == 0
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "full.jsonl").read_bytes()
    assert run("convert", tmp_path / "r", "--to", tmp_path / "simple.jsonl", "--simple")[0] == 0
    assert sorted(json.loads((tmp_path / "simple.jsonl").read_text(encoding="utf-8"))) == [
        "answers", "context", "question",
    ]  # fmt: skip


def test_an_article_that_nobody_cut_is_cut_so_that_the_answer_sentence_is_one(run, tmp_path):
    article = "Hrad stojí nad řekou. Je to dílo mistra D. Byl z kamene z hory B. Vznikl dávno."
    line = {"id": "7", "question": "Z čeho byl hrad?", "answer": "z kamene", "extraction": "z kamene",
            "selection": "Byl z kamene z hory B.", "article": article}  # fmt: skip
    (tmp_path / "a.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", encoding="utf-8")
    _, out, _ = run("check", tmp_path / "a.jsonl", "--rule", "selection-in-text")
    assert out.count("\n") == 1  # the head
    code, _, err = run("fix", tmp_path / "a.jsonl")
    assert (code, f"make one of JSON lines by  probierz sqad convert {tmp_path / 'a.jsonl'} --to records" in err) == (
        1,
        True,
    )


def test_records_of_one_context_are_one_article_wherever_articles_count(run, tmp_path):
    facts = [("Jura", n) for n in range(5)] + [("Tatry", n) for n in range(5)]
    lines = (
        {"context": f"{hora} je hora. Fakt 0 až 4.", "question": f"Co je {hora} {n}?", "answers": ["hora"]}
        for hora, n in facts
    )
    (tmp_path / "some.jsonl").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    _, out, _ = run("split", tmp_path / "some.jsonl", "--by-article")
    parts = [line.split("\t")[-1] for line in out.splitlines()[1:]]
    assert len({*parts[:5]}) == len({*parts[5:]}) == 1
    _, out, _ = run("stats", tmp_path / "some.jsonl")
    assert "size\tarticles\t2\t" in out
