import unicodedata

import pytest
from sqad_made import ARTICLE, make_record, vert

from probierz.errors import OptionError
from probierz.suites.sqad.cross_record_rules import check_records
from probierz.suites.sqad.records import read_record
from probierz.suites.sqad.rules import RULES, check_record, chosen_rules


def broken(folder):
    return [(one.rule, one.path.name, one.line) for one in check_record(read_record(folder), chosen_rules(()))]


def test_a_good_record_keeps_all_rules(tmp_path):
    assert broken(make_record(tmp_path)) == []


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"text": None}, [("files-present", "03text.vert", 0)]),
        ({"answer": ""}, [("files-not-empty", "02answer.vert", 0)]),
        ({"url": "\n"}, [("files-not-empty", "04url.txt", 0)]),
        (
            {"question": vert("Kde leží pohoří Jura ~?").encode("cp1250")},
            [("utf-8", "01question.vert", 3), ("utf-8", "01question.vert", 4)],
        ),
        (
            {"question": unicodedata.normalize("NFD", vert("Kde leží Jura ~?"))},
            [("composed-letters", "01question.vert", 3)],
        ),
        ({"question": vert("Kde leží Jura ~?").replace("\n", "\r\n")}, [("line-ends", "01question.vert", 1)]),
        ({"question": "\ufeff" + vert("Kde leží Jura ~?")}, [("line-ends", "01question.vert", 1)]),
        ({"answer": vert("ve Francii").rstrip("\n")}, [("line-ends", "02answer.vert", 4)]),
        ({"answer": vert("ve Francii").replace("\tk1", "", 1)}, [("three-fields", "02answer.vert", 2)]),
        ({"answer": vert("ve Francii").replace("</s>\n", "")}, [("closed-sentences", "02answer.vert", 4)]),
        ({"answer": vert("ve Francii").replace("<s>\n", "")}, [("closed-sentences", "02answer.vert", 1)]),
        (
            {"answer_selection": vert(ARTICLE[0], ARTICLE[1])},
            [("one-selection-sentence", "06answer.selection.vert", 11)],
        ),
        (
            {"answer_selection": vert("Jura leží ve Francii ~.")},
            [("selection-in-text", "06answer.selection.vert", 2)],
        ),
        ({"answer_extraction": vert("Francie")}, [("extraction-in-selection", "09answer_extraction.vert", 2)]),
        (
            {"metadata": "<q_type>PLACE</q_type>\n<a_type>LOCATION</a_type>\n"},
            [("known-types", "05metadata.txt", 1)],
        ),
        ({"metadata": "<q_type>LOCATION</q_type>\n"}, [("known-types", "05metadata.txt", 0)]),
        (
            {"metadata": "<q_type>LOCATION</q_type>\n<a_type>location</a_type>\n"},
            [("known-types", "05metadata.txt", 2)],
        ),
        (
            {"metadata": "<q_type>PERSON</q_type>\n<a_type>NUMERIC</a_type>\n"},
            [("plausible-types", "05metadata.txt", 0)],
        ),
        (
            {"context": vert(ARTICLE[2])},
            [(rule, "question_context.vert", 2) for rule in ("context-before-selection", "context-needed")],
        ),
        ({"context": vert("Cosi o pohoří Jura ~.")}, [("context-before-selection", "question_context.vert", 2)]),
        (
            {"context": vert(ARTICLE[0]), "question": vert("Kde leží pohled ~?")},
            [("context-needed", "question_context.vert", 2)],
        ),
        ({"url": "http://example.org/Jura\n"}, [("wikipedia-url", "04url.txt", 1)]),
        ({"answer": vert(" ".join(["slovo"] * 10))}, [("short-answer", "02answer.vert", 0)]),
        ({"answer_extraction": vert(ARTICLE[1])}, [("short-answer", "09answer_extraction.vert", 0)]),
        ({"answer": vert("ve \ufffdvýcarsku")}, [("utf-8", "02answer.vert", 3)]),
    ],
)
def test_every_fault_is_found_with_file_and_line(tmp_path, changes, found):
    assert broken(make_record(tmp_path, **changes)) == found


def test_a_yes_no_question_is_answered_ano_or_ne(tmp_path):
    metadata = "<q_type>VERB_PHRASE</q_type>\n<a_type>YES/NO</a_type>\n"
    good = make_record(tmp_path, metadata=metadata, answer=vert("ano"), answer_extraction=vert("ano"))
    assert broken(good) == []
    bad = make_record(tmp_path, "000002", metadata=metadata, answer=vert("snad"))
    assert broken(bad) == [("yes-no-answer", "02answer.vert", 0)]


def test_a_selection_that_only_refers_back_wants_a_context(tmp_path):
    article = [ARTICLE[0], "To měří mnoho ~."]
    changes = {"text": vert(*article), "answer_selection": vert(article[1]), "answer_extraction": vert("mnoho")}
    assert broken(make_record(tmp_path, **changes)) == [("context-missing", "06answer.selection.vert", 2)]
    assert broken(make_record(tmp_path, "000002", **changes, context=vert(article[0]))) == []


def test_records_are_compared_by_their_addresses(tmp_path):
    make_record(tmp_path)
    make_record(tmp_path, "000002", url="http://cs.m.wikipedia.org/wiki/Jura#Poloha\n", text=vert(*ARTICLE[1:]))
    records = [read_record(tmp_path / name) for name in ("000001", "000002")]
    findings = list(check_records(records, chosen_rules(())))
    assert [(one.rule, one.record, one.message) for one in findings] == [
        ("same-url-same-text", "000002", "the article differs from that of record 000001, and the URL is the same"),
        ("no-repeated-question", "000002", "record 000001 asks the same"),
    ]


def test_one_rule_can_be_chosen_and_a_slip_is_answered(tmp_path):
    assert [one.name for one in chosen_rules(["utf-8"])] == ["utf-8"]
    with pytest.raises(OptionError, match="did you mean one-selection-sentence"):
        chosen_rules(["one-selection"])


def test_every_rule_says_what_holds():
    assert all(rule.says.endswith(".") for rule in RULES.values())
