import pytest
from sqad_made import ARTICLE, make_record, vert

from probierz.suites.sqad.encodings import repaired
from probierz.suites.sqad.mending import mend_record
from probierz.suites.sqad.records import read_record, update_record
from probierz.suites.sqad.rules import check_record, chosen_rules


def faults(record):
    return [one.rule for one in check_record(record, chosen_rules(()))]


@pytest.mark.parametrize(
    ("changes", "part", "mended"),
    [
        ({"question": vert("Kde leží Jura ~?").encode("cp1250")}, "question", vert("Kde leží Jura ~?")),
        ({"question": vert("Kde leží Žatec ~?").encode("iso8859_2")}, "question", vert("Kde leží Žatec ~?")),
        ({"question": "\ufeff" + vert("Kde leží Jura ~?").replace("\n", "\r\n")}, "question", vert("Kde leží Jura ~?")),
        ({"answer": vert("ve Francii").rstrip("\n")}, "answer", vert("ve Francii")),
        ({"answer": vert("ve Francii").replace("</s>\n", "")}, "answer", vert("ve Francii")),
        ({"answer": vert("ve Francii").replace("<s>\n", "")}, "answer", vert("ve Francii")),
        ({"url": "  https://cs.wikipedia.org/wiki/Jura \r\n"}, "url", "https://cs.wikipedia.org/wiki/Jura\n"),
        ({"answer_extraction": None}, "extraction", vert("ve Francii")),
        ({"answer_extraction": vert("Ve francii")}, "extraction", vert("ve Francii")),
        ({"answer_extraction": vert("veFrancii")}, "extraction", vert("ve Francii")),
        ({"answer_selection": vert("leží ve Francii.")}, "selection", vert(ARTICLE[1])),
        ({"answer_selection": vert(ARTICLE[0], ARTICLE[1])}, "selection", vert(ARTICLE[1])),
        ({"answer_selection": vert(ARTICLE[0], ARTICLE[1])}, "context", vert(ARTICLE[0])),
    ],
)
def test_what_can_only_be_meant_in_one_way_is_mended(tmp_path, changes, part, mended):
    folder = make_record(tmp_path, **changes)
    before = read_record(folder)
    after, made = mend_record(before)
    assert after.parts[part].text == mended
    assert not [one for one in faults(after) if one not in {"context-needed"}]
    assert made
    update_record(before, after)
    assert read_record(folder).files == after.files
    assert mend_record(after)[1] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"answer_extraction": vert("Francie")},  # another word
        {"answer_selection": vert(ARTICLE[1], ARTICLE[2])},  # the second one stands behind the answer
        {"answer_selection": vert("Jura leží ve Francii ~.")},  # no such sentence
        {"answer_extraction": None, "answer": vert("ve Španělsku")},
        {"question": b"<s>\nK\xff\tk\tk\n</s>\n"},  # no Czech letter in either encoding
        {"question": b"<s>\n\x9a\xb9\tk\tk\n</s>\n"},  # a letter of each encoding
        {"text": None},
        {"metadata": "<q_type>PLACE</q_type>\n<a_type>LOCATION</a_type>\n"},
    ],
)
def test_what_needs_a_reader_is_left_alone(tmp_path, changes):
    record = read_record(make_record(tmp_path, **changes))
    assert mend_record(record) == (record, [])


def test_the_whole_file_says_which_encoding_it_is():
    assert repaired(["\udce1", "\udcb9", "ž"]) == ("á", "š", "ž")  # 0xB9 is š in ISO 8859-2, ą in Windows-1250
    assert repaired(["\udce1", "\udc9a"]) == ("á", "š")  # 0x9A is š in Windows-1250, a control in ISO 8859-2
    assert repaired(["\udcb9", "\udc9a"]) is None


def test_an_inflected_extraction_is_found_by_its_lemmas(tmp_path):
    extraction = "<s>\nFrancie\tfrancii\tk1\n</s>\n"  # the made-up lemma of Francii is francii
    after, changes = mend_record(read_record(make_record(tmp_path, answer_extraction=extraction)))
    assert after.parts["extraction"].text == vert("Francii")
    assert changes[0].difference == ["@@ -2 +2 @@", "-Francie\tfrancii\tk1", "+Francii\tfrancii\tk1"]


def test_lemmas_that_are_not_said_are_not_equal(tmp_path):
    bare = "<s>\nve\t-\t-\nmraku\t-\t-\n</s>\n"
    changes = {"answer_selection": bare, "answer_extraction": bare.replace("ve", "na"), "text": bare}
    record = read_record(make_record(tmp_path, **changes))
    assert mend_record(record) == (record, [])


def test_an_empty_context_is_removed(tmp_path):
    folder = make_record(tmp_path, context="")
    before = read_record(folder)
    after, _ = mend_record(before)
    update_record(before, after)
    assert not (folder / "question_context.vert").exists()


def test_types_are_written_in_capitals(tmp_path):
    metadata = "<q_type> location</q_type>\n<a_type>LOCATION</a_type>\n"
    after, _ = mend_record(read_record(make_record(tmp_path, metadata=metadata)), ["known-types"])
    assert after.parts["metadata"].text == "<q_type>LOCATION</q_type>\n<a_type>LOCATION</a_type>\n"
