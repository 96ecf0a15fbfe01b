"""Systems that answer with more than a text, and combinators that work on what they know."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

import pytest

from probierz.errors import DataError, OptionError, SystemFileError
from probierz.systems import storage
from probierz.systems.answers import Answering, Candidate, Label, Number, Ranking, Spans, TextSpan
from probierz.systems.combinators import Averaged, Chain, Folds, InputColumn, PseudoLabels, Vote
from probierz.systems.simple import Constant, Majority, Unchanged
from probierz.systems.storage import load, save
from probierz.systems.sure import OnlySure
from probierz.systems.system import Answer, Pair, Training


@dataclass
class Saying(Answering):
    """Says the answers that it was made with, one a line."""

    kind: ClassVar[str] = "saying"
    said: tuple[Answer, ...] = field(default=())

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        return (answer for _, answer in zip(inputs, self.said, strict=False))


def test_each_answer_knows_its_line():
    assert Number(0.12345).line == "0.1235"
    assert Number(-0.00001).line == "0.0000"
    assert Number(61.5, digits=0).line == "62"
    assert Label("tak", {"tak": 0.75, "nie": 0.25}).line == "tak"
    assert Ranking((Candidate("b", 2.0), Candidate("a", 1.0))).line == "b\ta"
    assert Spans("Ala ma kota", (TextSpan(0, 3, "osoba", 0.5), TextSpan(7, 11, "zwierzę"))).line == (
        "osoba:1-3:0.5000 zwierzę:8-11:1.0000"
    )


def test_a_label_tells_its_probability_where_it_is_known():
    assert Label("tak", {"tak": 0.75, "nie": 0.25}).probability == 0.75
    assert math.isnan(Label("tak").probability)


def test_the_mean_of_numbers_is_not_rounded_before_it_is_printed():
    parts = Saying((Number(0.00004),)), Saying((Number(0.00008),))
    assert list(Averaged(parts).predict(["x"])) == ["0.0001"]


def test_the_mean_reads_numbers_of_systems_that_only_write_lines():
    assert list(Averaged((Constant("1.5"), Constant("2"))).predict(["x", "y"])) == ["1.7500", "1.7500"]
    with pytest.raises(DataError, match="answered 'tak' where a number is wanted"):
        list(Averaged((Constant("1.5"), Constant("tak"))).predict(["x"]))


def test_the_mean_of_labels_is_that_of_their_probabilities_and_may_differ_from_the_vote():
    sure, less, least = {"a": 0.9, "b": 0.1}, {"a": 0.4, "b": 0.6}, {"a": 0.45, "b": 0.55}
    parts = tuple(Saying((Label(max(one, key=one.get), one),)) for one in (sure, less, least))
    (mean,) = Averaged(parts).answers(["x"])
    assert mean.label == "a"
    assert mean.probability == pytest.approx((0.9 + 0.4 + 0.45) / 3)
    (vote,) = Vote(parts).answers(["x"])
    assert vote.label == "b"
    assert vote.probability == pytest.approx((0.1 + 0.6 + 0.55) / 3)


def test_a_label_of_several_words_is_one_vote():
    parts = Saying((Label("z a"),)), Saying((Label("z b"),)), Saying((Label("z b"),))
    assert list(Vote(parts).predict(["x"])) == ["z b"]


def ranking(**scores):
    return Ranking(tuple(Candidate(name, score) for name, score in scores.items()))


@pytest.mark.parametrize(
    ("made", "parts", "wanted"),
    [
        (Averaged, (ranking(a=1.0, b=0.5), ranking(b=0.9, c=0.1)), "b a"),
        (Averaged, (ranking(a=5.0, b=1.0), ranking(a=0.5, b=0.6)), "a b"),
        (Vote, (ranking(a=0.9, b=0.1), ranking(b=300.0, a=0.2), ranking(b=2.0, a=1.0)), "b a"),
        (Vote, (ranking(a=0.9), ranking()), "a"),
        (Averaged, (ranking(), ranking()), ""),
        (Averaged, (ranking(a=math.inf, b=1.0), ranking(b=2.0, a=1.0)), "a b"),
    ],
)
def test_rankings_are_merged_by_mean_score_or_in_a_vote_by_ranks(made, parts, wanted):
    (merged,) = made(tuple(Saying((one,)) for one in parts)).answers(["x"])
    assert merged.line == "\t".join(wanted.split())


def test_a_merged_ranking_keeps_scores():
    (mean,) = Averaged((Saying((ranking(a=1.0, b=0.5),)), Saying((ranking(b=0.9, c=0.1),)))).answers(["x"])
    assert [(one.name, one.score) for one in mean.candidates] == [("b", 0.7), ("a", pytest.approx(0.55))]


@pytest.mark.parametrize("made", [Vote, Averaged])
def test_spans_are_voted_by_ends_and_label_with_their_mean_probability(made):
    text = "Ala ma kota"
    first = Spans(text, (TextSpan(0, 3, "OS", 0.9), TextSpan(7, 11, "ZW", 0.6)))
    second = Spans(text, (TextSpan(0, 3, "OS", 0.7), TextSpan(7, 11, "OS", 0.9)))
    third = Spans(text, (TextSpan(0, 3, "MI", 0.7), TextSpan(7, 11, "ZW", 0.9)))
    (merged,) = made((Saying((first,)), Saying((second,)), Saying((third,)))).answers([text])
    assert [(one.begin, one.end, one.label) for one in merged.spans] == [(0, 3, "OS"), (7, 11, "ZW")]
    assert [one.probability for one in merged.spans] == [pytest.approx(1.6 / 3), pytest.approx(0.5)]
    (even,) = made((Saying((first,)), Saying((second,)))).answers([text])
    assert [(one.begin, one.label) for one in even.spans] == [(0, "OS"), (7, "ZW")]


def test_a_vote_of_numbers_is_a_number_and_a_text_beside_labels_is_one():
    (number,) = Vote((Saying((Number(2.0),)), Saying((Number(3.0),)), Saying((Number(3.0),)))).answers(["x"])
    assert number == Number(3.0)
    (label,) = Vote((Constant("nie"), Saying((Label("tak", {"tak": 0.9, "nie": 0.1}),)), Constant("nie"))).answers("x")
    assert (label.label, label.probability) == ("nie", pytest.approx(2.1 / 3))


def test_folds_of_rankings_and_chains_of_spans_keep_what_is_known():
    folds = Folds((Saying((ranking(a=0.2, b=0.1),)),), folds=2)
    folds.fit([Pair("x", "a"), Pair("y", "b")])
    (merged,) = folds.answers(["x"])
    assert [one.score for one in merged.candidates] == [pytest.approx(0.2), pytest.approx(0.1)]
    spans = Spans("Ala ma", (TextSpan(0, 3, "OS", 0.9), TextSpan(4, 6, "OS", 0.3)))
    chain = Chain((Vote((Saying((spans,)), Saying((spans,)))), OnlySure(0.5)))
    assert list(chain.answers(["Ala ma"])) == [Spans("Ala ma", (TextSpan(0, 3, "OS", pytest.approx(0.9)),))]
    assert list(Chain((Saying((ranking(a=2.0, b=0.1),)), OnlySure(0.5))).predict(["x"])) == ["a"]
    unsure = Saying((Label("tak", {"tak": 0.55, "nie": 0.45}),))
    assert list(Chain((unsure, OnlySure(0.6, "nie wiem"))).predict(["x"])) == ["nie wiem"]


def test_columns_and_chains_hand_on_what_their_last_part_knows():
    inner = Saying((Number(1.0),))
    assert list(InputColumn(1, inner).answers(["a\tb"])) == [Number(1.0)]
    assert list(Chain((Unchanged(), inner)).answers(["a"])) == [Number(1.0)]


def test_folds_learn_from_the_others_and_choose_by_their_own():
    seen = []

    @dataclass
    class Listening(Majority):
        def fit(self, pairs, training=None):
            seen.append(({pair.input for pair in pairs}, {pair.input for pair in training.development}))
            super().fit(pairs)

    pairs = [Pair(str(number), str(number % 2)) for number in range(10)]
    system = Folds((Listening(),), folds=5)
    system.fit(pairs, Training(seed=3))
    assert len(system.of) == 5
    everything = {pair.input for pair in pairs}
    assert all(learnt | held == everything and not learnt & held for learnt, held in seen)
    assert sorted(name for _, held in seen for name in held) == sorted(everything)
    (answer,) = system.answers(["x"])
    assert 0 <= answer.value <= 1


def test_folds_are_saved_and_loaded(tmp_path):
    system = Folds((Majority(),), folds=2)
    system.fit([Pair("a", "1"), Pair("b", "1"), Pair("c", "1")])
    save(system, tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(["x"])) == ["1.0000"]


def test_there_are_two_folds_at_least_and_a_pair_for_each():
    with pytest.raises(OptionError, match="at least 2 folds, not 1"):
        Folds((Majority(),), folds=1)
    with pytest.raises(DataError, match="1 pairs cannot be cut into 2 folds"):
        Folds((Majority(),), folds=2).fit([Pair("a", "1")])


def test_pseudo_labels_are_what_the_teacher_says_of_other_texts(tmp_path):
    (tmp_path / "texts.tsv").write_text("c\nd\n")
    learnt = []

    @dataclass
    class Listening(Majority):
        def fit(self, pairs, training=None):
            learnt.extend(pairs)
            super().fit(pairs)

    system = PseudoLabels(Majority(), Listening(), str(tmp_path / "texts.tsv"))
    system.fit([Pair("a", "1"), Pair("b", "1")])
    assert learnt == [Pair("a", "1"), Pair("b", "1"), Pair("c", "1"), Pair("d", "1")]


def test_pseudo_labels_need_texts(tmp_path):
    (tmp_path / "texts.tsv").write_text("")
    with pytest.raises(DataError, match="is empty: there is no text to label"):
        PseudoLabels(Majority(), Majority(), str(tmp_path / "texts.tsv")).fit([Pair("a", "1")])


@dataclass
class Foreign(Majority):
    """Comes from another package."""

    kind: ClassVar[str] = "foreign"


def test_a_kind_of_another_package_is_loaded_by_its_entry_point(tmp_path, monkeypatch):
    class Entry:
        def load(self):
            return Foreign

    system = Foreign()
    system.fit([Pair("a", "7")])
    save(system, tmp_path / "saved")
    with pytest.raises(SystemFileError, match=r"'foreign'.*probierz\.system_kinds"):
        load(tmp_path / "saved")
    found = {("probierz.system_kinds", "foreign"): [Entry()]}
    monkeypatch.setattr(storage, "entry_points", lambda group, name: found.get((group, name), []))
    assert list(load(tmp_path / "saved").predict(["x"])) == ["7"]
