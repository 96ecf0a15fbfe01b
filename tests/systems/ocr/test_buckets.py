"""Which time a page is from."""

import pytest

from probierz.systems.ocr.buckets import Clusters, year_bucket


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


def test_texts_that_look_alike_share_a_bucket(tmp_path):
    pytest.importorskip("sklearn")
    texts = ["zażółć gęślą jaźń", "the quick brown fox jumps"] * 10
    clusters = Clusters.learn(texts, buckets=2)
    found = clusters.numbers(texts)
    assert found == found[:2] * 10
    assert sorted(found[:2]) == [0, 1]
    assert clusters.numbers(["a brown fox", "gęśl i jaźń"]) == [found[1], found[0]]
    clusters.write(tmp_path / "buckets.npz")
    assert Clusters.read(tmp_path / "buckets.npz").numbers(texts) == found


def test_the_nearest_middle_is_the_one_that_k_means_finds():
    """scikit-learn itself sorts the texts as they were learnt from."""
    text = pytest.importorskip("sklearn.feature_extraction.text")
    texts = [f"{word} {number} {word[::-1]}" for number in range(30) for word in ("ala", "kot", "żuraw", "pies")]
    clusters = Clusters.learn(texts, buckets=4, seed=3)
    counts = text.HashingVectorizer(analyzer="char", ngram_range=(1, 3), n_features=1 << 14, alternate_sign=False)
    rows = text.TfidfTransformer().fit_transform(counts.transform(texts)).toarray()
    distances = ((rows[:, None] - clusters.middles[None]) ** 2).sum(2)
    assert clusters.numbers(texts) == distances.argmin(1).tolist()
