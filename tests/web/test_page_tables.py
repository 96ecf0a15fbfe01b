"""Tables that sort, filter and turn pages by their address."""

from django.test import RequestFactory

from probierz.web.html.tables import PageTable, TableColumn

COLUMNS = [TableColumn("Name", "name", lambda row: row["name"]), TableColumn("Note")]
ROWS = [{"name": name} for name in "cabde"]


def table(query="", **more):
    def rows(words):
        return [row for row in ROWS if words in row["name"]]

    return PageTable(RequestFactory().get(f"/x{query}"), COLUMNS, rows, **{"per_page": 2, **more})


def names(made):
    return "".join(row["name"] for row in made.rows)


def test_rows_come_as_they_are_sorted_or_turned_around():
    assert names(table()) == "ca"
    assert names(table("?sort=name")) == "ab"
    assert names(table("?sort=-name")) == "ed"
    assert names(table(sort="name")) == "ab"


def test_a_page_that_is_not_there_is_the_nearest():
    assert names(table("?page=3")) == "e"
    assert names(table("?page=99")) == "e"
    assert names(table("?page=x")) == "ca"


def test_words_filter_and_are_kept_when_sorted():
    made = table("?filter=a&page=1&colour=red")
    assert names(made) == "a"
    assert made.heads[0].address == "?filter=a&colour=red&sort=name"
    assert made.kept == [("colour", "red")]


def test_a_head_turns_the_order_around():
    assert (table("?sort=name").heads[0].order, table("?sort=name").heads[0].address) == ("ascending", "?sort=-name")
    assert (table("?sort=-name").heads[0].order, table("?sort=-name").heads[0].address) == ("descending", "?sort=name")
    assert table().heads[1].address == ""


def test_what_cannot_be_sorted_is_not():
    assert names(table("?sort=Note")) == names(table("?sort=__class__")) == "ca"


def test_pages_know_their_neighbours():
    made = table("?page=2&sort=name")
    assert made.previous_address == "?page=1&sort=name"
    assert made.next_address == "?page=3&sort=name"
    assert table().previous_address == ""


def test_two_tables_on_a_page_do_not_disturb_each_other():
    assert names(table("?sort=-name&left-sort=name", prefix="left-")) == "ab"


def test_an_address_keeps_hostile_text_quoted():
    assert "<" not in table("?filter=%3Cscript%3E").heads[0].address
