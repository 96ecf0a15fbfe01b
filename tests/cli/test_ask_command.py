"""`probierz index` and `probierz ask`: from a folder of texts to answers that show where they stand."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.parse
import urllib.request

import pytest
from run_here import run

from probierz.systems.questions.finding import shards
from probierz.systems.questions.finding.index import build_index
from probierz.systems.questions.finding.passages import SourceDocument

WISLA = "Wisła to najdłuższa rzeka w Polsce. Uchodzi do Bałtyku."
CURIE = "Maria Skłodowska-Curie urodziła się w Warszawie w 1867 roku.\n\nOdkryła polon i rad."


@pytest.fixture
def index(tmp_path, capsys):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "wisla.txt").write_text(WISLA, "utf-8")
    (tmp_path / "texts" / "curie.txt").write_text(f"Maria Skłodowska-Curie\n\n{CURIE}", "utf-8")
    assert run(capsys, "index", "build", tmp_path / "texts", "--to", tmp_path / "my.index", "--quiet")[0] == 0
    return tmp_path / "my.index"


def test_an_answer_is_shown_where_it_stands(index, capsys):
    question = "W którym roku urodziła się Maria Skłodowska-Curie?"
    code, out, _ = run(capsys, "ask", index, question, "--confidence", 0.01)
    names, cells = (line.split("\t") for line in out.splitlines())
    assert (code, names) == (0, ["question", "answer", "confidence", "place", "passage", "other rows", "sure"])
    assert (cells[0], "1867" in cells[1], cells[3].startswith("curie.txt:")) == (question, True, True)
    assert f"[[{cells[1]}]]" in cells[4]


@pytest.mark.parametrize("command", [("ask",), ("index", "search"), ("qa", "candidates")])
def test_a_question_before_the_index_gets_the_right_order(index, tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *command, "Co odkryła Maria?", "my.index")
    order = f"probierz {' '.join(command)} my.index 'Co odkryła Maria?'"
    assert (code, out, err) == (1, "", f"probierz: the index comes first, then the questions:  {order}\n")


def test_any_confidence_from_0_to_1_can_be_asked_for(index, capsys):
    question = "W którym roku urodziła się Maria Skłodowska-Curie?"
    for sure, is_given in ((0, True), (1, False)):
        code, out, _ = run(capsys, "ask", index, question, "--confidence", sure, "--format", "json")
        assert (code, json.loads(out)["answer"] is not None) == (0, is_given)
    assert "is not a number from 0 to 1" in run(capsys, "ask", index, question, "--confidence", "nan")[2]


FILES = {
    "rzeki.txt": (
        "\ufeffRzeki\r\n\r\nWisła jest długa.\r\nPłynie na północ.\r\n\r\nZ\u0307o\u0301łta Warta ma z\u0301ro\u0301dło"
        " w Kromołowie. Warta to rzeka w Polsce, która ma 808 km.\r\n"
    ),
    "sklep.txt": "<p>Sklep &bdquo;R&amp;D&rdquo;</p>\n<p>Kierownikiem sklepu jest Ewa R&oacute;g.</p>",
    "kino.md": "# Kino Bajka\n\n| Seans | Wstęp (zł) |\n| --- | --- |\n| **nocny** | 33 |\n",
    "miody.csv": 'miód;opis;cena [zł]\r\nlipowy;"jasny; ""słodki"""; 42\r\ngryczany;"ciemny\r\ngęsty";38,50\r\n',
    "sery.tsv": 'ser\t"cena"\tsmak\nbryndza\t"17 zł"\t"""słony"" i ostry"\n',
}


def test_places_are_exact_in_the_file_as_it_lies_and_numbers_have_the_unit_of_their_column(tmp_path, capsys):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8", newline="")
    assert run(capsys, "index", "build", tmp_path, "--to", tmp_path / "one.index", "--quiet")[0] == 0
    asked = {
        "Ile kilometrów ma Warta?": ("808", "808", 6),
        "Gdzie ma źródło żółta Warta?": ("w Kromołowie", "w Kromołowie", 6),
        "Kto jest kierownikiem sklepu?": ("Ewa Róg", "Ewa R&oacute;g", 2),
        "Ile kosztuje wstęp na seans nocny?": ("33 zł", "33", 5),
        "Ile kosztuje miód lipowy?": ("42 zł", "42", 2),
        "Jaki jest opis miodu lipowego?": ('jasny; "słodki"', 'jasny; ""słodki""', 2),
        "Jaki jest opis miodu gryczanego?": ("ciemny gęsty", "ciemny\r\ngęsty", 3),
        "Ile kosztuje miód gryczany?": ("38,50 zł", "38,50", 4),
        "Jaki smak ma bryndza?": ('"słony" i ostry', '""słony"" i ostry', 2),
    }
    _, out, _ = run(capsys, "ask", tmp_path / "one.index", *asked, "--confidence", 0, "--format", "json")
    found = {}
    for said in map(json.loads, out.splitlines()):
        at = said["evidence"]
        text = (tmp_path / at["file"]).read_bytes().decode("utf-8-sig")
        found[said["question"]] = (said["answer"], text[at["begin"] : at["end"]], at["line"])
    assert found == asked


def test_json_has_all_passages_and_the_reason_why_there_is_no_answer(index, capsys):
    _, out, _ = run(capsys, "ask", index, "--format", "json", given="Czy Wisła uchodzi do Bałtyku?\nQuo vadis?\n\n")
    river, nothing = map(json.loads, out.splitlines())
    assert river["answer"] is None
    assert "yes or no" in river["why_not"]
    assert river["evidence"]["text"] == "Uchodzi do Bałtyku."
    assert WISLA[river["evidence"]["begin"] : river["evidence"]["end"]] == "Uchodzi do Bałtyku."
    assert (nothing["why_not"], nothing["evidence"], nothing["passages"]) == (
        "no passage has a word of the question", None, [],
    )  # fmt: skip


def test_a_likely_answer_is_told_as_such_and_its_whole_sentence_is_shown(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("W remizie sztandar ukrył Jan Kot. Potem padał deszcz.", "utf-8")
    run(capsys, "index", "build", tmp_path / "a.txt", "--to", tmp_path / "i", "--quiet")
    asked = {"Kto ukrył sztandar?": True, "Kto zaprojektował sztandar w remizie?": False}  # who designed it is not told
    _, out, _ = run(capsys, "ask", tmp_path / "i", *asked, "--format", "json")
    given = {
        one["question"]: (one["answer"], one["sure"], one["evidence"]["text"])
        for one in map(json.loads, out.splitlines())
    }
    assert given == {question: ("Jan Kot", is_sure, "Jan Kot") for question, is_sure in asked.items()}
    _, out, _ = run(capsys, "ask", tmp_path / "i", *asked, "--format", "tsv")
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    assert [(row[1], row[-1], "[[Jan Kot]]" in row[4]) for row in rows] == [
        ("Jan Kot", "yes", True),
        ("Jan Kot", "perhaps", True),
    ]
    _, out, _ = run(capsys, "ask", tmp_path / "i", *asked, "--format", "table")
    assert "perhaps Jan Kot" in out
    assert "[[W remizie sztandar" in " ".join(out.split())


def test_in_a_pipe_each_answer_is_written_before_the_next_question_is_read(index):
    command = [sys.executable, "-m", "probierz", "ask", index]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as asking:
        lines = []
        for question in ("Gdzie uchodzi Wisła?", "Co odkryła Maria?"):
            asking.stdin.write(f"{question}\n")
            lines += [asking.stdout.readline() for _ in range(1 if lines else 2)]
        asking.stdin.close()
        assert asking.stdout.read() == ""
    assert [line.split("\t")[0] for line in lines] == ["question", "Gdzie uchodzi Wisła?", "Co odkryła Maria?"]


def test_a_second_build_of_one_index_is_refused_while_the_first_is_at_work(index, tmp_path, capsys):
    def documents():
        yield SourceDocument("a.txt", "", "Jan Kot ma sad.")
        again = run(capsys, "index", "build", tmp_path / "texts", "--to", index, "--overwrite", "--quiet")
        assert again[0] == 1
        assert f"another build is writing {index}: wait until it is done" in again[2]

    build_index(index, documents())
    assert run(capsys, "index", "build", tmp_path / "texts", "--to", index, "--overwrite", "--quiet")[0] == 0
    assert sorted(one.name for one in tmp_path.iterdir()) == ["my.index", "texts"]


@pytest.mark.parametrize(("name", "separator"), [("sprzet.csv", ","), ("sprzet.csv", ";"), ("sprzet.tsv", "\t")])
def test_separators_at_the_ends_of_all_lines_make_no_column(tmp_path, capsys, name, separator):
    rows = ["sprzęt,wpis,kaucja,", "kajak,30 zł,90 zł,", "rower,20 zł,,"]
    (tmp_path / name).write_text("\n".join(rows).replace(",", separator), "utf-8")
    assert run(capsys, "index", "build", tmp_path, "--to", tmp_path / "i", "--quiet")[0::2] == (0, "")
    asked = {"Jaka jest kaucja za kajak?": "90 zł", "Jaka jest kaucja za rower?": None}
    _, out, _ = run(capsys, "ask", tmp_path / "i", *asked, "--format", "json")
    assert {one["question"]: one["answer"] for one in map(json.loads, out.splitlines())} == asked


def test_a_table_says_why_and_cuts_what_is_long(index, capsys):
    _, out, _ = run(capsys, "ask", index, "rad " * 400, "Quo vadis?", "--format", "table", "--confidence", 0.99)
    assert "(not sure)" in out
    assert "(no passage" in out
    assert len(out) < 2_000


def test_signs_in_passages_do_not_steer_the_terminal(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("Wisła \x1b[2J to rzeka\tw Polsce <script>", "utf-8")
    run(capsys, "index", "build", tmp_path / "a.txt", "--to", tmp_path / "i", "--quiet")
    _, out, _ = run(capsys, "ask", tmp_path / "i", "Czy Wisła to rzeka?")
    assert "\x1b" not in out
    assert len(out.splitlines()[1].split("\t")) == 7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["?!"], "the question has no word: '?!'"),
        (["Co odkryła Maria?", "  ", "Kto?"], "question 2 of 3 has no word: '  '"),
        (
            ["Co odkryła " * 5_000],
            "has 55,000 characters, and a question has 2,000 at most: 'Co odkryła Co",
        ),
        (["Co odkryła Maria?", "--limit", "0"], "'0' is not a whole number from 1"),
    ],
)
def test_a_question_without_a_word_and_no_passage_are_refused_before_an_answer_is_printed(
    index, capsys, arguments, message
):
    code, out, err = run(capsys, "ask", index, *arguments, "--format", "json")
    assert (code != 0, out, message in err) == (True, "", True)


def test_links_out_of_a_folder_do_not_get_into_an_index(tmp_path, capsys):
    (tmp_path / "secret.txt").write_text("Hasło do sejfu brzmi sezam.", "utf-8")
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("Wisła to rzeka.", "utf-8")
    (folder / "b.txt").symlink_to("../secret.txt")
    code, out, err = run(capsys, "index", "build", folder, "--to", tmp_path / "i")
    assert (code, "1 passage of 1 document" in out) == (0, True)
    assert f"{folder / 'b.txt'} is left out, as it is a link that leads out of the folder" in err
    assert b"sezam" not in (tmp_path / "i").read_bytes()


def test_shards_are_asked_as_one_index(tmp_path, capsys):
    (tmp_path / "rzeki.tsv").write_text(
        "Wisła\tWisła ma 1047 km.\nOdra\tOdra ma 854 km.\nBug\tBug ma 772 km.\n", "utf-8"
    )
    build = ["index", "build", tmp_path / "rzeki.tsv", "--to", tmp_path / "s", "--jobs", "2"]
    code, _, err = run(capsys, *build)
    assert (code != 0, "how many --shards" in err) == (True, True)
    code, _, err = run(capsys, *build, "--shards", "4")
    assert (code != 0, "there are fewer documents than 4 shards" in err) == (True, True)
    code, out, _ = run(capsys, *build, "--shards", "3", "--overwrite")
    assert (code, "3 passages of 3 documents in 1 file" in out) == (0, True)
    assert run(capsys, "ask", tmp_path / "s", "Ile kilometrów ma Odra?", "--format", "tsv")[1].split("\t")[7] == "854"
    code, _, err = run(capsys, "ask", tmp_path / "s", "--serve")
    assert (code != 0, "a page answers from one index" in err) == (True, True)


@pytest.mark.parametrize(
    ("meanwhile", "kept"),
    [("nothing", "1 of 3 shards was whole, and was kept"), ("damage", ""), ("another document", "")],
)
def test_a_build_of_shards_goes_on_after_a_worker_was_killed(tmp_path, monkeypatch, capsys, meanwhile, kept):
    rivers = tmp_path / "rzeki.tsv"
    rivers.write_text("Wisła\tWisła ma 1047 km.\nOdra\tOdra ma 854 km.\nBug\tBug ma 772 km.\n", "utf-8")
    folder, first = tmp_path / "s", tmp_path / "s" / "1-of-3.index"

    def killed_but_for_the_first(place, documents, recipe):
        while place.name != first.name:
            time.sleep(0.01)
            if first.with_name(f"{first.name}.sha256").exists():
                os.kill(os.getpid(), signal.SIGKILL)
        return build_index(place, documents, recipe)

    build = ["index", "build", rivers, "--to", folder, "--shards", "3", "--quiet"]
    with monkeypatch.context() as patch:
        patch.setattr(shards, "build_index", killed_but_for_the_first)
        code, _, err = run(capsys, *build, "--jobs", "2")
    assert (code != 0, "a process ended without a result" in err) == (True, True)
    assert "build it again to go on" in run(capsys, "ask", folder, "Ile kilometrów ma Odra?")[2]
    if meanwhile == "damage":
        first.write_bytes(first.read_bytes()[:-100] + bytes(100))
    elif meanwhile == "another document":
        rivers.write_text(rivers.read_text("utf-8").replace("1047", "1022"), "utf-8")
    code, out, err = run(capsys, *build)
    assert (code, "3 passages of 3 documents" in out, kept in err, bool(err)) == (0, True, True, bool(kept))
    assert run(capsys, "ask", folder, "Ile kilometrów ma Odra?", "--format", "tsv")[1].split("\t")[7] == "854"
    code, _, err = run(capsys, *build)
    assert (code != 0, "is there already" in err) == (True, True)


def test_a_broken_file_stops_a_build_which_says_how_to_go_on_without_it(tmp_path, capsys):
    for name, content in (("a.txt", b"\xb3"), ("b.txt", "Wisła to rzeka.".encode()), ("c.jsonl", b"text")):
        (tmp_path / name).write_bytes(content)
    build = ["index", "build", tmp_path, "--to", tmp_path / "i", "--quiet"]
    code, _, err = run(capsys, *build)
    assert (code != 0, "byte 0xB3" in err and "--skip-broken" in err, (tmp_path / "i").exists()) == (True, True, False)
    code, out, err = run(capsys, *build, "--skip-broken")
    assert (code, "1 passage of 1 document" in out, err.count("left out: ")) == (0, True, 2)


ROWS = """sprzęt\tcena\twypożyczalnia\tkaucja
Rower górski\t70 zł\tSklep Zefir\t200 zł
Kajak dwuosobowy\t95 zł\tPrzystań Rak\t300 zł
Przyczepka\t110 zł\tJan Kłos\t400 zł
"""
SHEET = "Przychodnia Zdrowa\n\nKierownik: Aldona Ryś\nTelefon: 44 615 20 30\nE-mail: my@zdrowa.example\n"


def test_cells_and_lines_with_a_name_answer_questions_for_it_and_no_others(tmp_path, capsys):
    (tmp_path / "ceny.tsv").write_text(ROWS, "utf-8")
    (tmp_path / "dane.txt").write_text(SHEET, "utf-8")
    (tmp_path / "strona.txt").write_text("<p>Tartak</p> <p>Tartak założył <b>Jan Gryf</b>.</p>", "utf-8")
    _, out, _ = run(capsys, "index", "build", tmp_path, "--to", tmp_path / "i", "--quiet")
    assert "of 5 documents in 3 files;" in out
    asked = {
        "Ile kosztuje rower górski?": "70 zł",
        "Jaka jest kaucja za kajak dwuosobowy?": "300 zł",
        "Kto wypożycza przyczepkę?": "Jan Kłos",
        "Który sprzęt kosztuje 95 zł?": "Kajak dwuosobowy",
        "Jaki jest telefon do przychodni Zdrowa?": "44 615 20 30",
        "Czy wiesz, kto jest kierownikiem przychodni Zdrowa?": "Aldona Ryś",
        "Jaki jest e-mail przychodni Zdrowa?": "my@zdrowa.example",
        "Kto założył tartak?": "Jan Gryf",
        "Ile kosztuje narta wodna?": None,
        "Ile kosztuje rower wodny?": None,
    }
    _, out, _ = run(capsys, "ask", tmp_path / "i", *asked, "--format", "json")
    assert {one["question"]: one["answer"] for one in map(json.loads, out.splitlines())} == asked


@pytest.mark.parametrize("command", [["ask"], ["index", "search"]])
def test_one_line_without_a_word_does_not_hold_up_the_others(index, capsys, command):
    code, out, err = run(
        capsys, *command, index, "--limit", "1", given=f"Co to jest Wisła?\n?\n\nCo {'x ' * 2_000}\nCo odkryła Maria?\n"
    )
    assert (code, len(out.splitlines())) == (0, 3)
    wordless, long = err.splitlines()
    assert wordless == "probierz: line 2 is left out: it has no word: '?'"
    assert long.startswith(
        "probierz: line 4 is left out: it has 4,002 characters, and a question has 2,000 at most: 'Co x "
    )
    assert len(long) < 200


def test_an_index_that_is_none_or_of_another_version_is_refused(index, tmp_path, capsys):
    code, _, err = run(capsys, "ask", tmp_path / "none", "Kto?")
    assert (code != 0, "index build" in err) == (True, True)
    (tmp_path / "text.txt").write_text(WISLA)
    code, _, err = run(capsys, "ask", tmp_path / "text.txt", "Kto?")
    assert (code != 0, "index" in err, "Traceback" in err) == (True, True, False)
    with sqlite3.connect(index) as database:
        database.execute("pragma user_version = 99")
    database.close()
    code, _, err = run(capsys, "ask", index, "Kto?")
    assert (code != 0, "version 99" in err and "update Probierz" in err) == (True, True)


def test_an_empty_folder_or_texts_without_words_make_no_index(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    code, _, err = run(capsys, "index", "build", tmp_path / "empty", "--to", tmp_path / "i")
    assert (code != 0, "has no file" in err, (tmp_path / "i").exists()) == (True, True, False)
    (tmp_path / "empty" / "a.txt").write_text("...")
    code, _, err = run(capsys, "index", "build", tmp_path / "empty", "--to", tmp_path / "i", "--quiet")
    assert (code != 0, f"{tmp_path / 'empty'}: there is no word in the text" in err) == (True, True)
    assert not (tmp_path / "i").exists()
    (tmp_path / "b.txt").touch()
    code, _, err = run(capsys, "index", "build", tmp_path / "b.txt", "--to", tmp_path / "i", "--quiet")
    assert (code != 0, f"{tmp_path / 'b.txt'}: there is no text" in err) == (True, True)
    code, _, err = run(capsys, "index", "build", tmp_path / "empty", "--to", tmp_path / "none" / "i", "--quiet")
    assert (code != 0, f"there is no directory {tmp_path / 'none'};" in err) == (True, True)


def test_the_page_answers_until_ctrl_c_and_keeps_verdicts_beside_the_index(index):
    command = [sys.executable, "-m", "probierz", "ask", str(index), "--serve", "--port", "0", "--confidence", "0.01"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        url = running.stdout.readline().split()[0]
        question = urllib.parse.urlencode({"q": "W którym roku urodziła się Maria Skłodowska-Curie?"})
        with urllib.request.urlopen(f"{url}?{question}", timeout=30) as response:
            page = response.read().decode()
        form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', page)) | {"verdict": "right"}
        urllib.request.urlopen(url, urllib.parse.urlencode(form).encode(), timeout=30).close()
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 0
    assert re.search("<mark>[^<]*1867", page)
    assert "\tright\t" in index.with_name("my.index.judged.tsv").read_text("utf-8")


def test_questions_are_asked_on_the_page_where_there_is_one(index, capsys):
    code, _, told = run(capsys, "ask", index, "Kto?", "--serve", "--port", "0")
    assert code != 0
    assert "asked on the page" in told


def test_a_folder_of_czech_texts_answers_czech_questions_with_and_without_marks(tmp_path, capsys):
    texts = {
        "praha": "Praha je hlavní město České republiky. Řeka Vltava protéká městem v délce 31 kilometrů.",
        "capek": "Karel Čapek se narodil v roce 1890 v Malých Svatoňovicích. Hru R.U.R. napsal Čapek v roce 1920.",
        "snezka": "Sněžka je nejvyšší hora Krkonoš. Chatu na Sněžce postavil hrabě Schaffgotsch.",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    code, out, _ = run(capsys, "index", "build", tmp_path / "praha.txt", "--to", tmp_path / "one.index", "--quiet")
    assert (code, ": 1 passage of 1 document; " in out) == (0, True)
    place = tmp_path / "cs.index"
    places = [tmp_path / f"{name}.txt" for name in texts]
    assert run(capsys, "index", "build", *places, "--to", place, "--quiet")[0] == 0
    asked = {
        "Kdy se narodil Karel Čapek?": ("capek", "1890"),
        "Kde se narodil Karel Čapek?": ("capek", "Svatoňovicích"),
        "Kolik kilometrů protéká Vltava Prahou?": ("praha", "31"),
        "Která hora je nejvyšší horou Krkonoš?": ("snezka", ""),
        "Kdo postavil chatu na Sněžce?": ("snezka", ""),
        "Kdo postavil na snezce chaty?": ("snezka", ""),
        "kdy se narodil capek": ("capek", "1890"),
    }
    _, out, _ = run(capsys, "ask", place, *asked, "--confidence", 0, "--format", "json")
    for line, (place_of, wanted) in zip(out.splitlines(), asked.values(), strict=True):
        said = json.loads(line)
        assert said["evidence"]["document"] == f"{place_of}.txt", line
        assert wanted in said["answer"], line


def test_an_interrupted_build_says_how_it_goes_on_and_index_leads_to_ask(tmp_path, capsys, monkeypatch):
    from probierz.systems.questions.finding import index

    (tmp_path / "a.txt").write_text(WISLA, "utf-8")
    command = ("index", "build", tmp_path / "a.txt", "--to", tmp_path / "my.index", "--quiet")

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(index, "add_postings", interrupted)
        code, _, err = run(capsys, *command)
        assert (code, "the same command goes on where it stopped" in err) == (130, True)
    assert run(capsys, *command)[0] == 0
    code, _, err = run(capsys, "index", "ask", tmp_path / "my.index", "Co to Wisła?")
    assert (code, "probierz ask" in err) == (2, True)
