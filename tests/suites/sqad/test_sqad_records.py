import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqad_made import make_record, make_records, vert

from probierz.cli.main import main
from probierz.errors import ChallengeError, DataError
from probierz.suites.sqad.json_lines import read_lines, simple_line
from probierz.suites.sqad.records import find_records, read_record, read_records, write_record
from probierz.suites.sqad.vertical import adjoining_sentences, cut_out, joined, read_vertical, run_inside


def files_of(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_the_parts_of_a_record_are_read(tmp_path):
    record = read_record(make_record(tmp_path, context=vert("Jura je pohoří v Evropě ~.")))
    assert record.says("question") == "Kde leží Jura?"
    assert [one.text for one in record.sentences("text")][1] == "Leží ve Francii."
    assert record.says("context") == "Jura je pohoří v Evropě."
    assert (record.question_type, record.answer_type) == ("LOCATION", "LOCATION")
    assert record.url == "https://cs.wikipedia.org/wiki/Jura"


@pytest.mark.parametrize(
    ("metadata", "types"),
    [
        ("<q_type>VERB_PHRASE</q_type>\n<a_type>YES/NO</a_type>\n", ("VERB_PHRASE", "YES_NO")),
        ("question type: PERSON\nanswer type: PERSON\n", ("PERSON", "PERSON")),
        ("q_type=numeric\r\na_type=numeric\r\n", ("NUMERIC", "NUMERIC")),
        ("nothing of the kind", ("", "")),
    ],
)
def test_types_are_found_however_metadata_are_written(tmp_path, metadata, types):
    record = read_record(make_record(tmp_path, metadata=metadata))
    assert (record.question_type, record.answer_type) == types


def test_a_desamb_start_begins_no_sentence_and_glue_at_a_start_does_nothing():
    lines = (
        '<doc id="1">\n<s>\n<g/>\nA\ta\tk\n<s desamb="1">\nb\tb\tk\n</s>\n'
        "<p>\n<s>\n<\t<\tk\n<g/>\nbr>\tbr\tk\n</s>\n</doc>\n"
    )
    found = read_vertical(lines.encode())
    assert [sentence.text for sentence in found.sentences] == ["A b", "<br>"]
    assert [sentence.line for sentence in found.sentences] == [4, 10]


ARTICLE = "<p>\n<s>\nHor\t-\t-\n<g/>\n.\t.\tk\n</s>\n<s>\nLhota\t-\t-\n</s>\n</p>\n<p>\n<s>\nJe\t-\t-\n</s>\n</p>\n"


def test_paragraphs_are_read_and_sentences_joined_without_another_change():
    article = read_vertical(ARTICLE.encode())
    assert [[one.text for one in paragraph] for paragraph in article.paragraphs] == [["Hor.", "Lhota"], ["Je"]]
    better = joined(article, adjoining_sentences("hor. lhota", article))
    assert better.content.decode() == ARTICLE.replace("</s>\n<s>\nLhota", "Lhota")
    both = joined(better, adjoining_sentences("Hor. Lhota Je", better))
    assert [[one.text for one in paragraph] for paragraph in both.paragraphs] == [["Hor. Lhota Je"]]


@pytest.mark.parametrize("text", ["", "Hor.", "Hor. L", "or. Lhota", "Lhota Hor.", "Je Je"])
def test_what_is_no_run_of_whole_sentences_is_not_found_as_one(text):
    assert not adjoining_sentences(text, read_vertical(ARTICLE.encode()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hor.", ["Hor.", "Lhota Je!"]),
        ("Lhota Je", ["Hor.", "Lhota Je", "!"]),
        ("Je!", ["Hor. Lhota", "Je!"]),
        ("Hor", ["Hor", ". Lhota Je!"]),
    ],
)
def test_a_part_of_a_sentence_becomes_one_and_so_does_what_is_left_of_it(text, expected):
    words = "Hor\t-\t-\n<g/>\n.\t.\tk\nLhota\t-\t-\nJe\t-\t-\n<g/>\n!\t!\tk\n"
    article = read_vertical(f"<p>\n<s>\n{words}</s>\n</p>\n".encode())
    better = cut_out(article, run_inside(text, article))
    assert [one.text for one in better.sentences] == expected
    assert [line for line in better.lines if "\t" in line] == [line for line in article.lines if "\t" in line]
    assert "<g/>\n</s>" not in better.content.decode()


@pytest.mark.parametrize("text", ["", "Hor.", "Ho", "or.", ". Lhota", "Hor. Lhota", "Lhota.", "je"])
def test_whole_sentences_parts_of_words_and_what_goes_over_an_end_are_no_part_of_a_sentence(text):
    assert not run_inside(text, read_vertical(ARTICLE.encode()))


@given(st.binary(max_size=200))
def test_any_bytes_come_back_as_they_were(content):
    assert read_vertical(content).content == content


def test_records_are_written_byte_by_byte_whatever_is_in_them(tmp_path):
    odd = {"question": b"\xef\xbb\xbf<s>\r\nK\xe1\xff\tx\r\n", "notes.txt": b"\x00\x01", "text": b""}
    folder = make_record(tmp_path / "a", context=vert("Jura ~."), **odd)
    written = write_record(read_record(folder), tmp_path / "b")
    assert files_of(written) == files_of(folder)
    with pytest.raises(ChallengeError, match="it is there already"):
        write_record(read_record(folder), tmp_path / "b")


def test_real_records_survive_the_way_there_and_back(data_dir, tmp_path):
    source = data_dir / "sqad" / "sample.jsonl"
    if not source.is_file():
        pytest.skip(f"no records of SQAD: {source} does not exist")
    for record in read_lines(source):
        write_record(record, tmp_path / "records")
    again = [read_record(folder) for folder in find_records(tmp_path / "records")]
    assert "".join(f"{simple_line(record)}\n" for record in again).encode() == source.read_bytes()
    for record in again:
        assert files_of(write_record(record, tmp_path / "copies")) == files_of(record.path)
    # the first question, "Ve kterém roce vypukla Karibská krize?", is answered by the third sentence
    assert again[0].says("selection").startswith("Vypukla v roce 1962 v důsledku")
    assert again[1].says("selection") == "Součástí Ekvádoru jsou rovněž Galapágy."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1: this is not JSON"),
        ('{"context": "a"}', "line 1: an object with context, question, answers is wanted"),
        ('{"context": "a", "question": "b", "answers": "c"}', "answers a list of texts"),
        ('{"context": "a  b", "question": "b", "answers": ["c"]}', "other white space than single spaces"),
        (
            '{"context": "Jan byl král. Žil v Praze.", "question": "Kde žil Jan?", "answers": ["v Brně", "v Brnu"]}',
            "line 1: no sentence of the context has the answer 'v Brně'",
        ),
    ],
)
def test_broken_lines_are_named(tmp_path, line, message):
    (tmp_path / "x.jsonl").write_text(line + "\n")
    with pytest.raises(DataError, match=message):
        list(read_lines(tmp_path / "x.jsonl"))


def test_folders_without_records_are_refused(tmp_path):
    with pytest.raises(ChallengeError, match="no records of SQAD are here"):
        find_records(tmp_path)
    with pytest.raises(ChallengeError, match="there is no such folder"):
        find_records(tmp_path / "none")


def test_the_folder_above_one_of_records_is_told_where_they_are(tmp_path, capsys):
    make_records(tmp_path / "work" / "mine", 2)
    assert main(["sqad", "check", str(tmp_path / "work")]) == 1
    assert f"they are in {tmp_path / 'work' / 'mine'}; give that folder" in capsys.readouterr().err


def test_records_are_found_in_data_too_and_alone(tmp_path):
    make_records(tmp_path / "data", 3)
    assert [record.name for record in read_records(tmp_path)] == ["000001", "000002", "000003"]
    assert [record.name for record in read_records(tmp_path / "data" / "000002")] == ["000002"]


def test_two_files_for_one_part_are_refused(tmp_path):
    folder = make_record(tmp_path, **{"1question.vert": vert("Jiná ~?")})
    with pytest.raises(DataError, match="are both the question"):
        read_record(folder)
