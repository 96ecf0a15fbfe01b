from html.parser import HTMLParser

from probierz.display.html import LONGEST_TEXT, difference, shaded, table, text


class Page(HTMLParser):
    """The tags and the text of a page; complains of tags that do not nest."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text, self.open = [], "", []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


HOSTILE = "<script>alert(1)</script> \"' & </td></table> $x$"


def test_hostile_text_stays_text():
    page = Page(table((HOSTILE, "n"), [(HOSTILE, "1")], numbers=("n",), title=HOSTILE, notes=[HOSTILE]))
    assert page.text.count(HOSTILE) == 4
    assert not {"script", "img", "style"}.intersection(page.tags)
    assert page.tags.count("table") == 1


def test_formulas_in_texts_are_not_typeset():
    assert "tex2jax_ignore mathjax_ignore" in table(("a",), [("$x$",)])


def test_control_characters_are_shown_and_cannot_turn_the_rest_of_the_page():
    assert text("a\u202eb\x1b[31m") == "<bdi>a\ufffdb\ufffd[31m</bdi>"


def test_a_long_text_is_cut_and_says_so():
    shown = text("x" * 1_000_000)
    assert len(shown) < LONGEST_TEXT + 100
    assert "(1000000 characters)" in shown


def test_a_difference_has_its_parts_in_order():
    page = Page(difference([("same", "to "), ("missing", "<b>"), ("added", "bee")]))
    assert page.text == "to <b>bee"
    assert [tag for tag in page.tags if tag != "bdi"] == ["del", "ins"]


def test_a_shade_outside_the_range_is_one_at_its_end():
    assert "0.55)" in shaded("9", 7.0)
    assert "0.00)" in shaded("9", -1.0)
