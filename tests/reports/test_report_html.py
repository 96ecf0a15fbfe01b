"""The page of a report as a file: complete in itself, and closed to whatever texts it holds."""

import base64
import hashlib
import json
import math
import re
import zlib
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from small_report import report

from probierz.errors import OptionError
from probierz.reports.html import render


class Tags(HTMLParser):
    """The elements of a page with their attributes, and the texts of its scripts: by id, else by number."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self.script: str | None = None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag == "script":
            self.script = dict(attributes).get("id") or str(len(self.scripts))
            self.scripts[self.script] = ""

    def handle_endtag(self, tag):
        self.script = None

    def handle_data(self, data):
        if self.script is not None:
            self.scripts[self.script] += data


def embedded(page: str, name: str) -> str:
    packed = Tags(page).scripts[name]
    return zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS).decode("utf-8", "replace")


def test_the_document_is_in_the_page_with_its_lines_packed_as_lists():
    document = report(lines=3)
    found = json.loads(embedded(render(document), "packed-document"))
    assert found["items"].pop("rows") == [list(row.values()) for row in document["items"]["rows"]]
    assert {**found, "items": None} == {**document, "items": None}


def test_the_same_document_gives_the_same_page():
    assert render(report()) == render(report())


def test_nothing_is_loaded_from_elsewhere():
    tags = Tags(render(report())).found
    links = [value for _, attributes in tags for name, value in attributes.items() if name in {"src", "href", "srcset"}]
    assert links == ["data:,"]


def test_only_scripts_with_these_checksums_may_run():
    page = render(report())
    policy = next(attributes["content"] for _, attributes in Tags(page).found if "http-equiv" in attributes)
    assert list(Tags(page).scripts) == ["packed-document", "packed-charts", "licences", "3"]
    scripts = [Tags(page).scripts["3"], embedded(page, "packed-charts")]
    sums = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert f"script-src 'sha256-{sums[0]}' 'sha256-{sums[1]}';" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe-eval" not in policy
    assert "unsafe-inline" not in policy.split("script-src")[1].split(";")[0]


@pytest.mark.parametrize(
    "text", ["</script><script>alert(1)</script>", "</title><img src=x>", "$title ${style}", "\u2028\0"]
)
def test_texts_cannot_become_markup(text):
    document = report(lines=2)
    plain = [tag for tag, _ in Tags(render(document)).found]
    document["challenge"] = document["outputs"][0]["name"] = document["metrics"][0]["name"] = text
    document["items"]["rows"][0].update(input=text, expected=text, outputs=[text, text])
    page = render(document, title=text)
    assert [tag for tag, _ in Tags(page).found] == plain
    assert json.loads(embedded(page, "packed-document"))["items"]["rows"][0][2] == text


def test_half_of_a_surrogate_pair_does_no_harm():
    document = report(lines=1)
    document["items"]["rows"][0]["expected"] = "a\ud800b"
    expected = json.loads(embedded(render(document), "packed-document"))["items"]["rows"][0][2]
    assert re.fullmatch("a\ufffd+b", expected)


def test_scores_are_readable_without_scripts():
    assert "<tr><th>one</th><td>0.9000</td><td>0.1000</td></tr>" in render(report())


def test_no_script_can_end_its_element():
    for name, script in Tags(render(report())).scripts.items():
        assert "<!--" not in script, name
        assert "<script" not in script, name


def test_the_title_is_that_of_the_challenge_unless_given():
    assert "<title>animals dev-0</title>" in render(report())
    assert "<title>Mine</title>" in render(report(), title="Mine")
    unnamed = {**report(), "challenge": "", "split": ""}
    assert "<title>one, two</title>" in render(unnamed)


def test_an_unknown_language_is_refused():
    with pytest.raises(OptionError, match="'de'; choose en or pl"):
        render(report(), language="de")


def test_a_number_that_json_does_not_have_is_a_mistake_of_ours():
    with pytest.raises(ValueError, match="JSON"):
        render({**report(), "lines": math.nan})


def test_the_page_without_lines_stays_small():
    document = report(lines=1)
    assert len(render(document).encode()) < 450_000


def test_libraries_come_with_their_licences():
    page = render(report(lines=1))
    assert "Apache ECharts\nCopyright" in page
    assert page.count("Redistributions in binary form must reproduce") == 3  # d3, zrender, jsdiff


def texts_of(language: str) -> dict[str, set[str]]:
    """The names of all texts in a language, with what is filled in."""
    source = files("probierz.reports").joinpath("page/texts.js").read_text(encoding="utf-8")
    part = source.split(f"\n  {language}: {{")[1].split("\n  },")[0]
    found = re.findall(r'(\w+):\s+("(?:[^"\\]|\\.)*"|\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})', part)
    return {name: set(re.findall(r"\{(\w+)\}", text)) for name, text in found}


def test_both_languages_have_the_same_texts():
    english = texts_of("en")
    assert len(english) > 100
    assert texts_of("pl") == english


def test_every_text_that_is_asked_for_is_there():
    page = files("probierz.reports").joinpath("page")
    scripts = "".join(one.read_text(encoding="utf-8") for one in page.iterdir() if one.name.endswith(".js"))
    asked = set(re.findall(r'\b(?:t|sentence)\("(\w+)', scripts))
    assert asked - texts_of("en").keys() == set()
