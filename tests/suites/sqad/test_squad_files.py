"""Records of files of SQuAD's form."""

import json

import pytest
from sqad_made import make_record, vert

from probierz.cli.main import main as probierz
from probierz.errors import DataError
from probierz.suites.sqad import squad_files
from probierz.suites.sqad.exports import WrittenRecord, squad_text
from probierz.suites.sqad.records import read_record, read_records
from probierz.suites.sqad.squad_files import read_squad_records

CONTEXT = "Jura\nJura je pohoří. Pohoří Jura leží ve Francii. Jura je také ostrov."


def question(text, start, asked="Kde leží Jura?", **more):
    return {"id": "a1", "question": asked, "answers": [{"text": text, "answer_start": start}], **more}


def written(folder, *asked, context=CONTEXT, **article):
    path = folder / "squad.json"
    data = {"title": "Jura", "paragraphs": [{"context": context, "qas": list(asked)}], **article}
    path.write_text(json.dumps({"version": "1.1", "data": [data]}, ensure_ascii=False), encoding="utf-8")
    return path


def test_the_sentence_of_an_answer_is_found_by_its_place(tmp_path):
    later = CONTEXT.rindex("Jura")
    path = written(tmp_path, question("Jura", later), question("Jura", 0), url="https://cs.wikipedia.org/wiki/Jura")
    first, second = read_squad_records(path)
    assert [one.name for one in (first, second)] == ["000001", "000002"]
    assert first.says("selection") == "Jura je také ostrov."
    assert second.says("selection") == "Jura"  # the heading, which a line end bounds
    assert first.says("extraction") == first.says("answer") == "Jura"
    assert first.url == "https://cs.wikipedia.org/wiki/Jura"
    assert [len(one) for one in first.parts["text"].vertical.paragraphs] == [1, 3]


def test_a_sentence_is_not_cut_within_an_answer_in_no_record_of_the_article(tmp_path):
    said = "ve Francii. Jura je také"
    path = written(tmp_path, question("pohoří", CONTEXT.index("pohoří")), question(said, CONTEXT.index(said)))
    one, two = read_squad_records(path)
    assert two.says("selection") == "Pohoří Jura leží ve Francii. Jura je také ostrov."
    assert one.parts["text"].vertical.content == two.parts["text"].vertical.content


def test_questions_without_an_answer_are_left_out_and_named(tmp_path):
    asked = [
        question("ve Francii", CONTEXT.index("ve Francii")),
        {"id": "b2", "question": "Kdo?", "answers": [], "is_impossible": True},
        {"id": "c3", "question": "Proč?", "is_impossible": True, "plausible_answers": [{"text": "Jura"}]},
    ]
    left_out = []
    (record,) = read_squad_records(written(tmp_path, *asked), left_out=left_out)
    assert record.says("selection") == "Pohoří Jura leží ve Francii."
    assert left_out == ["b2", "c3"]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"answer": vert("ano"), "answer_extraction": vert("ano"), "metadata": "<a_type>YES_NO</a_type>\n"},
        {"text": vert("Jura") + vert("Jura je pohoří v Evropě ~.", "Leží ve Francii ~.", "Leží jinde ~.")},
        {"text": vert("Vrchol má 456 m n ~. m ~. Leží ve Francii ~.", "Leží ve Francii ~.")},
    ],
    ids=["plain", "yes or no", "a heading", "cut otherwise"],
)
def test_what_is_exported_comes_back(tmp_path, files):
    record = read_record(make_record(tmp_path / "records", **files))
    path = tmp_path / "exported.json"
    path.write_text(squad_text([WrittenRecord(record)]), encoding="utf-8")
    (again,) = read_squad_records(path)
    assert again.name == record.name
    parts = ("question", "answer", "extraction", "selection", "context", "text")
    assert [again.says(part) for part in parts] == [record.says(part) for part in parts]
    assert (again.url, again.question_type, again.answer_type) == (
        record.url, record.question_type, record.answer_type
    )  # fmt: skip


PLACE = "data[0].paragraphs[0].qas[0].answers[0]: the answer does not stand in the context at its answer_start, "


@pytest.mark.parametrize("start", [7, -3, 10**9, True, 1.0, None, "12"])
def test_a_wrong_place_is_refused_and_named(tmp_path, start):
    with pytest.raises(DataError) as refused:
        list(read_squad_records(written(tmp_path, question("ve Francii", start))))
    assert f"squad.json: {PLACE}{str(start)!r}; give the number of letters and spaces before it" in str(refused.value)


BROKEN = {
    '{"data": ' + "[" * 100_000: "it is nested too deeply",
    '{"data": [': "this is not JSON",
    '{"data": ' + "9" * 5000 + "}": "this is not JSON",
    '{"data": {}}': "an object with a list 'data' is wanted",
    '{"data": [{"paragraphs": [7]}]}': "data[0].paragraphs[0]: an object with a text 'context' is wanted",
    '{"data": [{"paragraphs": [{"context": "x"}]}]}': "data[0].paragraphs[0]: an object with a list 'qas' is wanted",
    '{"data": [{"paragraphs": [{"context": "x", "qas": [{"question": "\\ud800"}]}]}]}': "qas[0]: an object with a text",
    '{"data": [{"paragraphs": [{"context": "x", "qas": [{"question": "?", "answers": {"text": "x"}}]}]}]}': (
        "qas[0]: an object with a list 'answers' is wanted"
    ),
}


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_squad_is_refused_in_a_sentence(tmp_path, content):
    path = tmp_path / "squad.json"
    path.write_text(content)
    with pytest.raises(DataError) as refused:
        list(read_squad_records(path))
    assert BROKEN[content] in str(refused.value)
    assert "squad.json" in str(refused.value)


def test_what_is_too_large_is_refused(tmp_path, monkeypatch):
    path = written(tmp_path, *[question("Jura", 0)] * 3)
    with pytest.raises(DataError, match="all questions together have more than 200 letters"):
        list(read_squad_records(path, most_letters=200))
    monkeypatch.setattr(squad_files, "MOST_LETTERS", 50)
    with pytest.raises(DataError, match=r"paragraphs\[0\]: the context has more than 50 letters"):
        list(read_squad_records(path))
    monkeypatch.setattr("probierz.suites.squad_form.MOST_BYTES", 50)
    with pytest.raises(DataError, match="the file is larger than 0 MiB"):
        list(read_squad_records(path))


def test_the_command_makes_records_and_names_what_it_leaves_out(tmp_path, capsys):
    no_answer = {"id": "b2", "question": "Kdo?", "answers": [], "is_impossible": True}
    path = written(tmp_path, question("ve Francii", CONTEXT.index("ve Francii")), no_answer)
    assert probierz(["sqad", "convert", str(path), "--to", str(tmp_path / "records")]) == 0
    assert "left out: b2" in capsys.readouterr().err
    (record,) = read_records(tmp_path / "records")
    assert record.says("selection") == "Pohoří Jura leží ve Francii."
    broken = written(tmp_path, question("ve Francii", 1))
    assert probierz(["sqad", "convert", str(broken), "--to", str(tmp_path / "others")]) != 0
    assert PLACE in capsys.readouterr().err
    assert not (tmp_path / "others").exists()


NOT_JSON = {
    '{"data": [\n  1,\n]}': "line 3: this is not JSON at column 1: a comma stands before a closing bracket; remove it",
    '{"data": [\n  {"title": "a"\n   "paragraphs": []}]}': (
        "line 3: this is not JSON at column 4: a comma or a closing bracket is missing before this"
    ),
    '{"data": [\n  {"title": "a': "line 2: this is not JSON at column 13: a text begins here, and nothing ends it",
    '{"data": [\n  {"title": "a\n"}]}': "line 2: this is not JSON at column 15: a line ends or a TAB stands within",
    '{"data": [{"title": "C:\\x"}]}': "a backslash stands before what JSON does not know; write a backslash twice",
    '{"data": []}\n{"data": []}': "line 2: this is not JSON at column 1: something stands behind the end of the object",
    '{"data": [{"title": \'a\'}]}': "column 21: a value is wanted here; write a text in double quotes",
    '{"data": [{title: "a"}]}': "column 12: a name in double quotes is wanted here; put it into them",
    '{"data": [{"title" "a"}]}': "column 20: a colon is missing between a name and its value; write it here",
    '{"data": [\n': "the file ends before all its brackets are closed; was it cut off? fetch or write it again",
    '{"data": [' + "[" * 100_000: "it is nested too deeply; take out the lists and objects in one another",
    '{"data": ' + "9" * 5000 + "}": "a number has too many digits; shorten it",
    '{"context": "a",\n "question": "b"}': "line 1: this is not JSON at column 17: the line ends before all its",
    "": "no record can be made of this; give a file with questions and their answers",
}


@pytest.mark.parametrize("content", NOT_JSON, ids=range(len(NOT_JSON)))
def test_the_command_says_what_is_wrong_with_a_broken_file_where_and_what_to_do(tmp_path, capsys, content):
    (tmp_path / "squad.json").write_text(content)
    assert probierz(["sqad", "convert", str(tmp_path / "squad.json"), "--to", str(tmp_path / "records")]) != 0
    said = capsys.readouterr().err
    assert NOT_JSON[content] in said
    assert "squad.json" in said
    assert not (tmp_path / "records").exists()
