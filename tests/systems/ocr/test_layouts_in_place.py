"""Correcting hOCR, ALTO and PAGE in place: words change, and not a byte beside them."""

import difflib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from layouts import ALTO, HOCR, PAGE

from probierz.errors import DataError
from probierz.systems.ocr.cascade import Cascade
from probierz.systems.ocr.layout.markup import Edit, parse, root_of
from probierz.systems.ocr.layout.sheets import is_layout, read_layout
from probierz.systems.ocr.layout_mending import mend
from probierz.systems.registry import find_system

ALL = [
    ("hOCR", HOCR),
    *[("ALTO", ALTO.format(version=version)) for version in (2, 3, 4)],
    *[("PAGE", PAGE.format(version=version)) for version in ("2013-07-15", "2019-07-15")],
]


@pytest.fixture(scope="module")
def cascade(tmp_path_factory):
    """The shipped one: also where somebody has trained one of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PROBIERZ_MODELS", str(tmp_path_factory.mktemp("models")))
        return find_system("ocr/cascade").of


@pytest.fixture(scope="module")
def keeping(cascade):
    """One that changes nothing."""
    system = Cascade(steps="")
    system._knowledge = cascade._knowledge
    return system


def changed_lines(before, after):
    """The lines that differ, as they are afterwards."""
    found = difflib.ndiff(before.split("\n"), after.split("\n"))
    return [line[2:].strip() for line in found if line.startswith("+ ")]


def mended(text, cascade):
    return mend(read_layout(text.encode(), "scan.xml"), cascade)


@pytest.mark.parametrize(("name", "text"), ALL)
def test_each_format_is_told_by_its_root_and_its_words_are_read(name, text):
    layout = read_layout(text.encode(), "scan.xml")
    assert layout.format == name
    [sheet] = layout.sheets
    words = [[word.text + word.hyphen for word in line] for line in sheet]
    assert words[0][:2] == ["Stara", "jćj"]
    assert words[0][2] in ("powie-", "powie=")
    assert words[1][:2] == ["działa", "eo"]


def test_hocr_keeps_halves_and_the_hyphen_is_put_right(cascade):
    found = mended(HOCR, cascade)
    lines = changed_lines(HOCR, found.content.decode())
    assert [re.sub(r"x_wconf \d+", "x_wconf N", line) for line in lines] == [
        "<span class='ocrx_word' id='word_1_2' title='bbox 90 10 130 30; x_wconf N'><em>jéj</em></span>",
        "<span class='ocrx_word' id='word_1_3' title='bbox 140 10 240 30; x_wconf N'>powie-</span>",
        "<span class='ocrx_word' id='word_1_5' title='x_wconf N; bbox 99 40 130 60'>co</span>",
    ]
    assert [(one.word, one.step, one.read, one.right) for one in found.changes] == [
        ("word_1_2", "words", "jćj", "jéj"),
        ("word_1_3", "join", "powie= działa", "powiedziała"),
        ("word_1_5", "words", "eo", "co"),
    ]
    assert found.text.startswith("Stara jéj powie-\ndziała co")


def test_alto_also_tells_the_whole_of_a_broken_word(cascade):
    text = ALTO.format(version=4)
    found = mended(text, cascade)
    first, broken, rest, last = changed_lines(text, found.content.decode())
    assert "CONTENT='jéj'" in first
    assert 'CONTENT="powie" WC="0.88" SUBS_TYPE="HypPart1" SUBS_CONTENT="powiedziała" /><HYP' in broken
    assert 'CONTENT="działa" WC="0.93" SUBS_TYPE="HypPart2" SUBS_CONTENT="powiedziała"></String>' in rest
    assert 'CONTENT="co" STYLE="bold"/>' in last
    again = mended(found.content.decode(), cascade)
    assert again.content == found.content
    assert again.changes == []


def test_page_changes_the_words_and_the_lines_that_repeat_them(cascade):
    text = PAGE.format(version="2019-07-15")
    found = mended(text, cascade).content.decode()
    assert found.count("jéj") == 3  # the word, its line, its region
    assert found.count("jój") == 1  # another reading stays
    assert found.count("powie-") == 3
    assert found.count("działa co") == 2
    assert re.sub(r"conf=\S+|jéj|jćj|co<|eo<|powie[-=]", "", found) == re.sub(
        r"conf=\S+|jéj|jćj|co<|eo<|powie[-=]", "", text
    )


@pytest.mark.parametrize(("name", "text"), ALL)
def test_a_confidence_goes_down_to_that_of_the_change_and_never_up(name, text, cascade):
    def confidences(of):
        return [float(found) for found in re.findall(r"""(?:x_wconf |WC="|conf=")([0-9.]+)""", of)]

    found = mended(text, cascade)
    before, after = confidences(text), confidences(found.content.decode())
    changed = [now for was, now in zip(before, after, strict=True) if was != now]
    assert all(now <= was for was, now in zip(before, after, strict=True))
    assert all(now <= (100 if name == "hOCR" else 1) * max(one.chance for one in found.changes) for now in changed)


# --- byte for byte ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), ALL)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-2"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_file_without_changes_is_the_same_bytes(name, text, encoding, end, keeping):
    raw = text.replace('"UTF-8"', f'"{encoding.removesuffix("-sig")}"').replace("\n", end).encode(encoding)
    found = mend(read_layout(raw, "scan.xml"), keeping)
    assert found.content == raw
    assert found.changes == []


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-2"])
def test_a_change_is_written_in_the_encoding_of_the_file(encoding, cascade):
    text = ALTO.format(version=3).replace('"UTF-8"', f'"{encoding}"')
    assert "CONTENT='jéj'" in mend(read_layout(text.encode(encoding), "x"), cascade).content.decode(encoding)


@given(some.lists(some.text(some.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8), max_size=8))
@settings(max_examples=60, deadline=None)
def test_any_words_come_out_as_they_went_in_when_nothing_changes(keeping, words):
    def quoted(word):
        return word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;")

    def clean(word):  # ligatures are always spelt out
        return "".join(
            sign
            for sign in word
            if sign not in "\ufffe\uffff" and ord(sign) < 0x1FFFE and not "\ufb00" <= sign <= "\ufb06"
        )

    strings = "".join(f'<String CONTENT="{quoted(clean(word))}"/>' for word in [*words, "słowo"])
    raw = f"<alto><Layout><Page><TextBlock><TextLine>{strings}</TextLine></TextBlock></Page></Layout></alto>".encode()
    assert mend(read_layout(raw, "x"), keeping).content == raw


WORDS = ["jćj", "eo", "tyrn", "dzie-", "cko", "<&>", '"', "'a", "się.", "1888"]


@given(some.lists(some.tuples(some.sampled_from(WORDS), some.booleans())))
@settings(max_examples=60, deadline=None)
def test_tags_attributes_and_comments_stay_whatever_the_words_become(cascade, words):
    body = "".join(
        "<Word id='w'>" + f"<TextEquiv><Unicode>{word.replace('&', '&amp;').replace('<', '&lt;')}</Unicode></TextEquiv>"
        "</Word>" + ("</TextLine><!-- - --><TextLine>" if ends else "")
        for word, ends in [*words, ("jćj", False)]
    )
    raw = f"<PcGts><Page><TextRegion><TextLine>{body}</TextLine></TextRegion></Page></PcGts>"
    found = mend(read_layout(raw.encode(), "x"), cascade).content.decode()
    assert re.findall(r"<[^>]*>", found) == re.findall(r"<[^>]*>", raw)
    assert len(read_layout(found.encode(), "x").sheets[0]) == len(read_layout(raw.encode(), "x").sheets[0])


# --- bad files -------------------------------------------------------------------------------------------------------

LAUGHS = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><html><p>&b;</p></html>'
FETCHES = '<!DOCTYPE alto [<!ENTITY x SYSTEM "file:///etc/passwd">]><alto><Page>&x;</Page></alto>'
REMOTE = '<!DOCTYPE alto [<!ENTITY % x SYSTEM "http://example.org/x.dtd"> %x;]><alto/>'


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (LAUGHS.encode(), "has declarations in its DOCTYPE"),
        (FETCHES.encode(), "has declarations in its DOCTYPE"),
        (REMOTE.encode(), "has declarations in its DOCTYPE"),
        (b"<alto><Layout>" + b"<a>" * 2000, "more than 500 elements inside each other"),
        (ALTO.encode()[:900], "is not well-formed XML"),
        (b"<html><body><p class=x>Tom<br></p></body></html>", "line 1: is not well-formed XML"),
        (b"<alto><Layout/></alto>", "has no line of text where ALTO has them"),
        (b"<mets></mets>", "is none of hOCR, ALTO and PAGE"),
        (b'<?xml version="1.0" encoding="klingon"?><alto/>', "encoded in 'klingon'"),
        ("<alto><String CONTENT='jćj'/></alto>".encode("iso-8859-2"), "is no utf-8 at byte 25"),
        (b"<alto>&nbsp;</alto>", "undefined entity"),
        (b"<alto>\x00</alto>", "not well-formed"),
    ],
)
def test_hostile_and_broken_files_are_refused_in_a_sentence(raw, message):
    with pytest.raises(DataError, match=re.escape(message)) as caught:
        read_layout(raw, "scan.xml")
    assert str(caught.value).startswith("scan.xml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("raw", "root"),
    [
        (b"\xef\xbb\xbf<?xml version='1.0'?>\n<!-- <html> -->\n<alto xmlns='x'>", "alto"),
        (b"<pc:PcGts xmlns:pc='x'>", "pcgts"),
        (b"<!DOCTYPE html>\n<HTML lang=pl>", "html"),
        ("<alto>".encode("utf-16"), "alto"),
        (b"Stara matka", ""),
        (b"< alto>", ""),
        (b"", ""),
        (b"\xff\xfe", ""),
    ],
)
def test_a_layout_is_told_from_a_text_by_its_first_tag(raw, root):
    assert root_of(raw) == root
    assert is_layout(raw) == bool(root)


def test_edits_are_made_at_their_bytes():
    document = parse("<a>żółw</a>".encode(), "x")
    span = document.root.texts[0].span
    assert span == (3, 10, "żółw")
    assert document.with_edits([Edit(0, 0, b"-"), Edit(span.start, span.end, b"x")]) == b"-<a>x</a>"


def test_words_in_pieces_can_be_read_and_stay(cascade):
    text = HOCR.replace("<em>jćj</em>", "<b>j</b><b>ćj</b>").replace(">eo<", "><![CDATA[eo]]><")
    found = mended(text, cascade)
    assert "<b>j</b><b>ćj</b>" in found.content.decode()
    assert "<![CDATA[eo]]>" in found.content.decode()
    assert "Stara jćj" in found.text


@pytest.mark.parametrize(("name", "text"), ALL)
def test_words_of_capitals_and_numbers_are_mended_as_in_texts(cascade, name, text):
    read = re.sub(r"\beo\b", "l863", text.replace("działa", "SZKOlNA"))
    found = "\n".join(changed_lines(read, mended(read, cascade).content.decode()))
    assert "SZKOLNA" in found
    assert "1863" in found


@pytest.mark.parametrize(
    ("halves", "right"), [(("polsko-", "niemiecka"), "polsko-\nniemiecka"), (("oﬁ-", "cera"), "ofi-\ncera")]
)
def test_halves_keep_one_hyphen_between_them_and_ligatures_become_letters(cascade, halves, right):
    text = HOCR.replace("powie=", halves[0]).replace("działa", halves[1])
    assert right in mended(text, cascade).text
