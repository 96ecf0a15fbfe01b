"""Pages as plain texts with a word for their time, and what is said of them as the task writes it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as some

from probierz.errors import DataError, OptionError, SystemFileError, Untrained
from probierz.systems.guard import Guard
from probierz.systems.ocr.correcting import corrector
from probierz.systems.ocr.plain import BucketedPages, PlainPages, with_single_spaces
from probierz.systems.shared.chunks import normalised
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, System, Training

LINE = "745\t26\t1907\tw nieu-\\nstannem  c:\\\\tmp\\n"


@dataclass
class Listening(System):
    """Notes what it gets, and says the text."""

    kind = "listening"
    heard: list = field(default_factory=list, init=False)

    def fit(self, pairs, training=Training()):
        self.heard += [*pairs, *training.development]

    def predict(self, inputs) -> Iterator[str]:
        for line in inputs:
            self.heard.append(line)
            yield line.rpartition("\t")[2]


@pytest.mark.parametrize(
    ("way", "text", "found"),
    [
        ("spaces", "w nieu-\\nstannem  c:\\\\tmp\\n", "w nieu- stannem c:\\tmp"),
        ("joined", "w nieu-\\nstannem  c:\\\\tmp\\n", "w nieustannem c:\\tmp"),
        ("joined", "biało-czerwony \\n- nie -\\n\\ntak", "biało-czerwony - nie tak"),
        ("spaces", "\\n \\n", ""),
    ],
)
def test_a_page_is_read_with_single_spaces(way, text, found):
    assert with_single_spaces(text, way) == found


def test_a_part_learns_from_plain_pages_and_what_it_says_is_escaped():
    part = Listening()
    system = BucketedPages(PlainPages(part, "joined"))
    system.fit([Pair(LINE, "w nieustan-\\nnem")], Training(development=[Pair(LINE, "a\\nb")]))
    assert list(system.predict([LINE])) == ["w nieustannem c:\\\\tmp"]
    heard = "1900\tw nieustannem c:\\tmp"
    assert part.heard == [Pair(heard, "w nieustannem"), Pair(heard, "a b"), heard]


@pytest.mark.parametrize(
    ("by", "heard"),
    [("time", "1900\tw nieu-\\nstannem"), ("year", "1907\tw nieu-\\nstannem"), ("nothing", "w nieu-\\nstannem")],
)
def test_a_word_tells_the_time_of_a_page(by, heard):
    part = Listening()
    assert list(BucketedPages(part, by).predict(["745\t26\t1907\tw nieu-\\nstannem"])) == ["w nieu-\\nstannem"]
    assert part.heard == [heard]


def test_a_page_of_no_year_has_no_year_before_it():
    part = Listening()
    list(BucketedPages(part, "year").predict(["745\t26\t\ttekst"]))
    assert part.heard == ["tekst"]


def test_a_text_that_is_no_line_of_the_task_is_of_no_known_year():
    part = Listening()
    system = BucketedPages(PlainPages(part, "joined"))
    assert corrector(system)("nie-\nwiem c:\\tmp").text == "niewiem c:\\tmp"
    assert part.heard == ["20th century\tniewiem c:\\tmp"]


def test_pages_that_look_alike_share_a_bucket_also_after_loading(tmp_path):
    pytest.importorskip("sklearn", reason="scikit-learn, of the extra clusters, is not installed")
    texts = ["zażółć gęślą jaźń", "the quick brown fox jumps"] * 5
    lines = [f"1\t2\t\t{text}" for text in texts]

    def heard(system):
        list(system.predict([*lines, "1\t2\t\tfox and bear"]))
        return [line.partition("\t")[0] for line in system.of.of.heard[-11:]]

    system = BucketedPages(Guard(Listening()), "looks", clusters=2)
    with pytest.raises(Untrained, match="buckets are not known yet"):
        list(system.predict(lines))
    system.fit([Pair(line, text) for line, text in zip(lines, texts, strict=True)])
    found = heard(system)
    assert found == [*found[:2] * 5, found[1]]
    assert sorted(found[:2]) == ["0", "1"]
    system.write(tmp_path)
    again = BucketedPages(Guard(Listening()), "looks", clusters=2)
    again.read(tmp_path)
    assert heard(again) == found
    (tmp_path / "buckets.npz").write_bytes(b"PK")
    with pytest.raises(SystemFileError, match=r"buckets.npz cannot be read"):
        again.read(tmp_path)


def test_a_guard_does_not_compare_what_stands_before_the_text():
    part = Listening()
    assert list(Guard(part, length_ratio=1.0).predict(["20th century\tdom"])) == ["dom"]


@given(some.text("ab\\n-\t \n", max_size=60))
def test_plain_texts_are_lines_and_come_back_from_escaping(text):
    line = text.replace("\n", "\\n").replace("\t", " ")
    output = next(PlainPages(Listening()).predict([line]))
    assert "\n" not in output
    assert with_single_spaces(output) == with_single_spaces(line) == normalised(with_single_spaces(line))


def test_what_is_saved_is_loaded(tmp_path):
    from probierz.systems.simple import Unchanged

    system = BucketedPages(PlainPages(Guard(Unchanged()), "joined"), "year")
    save(system, tmp_path / "system")
    assert load(tmp_path / "system") == system


def test_odd_settings_and_lines_are_named():
    with pytest.raises(OptionError, match="no way is called 'x'; there are spaces and joined"):
        PlainPages(Listening(), "x")
    with pytest.raises(OptionError, match="no buckets are called 'x'; there are nothing, time, year, looks"):
        BucketedPages(Listening(), "x")
    with pytest.raises(OptionError, match="there is at least one"):
        BucketedPages(Listening(), clusters=0)
    with pytest.raises(DataError, match="there are 2 columns, and column 4 is wanted"):
        list(BucketedPages(Listening()).predict(["a\tb"]))
