"""The quiz with an index: what is read, what is known, how an answer is finished, and titles as answers."""

import pytest

from probierz.cli.main import main
from probierz.errors import OptionError, Untrained
from probierz.systems.questions.finding.index import build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.learning.quiz_rule import QUIZ_METRIC
from probierz.systems.questions.poleval.finishing import finished, option_told
from probierz.systems.questions.poleval.quiz import QuizReader
from probierz.systems.recipes import find_recipe
from probierz.systems.shared.numerals import number_in
from probierz.systems.storage import load, save
from probierz.systems.system import Pair

RIVERS = [("Wisła", 1047), ("Odra", 854), ("Warta", 808), ("Bug", 772), ("Narew", 484), ("San", 443), ("Noteć", 391)]
DOCUMENTS = [
    *(SourceDocument(name, name, f"{name} to rzeka w Polsce. Długość {name}: {size} km.") for name, size in RIVERS),
    SourceDocument("Grunwald", "Bitwa pod Grunwaldem", "Bitwa pod Grunwaldem odbyła się 15 lipca 1410 roku."),
    SourceDocument("Mars", "Mars (planeta)", "Mars jest mniejszy niż Ziemia. Ma dwa księżyce, Fobosa i Deimosa."),
]
KNOWN = [
    *(Pair(f"Ile kilometrów długości ma {name}?", str(size)) for name, size in RIVERS[1:]),
    *(Pair(f"Kto napisał książkę numer {number}?", "Prus") for number in range(4)),
    Pair("Czy Wisła jest rzeką?", "tak"),
]


@pytest.fixture
def index(tmp_path):
    build_index(tmp_path / "rivers.index", DOCUMENTS)
    return str(tmp_path / "rivers.index")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("z dwóch", 2), ("osiemnastoma", 18), ("ośmioro", 8), ("dwudziestu pięciu uczniów", 25), ("trzykrotnie", 3),
        ("tysiąc dziewięćset piętnaście", 1915), ("dwa tysiące sto", 2100), ("w piętnastym", 15), ("milion", 1000000),
        ("dvacet pět", 25), ("stolica", None), ("czwartek", None), ("3 razy", None), ("", None),
    ],
)  # fmt: skip
def test_numbers_in_words_are_read_in_all_forms(text, number):
    assert number_in(text) == number


@pytest.mark.parametrize(
    ("question", "answer", "wanted"),
    [
        ("Ilu uczniów ma klasa?", "dwudziestu pięciu uczniów.", "25"),
        ("Ile kilometrów ma Wisła?", "1047", "1047"),
        ("W którym wieku żył Kopernik?", "w piętnastym", "XV"),
        ("Czy Wisła jest rzeką?", "Wisła", "tak"),
        ("Czy wieloryb jest rybą?", "Nie jest", "nie"),
        ("Co jest większe: Ziemia czy Mars?", "planeta Ziemia", "Ziemia"),
        ("Co jest większe: Ziemia czy Mars?", "ziemi", "Ziemia"),
        ("Kto napisał „Lalkę”?", " „Bolesław\tPrus”. ", "Bolesław Prus"),
    ],
)
def test_answers_are_finished_as_the_quiz_counts(question, answer, wanted):
    assert finished(question, answer) == wanted


def test_of_options_that_is_taken_of_which_passages_tell_most():
    passages = ["Wenus jest gorąca.", "Mars ma dwa księżyce."]
    assert option_told("Dwa księżyce ma Mars czy Wenus?", passages, {}) == "Mars"
    assert finished("Dwa księżyce ma Mars czy Wenus?", "", passages) == "Mars"
    assert option_told("Dwa księżyce ma Mars czy Wenus?", [], {}) == ""


def test_the_quiz_is_read_from_an_index_and_known_things_are_said_beside_it(index, tmp_path):
    reader = find_recipe("qa/reader").build(index=index)
    with pytest.raises(Untrained):
        list(reader.predict(["Ile kilometrów ma Wisła?"]))
    reader.fit(KNOWN)
    asked = ["Ile kilometrów długości ma Wisła?", "Kto napisał książkę numer 9?", "Czy Odra jest rzeką?", "?"]
    said = list(reader.predict(asked))
    assert said[:3] == ["1047", "Prus", "tak"]
    save(reader, tmp_path / "system")
    assert list(load(tmp_path / "system").predict(asked)) == said
    with pytest.raises(OptionError, match="--set index=FILE"):
        QuizReader().fit(KNOWN)


def test_the_quiz_is_answered_from_an_index_where_one_is_given(index, tmp_path, capsys):
    split = tmp_path / "quiz" / "dev-0"
    split.mkdir(parents=True)
    (tmp_path / "quiz" / "config.txt").write_text(f"--metric {QUIZ_METRIC}\n", "utf-8")
    (split / "in.tsv").write_text("".join(f"{pair.input}\n" for pair in KNOWN), "utf-8")
    (split / "expected.tsv").write_text("".join(f"{pair.expected}\n" for pair in KNOWN), "utf-8")
    assert main(["baseline", str(tmp_path / "quiz"), "--split", "dev-0", "--set", f"index={index}"]) == 0
    assert "qa/reader: Reads an index" in capsys.readouterr().err
    assert (split / "out.tsv").read_text("utf-8").split("\n")[0] == "854"


def test_titles_answer_that_have_no_word_of_the_question(index):
    search = find_recipe("qa/wiki-search").build(index=index)
    asked = ["Co ma księżyce Fobos i Deimos?", "Która planeta ma takie księżyce?", "Jaka rzeka ma 391 km?", "Qwerty?"]
    assert list(search.predict(asked)) == ["Mars", "", "Noteć", ""]


def test_wrong_answers_were_not_found_misread_or_ill_formed(index, tmp_path, capsys):
    asked = [
        ("Ile kilometrów ma Wisła?", "1047", "1047", "right"),
        ("Ile kilometrów ma Wisła?", "1047", "854", "misread"),
        ("Jaka rzeka ma 391 km?", "Noteć", "rzeka o nazwie Noteć w Polsce", "form"),
        ("Ile księżyców ma Mars?", "2", "dwa", "form"),
        ("Kto napisał „Lalkę”?", "Bolesław Prus", "Narew", "not found"),
        ("Czy Wisła jest rzeką?", "tak", "nie", "yes or no"),
        ("?", "a", "b", "not found"),
        ("Ile kilometrów ma Wisła?", "1047", "", "abstained"),
    ]
    split = tmp_path / "test-A"
    split.mkdir()
    (tmp_path / "config.txt").write_text(f"--metric {QUIZ_METRIC}\n", "utf-8")
    for name, column in (("in", 0), ("expected", 1), ("out", 2)):
        (split / f"{name}.tsv").write_text("".join(f"{row[column]}\n" for row in asked), "utf-8")
    told = tmp_path / "outcomes.tsv"
    command = ["qa", "errors", str(tmp_path), index, "--out", str(split / "out.tsv"), "--by-question", str(told)]
    assert main([*command, "--format", "tsv"]) == 0
    rows = [line.split("\t") for line in told.read_text("utf-8").splitlines()]
    assert rows[0] == ["question", "kind", "outcome", "found", "rank"]
    assert [row[2] for row in rows[1:]] == [row[3] for row in asked]
    assert [row[1] for row in rows[1:5]] == ["Other number", "Other number", "Other", "Other number"]
    *_, every = capsys.readouterr().out.splitlines()
    assert every.split("\t")[:8] == ["all", "8", "12.5", "12.5", "25.0", "12.5", "25.0", "12.5"]
    sliced = ["slices", str(tmp_path), "--by", "beside<outcome>", "--beside", str(told), "--format", "tsv", "--quiet"]
    assert main(sliced) == 0
    scores = {line.split("\t")[3]: line.split("\t")[6] for line in capsys.readouterr().out.splitlines()}
    assert (scores["right"], scores["misread"], scores["abstained"]) == ("1.0", "0.0", "0.0")
    (split / "out.tsv").write_text("a\n", "utf-8")
    assert main(command) != 0
    assert "questions: 8, answers: 1" in capsys.readouterr().err
