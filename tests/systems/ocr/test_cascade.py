"""The cascade that learns from pages."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as some
from made_up_pages import pages

import probierz
from probierz.errors import DataError, OptionError, SystemFileError, Untrained
from probierz.suites.poleval2021.ocr import escape, unescape
from probierz.systems.ocr.cascade import Cascade
from probierz.systems.ocr.steps import STEPS
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

SCHEME = r"WER:s<(\\n| )+>< >"
UNSEEN = list(pages(20, seed=1))


@pytest.fixture(scope="module")
def cascade():
    system = Cascade()
    system.fit(list(pages(150)))
    return system


def errors(outputs):
    return probierz.score(SCHEME, [pair.expected for pair in UNSEEN], outputs).value


def predicted(system):
    return list(system.predict(pair.input for pair in UNSEEN))


def test_pages_that_were_not_seen_come_out_with_a_tenth_of_their_errors(cascade):
    assert errors(predicted(cascade)) < 0.1 * errors([pair.input for pair in UNSEEN])


def test_each_step_leaves_fewer_errors(cascade):
    found = []
    for count in range(len(STEPS) + 1):
        system = Cascade(steps=" ".join(STEPS[:count]))
        system._knowledge = cascade._knowledge
        found.append(errors(predicted(system)))
    assert found == sorted(found, reverse=True)
    assert found[0] > found[1] > found[3] > found[5]


def test_a_change_tells_what_it_was_and_how_sure_it_is(cascade):
    [page] = cascade.correct(["— 12 —\n\nStary ogród widziała jćj matka. Dawno przy-\njaciel czytał swojćj książka."])
    assert page.text == "\n\nStary ogród widziała jéj matka. Dawno przyjaciel\nczytał swojéj książka."
    assert [change[:4] for change in page.changes] == [
        ("lines", 0, "— 12 —", ""),
        ("words", 2, "jćj", "jéj"),
        ("join", 2, "przy-\njaciel ", "przyjaciel\n"),
        ("words", 3, "swojćj", "swojéj"),
    ]
    assert all(0.5 <= change.chance <= 1 for change in page.changes)


def test_what_it_is_not_sure_of_stays(cascade):
    system = Cascade(threshold=1.1, drop=1.1)
    system._knowledge = cascade._knowledge
    assert predicted(system) == [pair.input for pair in UNSEEN]


def test_joins_and_spaces_obey_the_threshold_too(cascade):
    system = Cascade(threshold=0.9999, drop=1.0)
    system._knowledge = cascade._knowledge
    text = "Dawno przy-\njaciel czytał swoją—książkę ,którą\tmiał ."
    assert system.correct([text])[0].text == text


def test_it_is_the_same_after_saving_and_in_any_company(cascade, tmp_path):
    save(cascade, tmp_path / "saved")
    loaded = load(tmp_path / "saved")
    assert list(loaded.predict(pair.input for pair in UNSEEN)) == predicted(cascade)
    assert [next(loaded.predict([pair.input])) for pair in UNSEEN] == predicted(cascade)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "\x00\x07 \x1b[0m", "日本語 текст", "a" * 3000, "- - -\n|\n—", "x " * 50_000]
)
def test_any_text_comes_out_with_as_many_lines(cascade, text):
    [page] = cascade.correct([text])
    assert page.text.count("\n") == text.count("\n")


NASTY = some.lists(
    some.sampled_from([
        "przy-\n.\njaciel", "przy- .\n\n» jaciel",
        "matka", "przy-", "jaciel", "jćj", "— 12 —", "mnie—mówił", "widzę,że", ",",
        ".", "'dom'", "/usr", "|", "||", "»",
        "czy¬", "tała", "DOM", "12-", "-", "—", "\x07", "😀", "\ufeff", "\u2028", "\xa0",
        *["\n", "\n\n", "\r\n", "\r", " ", "  ", "\t", "    ", "\f", "\x0b", "\x85"] * 3,
    ]),
    max_size=40,
).map("".join)  # fmt: skip


@given(NASTY)
@example("matka przy-\njaciel\tjćj")
@example("matka przy-\n|\njaciel jćj")
@example("matka przy- .\n1\n' jaciel\njćj")
@settings(max_examples=300, deadline=None)
def test_the_changes_that_are_listed_are_all_that_is_changed(cascade, text):
    [found] = cascade.correct([text])
    expected, at = "", 0
    for change in found.changes:
        assert at <= change.start <= change.end
        assert text[change.start : change.end] == change.read
        assert change.read != change.right
        assert change.step
        assert cascade.threshold <= change.chance <= 1
        assert change.line == len(re.findall(r"\r\n|\n|\r", text[: change.start]))
        expected += text[at : change.start] + change.right
        at = change.end
    assert found.text == expected + text[at:]


@pytest.mark.parametrize(
    "text",
    [
        "  matka\t\tczytała   książka\n\t- ogród\n",
        "matka\r\nczytała\r\n\r\nksiążka\r\n",
        "matka  |  czytała  |  książka",
        "",
        "\n\n\n",
    ],
)
def test_indents_columns_and_ends_of_lines_stay(cascade, text):
    system = Cascade(steps="join space")
    system._knowledge = cascade._knowledge
    assert system.correct([text])[0].text == text


@given(some.text(some.sampled_from("abż.,-—„” \n\\1C"), max_size=60))
@settings(max_examples=60, deadline=None)
def test_a_page_is_one_line(cascade, text):
    assert "\n" not in next(cascade.predict([escape(text)]))


@given(some.text(some.sampled_from("an\\\n"), max_size=12))
def test_what_is_escaped_can_be_read_again(text):
    assert unescape(escape(text)) == text


def test_aligned_words_teach_it_too(tmp_path):
    rows = ["1\t1\tstary\tstary", "1\t1\tkrół\tnull", "1\t1\tnull\tkról", "1\t1\tśpi\tśpi"] * 3
    (tmp_path / "align.tsv").write_text("\n".join(f"{row}\n" for row in rows).replace("\n\n", "\n"), "utf-8")
    pairs = [Pair("Stary pan śpi.", "Stary pan śpi."), Pair("Nowy pan je.", "Nowy pan je.")]
    system = Cascade(alignments=str(tmp_path / "align.tsv"))
    system.fit(pairs)
    assert system._knowledge.seen.words["krół"] == {"król": 3}
    assert system.alignments == ""


def test_progress_is_told():
    told = []
    Cascade().fit(list(pages(100)), Training(progress=lambda *step: told.append(step)))
    assert told


def test_what_cannot_work_is_said(tmp_path):
    with pytest.raises(Untrained):
        list(Cascade().predict(["a"]))
    with pytest.raises(DataError, match="no page"):
        Cascade().fit([])
    with pytest.raises(OptionError, match="'jion'"):
        Cascade(steps="jion")
    (tmp_path / "knowledge.npz").write_bytes(b"PK\x03\x04 cut off")
    with pytest.raises(SystemFileError):
        Cascade().read(tmp_path)
