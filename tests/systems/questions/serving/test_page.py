"""The page of `probierz ask --serve`: answers and verdicts for one person at this machine, and for nobody else."""

import http.client
import re
import socket
import threading
import time
from functools import partial
from threading import Thread
from urllib.parse import quote, urlencode

import pytest

from probierz.errors import DataError, OptionError
from probierz.systems.questions.answering.asking import NOT_SURE, NOTHING_ASKED, NOTHING_FOUND, YES_OR_NO, Said, ask
from probierz.systems.questions.finding.followed_index import FollowedIndex
from probierz.systems.questions.finding.index import WORDLESS, FoundPassage, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.serving import page as module
from probierz.systems.questions.serving.first_page import facts_of
from probierz.systems.questions.serving.judgements import COLUMNS, Judgements
from probierz.systems.questions.serving.page import AnswerServer, _first_page

WARES = ("cement", "wapno", "papa", "piasek")
TEXT = "<script>alert(1)</script> Uchodzi do\tBałtyku & tyle."
FOUND = FoundPassage(1, "wisla.txt", "<b>Wisła</b>", TEXT, 40, 1.0, 1.0)
OTHER = FoundPassage(2, "san.md", "San", "## San\n**San** <i>uchodzi</i> do *Wisły*, 2 * 3.", 0, 0.5, 0.5)

UNANSWERED = {
    NOTHING_FOUND: "Brak odpowiedzi: żaden fragment nie ma ani słowa z pytania.",
    NOTHING_ASKED: "Brak odpowiedzi: w pytaniu nie ma niczego, o co się pyta.",
    YES_OR_NO: "Brak odpowiedzi: tak czy nie – zob. fragment.",
    NOT_SURE: "Brak odpowiedzi: brak pewności.",
    "odd": "Pytanie nie ma ani jednego słowa – wpisz je.",
}
"""By what is asked, for which the answer is why there is none: what a page in Polish says."""


def said(question):
    if question == "odd":
        raise DataError(WORDLESS)
    if question in UNANSWERED:
        return Said(question, why=question)
    if question == "unsure":
        return Said(
            question, guess="Bałtyku", why=NOT_SURE, confidence=0.2, found=(FOUND,), evidence=FOUND, other_rows=2
        )
    begin = TEXT.index("Bałtyku")
    sure = 0.5 if question == "likely" else 0.75
    return Said(question, "Bałtyku", "Bałtyku", "", sure, (FOUND, OTHER), FOUND, begin, begin + len("Bałtyku"))


@pytest.fixture
def server(tmp_path):
    with AnswerServer(said, Judgements(tmp_path / "judged.tsv"), 0, "my.index") as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def request(server, path="/", form=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    body = urlencode(form) if form is not None else None
    connection.request("POST" if form is not None else "GET", path, body, headers)
    response = connection.getresponse()
    return response, response.read().decode()


def asked(server, question="Dokąd uchodzi Wisła?"):
    return request(server, f"/?q={quote(question)}")


def form_of(page):
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]+)"', page))


def rows(server):
    return [line.split("\t") for line in server.judgements.path.read_text("utf-8").splitlines()]


def test_the_answer_is_marked_where_it_stands_and_texts_stay_texts(server):
    response, page = asked(server, "Dokąd <u>uchodzi</u> Wisła?")
    assert response.status == 200
    assert "<mark>Bałtyku</mark> &amp; tyle." in page
    assert f"wisla.txt:{40 + TEXT.index('Bałtyku')}" in page
    assert "confidence 0.75" in page
    assert "San\nSan &lt;i&gt;uchodzi&lt;/i&gt; do Wisły, 2 * 3." in page
    assert 'value="Dokąd &lt;u&gt;uchodzi' in page
    assert not re.search("<script|<b>|<i>|<u>", page)


def test_the_page_runs_nothing_and_loads_nothing(server):
    response, _ = request(server)
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_verdict_is_kept_as_a_row(server):
    for verdict in ("wrong", "right"):
        _, page = asked(server)
        response, _ = request(server, form=form_of(page) | {"verdict": verdict})
        assert (response.status, response.headers["Location"][:7]) == (303, "/?kept=")
        shown = [request(server, response.headers["Location"]) for _ in range(2)]  # loaded again, nothing is kept twice
        assert [(one.status, f"is {verdict}" in told) for one, told in shown] == [(200, True)] * 2
    head, first, second = rows(server)
    place = 40 + TEXT.index("Bałtyku")
    assert tuple(head) == COLUMNS
    assert first[:7] == ["Dokąd uchodzi Wisła?", "Bałtyku", "wrong", "0.7500", "wisla.txt", str(place), str(place + 7)]
    assert first[7] == TEXT.replace("\t", " ")
    assert second[2] == "right"


def test_what_is_unsure_can_be_judged_too(server):
    _, page = asked(server, "unsure")
    assert "No answer: not sure." in page
    request(server, form=form_of(page) | {"verdict": "right"})
    assert rows(server)[1][:3] == ["unsure", "Bałtyku", "right"]


def test_a_likely_answer_is_told_as_such_in_both_languages_and_its_sentence_is_marked(server):
    told = {"en": ("perhaps", "The likely answer is"), "pl": ("być może", "Prawdopodobna odpowiedź jest")}
    for language, words in told.items():
        _, page = request(server, "/?q=likely", **{"Accept-Language": language})
        assert [one in page for one in words] == [True, True]
        assert re.search("<mark>.*<strong>Bałtyku</strong> &amp; tyle.?</mark>", page)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"word": "guessed"}, 403), ({"word": "zażółć"}, 403), ({"number": "99"}, 400), ({"number": "²"}, 400),
        ({"number": "9" * 5000}, 400), ({"number": "9" * 5000, "word": "guessed"}, 403),
        ({"verdict": "maybe"}, 400), ({"verdict": "x" * 20_000}, 413),
    ],
)  # fmt: skip
def test_a_form_that_is_not_of_this_page_changes_nothing(server, change, status):
    _, page = asked(server)
    response, _ = request(server, form={**form_of(page), "verdict": "right", **change})
    assert response.status == status
    assert len(rows(server)) == 1


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", ""])
def test_a_site_that_calls_this_machine_by_its_own_name_gets_nothing(server, host):
    for form in (None, {"verdict": "right"}):
        response, page = request(server, "/?q=Kto", form, Host=host)
        assert (response.status, "Bałtyku" in page) == (403, False)


def test_odd_requests_get_a_sentence(server):
    assert "without a word" in asked(server, "odd")[1]
    assert asked(server, "x" * 3000)[0].status == 400
    assert request(server, "/etc/passwd")[0].status == 404
    assert request(server, "/?" + "&".join(f"a{at}=1" for at in range(50)))[0].status == 200
    assert asked(server)[0].status == 200  # it still answers


def test_a_length_that_is_no_number_gets_a_sentence(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request("POST", "/", headers={"Content-Length": "9" * 5000})
    response = connection.getresponse()
    assert (response.status, "That is no verdict." in response.read().decode()) == (413, True)


@pytest.fixture
def slow(server):
    """A client that sends half of a request and says no more."""
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        connection.sendall(b"POST / HTTP/1.0\r\nHost: 127.0.0.1")
        yield connection


def test_a_slow_client_keeps_nobody_waiting(server, slow):
    begin = time.monotonic()
    assert asked(server)[0].status == 200
    assert time.monotonic() - begin < 5


def test_a_request_has_one_deadline_however_often_a_byte_comes(monkeypatch, server):
    monkeypatch.setattr(module, "_SECONDS", 0.5)
    begin = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
        connection.settimeout(0.1)
        while time.monotonic() - begin < 8:
            try:
                connection.sendall(b"x")
                if connection.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    assert 0.4 < time.monotonic() - begin < 5


def test_closing_hangs_up_and_leaves_no_thread_behind(tmp_path):
    before = set(threading.enumerate())
    with AnswerServer(said, Judgements(tmp_path / "judged.tsv"), 0, "my.index") as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        connection = socket.create_connection(("127.0.0.1", made.server_port), timeout=10)
        connection.sendall(b"GET / HTTP/1.0")
        assert asked(made)[0].status == 200
        made.shutdown()
        thread.join()
        begin = time.monotonic()
    assert time.monotonic() - begin < 5
    assert set(threading.enumerate()) <= before
    connection.close()


def test_only_this_machine_is_listened_to_and_a_taken_port_is_told(server, tmp_path):
    assert server.server_address[0] == "127.0.0.1"
    with pytest.raises(OptionError, match="try --port 0"):
        AnswerServer(said, Judgements(tmp_path / "other.tsv"), server.server_port, "x")


def test_judgements_go_on_in_their_file_and_in_no_other(tmp_path):
    Judgements(tmp_path / "kept.tsv").add(said("a\tb\nc"), "right")
    with (tmp_path / "kept.tsv").open("ab") as file:
        file.write(b"cut off")
    Judgements(tmp_path / "kept.tsv").add(said("d"), "wrong")
    lines = (tmp_path / "kept.tsv").read_text("utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines] == ["question", "a b c", "cut off", "d"]
    (tmp_path / "notes.tsv").write_text("my notes")
    with pytest.raises(OptionError, match="holds something else"):
        Judgements(tmp_path / "notes.tsv")
    with pytest.raises(OptionError, match="right or wrong"):
        Judgements(tmp_path / "kept.tsv").add(said("d"), "maybe")


def test_an_index_that_was_built_anew_is_opened_again_and_one_that_is_gone_goes_on(tmp_path):
    place = tmp_path / "an.index"
    build_index(place, [SourceDocument("a.txt", "Kasa", "Kasa: czynna do 15.")])
    with FollowedIndex(place) as index:
        assert index.current() is index.current()
        build_index(place, [SourceDocument("b.txt", "Kasa", "Kasa: czynna do 18.")])
        assert [one.document for one in index.current().search("kasa", 3)] == ["b.txt"]
        place.unlink()
        assert [one.document for one in index.current().search("kasa", 3)] == ["b.txt"]


def test_the_first_page_tells_of_the_index_and_how_to_ask_it_in_the_language_of_the_browser(tmp_path):
    wares = [*WARES, "wapno"]  # neither of two rows that fit answers alone
    rows = [SourceDocument(f"c.tsv:{at}", ware, f"towar: {ware}; cena [zł]: {at}") for at, ware in enumerate(wares, 2)]
    build_index(
        tmp_path / "index", [SourceDocument("kod.tsv:1", "S-01", "symbol: S-01; towar: gips; cena [zł]: 9"), *rows]
    )
    with PassageIndex(tmp_path / "index") as index:
        facts = facts_of(index, partial(ask, index))
        assert not any("wapno" in one or "S-01" in one or ask(index, one).other_rows for one in facts.examples)
        assert "Ile kosztuje gips?" in facts.examples
        assert facts_of(index, partial(ask, index, sure=0.99)).examples == ()
    assert (facts.documents, facts.passages, len(facts.examples)) == (6, 6, 3)
    for language, told in (("pl", "Dokumenty: 6, fragmenty: 6."), ("en", "Documents: 6, passages: 6.")):
        page = _first_page(facts, 0.4, language)
        assert [
            one in page for one in (told, 'href="/?q=Ile+kosztuje+cement%3F"', "0,40" if language == "pl" else "0.40")
        ] == [True] * 3


def test_the_page_speaks_polish_where_the_browser_asks_for_it(server):
    _, page = request(server, f"/?q={quote('unsure')}", **{"Accept-Language": "pl-PL,en;q=0.5"})
    said_in_polish = (
        "Brak odpowiedzi: brak pewności. (inne pasujące wiersze: 2)",
        ">Zapytaj<",
        '<html lang="pl">',
    )
    assert [one in page for one in said_in_polish] == [True] * 3


@pytest.mark.parametrize("why", UNANSWERED)
def test_a_page_in_polish_says_in_polish_why_there_is_no_answer(server, why):
    _, page = request(server, f"/?q={quote(why)}", **{"Accept-Language": "pl"})
    assert UNANSWERED[why] in page
