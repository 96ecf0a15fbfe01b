"""Made-up scans: clean texts as scanners read them."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

import probierz
from probierz.errors import ChallengeError, OptionError
from probierz.suites.poleval2021.ocr import unescape
from probierz.systems.ocr.misreading import CONFUSIONS, Misreader
from probierz.systems.ocr.practice import make_practice
from probierz.systems.ocr.scans import made_up_scan, pieces_of
from probierz.systems.ocr.spelling import ERAS, respelled

TEXT = [
    "Stara matka usiadła przy oknie i powiedziała, że dziecko czytało książkę o podróży do Egiptu.",
    "Nikt nie wiedział, co będzie; ojciec milczał, a wieczór był cichy i ogród pusty.",
    "— Dlaczego nie odpowiadasz? — zapytała „Zosia” i zamknęła okno.",
] * 60
SCHEME = r"WER:s<(\\n| )+>< >"


def scans(seed=0):
    return [made_up_scan(piece, f"{seed}:{number}") for number, piece in enumerate(pieces_of(TEXT, seed))]


@pytest.mark.parametrize(
    ("era", "spelled"),
    [
        ("today", "W historii tej tymi racjami generał móc też iść nie ma"),
        ("1936", "W historji tej temi racjami generał móc też iść niema"),
        ("1918", "W historyi tej temi racyami jenerał módz też iść niema"),
        ("1890", "W historyi téj temi racyami jenerał módz téż iść niema"),
        ("1830", "W historyi tey temi racyami ienerał módz też iść niema"),
    ],
)
def test_each_era_has_its_spelling(era, spelled):
    assert respelled("W historii tej tymi racjami generał móc też iść nie ma", era) == spelled


@given(some.text(some.sampled_from("AbcżejyiIa -ńę.,„”"), max_size=40), some.sampled_from(ERAS))
def test_spelling_changes_words_and_nothing_between_them(text, era):
    found = respelled(text, era)
    assert [sign for sign in found if not sign.isalpha()] == [sign for sign in text if not sign.isalpha()]


def test_of_a_page_in_the_spelling_of_1890_hardly_an_old_letter_is_read_well():
    read = Misreader(Random(0), 1.0).misread("é" * 1000)
    assert read.count("ć") > 400
    assert read.count("ó") > 100
    assert read.count("é") < 60


def test_bad_pages_have_more_errors():
    text = " ".join(TEXT)
    found = [Misreader(Random(7), quality).misread(text) for quality in (0.2, 1, 5)]
    differing = [sum(one != other for one, other in zip(read.split(), text.split(), strict=False)) for read in found]
    assert differing[0] < differing[1] < differing[2]


def test_the_rates_of_a_letter_are_shares():
    for right, text in CONFUSIONS.items():
        rates = [float(rate) for rate in text.split(" ")[1::2]]
        assert 0 < sum(rates) <= 10_000, right


def test_a_scan_has_broken_words_and_about_as_many_errors_as_real_ones():
    pairs = scans()
    assert sum("-\n" in unescape(pair.input) for pair in pairs) > 0.7 * len(pairs)
    value = probierz.score(SCHEME, [pair.expected for pair in pairs], [pair.input for pair in pairs]).value
    assert 0.08 < value < 0.4  # pages of PolEval 2021: 0.165


def test_the_same_seed_makes_the_same_scans():
    assert scans(3) == scans(3)
    assert scans(3) != scans(4)


def test_a_challenge_of_made_up_scans_has_each_page_once(tmp_path):
    (tmp_path / "text.txt").write_text("\n".join(TEXT), "utf-8")
    (tmp_path / "more.txt").write_text("Ustawa wchodzi w życie.\n", "utf-8")
    made = make_practice(tmp_path / "a", [str(tmp_path / "text.txt")], [str(tmp_path / "more.txt")], share=0.4, seed=2)
    challenge = probierz.open_challenge(tmp_path / "a")
    assert [split.name for split in challenge.splits] == ["train"]
    train = tmp_path / "a" / "train"
    assert len((train / "in.tsv").read_text("utf-8").splitlines()) == made.scans
    assert "Ustawa wchodzi w życie." in (train / "texts.txt").read_text("utf-8")
    right = (train / "expected.tsv").read_text("utf-8") + (train / "texts.txt").read_text("utf-8")
    assert right.count("gipt") + right.count("Egi-") == pytest.approx(60, abs=4)  # but for words broken over pages
    make_practice(tmp_path / "b", [str(tmp_path / "text.txt")], [str(tmp_path / "more.txt")], share=0.4, seed=2)
    assert (tmp_path / "b" / "train" / "in.tsv").read_bytes() == (train / "in.tsv").read_bytes()


def test_what_cannot_work_is_said(tmp_path):
    (tmp_path / "text.txt").write_text("Za krótko.\n", "utf-8")
    with pytest.raises(OptionError, match="too short"):
        make_practice(tmp_path / "made", [str(tmp_path / "text.txt")], share=0.01)
    assert not (tmp_path / "made").exists()
    with pytest.raises(ChallengeError, match="there already"):
        make_practice(tmp_path, [str(tmp_path / "text.txt")])
