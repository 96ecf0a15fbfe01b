"""Records for other tools."""

import csv
import json

import pytest
from sqad_made import URL, make_record, vert

from probierz.suites.sqad.exports import WrittenRecord, squad_text, written_lines, written_table
from probierz.suites.sqad.json_lines import read_lines
from probierz.suites.sqad.records import read_record


@pytest.fixture
def record(tmp_path):
    return read_record(make_record(tmp_path))


def test_a_line_of_json_has_every_text_and_the_article(record):
    (line,) = written_lines([WrittenRecord(record, "ala")])
    found = json.loads(line)
    assert (found["id"], found["question"], found["annotator"]) == ("000001", "Kde leží Jura?", "ala")
    assert found["article"].startswith("Jura je pohoří v Evropě.\nLeží ve Francii.\n")


def test_an_answer_of_squad_stands_where_it_says(record):
    (entry,) = json.loads(squad_text([WrittenRecord(record)]))["data"]
    assert entry["title"] == "Jura"
    (paragraph,) = entry["paragraphs"]
    (question,) = paragraph["qas"]
    (answer,) = question["answers"]
    start = answer["answer_start"]
    assert paragraph["context"][start : start + len(answer["text"])] == answer["text"] == "ve Francii"


def test_a_yes_no_question_points_to_its_sentence(tmp_path):
    files = {"answer": vert("ano"), "answer_extraction": vert("ano"), "metadata": "<a_type>YES_NO</a_type>\n"}
    record = read_record(make_record(tmp_path, **files))
    ((question,),) = [one["paragraphs"][0]["qas"] for one in json.loads(squad_text([WrittenRecord(record)]))["data"]]
    assert question["answer"] == "ano"
    assert question["answers"][0]["text"] == "Leží ve Francii."


def test_a_yes_no_question_with_words_of_the_article_points_to_these(tmp_path):
    files = {"answer": vert("ano"), "answer_extraction": vert("ve Francii"), "metadata": "<a_type>YES_NO</a_type>\n"}
    record = read_record(make_record(tmp_path, **files))
    ((question,),) = [one["paragraphs"][0]["qas"] for one in json.loads(squad_text([WrittenRecord(record)]))["data"]]
    assert (question["answer"], question["answers"][0]["text"]) == ("ano", "ve Francii")


def test_a_record_whose_answer_stands_nowhere_is_left_out_of_squad_and_named(record, tmp_path):
    wrong = read_record(make_record(tmp_path, "000002", answer_selection=vert("Leží v Polsku .")))
    found = json.loads(squad_text([WrittenRecord(record), WrittenRecord(wrong)]))
    assert found["left_out"] == ["000002"]
    ((question,),) = [one["paragraphs"][0]["qas"] for one in found["data"]]
    assert (question["id"], question["answers"][0]["answer_start"] > 0) == ("000001", True)
    assert "left_out" not in json.loads(squad_text([WrittenRecord(record)]))


def test_records_of_one_article_share_its_entry(tmp_path):
    records = [read_record(make_record(tmp_path, name)) for name in ("000001", "000002")]
    (entry,) = json.loads(squad_text([WrittenRecord(one) for one in records]))["data"]
    assert [one["id"] for one in entry["paragraphs"][0]["qas"]] == ["000001", "000002"]


@pytest.mark.parametrize("begin", ["=", "+", "@", "-"])
def test_no_cell_of_a_table_is_taken_for_a_formula(tmp_path, begin):
    record = read_record(make_record(tmp_path, question=vert(f"{begin}HYPERLINK ~?")))
    (row,) = csv.DictReader("".join(written_table([WrittenRecord(record, "=A1")])).splitlines())
    assert row["question"] == f"'{begin}HYPERLINK?"
    assert row["annotator"] == "'=A1"


def test_a_table_survives_commas_quotes_and_line_ends(tmp_path):
    record = read_record(make_record(tmp_path, question=vert('Kde ~, „leží" ~?')))
    head, row = csv.reader("".join(written_table([WrittenRecord(record, "A1")])).splitlines())
    assert dict(zip(head, row, strict=True))["question"] == 'Kde, „leží"?'
    assert row[-2:] == ["A1", ""]
    assert URL in row


def test_a_record_that_its_author_accepted_is_marked_in_all_texts_and_read_as_any_other(record, tmp_path):
    marked, plain = WrittenRecord(record, "ala", is_accepted_by_author=True), WrittenRecord(record, "ala")
    (line,), (plain_line,) = written_lines([marked]), written_lines([plain])
    assert json.loads(line) == {**json.loads(plain_line), "accepted_by_author": True}
    path = tmp_path / "records.jsonl"
    read = []
    for text in (line, plain_line):
        path.write_text(text, encoding="utf-8")
        read += [one.files for one in read_lines(path)]
    assert read[0] == read[1]
    ((question,),) = [one["paragraphs"][0]["qas"] for one in json.loads(squad_text([marked]))["data"]]
    assert question["accepted_by_author"] is True
    rows = csv.DictReader("".join(written_table([marked, plain])).splitlines())
    assert [one["accepted_by_author"] for one in rows] == ["yes", ""]
