"""Each system of the papers on translation quality, on a toy: it learns, rates, and is the same from its folder."""

import math

import numpy as np
import pytest

from probierz.errors import DataError, OptionError, SystemFileError, Untrained
from probierz.systems.encoder.encoding import open_encoder
from probierz.systems.further import TaughtFirst, WithMore
from probierz.systems.quality.back_translation import BackTranslated
from probierz.systems.quality.bert_score import BertScore
from probierz.systems.quality.papers import ALONE, RECIPES
from probierz.systems.quality.similarities import greedy_matching
from probierz.systems.recipes import find_recipe
from probierz.systems.simple import Unchanged
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, System, Training

HUMAN = ["Kot", "śpi", "na", "starej", "kanapie"]
LINES = [" ".join(["źle"] * bad + HUMAN[bad:]) for bad in range(5)]
BESIDE = [Pair(f"{line}\tThe cat sleeps\t{' '.join(HUMAN)}", str(5 - bad)) for bad, line in enumerate(LINES)] * 2
BLIND = [Pair(pair.input.split("\t")[0], pair.expected) for pair in BESIDE]
SMALL = {
    "backbone": "toy", "epochs": 2, "steps": 3, "rate": 5e-3, "batch": 5, "accumulate": 1, "length": 32,
    "folds": 2, "models": 2, "evaluate_every": 2, "frozen_epochs": 0.5,
}  # fmt: skip


class Heard(System):
    """Keeps the pairs that it is given, and says the length of lines."""

    kind = "heard"

    def __init__(self):
        self.lessons = []

    def fit(self, pairs, training=Training()):
        self.lessons.append((list(pairs), list(training.development)))

    def predict(self, inputs):
        return (str(len(line)) for line in inputs)


@pytest.fixture
def files(tmp_path):
    """Texts without ratings, rated ones, and sources."""
    rated = tmp_path / "rated"
    rated.mkdir()
    (rated / "in.tsv").write_text("".join(f"{pair.input}\n" for pair in BESIDE[:3]), "utf-8")
    (rated / "expected.tsv").write_text("".join(f"{pair.expected}\n" for pair in BESIDE[:3]), "utf-8")
    (tmp_path / "sources.tsv").write_text("".join(f"{line}\tThe cat sleeps\n" for line in LINES), "utf-8")
    return {
        "texts": str(rated / "in.tsv"), "more": str(rated), "translator": str(tmp_path / "sources.tsv"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "recipe", [one for one in RECIPES if "neural" in one.extras], ids=lambda one: one.name.partition("/")[2]
)
def test_each_learns_rates_and_comes_back_from_its_folder(torch, tmp_path, files, recipe):
    settings = {name: value for name, value in (SMALL | files).items() if name in recipe.settings()}
    pairs = BLIND if recipe.task == ALONE else BESIDE
    system = recipe.build(**settings)
    system.fit(pairs, Training(seed=1, development=pairs[:5]))
    inputs = [pair.input for pair in pairs[:5]]
    ratings = [answer.value for answer in system.answers(inputs)]
    assert all(1 <= rating <= 5 for rating in ratings)
    assert max(ratings) > min(ratings)
    save(system, tmp_path / "system")
    found = load(tmp_path / "system")
    assert found == system
    assert [answer.value for answer in found.answers(inputs)] == ratings


def test_the_judges_are_those_of_the_papers():
    def judge(name):
        system = find_recipe(f"quality/{name}").build()
        while getattr(system, "of", None):
            system = system.of[0] if isinstance(system.of, tuple) else system.of
        return system

    kleczek, comet, blind = judge("kleczek"), judge("nowakowski-comet"), judge("nowakowski-comet-blind")
    assert (kleczek.columns, kleczek.dropout, kleczek.encoder_dropout, kleczek.fresh_layers) == ((3, 1), 0, 0, 1)
    assert (comet.blocks, comet.hidden, comet.frozen_epochs) == ("1 3 1*3 |1-3| 1*2 |1-2|", (4096, 2048), 8)
    assert (blind.layer_decay, blind.head_rate, blind.rate, blind.fixed) == (
        0.95, 3.1e-5, 1e-5, ("encoder.embeddings",),
    )  # fmt: skip
    assert judge("transquest").columns == (2, 1)
    assert judge("wrobel-b1").columns == (1,)


def test_a_source_is_translated_back_where_there_is_none(files, tmp_path):
    heard = Heard()
    system = BackTranslated(heard, files["translator"])
    system.fit([*BLIND[:1], *BESIDE[1:2]], Training(development=BLIND[2:3]))
    (pairs, development) = heard.lessons[0]
    assert [pair.input for pair in pairs] == [f"{LINES[0]}\tThe cat sleeps", BESIDE[1].input]
    assert development[0].input == f"{LINES[2]}\tThe cat sleeps"
    assert list(BackTranslated(heard, "unchanged").predict(["abc"])) == ["7"]  # any system translates
    with pytest.raises(DataError, match=r"line 2: .*has no source for this translation"):
        list(system.predict([LINES[0], "nieznane"]))
    (tmp_path / "sources.tsv").write_text("one column\n")
    with pytest.raises(DataError, match="a translation and its source are wanted"):
        list(BackTranslated(heard, files["translator"]).predict(["abc"]))
    with pytest.raises(OptionError, match="name what translates back"):
        list(BackTranslated(heard, "").predict(["abc"]))


def test_a_first_lesson_is_what_the_teacher_says_and_more_pairs_come_from_folders(files):
    heard = Heard()
    WithMore(TaughtFirst(Unchanged(), heard, files["texts"]), (files["more"],)).fit(BLIND[:1])
    first, then = heard.lessons
    assert first[0] == [Pair(pair.input, pair.input) for pair in BESIDE[:3]]
    assert then[0] == [BLIND[0], *BESIDE[:3]]
    with pytest.raises(OptionError, match="name a file of them"):
        find_recipe("quality/kleczek-blind-pseudo").build().fit(BLIND)


def test_bert_score_chooses_its_layer_and_weighs_pieces(small_encoder_folder, tmp_path):
    inputs = [pair.input for pair in BESIDE[:5]]
    system = BertScore(str(small_encoder_folder), idf=True)
    with pytest.raises(Untrained):
        list(system.predict(inputs))
    system.fit(BESIDE)
    values = [answer.value for answer in system.answers(inputs)]
    assert values[0] == pytest.approx(100, abs=1e-3)
    assert np.corrcoef(values, [5, 4, 3, 2, 1])[0, 1] > 0.8
    correlations = []
    for layer in range(1, open_encoder(str(small_encoder_folder)).network.layers + 1):
        one = BertScore(str(small_encoder_folder), layer=layer, idf=True)
        one.fit(BESIDE)
        correlations.append(np.corrcoef([a.value for a in one.answers(inputs)], [5, 4, 3, 2, 1])[0, 1])
    assert system._layer == 1 + int(np.argmax(correlations))
    assert set(system._weights.values()) == {0.0}  # pieces of all human translations say nothing
    assert system._unseen == pytest.approx(math.log(11))
    save(system, tmp_path / "saved")
    assert [answer.value for answer in load(tmp_path / "saved").answers(inputs)] == values
    with pytest.raises(OptionError, match="layer=99"):
        BertScore(str(small_encoder_folder), layer=99).fit(BESIDE)
    with pytest.raises(DataError, match="ratings that differ"):
        BertScore(str(small_encoder_folder)).fit(BESIDE[:1])
    (tmp_path / "learnt.json").write_text("{}")
    with pytest.raises(SystemFileError):
        system.read(tmp_path)


def test_pieces_weigh_in_the_means_of_greedy_matching():
    one, other = np.array([[1.0, 0], [0, 2.0]]), np.array([[3.0, 0]])
    assert greedy_matching(one, other, np.array([3.0, 1.0]), np.array([5.0]))[:2] == (0.75, 1.0)
    assert greedy_matching(one, other, np.zeros(2), np.zeros(1))[:2] == (0.5, 1.0)
