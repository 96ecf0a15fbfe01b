"""Passages are found in an index of one file, which is whole or not there, and says what is wrong with it."""

import bz2
import math
import re
import shutil
import sqlite3
from itertools import islice

import numpy as np
import pytest

from probierz.errors import DataError, OptionError, OutOfMemory, SystemFileError
from probierz.systems.questions.finding import dumps, index, postings, text_pieces, texts
from probierz.systems.questions.finding.documents import left_out, read_documents
from probierz.systems.questions.finding.index import IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.finding.passages import CUTS, SourceDocument, cut_document
from probierz.systems.questions.finding.ranking import pairs_held, standard
from probierz.systems.questions.finding.shards import build_shards, open_index
from probierz.systems.questions.finding.traced_text import file_place

CURIE = "Maria Skłodowska-Curie odkryła polon i rad.\n\nUrodziła się w Warszawie w roku 1867, przy ulicy Freta."
DOCUMENTS = [
    SourceDocument("curie", "Maria Skłodowska-Curie", CURIE),
    SourceDocument("polonez", "Polonez", "Polonez jest polskim tańcem narodowym w metrum trójdzielnym."),
    SourceDocument("wisla", "Wisła", "Wisła to najdłuższa rzeka w Polsce. Uchodzi do Bałtyku."),
]


@pytest.fixture
def place(tmp_path):
    return tmp_path / "some.index"


def found(place, question, **settings):
    with PassageIndex(place) as opened:
        return [(one.document, one.begin) for one in opened.search(question, **settings)]


# --- what is found ---------------------------------------------------------------------------------------------------


def test_inflected_words_find_the_passage_and_its_place(place):
    about = build_index(place, DOCUMENTS)
    assert (about["documents"], about["passages"]) == ("3", "4")
    assert found(place, "Kto odkrył rad?")[0] == ("curie", 0)
    assert found(place, "W jakim mieście urodziła się Skłodowska?")[0] == ("curie", CURIE.index("Urodziła"))
    assert found(place, "najdłuższa z rzek", count=1) == [("wisla", 0)]
    assert found(place, "Quo vadis?") == []


def test_bm25_is_that_of_the_definition(place):
    build_index(place, [SourceDocument("a", "", "kot pies"), SourceDocument("b", "", "kot kot lis ryś")])
    with PassageIndex(place) as opened:
        (only,) = opened.search("pies")
    # one of two passages holds it, once; it has 2 words, 3 are the mean: ln(1 + 1.5 / 1.5) * 2.2 / (1 + 1.2 * 0.75)
    assert only.score == pytest.approx(0.693147 * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / 3)), rel=1e-5)


def test_the_order_of_documents_does_not_change_what_is_found(place, tmp_path):
    build_index(place, DOCUMENTS)
    build_index(tmp_path / "other", reversed(DOCUMENTS))
    assert found(place, "taniec w Polsce") == found(tmp_path / "other", "taniec w Polsce")


def test_common_words_are_passed_over_only_where_they_change_nothing(place, monkeypatch):
    """In blocks of few passages, with words as frequent as in texts; every search is beside one that adds up all."""
    monkeypatch.setattr(postings, "_BLOCK", 256)
    monkeypatch.setattr(postings, "_CHEAPER", 1)
    chance = np.random.default_rng(5)
    texts = [
        " ".join(f"w{word}" for word in chance.zipf(1.3, chance.integers(5, 60)) if word < 900) for _ in range(900)
    ]
    build_index(place, [SourceDocument(str(at), "w3 w5", f"x {text}") for at, text in enumerate(texts)])
    passed_over = []
    able = postings._able
    monkeypatch.setattr(postings, "_able", lambda *given: passed_over.append(able(*given)) or passed_over[-1])
    with PassageIndex(place) as opened:
        every = np.arange(opened.count)
        for question in ("w300 w70 w2 w1 w3", "w41 w2 w1", "w1 w2 x", "w640"):
            asked = list(opened._postings.rated(question.split(), 64).values())
            scores = opened._postings.scores(every, asked)
            wanted = np.lexsort((every, -scores))[:10]
            rows, found = opened._postings.best(asked, 10)
            held = int((scores > 0).sum())
            assert (rows.tolist(), found.tolist()) == (wanted[:held].tolist(), scores[wanted[:held]].tolist())
    assert any(kept is not None and len(kept) < 450 for kept in passed_over)


@pytest.mark.parametrize("question", ["", "?!", "   "])
def test_a_question_without_a_word_is_refused(place, question):
    build_index(place, DOCUMENTS)
    with pytest.raises(DataError, match="without a word"):
        found(place, question)


def test_long_questions_and_the_language_of_the_search_are_only_words(place):
    build_index(place, DOCUMENTS)
    assert found(place, "rad " * 10_000)[0][0] == "curie"
    assert found(place, 'skłodowska" OR title:x NOT (rad) NEAR/2 *')[0][0] == "curie"


# --- building --------------------------------------------------------------------------------------------------------


def test_an_interrupted_build_goes_on_and_gives_the_same(place, tmp_path, monkeypatch):
    monkeypatch.setattr(index, "_AT_ONCE", 1)

    def broken():
        yield from DOCUMENTS[:2]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_index(place, broken())
    assert not place.exists()
    about = build_index(place, DOCUMENTS)
    assert about == build_index(tmp_path / "other", DOCUMENTS)
    assert found(place, "polon") == found(tmp_path / "other", "polon")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "some.index"]


def test_documents_that_changed_meanwhile_are_told(place, monkeypatch):
    monkeypatch.setattr(index, "_AT_ONCE", 1)

    def broken(documents):
        yield from documents
        raise KeyboardInterrupt

    for change in (SourceDocument("curie", "x", "Inny tekst o czym innym."), None):
        with pytest.raises(KeyboardInterrupt):
            build_index(place, broken(DOCUMENTS))
        with pytest.raises(OptionError, match=r"some\.index\.part is left of; remove this file"):
            build_index(place, [change, *DOCUMENTS[1:]] if change else DOCUMENTS[1:])
        place.with_name("some.index.part").unlink()


def test_a_full_disk_is_told_and_the_build_goes_on_when_there_is_room(place, monkeypatch):
    many = [SourceDocument(f"{number}", "", f"Ala ma kota numer {number}. " * 20) for number in range(300)]
    monkeypatch.setattr(index, "_AT_ONCE", 10)
    connect = sqlite3.connect

    def small(*words, **more):
        database = connect(*words, **more)
        database.execute("pragma max_page_count = 40")
        return database

    monkeypatch.setattr(index.sqlite3, "connect", small)
    with pytest.raises(OptionError, match=r"disk is full; what is done is kept in .*some\.index\.part: make room"):
        build_index(place, many)
    monkeypatch.setattr(index.sqlite3, "connect", connect)
    kept = connect(place.with_name("some.index.part")).execute("select count(*) from documents").fetchone()[0]
    assert 0 < kept < 300
    assert build_index(place, many)["documents"] == "300"
    assert list(place.parent.iterdir()) == [place]


def test_a_plain_error_keeps_what_an_interrupted_build_has_done(place, monkeypatch):
    monkeypatch.setattr(index, "_AT_ONCE", 1)

    def broken(error):
        yield from DOCUMENTS[:2]
        raise error

    with pytest.raises(KeyboardInterrupt):
        build_index(place, broken(KeyboardInterrupt()))
    with pytest.raises(OptionError):
        build_index(place, broken(OptionError("no such file")))
    assert place.with_name("some.index.part").exists()


@pytest.mark.parametrize(
    ("documents", "told"),
    [
        ([], "there is no text"),
        ([DOCUMENTS[0]] * 2, "two documents"),
        ([SourceDocument("a", "a", "– – –")], "there is no word"),
    ],
)
def test_what_makes_no_index_is_told(place, documents, told):
    with pytest.raises(OptionError, match=told):
        build_index(place, documents)
    assert list(place.parent.iterdir()) == []
    build_index(place, DOCUMENTS)  # other documents, at the same place


def test_an_unknown_way_to_cut_is_refused():
    with pytest.raises(OptionError, match="paragraphs"):
        IndexRecipe("lines")


# --- files that are none ---------------------------------------------------------------------------------------------


def test_other_files_and_versions_are_refused(place, tmp_path):
    with pytest.raises(OptionError, match="index build"):
        PassageIndex(place)
    place.write_text("no index")
    with pytest.raises(SystemFileError, match="damaged, or no index"):
        PassageIndex(place)
    sqlite3.connect(tmp_path / "other").execute("create table a (b)").connection.close()
    with pytest.raises(SystemFileError, match="not an index"):
        PassageIndex(tmp_path / "other")
    place.unlink()
    build_index(place, DOCUMENTS)
    shutil.copy(place, tmp_path / "newer")
    with sqlite3.connect(tmp_path / "newer") as database:
        database.execute("pragma user_version = 99")
    with pytest.raises(SystemFileError, match="version 99"):
        PassageIndex(tmp_path / "newer")
    shutil.move(tmp_path / "newer", tmp_path / "built.part")  # what another version has begun is not gone on with
    assert build_index(tmp_path / "built", DOCUMENTS[1:])["documents"] == "2"


def test_damage_to_an_index_ends_in_its_own_error_or_in_none(place, tmp_path):
    build_index(place, DOCUMENTS)
    content, told = place.read_bytes(), 0
    for at in range(0, len(content), 997):
        broken = tmp_path / "broken"
        broken.write_bytes(content[:at] + bytes(64) + content[at + 64 :])
        try:
            found(broken, "Kto odkrył polon?")
        except SystemFileError:
            told += 1
    assert told > 0


def test_shards_that_workers_build_find_the_same_as_one_index(place, tmp_path):
    rng = np.random.default_rng(3)
    words = [f"{one}{two}wa" for one in "bcdfgk" for two in ("ar", "ol", "um", "ezt")]
    texts = [" ".join(rng.choice(words, size=rng.integers(4, 30), p=weights(words))) for _ in range(90)]
    (tmp_path / "texts.tsv").write_text("".join(f"x{at}\tTytuł\t{one}.\n" for at, one in enumerate(texts)), "utf-8")
    (tmp_path / "shards").mkdir()
    (tmp_path / "shards" / "9-of-9.index").touch()  # of another build
    sources, folder = [str(tmp_path / "texts.tsv")], tmp_path / "shards"
    assert sum(one.documents for one in build_shards(str(folder), sources, IndexRecipe(), 4, 2)) == 90
    build_index(place, read_documents(sources))
    with open_index(place) as whole, open_index(folder) as shards:
        for question in (" ".join(rng.choice(words, size=3)) for _ in range(40)):
            assert {one: round(rare, 9) for one, rare in whole.rarity(question).items()} == {
                one: round(rare, 9) for one, rare in shards.rarity(question).items()
            }
            first, other = ({one.document: one.score for one in some.search(question, 90)} for some in (whole, shards))
            assert first == pytest.approx(other, rel=1e-5)
    (folder / "2-of-4.index").unlink()
    with pytest.raises(SystemFileError, match=r"lacks 2-of-4\.index"):
        open_index(folder)


def weights(words):
    """Of words, the first of which are common."""
    return np.arange(len(words), 0, -1.0) ** 2 / (np.arange(len(words), 0, -1.0) ** 2).sum()


# --- documents and passages ------------------------------------------------------------------------------------------


def test_documents_come_from_texts_tables_lines_of_json_and_squad(tmp_path):
    (tmp_path / "b.txt").write_text("Wisła\n\nRzeka w Polsce.\n", "utf-8")
    (tmp_path / "c.tsv").write_text("Odra\tRzeka na zachodzie.\nx1\tBug\tRzeka na wschodzie.\n", "utf-8")
    (tmp_path / "d.jsonl").write_text('{"id": "w", "title": "Warta", "text": "Dopływ Odry."}\n', "utf-8")
    (tmp_path / "e.json").write_text('{"data": [{"title": "San", "paragraphs": [{"context": "Dopływ Wisły."}]}]}')
    (tmp_path / "ignored.png").write_bytes(b"\x89PNG")
    read = [(one.name, one.title, one.text.split("\n")[-2:][0]) for one in read_documents([str(tmp_path)])]
    assert read == [
        ("b.txt", "Wisła", "Rzeka w Polsce."), ("c.tsv:1", "Odra", "Rzeka na zachodzie."),
        ("x1", "Bug", "Rzeka na wschodzie."), ("w", "Warta", "Dopływ Odry."), ("e.json#1", "San", "Dopływ Wisły."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.txt", b"\xb3\xf3d\xbc to nie UTF-8", "not UTF-8"),
        ("a.txt", "Most.\nDługa łódź.".encode("cp1250"), r"line 2: .*`iconv -f Windows-1250 .*a\.txt > .*'Długa'"),
        ("a.tsv", b"a\tb\tc\td\n", "line 1: 4 columns"),
        ("a.jsonl", b'{"text": "a"}\n{"title": "b"}\n', "line 2: an object with one of text"),
        ("a.jsonl", b"text\n", "line 1: this is not JSON"),
        ("a.jsonl", b'{"text":' + b"[" * 100_000, "line 1: this is not JSON: it is nested too deeply"),
        ("a.jsonl", b'{"text": "\\ud800"}\n', "line 1: a text has half of a character"),
        ("a.json", b'{"text": "a"}', "a list 'data' is wanted, as files of SQuAD"),
        ("a.txt.gz", b"\x1f\x8b\x08 cut off", "a.txt.gz"),
        ("a.txt", "Wisła".encode("utf-16"), "the file is UTF-16; save it as UTF-8"),
        ("a.txt", b"\x7fELF" + bytes(40), "this is no text, for it has zero bytes"),
    ],
)
def test_files_that_cannot_be_read_are_told_with_their_place(tmp_path, name, content, told):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=told) as error:
        list(read_documents([str(tmp_path)]))
    assert str(tmp_path / name) in str(error.value)


def test_all_texts_of_a_folder_that_cannot_be_read_are_told_at_once_and_the_others_are_read(tmp_path):
    for name, content in (("a.txt", b"\xb3"), ("b.txt", b"Kot."), ("c.txt", "Kot".encode("utf-16")), ("d.txt", b"")):
        (tmp_path / name).write_bytes(content)
    (tmp_path / "e.docx").write_bytes(b"PK")
    read = []
    with pytest.raises(DataError, match=r"a\.txt line 1: byte 0xB3 is not UTF-8.*c\.txt line 1: the file is UTF-16"):
        read.extend(one.name for one in read_documents([str(tmp_path)]))
    assert left_out([str(tmp_path)]) == {"empty": 1, "*.docx": 1}
    assert [one.name for one in islice(read_documents([str(tmp_path)]), 1)] == ["b.txt"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'towar;cena;uwagi\nMiód;42 zł;"gęsty; jasny"\n'),
        ("a.csv", 'towar,cena,uwagi\nMiód,42 zł,"gęsty; jasny"\n'),
        ("a.tsv", 'towar;cena;uwagi\nMiód;42 zł;"gęsty; jasny"\n\nSer;30 zł;żółty\n'.replace("gęsty; j", "j")),
        ("a.tsv", '"towar"\t"cena"\t"uwagi"\n"Miód"\t"42 zł"\t"gęsty; jasny"\n'),
    ],
)
def test_tables_of_spreadsheets_are_read_and_what_is_hidden_is_not(tmp_path, name, content):
    (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / ".hidden.txt").write_text("Ukryty skarb.", encoding="utf-8")
    build_index(tmp_path / "my.index", DOCUMENTS)
    (tmp_path / "my.index.judged.tsv").write_text("question\tanswer\n", encoding="utf-8")
    first = next(iter(read_documents([str(tmp_path)])))
    assert (first.name, first.title) == (f"{name}:2", "Miód")
    assert first.text in ("towar: Miód; cena: 42 zł; uwagi: gęsty; jasny", "towar: Miód; cena: 42 zł; uwagi: jasny")
    assert {one.name for one in read_documents([str(tmp_path)])} <= {f"{name}:{row}" for row in (2, 4)}
    assert not left_out([str(tmp_path)])


@pytest.mark.parametrize(
    ("name", "rows", "texts", "faults"),
    [
        (
            "a.csv",
            'owoc;kolor;cena\nwiśnia;"ciemna;12\nśliwka;sina;8\nagrest;"zielony";9\nmalina;7\njeżyna;czarna;11;;\n',
            ['owoc: wiśnia; kolor: "ciemna; cena: 12', "owoc: malina; kolor: 7; cena: —", "jeżyna; kolor: czarna"],
            ["line 2: a quotation mark begins a cell here", "line 5: this row has 2 cells, and the header 3;"],
        ),
        (
            "a.csv",
            'owoc,kolor,cena\nwiśnia,"ciemna, ""prawie"" czarna",12\nśliwka,sina, czarna,8\nb,a,b,c\na,,1\nb,,2\n',
            ['kolor: ciemna, "prawie" czarna; cena: 12', "kolor: sina; cena: czarna; —: 8"],
            ["line 3: this row has 4 cells, and the header 3 (and 1 row more like it); all its words are kept"],
        ),
        ("a.csv", 'owoc;kolor;cena\nwiśnia;"ciemna\n\ni kwaśna";12\n5" rura;b;3\n', ["ciemna i kwaśna; cena: 12"], []),
        (
            "a.tsv",
            "owoc\tcena\twaga\nwiśnia\t12\t1\nśliwka\t8\n",
            ["śliwka; cena: 8; waga: —"],
            ["line 3: this row has 2"],
        ),
        (
            "a.csv",
            "Odra,płynie\nBug,płynie,meandruje\nSan,płynie\n",
            ["płynie meandruje"],
            ["line 2: this row has 3 cells"],
        ),
        ("a.csv", "drzewo,owad\ngrab,biegacz\nbuk,kozioróg\n", ["owad"], ["line 1: nothing tells that this row"]),
        ("a.csv", "nazwa,owad\ngrab,biegacz\nbuk,kozioróg\n", ["nazwa: grab; owad: biegacz"], []),
        ("a.tsv", "Drzewo\tOwad\nGrab\tbiegacz\nBuk\tkozioróg\n", ["Drzewo: Buk; Owad: kozioróg"], []),
        ("a.csv", "łódka;bosman\nMewa;Iga Len\nŚmiga;Adam Żuk\n", ["łódka: Mewa; bosman: Iga Len"], []),
        ("a.csv", "łódka;port;opiekun\nmewa;hel;-\n", ["łódka: mewa; port: hel; opiekun: -"], []),
        ("a.tsv", "Mewa\tJacht z Helu.\nŚmiga\tŁódź z Redy.\n", ["Jacht z Helu."], []),
    ],
)
def test_broken_rows_are_told_once_and_lose_no_word(tmp_path, name, rows, texts, faults):
    (tmp_path / name).write_text(rows, "utf-8")
    flawed = []
    read = "\n".join(one.text for one in read_documents([str(tmp_path)], flawed=flawed))
    assert [text for text in texts if text not in read] == []
    assert len(flawed) == len(faults)
    assert [fault for fault, told in zip(faults, flawed, strict=True) if f"{name} {fault}" not in str(told)] == []


def test_a_row_of_a_table_is_told_with_the_names_of_its_columns(tmp_path):
    rows = "Cennik 2024\nnazwa\tcena\tskąd\nMiód gryczany\t42 zł\tPasieka Barć\nSer\t\tBieszczady\nMleko\t3 zł\n"
    (tmp_path / "prices.tsv").write_text(rows, "utf-8")
    read = [(one.name, one.title, one.text) for one in read_documents([str(tmp_path)])]
    assert read == [
        ("prices.tsv:1", "", "Cennik 2024"),
        ("prices.tsv:3", "Miód gryczany", "nazwa: Miód gryczany; cena: 42 zł; skąd: Pasieka Barć"),
        ("prices.tsv:4", "Ser", "nazwa: Ser; cena: —; skąd: Bieszczady"),
        ("prices.tsv:5", "Mleko", "nazwa: Mleko; cena: 3 zł; skąd: —"),
    ]


@pytest.mark.parametrize("way", CUTS)
def test_passages_are_parts_of_the_text_in_order_and_leave_no_word_out(way):
    text = (
        "Tytuł\n\n"
        + "Ala ma kota. Kot ma na imię Mruczek, a to jest długie zdanie! „Czy aby na pewno?” " * 40
        + "\n\nKoniec."
    )
    passages = list(cut_document(SourceDocument("a", "A", text), way))
    assert [text[one.begin : one.begin + len(one.text)] for one in passages] == [one.text for one in passages]
    assert " ".join(one.text for one in passages).split() == text.split()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_large_text_is_read_in_pieces_and_gives_the_same_passages_and_places(tmp_path, monkeypatch, end):
    blocks = [
        "# Bilety",
        "Je\u0328dza\nkasuje bilet.",
        "| Bilet | Cena |\n|---|---|\n| ulgowy | 12 zł |\n| inny | 9 zł |",
    ]
    hours = ["## Godziny", "Telefon: 22 55", "Jaki to kot?", "Kot śpi. " * 20, "<!-- nie\n\nto -->", "<p>R&amp;D</p>"]
    (tmp_path / "a.md").write_text("\n\n".join([*blocks, *hours, *blocks[1:]]), "utf-8", newline=end)

    def read():
        documents = list(read_documents([str(tmp_path)]))
        cut = [cut_document(one, way) for one in documents for way in CUTS]
        passages = [[(one.text, one.begin, file_place(one.stretches, one.text, 2, 3)) for one in some] for some in cut]
        return [(one.name, one.title, one.digest, one.text) for one in documents], passages

    whole = read()
    monkeypatch.setattr(text_pieces, "_PIECE", 40)
    monkeypatch.setattr(text_pieces, "_FEWEST", 20)
    monkeypatch.setattr(texts, "_HTML", re.compile(""))  # which is looked for in each piece
    assert len(list(text_pieces.text_pieces(tmp_path / "a.md"))) > 4
    assert read() == whole
    assert [name for name, *_ in whole[0]] == ["a.md", "a.md:8", "a.md:9", "a.md:30", "a.md:31"]


def test_passages_are_cut_as_their_names_say():
    text = " ".join(f"Słowo{number}. Dwa." if number % 7 else "Jeszcze" for number in range(300))
    cut = {way: [one.text for one in cut_document(SourceDocument("a", "A", text), way)] for way in CUTS}
    assert max(map(len, cut["characters-300"])) <= 300
    assert {len(part.split()) for part in cut["words-100"][:-1]} == {100}
    assert all(len(part.split()) <= 90 and part.endswith((".", "Dwa.")) for part in cut["sentences-90"])
    assert len(cut["whole"]) == len(cut["paragraphs"]) == 1


def test_one_endless_line_becomes_passages_of_bounded_length():
    assert max(len(one.text) for one in cut_document(SourceDocument("a", "", "a" * 100_000), "paragraphs")) == 20_000


def test_words_that_stand_together_in_question_and_passage_tell_more_the_rarer_they_are():
    read = [
        ["wisła", "biała", "wisła", "płyni"],
        ["wisła", "biała"],
        ["biała", "wisła", "i"],
    ]
    held = pairs_held(["biała", "wisła", "płyni"], read, 10)
    both = math.log(1 + (10 - 2 + 0.5) / (2 + 0.5))  # `biała wisła` in two of ten
    alone = math.log(1 + (10 - 1 + 0.5) / (1 + 0.5))
    assert held == pytest.approx([both + alone, 0, both])


def test_equal_values_are_no_standard_deviations_from_their_mean():
    assert standard(np.array([3.0, 3.0])).tolist() == [0, 0]
    assert standard(np.array([1.0, 3.0])).tolist() == [-1, 1]


# --- dumps of Wikipedia ----------------------------------------------------------------------------------------------

PAGES = [
    ("Wisła", "0", "{{Rzeka}}\n[[Plik:W.jpg|thumb|W Krakowie]]\n"
     "'''Wisła''' to rzeka w [[Polska|Polsce]]<ref>Tak</ref>.\n"
     "{| class=x\n| komórka tabeli bez prozy\n|}\n== Dopływy ==\n* [[Narew]], prawy dopływ\n* Pilica, lewy dopływ\n"
     "== Przypisy ==\nNiczego stąd nie ma być.\n"),
    ("Dyskusja:Wisła", "1", "To nie jest artykuł."),
    ("Narew", "0", "'''Narew''' wpada do Wisły w Modlinie."),
]  # fmt: skip


def dump_of(pages):
    made = "".join(
        f"<page><title>{title}</title><ns>{space}</ns><revision><text>dawna wersja tekstu</text></revision>"
        f"<revision><text>{source.replace('<', '&lt;')}</text></revision></page>"
        for title, space, source in pages
    )
    return f'<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/">{made}</mediawiki>'.encode()


def test_articles_of_a_dump_become_documents_with_sections(tmp_path):
    pytest.importorskip("mwparserfromhell")
    (tmp_path / "plwiki.xml.bz2").write_bytes(bz2.compress(dump_of(PAGES)))
    found = list(read_documents([str(tmp_path / "plwiki.xml.bz2")]))
    assert [(one.name, one.title, one.text) for one in found] == [
        ("Wisła", "Wisła", "Wisła to rzeka w Polsce.\n\nDopływy\nNarew, prawy dopływ Pilica, lewy dopływ"),
        ("Narew", "Narew", "Narew wpada do Wisły w Modlinie."),
    ]


def test_a_dump_that_is_cut_off_is_gone_on_with_when_it_is_whole(tmp_path, monkeypatch):
    """What was indexed is not made anew: the markup of known articles is not even parsed."""
    pytest.importorskip("mwparserfromhell")
    monkeypatch.setattr("probierz.systems.questions.finding.index._AT_ONCE", 2)
    pages = [(f"Rzeka {at}", "0", f"'''Rzeka {at}''' płynie przez miasto.") for at in range(6)]
    whole = dump_of(pages)
    dump, place = tmp_path / "plwiki.xml", tmp_path / "wiki.index"
    dump.write_bytes(whole[: whole.index(b"Rzeka 5")])
    with pytest.raises(DataError, match=r"plwiki\.xml: the dump is cut off behind page 5; get the whole file"):
        build_index(place, read_documents([str(dump)]))
    assert not place.exists()
    parsed = []
    plain = dumps._plain
    monkeypatch.setattr(dumps, "_plain", lambda source: parsed.append(source) or plain(source))
    dump.write_bytes(whole)
    assert build_index(place, read_documents([str(dump)]))["documents"] == "6"
    assert [one for one in parsed if "Rzeka 3" in one] == []
    dump.write_bytes(whole.replace("płynie".encode(), "płynie".encode("iso-8859-2", "replace").replace(b"y", b"\xff")))
    with pytest.raises(DataError, match="this is no XML of MediaWiki"):
        build_index(tmp_path / "other.index", read_documents([str(dump)]))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["plwiki.xml", "wiki.index"]


def test_a_text_too_large_for_the_memory_is_not_left_out_as_broken(place, tmp_path, monkeypatch):
    folder = tmp_path / "texts"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.txt").write_text(f"Rzeka {name} płynie przez miasto.\n", "utf-8")
    whole, large, broken = text_pieces.open_stream, folder / "b.txt", []

    class NoMemory:
        def read(self, size):
            raise MemoryError

        def close(self):
            """Nothing is open."""

    with monkeypatch.context() as patched:
        patched.setattr(text_pieces, "open_stream", lambda path: NoMemory() if path == large else whole(path))
        with pytest.raises(OutOfMemory, match=r"b\.txt: the memory is not enough .* kept in .*some\.index\.part"):
            build_index(place, read_documents([str(folder)], broken))
    assert not broken
    assert not place.exists()
    goes_on = sqlite3.connect(f"{place}.part")
    assert goes_on.execute("select name from documents").fetchall() == [("a.txt",)]
    goes_on.close()
    assert build_index(place, read_documents([str(folder)]))["documents"] == "2"


def test_words_are_compared_by_lemmas_where_that_is_asked_for(place):
    pytest.importorskip("simplemma")
    texts = [SourceDocument("pies", "", "Sąsiad ma dużego psa."), SourceDocument("piesek", "", "Piesza wycieczka.")]
    build_index(place, texts, IndexRecipe(words="simplemma-pl"))
    assert [name for name, _ in found(place, "Gdzie są psy?")] == ["pies"]
    with PassageIndex(place) as opened:
        assert set(opened.rarity("Gdzie psy?")) == {"gdzie", "psy"}
        assert opened.recipe.words == "simplemma-pl"
    with pytest.raises(OptionError, match="no form called 'stems'; there are cut, simplemma-pl"):
        IndexRecipe(words="stems")
    assert "words" not in IndexRecipe().as_kept  # as in files that were made before there were other forms
