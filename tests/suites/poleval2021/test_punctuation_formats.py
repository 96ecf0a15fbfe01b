"""JSON, CSV and TSV of texts with punctuation, read, checked and turned into each other."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from texts import GOLD, document, write_folder, write_split

from probierz.errors import ChallengeError, DataError
from probierz.suites.poleval2021.punctuation.checks import check_files
from probierz.suites.poleval2021.punctuation.convert import convert
from probierz.suites.poleval2021.punctuation.csv_files import parse_csv
from probierz.suites.poleval2021.punctuation.documents import MarkedWord, document_of_lines
from probierz.suites.poleval2021.punctuation.folders import read_texts
from probierz.suites.poleval2021.punctuation.json_files import parse_json, schema_path


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def words_of(text):
    return [(word.word, word.punctuation, word.space_after) for word in text.words]


def test_a_pair_of_lines_is_words_with_marks_behind_them():
    text = document_of_lines("a1", 'np w " tak', 'np. w "- Tak')
    assert words_of(text) == [("np", ".", True), ("w", "", True), ('"', "-", True), ("Tak", "", False)]
    assert (text.input_text, text.line) == ('np w " tak', 'np. w "- Tak')


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("np. tak", "a1 has 2 words, and 3 in the input; the first that differs is word 2, 'tak' for 'to'"),
        ("np. te tak", "word 2 of a1 is 'te', and 'to' in the input"),
        ("np.  tak", "word 2 of a1 is empty"),
    ],
)
def test_a_line_with_other_words_is_refused_with_its_place(line, said):
    with pytest.raises(DataError, match=said) as caught:
        document_of_lines("a1", "np to tak", line, path="out.tsv", number=7)
    assert caught.value.message.startswith("out.tsv line 7: ")


# --- there and back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "csv"])
def test_real_splits_come_back_byte_for_byte(data_dir, tmp_path, form):
    source = data_dir / "poleval-2021" / "punctuation"
    convert(source, tmp_path / form, form)
    convert(tmp_path / form, tmp_path / "back", "tsv")
    for path in source.glob("*/*.tsv"):
        assert (tmp_path / "back" / path.relative_to(source)).read_bytes() == path.read_bytes(), path
    assert len(list((tmp_path / form / "test-A" / form).glob(f"*.{form}"))) == 200


def test_real_json_comes_back_byte_for_byte_from_lines_and_from_csv(data_dir, tmp_path):
    convert(data_dir / "poleval-2021" / "punctuation" / "test-A", tmp_path / "json", "json")
    for form in ("tsv", "csv"):
        convert(tmp_path / "json", tmp_path / form, form)
        convert(tmp_path / form, tmp_path / f"{form}-json", "json")
        assert contents(tmp_path / f"{form}-json") == contents(tmp_path / "json")


LAYOUTS = {
    "plain": {"indent": 2, "ensure_ascii": False},
    "one line": {"ensure_ascii": True},
    "compact": {"separators": (",", ":"), "ensure_ascii": False},
    "tabs": {"indent": "\t"},
    "sorted": {"indent": 4, "sort_keys": True},
}


@pytest.mark.parametrize("form", ["tsv", "csv"])
@pytest.mark.parametrize("name", LAYOUTS)
def test_json_of_any_layout_comes_back_byte_for_byte(tmp_path, form, name):
    # Titles, capitals, words without a space between them and a space at the end are in no line of the challenge.
    text = document("Był tu saryusz- Wolski", title="Tytuł; inny niż nazwa")
    text["words"][2]["space_after"] = False
    text["words"][-1]["space_after"] = True
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "b.json").write_text(json.dumps(text, **LAYOUTS[name]), encoding="utf-8")
    (tmp_path / "json" / "a.json").write_text(json.dumps(document("Tak."), **LAYOUTS[name]) + "\n", encoding="utf-8")
    convert(tmp_path / "json", tmp_path / form, form)
    convert(tmp_path / form, tmp_path / "back", "json")
    assert contents(tmp_path / "back") == contents(tmp_path / "json")


TOKENS = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Z")), min_size=1, max_size=6)
MARKS = st.sampled_from(["", ".", ",", "?!", "...", "-"])


@given(words=st.lists(st.tuples(TOKENS, MARKS, st.booleans()), min_size=1, max_size=8), title=st.text(max_size=5))
def test_any_words_come_back_from_lines(tmp_path_factory, words, title):
    folder = tmp_path_factory.mktemp("any")
    text = {"title": title, "words": [MarkedWord(*one)._asdict() for one in words]}
    (folder / "json").mkdir()
    (folder / "json" / "x.json").write_text(json.dumps(text), encoding="utf-8")
    convert(folder / "json", folder / "tsv", "tsv")
    convert(folder / "tsv", folder / "back", "json")
    assert (folder / "back" / "x.json").read_bytes() == (folder / "json" / "x.json").read_bytes()


def test_texts_without_marks_stay_so_until_they_are_given_some(tmp_path):
    write_split(tmp_path / "blind", GOLD)
    (tmp_path / "blind" / "expected.tsv").unlink()
    convert(tmp_path / "blind", tmp_path / "json", "json")
    convert(tmp_path / "json", tmp_path / "back", "tsv")
    assert [path.name for path in (tmp_path / "back").iterdir()] == ["in.tsv"]
    path = tmp_path / "json" / "wikinews1.json"
    path.write_text(path.read_text().replace('"punctuation": ""', '"punctuation": ","', 1))
    convert(tmp_path / "json", tmp_path / "marked", "tsv", punctuated="out.tsv")
    assert (tmp_path / "marked" / "out.tsv").read_text().startswith("to, jest")


def test_an_output_is_put_beside_its_input_in_the_order_of_that(tmp_path):
    split = write_split(tmp_path / "test-A", dict(reversed(GOLD.items())))
    convert(write_folder(tmp_path / "system", GOLD), split, "tsv", punctuated="out.tsv")
    assert (split / "out.tsv").read_text() == (split / "expected.tsv").read_text()
    with pytest.raises(ChallengeError, match=r"out\.tsv: it is there already"):
        convert(tmp_path / "system", split, "tsv", punctuated="out.tsv")


def test_nothing_is_left_where_a_text_cannot_be_read(tmp_path):
    folder = write_folder(tmp_path / "json", GOLD)
    (folder / "z.json").write_text("[]")
    with pytest.raises(DataError):
        convert(folder, tmp_path / "tsv", "tsv")
    assert [path.name for path in tmp_path.iterdir()] == ["json"]


# --- bad input ---------------------------------------------------------------------------------------------------


def changed(**values):
    text = document("tak jest.")
    text["words"][1].update(values)
    return json.dumps(text, indent=1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{\n]", "x.json line 2: this is not JSON"),
        ("[]", "x.json: what stands here is []; an object {…} is wanted"),
        ('{"words": []}', "x.json: the key 'title' is missing"),
        ('{"title": "a", "words": []}', "x.json: 'words' is []; a text has at least one word"),
        ('{"title": "a", "title": "b", "words": []}', "the key 'title' stands twice in one object"),
        (changed(word="tak jest"), "x.json line 9: word 2 ('tak jest'): 'word' is \"tak jest\"; a text without spaces"),
        (
            changed(word=""),
            "word 2 (''): 'word' is \"\"; a text without spaces is wanted, and not an empty one",
        ),
        (changed(punctuation="—"), "word 2 ('jest'): 'punctuation' is \"—\"; one mark of . , ? ! - : ... ; is wanted"),
        (changed(space_after=1), "word 2 ('jest'): 'space_after' is 1; true or false is wanted"),
        (changed(mark="."), "there is a key 'mark'; only word, punctuation, space_after are known"),
        ('{"title": "a", "words": [{"word": "a"}]}', "word 1 ('a'): the key 'punctuation' is missing"),
    ],
)
def test_json_that_does_not_fit_is_refused_with_its_place(text, said):
    with pytest.raises(DataError) as caught:
        parse_json(text, Path("x.json"), schema="submission")
    assert said in caught.value.message


def test_other_marks_are_fine_in_texts_that_are_no_submission():
    assert parse_json(changed(punctuation="?!"), Path("x.json")).words[1] == MarkedWord("jest", "?!", False)


def test_the_schemas_are_valid_for_another_library_too():
    # jsonschema is another program's reading of the same standard
    jsonschema = pytest.importorskip("jsonschema")
    for name in ("document", "submission"):
        schema = json.loads(schema_path(name).read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        jsonschema.validate(document("tak jest."), schema)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(changed(space_after=1)), schema)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("word,punctuation\n", "x.csv line 1: the header must be word,punctuation,space_after"),
        ("word,punctuation,space_after\n", "x.csv: a text has at least one word"),
        ("word,punctuation,space_after\na,.\n", "x.csv line 2: 3 columns are wanted, found 2"),
        ("word,punctuation,space_after\na,.,maybe\n", "x.csv line 2: space_after is 'maybe'"),
        ('word,punctuation,space_after\n"a,.,true\n', "x.csv line 2: this is not CSV"),
        ("word,punctuation,space_after\na b,.,true\n", "x.csv line 2: the word is 'a b'"),
    ],
)
def test_csv_that_does_not_fit_is_refused_with_its_place(text, said):
    with pytest.raises(DataError) as caught:
        parse_csv(text, Path("x.csv"))
    assert said in caught.value.message


def test_csv_may_have_its_columns_in_another_order():
    text = parse_csv("space_after,word,punctuation\nTRUE,a,.\n0,b,\n", Path("x.csv"))
    assert words_of(text) == [("a", ".", True), ("b", "", False)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no tab", "in.tsv line 1: two columns are wanted"),
        ("../a\ttext", "the ID '../a' cannot be the name of a file"),
        ("b\ttext\nb\ttext", "in.tsv line 2: the ID 'b' stands on an earlier line too"),
    ],
)
def test_an_input_that_cannot_be_files_is_refused(tmp_path, line, said):
    (tmp_path / "in.tsv").write_text(line + "\n")
    with pytest.raises(DataError) as caught:
        read_texts(tmp_path)
    assert said in caught.value.message


def test_a_file_in_another_encoding_is_named_with_the_line(tmp_path):
    (tmp_path / "x.json").write_bytes(b'{\n"title": "\xb3"}')
    with pytest.raises(DataError, match=r"x\.json line 2: byte 0xB3 is not UTF-8"):
        read_texts(tmp_path)


def test_all_files_with_faults_are_told_of(tmp_path):
    folder = write_folder(tmp_path / "system", GOLD)
    (folder / "other.json").write_text(json.dumps(document("nie.")))
    gold = write_split(tmp_path / "gold", {**GOLD, "wikinews1": 'to jest np. długi wiersz, "polski".', "c3": "nie"})
    faults = check_files(sorted(folder.glob("*.json")), like=gold)
    assert [fault.removeprefix(f"{folder}/").split(";")[0] for fault in faults] == [
        "other.json: no text is called 'other'",
        "wikinews1.json line 1: word 5 is 'tekst' where the text has 'wiersz'",
        "there is no file c3.json",
    ]


def test_several_splits_are_no_folder_of_texts(tmp_path):
    write_split(tmp_path / "train", GOLD)
    write_split(tmp_path / "test-A", GOLD)
    with pytest.raises(ChallengeError, match="there are several folders of texts: test-A, train; name one"):
        read_texts(tmp_path)
    (tmp_path / "nothing").mkdir()
    with pytest.raises(ChallengeError, match=r"there is neither in\.tsv nor \.json or \.csv files"):
        read_texts(tmp_path / "nothing")
