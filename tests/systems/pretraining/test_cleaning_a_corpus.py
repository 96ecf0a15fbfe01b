"""Raw text is read in all its forms, and what is kept is whole, Polish, and there once."""

import bz2
import gzip
import json
import tracemalloc

import numpy
import pytest

pytest.importorskip("rensa", reason="rensa, of the extra pretraining, is not installed")

from polish_examples import texts

from probierz.cli.main import main
from probierz.errors import DataError, OptionError
from probierz.systems.pretraining.cleaning import CleaningRules, clean_corpus, near_duplicates, signature
from probierz.systems.pretraining.corpora import RawText, read_corpus

POLISH = (
    "Wisła jest najdłuższą rzeką w Polsce. Wypływa z Beskidu Śląskiego, mija Kraków, Warszawę i Toruń, a potem "
    "uchodzi do Zatoki Gdańskiej. Jej dorzecze zajmuje ponad połowę kraju."
)
CZECH = (
    "Vltava je nejdelší řeka na území České republiky. Pramení na Šumavě, protéká Českými Budějovicemi a Prahou a u "
    "Mělníka se vlévá do Labe. Na řece bylo postaveno devět přehrad."
)
TABLE = "1918 1,5 2,5 3,5 4,5 5,5 6,5 7,5 8,5 9,5 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22"


def raw(*found):
    return [RawText(text, "made.txt", 1) for text in found]


def cleaned(tmp_path, found, **rules):
    target = tmp_path / "clean.txt"
    target.unlink(missing_ok=True)
    report = clean_corpus(raw(*found), target, CleaningRules(**rules))
    return report, target.read_text("utf-8")


def test_short_foreign_and_odd_texts_are_left_out_and_counted(tmp_path):
    report, text = cleaned(tmp_path, [POLISH, "Za krótkie.", CZECH, TABLE])
    assert text == f"{POLISH}\n\n"
    assert dict(report.left_out) == {"short": 1, "another language": 1, "symbols": 1, "copies": 0}
    assert (report.texts, report.kept, report.words) == (4, 1, len(POLISH.split()))


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ({"language": "cs"}, 1),
        ({"language": ""}, 2),
        ({"language": "", "letters": 0.0}, 3),
        ({"language": "", "letters": 0.0, "words": 1}, 4),
    ],
)
def test_the_rules_are_options(tmp_path, rules, kept):
    assert cleaned(tmp_path, [POLISH, "Za krótkie.", CZECH, TABLE], **rules)[0].kept == kept


def test_of_nearly_equal_texts_the_first_is_kept(tmp_path):
    long = " ".join(texts(20))
    changed = long.replace("Poetka", "Pisarka", 1)
    report, text = cleaned(tmp_path, [long, POLISH, changed, POLISH.upper()])
    assert text == f"{long}\n\n{POLISH}\n\n"
    assert report.left_out["copies"] == 2
    assert cleaned(tmp_path, [long, POLISH, changed], near=0.0)[0].kept == 3


def test_half_of_a_text_is_no_copy(tmp_path):
    first, second = " ".join(texts(20, seed=1)), " ".join(texts(20, seed=2))
    assert cleaned(tmp_path, [first, f"{first} {second}"])[0].kept == 2


def test_the_share_of_equal_minima_is_the_likeness_of_the_shingles():
    """Of 1,000 words the first 800 are common: 796 shingles of five words of 1,196 in all, a likeness of 0.666."""
    words = [f"słowo{number}" for number in range(1200)]
    one, other = " ".join(words[:1000]), " ".join(words[:800] + words[1000:])
    found = float((signature(one) == signature(other)).mean())
    assert found == pytest.approx(796 / (996 + 996 - 796), abs=0.13)  # three deviations of 128 draws


def test_copies_are_found_in_bands_whatever_the_order():
    draw = numpy.random.default_rng(1)
    rows = draw.integers(0, 2**32, (500, 128), numpy.uint32)
    rows[400] = rows[7]
    rows[400, :12] += 1  # nine tenths are equal
    rows[450] = rows[9]
    rows[450, :40] += 1  # seven tenths
    assert numpy.flatnonzero(near_duplicates(rows, 0.8)).tolist() == [400]
    assert numpy.flatnonzero(near_duplicates(rows[::-1], 0.8)).tolist() == [499 - 7]


def test_memory_is_level_however_long_the_corpus_is(tmp_path):
    def peak(count):
        tracemalloc.start()
        found = (one for seed in range(count) for text in texts(1, seed=seed) for one in raw(text))
        clean_corpus(found, tmp_path / "clean.txt", CleaningRules(""))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(10)  # what is loaded only once
    few, many = peak(100), peak(1_000)
    assert many - few < 900 * 100  # a text has 300 bytes and more here, a signature 512


def test_control_characters_and_blanks_are_tidied(tmp_path):
    text = cleaned(tmp_path, [POLISH.replace(" ", " \u00a0\t").replace("rzeką", "rze\u200bka\u0328")], language="")[1]
    assert text == f"{POLISH}\n\n"


# --- forms -----------------------------------------------------------------------------------------------------------


def read(path, form=""):
    return [one.text for one in read_corpus([str(path)], form)]


def test_lines_that_stand_together_are_a_text(tmp_path):
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"Jeden.\nDwa.\n\n\nTrzy.\n"))
    assert read(path) == ["Jeden.\nDwa.", "Trzy."]
    assert read(path, "lines") == ["Jeden.", "Dwa.", "Trzy."]


def test_what_wikiextractor_writes_is_read(tmp_path):
    (tmp_path / "wiki_00").write_text('<doc id="1" title="A">\nA\n\nPierwszy.\n</doc>\n<doc id="2">\nDrugi.\n</doc>\n')
    assert read(tmp_path, "text") == ["A", "Pierwszy.", "Drugi."]


def test_subtitles_that_follow_each_other_become_long_texts(tmp_path):
    (tmp_path / "pl.txt").write_text("Dokąd idziesz?\n" * 1000, "utf-8")
    found = read(tmp_path / "pl.txt", "subtitles")
    assert {len(one) // 100 for one in found[:-1]} == {19}  # up to 2,000 characters
    assert sum(one.count("\n") + 1 for one in found) == 1000


def test_lines_of_json_are_read_as_oscar_has_them(tmp_path):
    rows = [{"text": "Jeden.\n\nDwa."}, {"content": "Trzy.", "warc_headers": {}}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert read(tmp_path) == ["Jeden.\nDwa.", "Trzy."]


DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">
<page><title>Wisła</title><ns>0</ns><revision><text>'''Wisła''' – [[rzeka]] w [[Polska|Polsce]].{{przypis}}
{| class="wikitable"
| Toruń || 1
|}
* lista rzeczy, które nie są prozą wcale
Wypływa z Beskidu i uchodzi do morza.
[[Kategoria:Rzeki w Polsce i na świecie]]</text></revision></page>
<page><title>Wisla</title><ns>0</ns><redirect title="Wisła"/><revision><text>#PATRZ [[Wisła]]</text></revision></page>
<page><title>Dyskusja:Wisła</title><ns>1</ns><revision><text>To jest dyskusja o artykule.</text></revision></page>
</mediawiki>
"""


def test_articles_of_a_dump_of_wikipedia_lose_their_markup(tmp_path):
    (tmp_path / "pl.xml.bz2").write_bytes(bz2.compress(DUMP.encode()))
    assert read(tmp_path / "pl.xml.bz2") == ["Wisła – rzeka w Polsce.\nWypływa z Beskidu i uchodzi do morza."]


# --- bad input -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.txt", b"dobre\n\nz\xb3e\n", "line 3: byte 0xB3 is not UTF-8"),
        ("a.txt", b"bez konca " * 2_000_000, "line 1: the line is longer than 16 MiB"),
        ("a.jsonl", b'{"text": "a"}\nb\n', "line 2: this is not JSON"),
        ("a.jsonl", b'{"title": "a"}\n', "line 1: an object with text or content is wanted"),
        ("a.xml", b"<mediawiki><page>", "this is no XML of MediaWiki"),
        ("a.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares no entities"),
    ],
)
def test_a_file_that_is_broken_is_told_with_its_line(tmp_path, name, content, told):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=told.replace("(", r"\(")):
        read(tmp_path / name)


def test_bytes_that_are_no_utf_8_can_be_let_in(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"z\xb3e\n")
    assert [one.text for one in read_corpus([str(tmp_path)], is_lenient=True)] == ["z\ufffde"]


def test_a_place_that_is_not_there_or_not_known_is_told(tmp_path):
    with pytest.raises(OptionError, match="there is no such file"):
        read(tmp_path / "nowhere")
    with pytest.raises(OptionError, match=r"has no file \*\.txt"):
        read(tmp_path)
    (tmp_path / "a.dat").touch()
    with pytest.raises(OptionError, match="say --read-as text, lines"):
        read(tmp_path / "a.dat")


def test_the_command_says_what_was_left_out(tmp_path, capsys):
    source, target = tmp_path / "raw.txt", tmp_path / "clean.txt"
    source.write_text(f"{POLISH}\n\n{CZECH}\n\n{POLISH}\n", "utf-8")
    assert main(["pretrain", "clean", str(source), "--to", str(target)]) == 0
    assert capsys.readouterr().out == (
        f"{target}: 1 of 3 texts, {len(POLISH.split())} words\n  1 left out: another language\n  1 left out: copies\n"
    )
    assert main(["pretrain", "clean", str(source), "--to", str(target)]) == 1
    assert "is there already" in capsys.readouterr().err


def test_nothing_is_written_where_nothing_is_kept(tmp_path, capsys):
    source, target = tmp_path / "raw.txt", tmp_path / "clean.txt"
    source.write_text("Kot.\n", "utf-8")
    assert main(["pretrain", "clean", str(source), "--to", str(target)]) == 1
    assert "no text is kept: 1 short" in capsys.readouterr().err
    assert main(["pretrain", "clean", str(source), "--to", str(target), "--in-language", "qq"]) == 1
    assert "no language 'qq' is known" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["raw.txt"]


def test_the_raw_text_is_never_replaced_by_the_clean_one(tmp_path, capsys):
    raw = tmp_path / "raw.txt"
    raw.write_text("Kot śpi na kanapie.\n", "utf-8")
    for named in (raw, tmp_path):
        assert main(["pretrain", "clean", str(named), "--to", str(raw), "--overwrite"]) == 1
        assert "is what is read; name another file" in capsys.readouterr().err
    assert raw.read_text("utf-8") == "Kot śpi na kanapie.\n"
