"""Systems made of systems."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from probierz.errors import DataError, OptionError
from probierz.systems.combinators import Chain, InputColumn, Vote
from probierz.systems.routing import Router
from probierz.systems.simple import Constant, Majority, Substitution, Unchanged
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, System


def test_a_vote_takes_what_most_say_of_each_word():
    first, second, third = Constant("ala, ma. kota"), Constant("ala ma, kota."), Constant("ala ma. kota.")
    assert list(Vote((first, second, third)).predict(["x"])) == ["ala ma. kota."]


def test_where_all_disagree_the_first_is_believed():
    parts = Constant("ala."), Constant("ala,"), Constant("ala")
    assert list(Vote(parts).predict(["x"])) == ["ala."]


def test_two_against_two_is_a_tie_that_the_first_of_them_wins():
    parts = Constant("a"), Constant("b"), Constant("b"), Constant("a")
    assert list(Vote(parts).predict(["x"])) == ["a"]


def test_lines_of_other_lengths_cannot_be_counted_word_by_word():
    assert list(Vote((Constant("a b"), Constant("c"), Constant("c"))).predict(["x"])) == ["a b"]


def test_a_column_is_cut_out_and_a_missing_one_is_named():
    assert list(InputColumn(2, Unchanged()).predict(["id\ttext\t3"])) == ["text"]
    assert list(InputColumn(-1, Unchanged()).predict(["id\ttext\t3"])) == ["3"]
    with pytest.raises(DataError, match=r"line 2: there is 1 column, and column 2 is wanted"):
        list(InputColumn(2, Unchanged()).predict(["a\tb", "c"]))
    with pytest.raises(OptionError, match="no column 0"):
        InputColumn(0, Unchanged())


def test_a_link_of_a_chain_writes_its_column_and_keeps_the_others(tmp_path):
    upper = Substitution("a", "A"), Substitution("b", "B")
    chain = Chain((InputColumn(2, upper[0], keeps=True), InputColumn(-1, upper[1], keeps=True)))
    save(chain, tmp_path / "saved")
    for system in (chain, load(tmp_path / "saved")):
        assert list(system.predict(["a\ta\tb", "b\tb\ta"])) == ["a\tA\tB", "b\tb\ta"]


@dataclass
class Short(System):
    """Says whether a line is short."""

    kind: ClassVar[str] = "short"
    learns: ClassVar[bool] = False

    def predict(self, inputs):
        return ("short" if len(line) < 3 else "long" for line in inputs)


def test_a_router_gives_each_line_to_the_part_of_its_label():
    router = Router(Short(), (Majority(), Majority()), ("short", "long"))
    router.fit([Pair("a", "1"), Pair("abcd", "2"), Pair("b", "1")])
    lines = ["x", "xyz", "xy"] * 200
    assert list(router.predict(lines)) == ["1", "2", "1"] * 200
    assert list(Router(Short(), (Constant("k"), Constant("rest")), ("short", "other")).predict(["x", "xyz"])) == [
        "k",
        "rest",
    ]


def test_a_router_learns_whose_a_line_is_is_saved_and_names_lines_by_their_number(tmp_path):
    (tmp_path / "in.tsv").write_text("a\nb\n")
    (tmp_path / "expected.tsv").write_text("w\nw\n")
    router = Router(Majority(), (Constant("1"), Unchanged()), ("v", "w"), str(tmp_path))
    router.fit([Pair("a", "1")])
    save(router, tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(["x", "y"])) == ["x", "y"]
    with pytest.raises(DataError, match="line 3: there is 1 column"):
        list(
            Router(Short(), (Constant("k"), InputColumn(2, Unchanged())), ("short", "long")).predict(["a", "b", "abc"])
        )
    with pytest.raises(OptionError, match="2 parts want as many labels"):
        Router(Short(), (Constant("1"), Constant("2")), ("v",))


def test_a_chain_teaches_each_part_what_comes_out_of_the_one_before():
    seen = []

    class Listening(Majority):
        def fit(self, pairs, training=None):
            seen.extend(pairs)
            super().fit(pairs)

    chain = Chain((Substitution("a", "b"), Listening()))
    chain.fit([Pair("aa", "x")])
    assert seen == [Pair("bb", "x")]
    assert list(chain.predict(["q"])) == ["x"]


def test_a_substitution_that_runs_away_is_stopped(monkeypatch):
    monkeypatch.setattr("probierz.systems.simple._SECONDS_A_LINE", 0.05)
    with pytest.raises(DataError, match="takes too long"):
        list(Substitution(r"(a|aa|b)+$", "z").predict(["a" * 60 + "!"]))


def test_a_broken_pattern_is_named():
    with pytest.raises(OptionError, match="not a regular expression"):
        list(Substitution("(", "").predict(["x"]))
