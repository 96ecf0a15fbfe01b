"""READMEs as pages: what people write is shown, what they attack with is not."""

import re
from urllib.parse import urljoin, urlsplit

import pytest

from probierz.web.challenges.markdown import rendered, summary_of
from probierz.web.challenges.models import Tag
from probierz.web.challenges.readme import tags_of


def page(text):
    return rendered(text, lambda path: f"/files/{path}")


def test_the_title_is_left_out_and_headings_are_a_level_lower():
    assert page("# Title\n\nWords\n\n## Data\n\n###### Deep\n") == "<p>Words</p>\n<h3>Data</h3>\n<h6>Deep</h6>\n"
    assert page("Title\n=====\n\nWords\n") == "<p>Words</p>\n"
    assert page("") == ""


def test_a_text_without_a_title_keeps_its_first_heading():
    html = rendered("# New data\n\nWords\n", str, has_title=False)
    assert html == "<h2>New data</h2>\n<p>Words</p>\n"


def test_an_announcement_links_to_pages_of_the_platform_and_to_no_other_host():
    text = (
        "[board](/challenges/numbers/board?page=2#board) [x](//example.org) [y](/\\\\example.org) [z](/%09/example.org)"
    )
    html = rendered(text, str, has_title=False)
    assert '<a href="/challenges/numbers/board?page=2#board"' in html
    links = re.findall('href="([^"]*)"', html)
    assert {urlsplit(urljoin("https://here/challenges", one)).netloc for one in links} == {"here"}
    assert "href" not in page("# Title\n\n[board](/challenges/numbers/board)")


def test_tables_code_and_lists_are_shown():
    html = page("| a | b |\n| - | - |\n| 1 | 2 |\n\n```\nx < y\n```\n\n1. one\n")
    for part in ("<table>", "<th>a</th>", "<td>2</td>", "<pre><code>x &lt; y", "<ol>"):
        assert part in html


def test_links_are_not_followed_by_search_machines_and_files_are_the_challenge_s_own():
    html = page("[a](https://example.org/?q=1) [b](dev-0/in.tsv) [c](#data) [d](mailto:a@example.org)")
    assert html.count('rel="nofollow noopener noreferrer"') == 4
    assert 'href="/files/dev-0/in.tsv"' in html
    assert 'href="#data"' in html


@pytest.mark.parametrize(
    "attack",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        '<svg onload="alert(1)"></svg>',
        '<iframe src="https://example.org"></iframe>',
        '<a href="javascript:alert(1)">x</a>',
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt&colon;alert(1))",
        "[x](vbscript:x)",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "![x](data:image/svg+xml;base64,PHN2Zz4=)",
        "![x](https://tracker.example.org/pixel.png)",
        "![x](//tracker.example.org/pixel.png)",
        "[x](//example.org)",
        "[x](../../../secret)",
        "[x](%2e%2e/secret)",
        "[x](/people)",
        "[x](\\\\example.org)",
        '![x](a "onerror=alert(1)")',
        '<p style="position:fixed">x</p>',
        "<form action=/logout method=post><button>x</button></form>",
        "<style>*{display:none}</style>",
        "[x]: javascript:alert(1)\n\n[x]",
        "<javascript:alert(1)>",
        "| <script> |\n| - |\n| <b onclick=x> |\n",
    ],
)
def test_attacks_are_words_or_nothing(attack):
    html = page(f"# Title\n\n{attack}\n")
    tags = re.findall(r"<[^>]*>", html)
    assert not re.search(r"script|style|form|iframe|svg|button", " ".join(re.findall(r"<\s*/?\s*(\w+)", html)))
    for tag in tags:
        assert not re.search(r"\son\w+\s*=", re.sub(r'"[^"]*"', '""', tag)), tag
        assert not re.search(
            r'(?:href|src)="(?!https?://|mailto:|#|/files/(?!\.\.)|data:image/(?:png|jpeg|gif|webp);)', tag
        ), tag
        assert "tracker" not in tag
        assert "example.org" not in tag or 'href="http' in tag


def test_a_picture_in_the_text_is_shown():
    assert 'src="data:image/png;base64,iVBORw0KGgo="' in page("![dot](data:image/png;base64,iVBORw0KGgo=)")


def test_of_a_picture_from_elsewhere_the_description_is_left():
    assert page("See ![the plan](https://example.org/plan.png).") == "<p>See the plan.</p>\n"


def test_the_summary_is_the_first_paragraph_in_plain_words():
    assert (
        summary_of("# T\n\nRead *numbers*\nand `words`, [see](http://x).\n\nMore.\n") == "Read numbers and words, see."
    )
    assert summary_of("# T\n") == ""


@pytest.mark.django_db
def test_tags_are_those_of_the_vocabulary():
    for name in ("polish", "speech", "unused"):
        Tag.objects.create(name=name)
    assert {tag.name for tag in tags_of("# T\n\nWords.\n\nTags: Polish, speech,\nunknown\n\nunused\n")} == {
        "polish",
        "speech",
    }
    assert tags_of("# T\n\nno Tags: polish\n") == []
