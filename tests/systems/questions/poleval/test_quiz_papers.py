"""The quiz's systems of papers: what they are made of, on toys, each trained from questions to answers."""

import json
from io import StringIO

import pytest

from probierz.cli.main import main
from probierz.errors import DataError
from probierz.systems.answers import Label
from probierz.systems.neural.judge import NeuralJudge
from probierz.systems.questions.finding.index import FoundPassage, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.finding.retriever import Retriever
from probierz.systems.questions.learning.quiz_rule import QUIZ_METRIC
from probierz.systems.questions.learning.supervision import held_answer, target_of
from probierz.systems.questions.poleval.answer_writer import AnswerWriter
from probierz.systems.questions.poleval.by_kind import EntailedYes, YesOrNoApart
from probierz.systems.questions.poleval.causal_writer import CausalWriter
from probierz.systems.questions.poleval.open_book import OpenBook, prompt_of
from probierz.systems.questions.poleval.passage_reader import PassageReader
from probierz.systems.questions.poleval.query_expansion import expanded
from probierz.systems.questions.serving import annotating
from probierz.systems.questions.serving.judgements import COLUMNS
from probierz.systems.recipes import find_recipe
from probierz.systems.simple import Constant
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, System, Training

CAPITALS = {"Peru": "Lima", "Kuba": "Hawana", "Egipt": "Kair", "Iran": "Teheran"}
DOCUMENTS = [
    *(SourceDocument(land, land, f"Stolicą kraju {land} jest {city}.") for land, city in CAPITALS.items()),
    SourceDocument("Wisła", "Wisła (rzeka)", "Wisła jest rzeką w Polsce."),
]
KNOWN = [
    *(Pair(f"Jak nazywa się stolica kraju {land}?", f"{city}\tmiasto {city}") for land, city in CAPITALS.items()),
    Pair("Czy Wisła jest rzeką?", "tak"),
    Pair("Czy Peru jest rzeką?", "nie"),
]
OPEN = KNOWN[: len(CAPITALS)]


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    path = tmp_path_factory.mktemp("quiz") / "capitals.index"
    build_index(path, DOCUMENTS)
    return str(path)


def passage(title, text):
    return FoundPassage(0, title, title, text, 0, 1.0, 1.0)


# --- without a network -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "text", "held"),
    [
        ("Mikołaja Kopernika", "gdzie Mikołaj, zwany Kopernikiem, mieszkał", "Mikołaj, zwany Kopernikiem"),
        ("w Krakowie", "Był w Toruniu i w Krakowie.", "Krakowie"),
        ("a b c d e", "a b x c d", "a b x c d"),  # four of five words, 80 %
        ("a b c d e", "a b x c y", None),
        ("a b", "a x x x b", None),  # a gap of three
        ("a b", "a x a b", "a b"),
        ("", "a", None),
        ("kot", "", None),
    ],
)
def test_distant_supervision_finds_answers_with_gaps(answer, text, held):
    found = held_answer(answer, text)
    assert (text[found.begin : found.end] if found else None) == held


def test_prompts_have_titles_once_and_passages_once():
    found = [passage("A", "raz"), passage("A", "dwa"), passage("B", "raz"), passage("B", "trzy\nlinie")]
    assert prompt_of("Co?", found) == "Co? context A raz dwa B trzy linie"
    assert [target_of(one) for one in ("trzy\t3", "Prus\tBolesław Prus")] == ["3", "Prus"]


def test_a_question_becomes_several_queries():
    question = "W którym roku Jan Matejko namalował „Hołd pruski”?"
    assert expanded(question)[1:] == ("roku Jan Matejko namalował Hołd pruski", "Jan Matejko", "Hołd pruski")
    assert len(expanded("Jan Kot i pies, " * 2000)) <= 12
    assert expanded("?") == ()


class Says(System):
    """Keeps what it was given, and answers with its length."""

    kind = "says"

    def fit(self, pairs, training=Training()):
        self.pairs = list(pairs)

    def predict(self, inputs):
        for line in inputs:
            yield f"„{line.split(' ')[0]}”"


def test_passages_stand_beside_questions_as_each_part_wants_them(index):
    learnt = {}
    for form in ("prompt", "columns", "closed", "positive"):
        book = OpenBook(Says(), index, 2, form)
        book.fit([*OPEN[:1], Pair("Ile nóg ma pająk?", "8\tosiem")])
        learnt[form] = book.of.pairs
    question = OPEN[0].input
    assert learnt["prompt"][0].input.startswith(f"{question} context Peru Stolicą kraju Peru jest Lima. ")
    assert learnt["columns"][0].input.split("\t")[:3] == [question, "Peru", "Stolicą kraju Peru jest Lima."]
    assert learnt["columns"][0].expected == OPEN[0].expected
    assert learnt["closed"] == [Pair(question, "Lima"), Pair("Ile nóg ma pająk?", "8")]
    assert learnt["positive"] == [Pair(f"{question} context Peru Stolicą kraju Peru jest Lima.", "Lima")]
    finished = OpenBook(Says(), index, 2, is_finished=True)
    assert list(finished.predict(["Czy Wisła jest rzeką?", "Co?", "Peru"])) == ["tak", "Co", "Peru"]


class Judge(System):
    """Says that a passage entails what it has all long words of, and contradicts what it shares none with."""

    kind = "judge"

    def fit(self, pairs, training=Training()):
        self.pairs = list(pairs)

    def predict(self, inputs):
        for line in inputs:
            told, asked = line.split("\t")
            yield "entailment" if "Wisła" in told and "Wisła" in asked else "contradiction"


def test_yes_or_no_is_what_most_passages_entail(index):
    system = YesOrNoApart(EntailedYes(Judge(), index, 1), Constant("Lima"))
    system.fit(KNOWN)
    assert list(system.predict(["Czy Wisła płynie?", "Czy Peru jest duże?", "Kto czy co?"])) == ["tak", "nie", "Lima"]
    assert list(system.predict(["Czy qwerty?"])) == ["tak"]  # nothing is found: no vote
    assert {pair.expected for pair in system.yes_or_no.of.pairs} == {"entailment", "contradiction", "neutral"}


# --- on toys ---------------------------------------------------------------------------------------------------------

BY_HEART = {"batch": 4, "rate": 1e-2, "backbone": "toy"}


def test_writers_readers_and_closed_books_learn_by_heart(torch, index, tmp_path):
    reader = PassageReader(**{**BY_HEART, "rate": 5e-3}, epochs=30, negatives=1, length=128)
    writer = AnswerWriter(**BY_HEART, epochs=40, length=64, answer_length=8)
    closed = CausalWriter(**BY_HEART, epochs=60, length=48, answer_length=8)
    for number, (part, form) in enumerate([(reader, "columns"), (writer, "prompt"), (closed, "closed")]):
        book = OpenBook(part, index, 2, form, is_finished=True)
        book.fit(OPEN, Training(seed=1))
        said = list(book.predict(pair.input for pair in OPEN))
        right = sum(one in pair.expected.split("\t") for one, pair in zip(said, OPEN, strict=True))
        assert right >= 3, (form, said)
        save(book, tmp_path / str(number))
        assert list(load(tmp_path / str(number)).predict(pair.input for pair in OPEN)) == said


def test_a_reader_by_relevance_and_the_recipes_of_papers_run(torch, index):
    small = {"backbone": "toy", "index": index}
    system = find_recipe("qa/smywinski-pohl-dpr").build(**small, passages=3, negatives=1, epochs=1)
    assert isinstance(system.yes_or_no.of, NeuralJudge)
    system.fit(KNOWN)
    said = list(system.predict([OPEN[0].input, "Czy Wisła jest rzeką?"]))
    assert said[1] in ("tak", "nie")
    assert said[0] in " ".join(one.text for one in DOCUMENTS)
    rybak = find_recipe("qa/retrieve-refine").build(**small, passages=2, epochs=1)
    rybak.of.of.length = 96
    rybak.fit(OPEN)
    assert len(list(rybak.predict(["Co?", ""]))) == 2
    (empty,) = system.others.of.answers(["pytanie bez akapitu"])
    assert empty == Label("")


def test_the_reader_that_is_kept_is_chosen_by_all_passages_that_are_found(torch, index, monkeypatch):
    seen = []
    monkeypatch.setattr(PassageReader, "score", lambda self, pairs: seen.append(pairs) or 0.0)
    recipe = find_recipe("qa/smywinski-pohl-dpr")
    system = recipe.build(backbone="toy", index=index, passages=3, negatives=1, epochs=2)
    system.fit(OPEN, Training(development=[Pair("Jaka jest stolica Peru?", "Quito")]))  # no passage holds it
    assert len(seen) == 2  # after each epoch
    for (one,) in seen:
        question, *passages = one.input.split("\t")
        assert (question, len(passages), one.expected) == ("Jaka jest stolica Peru?", 2 * 3, "Quito")


def test_a_retriever_learns_from_the_quiz_and_finds_the_passages_that_a_reader_learns_from(
    torch, index, tmp_path, monkeypatch, capsys
):
    """The journey of `qa/smywinski-pohl-dpr` in the guide: judged by answers, learnt, indexed, read."""
    split = tmp_path / "quiz" / "test-A"
    split.mkdir(parents=True)
    (tmp_path / "quiz" / "config.txt").write_text(f"--metric {QUIZ_METRIC}\n", "utf-8")
    (split / "in.tsv").write_text("".join(f"{pair.input}\n" for pair in KNOWN), "utf-8")
    (split / "expected.tsv").write_text("".join(f"{pair.expected}\n" for pair in KNOWN), "utf-8")
    texts = tmp_path / "texts.tsv"
    texts.write_text("".join(f"{one.name}\t{one.title}\t{one.text}\n" for one in DOCUMENTS), "utf-8")
    pasted = "".join(f"{pair.input}\t{pair.expected}\n" for pair in KNOWN)  # paste in.tsv expected.tsv
    monkeypatch.setattr("sys.stdin", StringIO(pasted))
    assert main(["qa", "candidates", index, "--judged-by-answers"]) == 0
    (tmp_path / "judged.tsv").write_text(capsys.readouterr().out, "utf-8")
    dense, system = tmp_path / "dense.index", tmp_path / "system"
    toy = ["--set", "backbone=toy", "--quiet"]
    assert main(["qa", "retriever", str(tmp_path / "judged.tsv"), "--to", str(tmp_path / "dpr"), *toy]) == 0
    assert main(["index", "build", str(texts), "--to", str(dense), "--encoder", str(tmp_path / "dpr"), "--quiet"]) == 0
    small = ["--set", f"index={dense}", "--set", "passages=2", "--set", "negatives=1", "--set", "epochs=1"]
    command = ["train", "qa/smywinski-pohl-dpr", str(tmp_path / "quiz"), "--split", "test-A", "--to", str(system)]
    assert main([*command, *small, *toy]) == 0
    assert main(["predict", str(system), str(split / "in.tsv"), "--to", str(split / "out.tsv"), "--quiet"]) == 0
    assert len((split / "out.tsv").read_text("utf-8").splitlines()) == len(KNOWN)


def test_passages_to_judge_hold_an_answer_first_and_what_was_judged_is_learnt_from(index, tmp_path):
    with PassageIndex(index) as opened:
        rows = annotating.candidates(opened, f"{OPEN[1].input}\tHawana", 3)
    assert (rows[0].document, rows[0].answer, rows[0].verdict) == ("Kuba", "Hawana", "")
    rows = [row._replace(verdict="right" if row.answer else "wrong") for row in rows]
    judged, pairs = tmp_path / "judged.tsv", tmp_path / "pairs.tsv"
    head = "\t".join(COLUMNS)
    judged.write_text("".join(f"{line}\n" for line in (head, *map("\t".join, rows))), "utf-8")
    pairs.write_text("question\tplace\ttitle\tpassage\trelevant\na\tx\t\tb\t1\na\tx\t\tc\t0\n", "utf-8")
    first, second = annotating.judged_pairs([judged, pairs])
    assert first.input.split("\t")[:2] == [OPEN[1].input, "Stolicą kraju Kuba jest Hawana."]
    assert second.input == "a\tb\tc"
    for text, message in (
        ("a\tb\n", "first line names question, passage and verdict"),
        (f"{head}\nx\n", "1 columns; wanted are 8"),
        ("question\tpassage\tverdict\na\tb\tmaybe\n", "a verdict is right or wrong"),
        ("question\tpassage\tverdict\na\tb\t\n", "no passage was found right"),
    ):
        judged.write_text(text, "utf-8")
        with pytest.raises(DataError, match=message):
            annotating.judged_pairs([judged])


def test_verdicts_by_answers_tell_the_best_passage_from_those_without_an_answer(index):
    with PassageIndex(index) as opened:
        first, *others = annotating.candidates(opened, f"{OPEN[1].input}\tHawana", 3, is_distant=True)
        assert annotating.candidates(opened, f"{OPEN[1].input}\tOslo", 3, is_distant=True) == []
    assert (first.document, first.answer, first.verdict) == ("Kuba", "Hawana", "right")
    assert [one.verdict for one in others] == ["wrong"] * 2
    assert not any("Hawana" in one.passage for one in others)


def test_a_reader_learns_from_the_passage_with_most_words_of_an_answer(torch):
    reader = PassageReader(**BY_HEART)
    answer = "Jan Maria Ewa Ola Piotr"
    passages = ["t", "Jan Maria Ewa Ola Adam", "t", f"To {answer}.", "t", answer]
    line = "\t".join(["Kto?", *passages])
    reader.fit([Pair(line, answer)], Training(seed=1))
    best, *_ = reader._example(Pair(line, answer))
    assert (best.text, best.held) == (passages[3], 5)


def test_yes_or_no_may_begin_from_pairs_of_entailment(index, tmp_path):
    (tmp_path / "in.tsv").write_text("7\tPada.\tJest mokro.\n", "utf-8")
    (tmp_path / "expected.tsv").write_text("ENTAILMENT\n", "utf-8")
    told = []

    class Judge(Constant):
        kind = "told-judge"

        def fit(self, pairs, training=Training()):
            told.append(("fit", [(one.input, one.expected) for one in pairs]))

        def tune(self, pairs, training=Training()):
            told.append(("tune", len(pairs)))

    EntailedYes(Judge(""), str(index), entailment=str(tmp_path)).fit(KNOWN)
    assert told[0] == ("fit", [("Pada.\tJest mokro.", "entailment")])
    assert told[1][0] == "tune"
    (tmp_path / "expected.tsv").write_text("maybe\n", "utf-8")
    with pytest.raises(DataError, match=r"line 1.*a label of contradiction, entailment, neutral"):
        EntailedYes(Judge(""), str(index), entailment=str(tmp_path)).fit(KNOWN)


def test_a_retriever_learns_which_passage_answers_and_becomes_an_encoder(torch, tmp_path):
    lines = [f"stolica {land}\tStolicą kraju {land} jest {city}." for land, city in CAPITALS.items()]
    retriever = Retriever(**BY_HEART, epochs=15)
    retriever.fit([Pair(line, "") for line in lines], Training(seed=1))
    told = "\t".join(line.split("\t")[1] for line in lines)
    assert list(retriever.predict([f"stolica Kuba\t{told}", "nic"])) == ["2", "0"]
    pairs, encoder = tmp_path / "pairs.tsv", tmp_path / "encoder"
    pairs.write_text("question\tpassage\trelevant\na\tb\t1\n", "utf-8")
    assert main(["qa", "retriever", str(pairs), "--to", str(encoder), "--set", "backbone=toy", "--quiet"]) == 0
    assert json.loads((encoder / "config.json").read_text("utf-8"))["model_type"] == "bert"
