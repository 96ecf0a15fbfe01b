"""Which time a page is from."""

import pytest

from probierz.systems.parts.buckets import cluster, year_bucket


@pytest.mark.parametrize(
    ("year", "bucket"),
    [
        ("1899", "19th century"),
        ("1900", "1900"),
        ("1919", "1900"),
        ("1920", "1920"),
        ("1939", "1930"),
        ("1940", "20th century"),
        ("post 1900", "1900"),
        ("post 1923", "1920"),
        ("przed 1935", "1930"),
        ("", "20th century"),
        ("?", "20th century"),
        ("1791", "20th century"),
    ],
)
def test_years_go_where_the_published_data_put_them(year, bucket):
    assert year_bucket(year) == bucket


def test_texts_that_look_alike_share_a_bucket():
    pytest.importorskip("sklearn")
    texts = ["zażółć gęślą jaźń", "the quick brown fox jumps"] * 10
    found = cluster(texts, buckets=2)
    assert len({*found[::2]}) == len({*found[1::2]}) == 1
    assert found[0] != found[1]
