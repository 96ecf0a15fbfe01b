"""Records while they are written: what was typed becomes a record that keeps the rules, or says what to do."""

import json
import re

import pytest
from sqad_made import ARTICLE, make_record, make_records, vert

from probierz.suites.sqad.cross_record_rules import check_records
from probierz.suites.sqad.drafts import (
    TypedRecord,
    draft_findings,
    draft_of,
    draft_record,
    record_of_files,
    usual_answer,
)
from probierz.suites.sqad.json_lines import read_lines, simple_line
from probierz.suites.sqad.records import read_record, read_records, write_record
from probierz.suites.sqad.rules import chosen_rules
from probierz.suites.sqad.tagging import (
    known_sentences,
    run_in,
    tagged_article,
    tagged_sentences,
    tagged_text,
    tagged_tokens,
)
from probierz.suites.sqad.vertical import Vertical, read_vertical, text_of

pytest.importorskip("simplemma")

TEXT = (
    "Karibská krize byla mezinárodní politická krize. Vypukla v roce 1962 v důsledku rozmístění sovětských raket na "
    "Kubě.\n\nV reakci na to vyhlásily Spojené státy americké blokádu Kuby, např. na moři."
)
TYPED = TypedRecord(
    question="Ve kterém roce vypukla Karibská krize?",
    answer="1962",
    extraction="1962",
    selection="Vypukla v roce 1962 v důsledku rozmístění sovětských raket na Kubě.",
    context="Karibská krize byla mezinárodní politická krize.",
    url="https://cs.wikipedia.org/wiki/Karibsk%C3%A1_krize",
    question_type="DATETIME",
    answer_type="DATETIME",
)


@pytest.fixture
def article():
    return tagged_text(tagged_sentences(TEXT))


def changed(**texts):
    return TypedRecord(**{**vars(TYPED), **texts})


def rules_of(record):
    return [(one.code, one.field) for one in draft_findings(record)]


def test_an_article_is_cut_into_sentences_words_and_lemmas(article):
    assert [sentence.text for sentence in article.sentences] == [
        "Karibská krize byla mezinárodní politická krize.",
        "Vypukla v roce 1962 v důsledku rozmístění sovětských raket na Kubě.",
        "V reakci na to vyhlásily Spojené státy americké blokádu Kuby, např. na moři.",
    ]
    second = article.sentences[1].tokens
    assert [(token.word, token.lemma, token.tag) for token in second[:4]] == [
        ("Vypukla", "vypuknout", "-"), ("v", "v", "-"), ("roce", "rok", "-"), ("1962", "1962", "k4"),
    ]  # fmt: skip
    assert (second[-1].word, second[-1].tag, second[-1].glued) == (".", "kIx.", True)


@pytest.mark.parametrize(
    "text",
    ["a <script>alert(1)</script> b", "x 😀 y", "„Ano,“ řekl…", "<g/>", "e\u0301 é", "a\u200bb", "1 720 m²", "++"],
)
def test_no_letter_of_a_text_is_lost_and_none_becomes_markup(text):
    import unicodedata

    tokens = tagged_tokens(text)
    again = read_vertical(tagged_text([tokens]).content)
    letters = "".join(token.word for one in again.sentences for token in one.tokens)
    composed = unicodedata.normalize("NFC", text)
    assert letters == "".join(letter for letter in composed if letter.isprintable() and not letter.isspace())


def test_an_empty_text_has_no_sentences():
    assert tagged_sentences(" \n \n") == []
    assert tagged_tokens("") == []


def test_what_was_typed_becomes_a_record_that_keeps_all_rules(article, tmp_path):
    write_record(draft_record("000001", TYPED, article), tmp_path)
    assert list(check_records(read_records(tmp_path), chosen_rules(()))) == []
    assert draft_of(read_record(tmp_path / "000001")) == TYPED


@pytest.mark.parametrize(
    ("text", "behind"),
    [
        ("Vrchol měří 456 m n. m. Na něm je věž.", "Na něm je věž."),
        ("Stalo se to roku 50 n. l. Potom byl mír.", "Potom byl mír."),
        ("Stalo se to roku 50 př. n. l. Římané odešli.", "Římané odešli."),
        ("Vrchol měří 456 m n. m. „Na něm“ je věž.", "„Na něm“ je věž."),
        ("Vrchol měří 456 m n. m. 🗼 Na něm je věž.", "🗼 Na něm je věž."),
        ("Vrchol měří 456 m n. m. a je holý.", ""),
        ("Vrchol měří 456 m n. m. (Praděd) a je holý.", ""),
        ("Vrcholy měří 456 m n. m. – 500 m n. m., ne víc.", ""),
    ],
)
def test_behind_heights_and_years_sentences_end_before_capitals_alone_both_typed_and_in_lines(text, behind, tmp_path):
    expected = [text.removesuffix(behind).rstrip(), behind] if behind else [text]
    assert [sentence.text for sentence in tagged_text(tagged_sentences(text)).sentences] == expected
    line = json.dumps({"context": text, "question": "Co tu je?", "answers": [text.split()[0]]})
    (tmp_path / "lines.jsonl").write_text(f"{line}\n", encoding="utf-8")
    (record,) = read_lines(tmp_path / "lines.jsonl")
    assert [sentence.text for sentence in record.sentences("text")] == expected


@pytest.mark.parametrize(
    ("question", "warns"),
    [
        ("Kolik měří nejdelší česká řeka?", True),
        ("Kolik kilometrů měří nejdelší česká řeka?", True),
        ("Která řeka měří 430,2 km?", True),
        ("Jaká je délka nejdelší české řeky?", False),  # "délka" says what the pronoun belongs to
        ("Kolik kilometrů měří řeka, která teče Prahou?", False),
    ],
)
def test_a_unit_a_number_and_a_word_that_asks_name_nothing_that_a_pronoun_stands_for(question, warns):
    text = "Vltava je nejdelší česká řeka. Její délka je 430,2 km a protéká Prahou."
    typed = changed(
        question=question, selection=text.partition(". ")[2], extraction="430,2 km", answer="430,2 km", context="",
        question_type="NUMERIC", answer_type="NUMERIC",
    )  # fmt: skip
    record = draft_record("000001", typed, tagged_text(tagged_sentences(text)))
    assert rules_of(record) == ([("C7", "selection")] if warns else [])


def test_a_sentence_is_taken_as_the_article_has_it_also_when_spaces_differ(article):
    typed = changed(selection="vypukla  v roce 1962 v důsledku rozmístění sovětských raket na Kubě .")
    record = draft_record("000001", typed, article)
    assert record.says("selection") == TYPED.selection
    assert rules_of(record) == []


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({"selection": TYPED.context + " " + TYPED.selection, "context": ""}, [("C2", "selection")]),
        ({"selection": "Vypukla roku 1962.", "context": ""}, [("C3", "selection")]),
        ({"extraction": "1963"}, [("C4", "extraction")]),
        ({"answer_type": "WHEN"}, [("C5", "answer_type")]),
        ({"question_type": ""}, [("C5", "question_type")]),
        ({"question_type": "PLACE"}, [("C5", "question_type")]),
        ({"answer_type": "PERSON"}, [("C6", "answer_type")]),
        ({"context": TEXT.splitlines()[2]}, [("C7", "context"), ("C7", "context")]),
        ({"url": "https://en.wikipedia.org/wiki/Cuba"}, [("C8", "url")]),
        ({"answer": "bylo to v roce 1962 a to hned na začátku"}, [("C11", "answer")]),
        ({"question": " "}, [("C1", "question")]),
    ],
)  # fmt: skip
def test_each_rule_names_the_field_to_be_changed(article, texts, expected):
    assert rules_of(draft_record("000001", changed(**texts), article)) == expected


def test_of_an_empty_form_only_what_is_missing_is_told():
    assert {code for code, _ in rules_of(draft_record("000001", TypedRecord(), None))} == {"C1"}


def test_lemmas_that_were_corrected_count_until_the_text_changes(article):
    corrected = "<s>\nVe\tv\tk7c6\nkterém\tkterý\tk3yQ\nroce\trok\tk1gInSc6\nvypukla\tvypuknout\tk5\n"
    corrected += "Karibská\tkaribský\tk2\nkrize\tkrize\tk1\n<g/>\n?\t?\tkIx.\n</s>\n"
    record = draft_record("000001", changed(tagged={"question": corrected}), article)
    assert record.parts["question"].text == corrected
    other = draft_record("000001", changed(tagged={"question": corrected}, question="Kdy vypukla krize?"), article)
    assert "k7c6" not in other.parts["question"].text


def test_a_line_that_lost_its_tag_is_found(article):
    record = draft_record("000001", changed(tagged={"answer": "<s>\n1962\n</s>"}), article)
    assert rules_of(record) == [("C10", "answer")]


def test_a_record_that_nobody_changed_keeps_its_bytes_and_other_files(tmp_path):
    path = make_record(tmp_path, question=vert("Kde leží Jura ~?").replace("\n", "\r\n"))
    (path / "07note.txt").write_bytes(b"\xff odd")
    record = read_record(path)
    same = draft_record("000001", draft_of(record), record.parts["text"].vertical, before=record)
    assert same.files == record.files == record_of_files("000001", record.files).files


def test_a_change_of_one_field_changes_one_file(tmp_path):
    record = read_record(make_record(tmp_path))
    typed = TypedRecord(**{**vars(draft_of(record)), "answer": "ve Francii a jinde"})
    after = draft_record("000001", typed, record.parts["text"].vertical, before=record)
    assert [name for name in record.files if record.files[name] != after.files[name]] == ["02answer.vert"]
    assert b"jinde\tjinde\t-" in after.files["02answer.vert"]


def test_three_hundred_records_come_back_byte_by_byte(tmp_path):
    for record in read_records(make_records(tmp_path, 300)):
        article = record.parts["text"].vertical
        assert draft_record(record.name, draft_of(record), article, before=record).files == record.files


def test_a_record_with_a_part_missing_says_which(tmp_path):
    record = read_record(make_record(tmp_path, answer=None))
    again = draft_record("000001", draft_of(record), record.parts["text"].vertical, before=record)
    assert rules_of(again) == [("C1", "answer")]


def test_the_real_records_become_records_that_keep_the_rules_and_the_same_lines(data_dir, tmp_path):
    sample = data_dir / "sqad" / "sample.jsonl"
    if not sample.is_file():
        pytest.skip("no real records of SQAD")
    lines = sample.read_text(encoding="utf-8").splitlines()
    for record, line in zip(read_lines(sample), lines, strict=True):
        assert json.loads(simple_line(record)) == json.loads(line)
        article = tagged_text(tagged_sentences(json.loads(line)["context"]))
        typed = TypedRecord(**{**vars(draft_of(record)), "url": TYPED.url, "question_type": "ENTITY",
                               "answer_type": "ENTITY"})  # fmt: skip
        retagged = draft_record(record.name, typed, article)
        codes = {one.code for one in draft_findings(retagged) if one.level == "error"}
        assert codes <= {"C4"}, retagged.name  # a yes-no question under a type that is none


def test_words_are_found_in_a_sentence_whatever_the_spaces():
    sentence = tagged_tokens("Leží ve Francii, v Evropě.")
    assert text_of(run_in("Francii ,v", sentence)).strip() == "Francii, v"
    assert run_in("franc", sentence) == ()


def test_known_sentences_come_before_those_that_are_cut_anew():
    article = read_vertical(vert(*ARTICLE).encode())
    found = known_sentences("Leží ve Francii. To je nové.", article)
    assert [[token.tag for token in one] for one in found] == [["k1"] * 4, ["-", "-", "-", "kIx."]]


def test_what_stands_in_an_article_without_tags_is_tagged_as_other_words():
    article = tagged_article("Německo leží v Evropě. Je tam les.")
    untagged = Vertical(tuple(re.sub(r"\t.*", "\t-\t-", line) for line in article.lines))
    typed = TypedRecord(question="Kde leží Německo?", extraction="v Evropě", selection="Německo leží v Evropě.")
    record = draft_record("000001", typed, untagged)
    for part in ("selection", "extraction"):
        assert "Evropa" in [token.lemma for token in record.parts[part].vertical.tokens], part


@pytest.mark.parametrize(
    ("question", "answer"), [("PERSON", "PERSON"), ("VERB_PHRASE", "YES_NO"), ("ENTITY", ""), ("OTHER", ""), ("", "")]
)
def test_the_usual_type_of_an_answer_is_proposed_where_there_is_one(question, answer):
    assert usual_answer(question) == answer
