"""Articles that are fetched by a button: from an index, from Wikipedia, or not at all; what is typed stays."""

import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from annotation_examples import PASSWORD, TEXT, URL

from browser import log_in
from probierz.cli.main import main
from probierz.errors import Refused
from probierz.web.annotation import fetching, services
from probierz.web.annotation.services.drafts import fetch_article

pytestmark = pytest.mark.django_db(transaction=True)


class Wikipedia(BaseHTTPRequestHandler):
    """The API, with one article, as https://www.mediawiki.org/wiki/Extension:TextExtracts describes it."""

    def do_GET(self):
        asked = parse_qs(urlsplit(self.path).query)
        self.server.asked.append(asked)
        is_known = asked["titles"] == ["Karibská krize"]
        page = {"pageid": 1, "extract": TEXT} if is_known else {"missing": True}
        body = self.server.body or json.dumps({"query": {"pages": [{"title": asked["titles"][0], **page}]}}).encode()
        self.send_response(self.server.status)
        self.send_header("Location", "http://elsewhere.example/")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def wikipedia(monkeypatch):
    server = HTTPServer(("127.0.0.1", 0), Wikipedia)
    server.asked, server.body, server.status = [], b"", 200
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setattr(
        fetching, "_connection", lambda: http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=5)
    )
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def draft(seat):
    def of(url=URL, name="ala"):
        where = seat(name)
        begun = services.begin(where, "DATETIME")
        return where, services.save_draft(where, begun, begun.revision, {"url": url, "question": "Kdy?"})

    return of


def test_wikipedia_is_asked_for_the_text_of_the_title(draft, wikipedia):
    found = fetch_article(*draft())
    assert found.article is not None
    assert wikipedia.asked[0]["titles"] == ["Karibská krize"]
    assert wikipedia.asked[0]["explaintext"] == ["1"]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "no address of an article"),
        ("https://cs.wikipedia.org/", "no address of an article"),
        ("https://cs.wikipedia.org.evil.example/wiki/Kuba", "no address of an article"),
        ("http://127.0.0.1/wiki/Kuba", "no address of an article"),
        ("file:///wiki/Kuba", "no address of an article"),
        ("https://user@evil.example/wiki/Kuba", "no address of an article"),
        ("https://cs.wikipedia.org/wiki/A%0AB", "No article has such a title"),
        ("https://cs.wikipedia.org/wiki/Kuba|Haiti", "No article has such a title"),
        (f"https://cs.wikipedia.org/wiki/{'a' * 256}", "No article has such a title"),
        ("https://cs.wikipedia.org/wiki/Nikde", "There is no such article"),
    ],
)
def test_an_address_that_leads_to_no_article_is_told_and_what_is_typed_stays(draft, wikipedia, url, said):
    where, begun = draft(url)
    with pytest.raises(Refused, match=said):
        fetch_article(where, begun)
    begun.refresh_from_db()
    assert (begun.article, begun.texts["question"]) == (None, "Kdy?")
    assert len(wikipedia.asked) == ("no such article" in said)


@pytest.mark.parametrize(("status", "body"), [(200, b"<html>"), (200, b"[]"), (200, b'{"query": {"pages": [7]}}')])
def test_an_odd_answer_is_told(draft, wikipedia, status, body):
    wikipedia.status, wikipedia.body = status, body
    with pytest.raises(Refused, match="answered otherwise than expected"):
        fetch_article(*draft())


def test_a_redirection_is_not_followed(draft, wikipedia):
    wikipedia.status = 302
    with pytest.raises(Refused, match="There is no such article"):
        fetch_article(*draft())


def test_without_a_network_it_is_said_to_paste(draft, monkeypatch):
    monkeypatch.setattr(fetching, "_connection", lambda: http.client.HTTPConnection("127.0.0.1", 1, timeout=1))
    with pytest.raises(Refused, match="paste it"):
        fetch_article(*draft())


@pytest.fixture
def index(tmp_path, settings):
    source, path = tmp_path / "dump.jsonl", tmp_path / "wiki.index"
    source.write_text(json.dumps({"title": "Karibská krize", "text": TEXT}) + "\n", encoding="utf-8")
    assert main(["index", "build", str(source), "--to", str(path), "--quiet"]) == 0
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_ARTICLES": (str(path),)}
    return path


def test_an_index_gives_the_whole_text_without_a_network(draft, index, wikipedia):
    from probierz.web.annotation.files import article_of

    found = fetch_article(*draft())
    assert article_of(found.article).text == " ".join(TEXT.split())
    assert wikipedia.asked == []
    with pytest.raises(Refused, match="There is no such article"):
        fetch_article(*draft("https://cs.wikipedia.org/wiki/Kuba"))


def test_a_damaged_index_is_told_without_its_path(draft, index):
    index.write_bytes(b"no index")
    with pytest.raises(Refused, match="cannot be read") as caught:
        fetch_article(*draft())
    assert str(index) not in caught.value.message


def test_where_nothing_is_named_there_is_no_button(client, people, draft, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_ARTICLES": ()}
    _where, begun = draft()
    client.force_login(people["ala"])
    assert "Fetch the article" not in client.get(f"/annotations/questions/drafts/{begun.pk}").content.decode()


@pytest.mark.slow
def test_a_button_fetches_the_article_beside_the_form(visit, project, index):
    page = visit("desk")
    log_in(page, "ala", PASSWORD)
    page.get_by_role("link", name="Annotation").click()
    page.get_by_role("link", name="Questions").click()
    page.get_by_role("button", name="Add DATETIME").click()
    page.get_by_label("Question", exact=True).fill("Ve kterém roce vypukla Karibská krize?")
    page.get_by_label("Address of the article").fill("https://cs.wikipedia.org/wiki/Nikde")
    page.get_by_role("button", name="Fetch the article").click()
    page.get_by_text("There is no such article").wait_for()
    page.get_by_label("Address of the article").fill(URL)
    page.get_by_role("button", name="Fetch the article").click()
    page.locator("#article .sentence").first.wait_for()
    assert page.get_by_label("Question", exact=True).input_value() == "Ve kterém roce vypukla Karibská krize?"
