"""Which texts the network learns from, and how they are read."""

import pytest

from probierz.errors import DataError
from probierz.systems.punctuation.learning import Corpus
from probierz.systems.punctuation.mixture import mixture, read_text

PARAGRAPH = "Wiem, że tak. " * 30


def test_every_source_of_the_mixture_may_be_passed_on_and_is_credited():
    free = (
        "public domain",
        "CC0",
        "CC BY 3.0",
        "CC BY 4.0",
        "CC BY-SA 3.0",
        "CC BY-SA 4.0",
        "official record, no copyright",
    )
    for source in mixture().values():
        assert source.licence in free
        assert source.credit
        assert source.early > 0 < source.late
        assert source.last in (0, source.late)


def test_a_file_without_a_table_of_sources_is_taken_whole(tmp_path):
    (tmp_path / "own.txt").write_text(f"{PARAGRAPH}\n\n{PARAGRAPH}\n{PARAGRAPH}\n", "utf-8")
    (part,) = read_text(tmp_path / "own.txt", Corpus())
    assert (part.source.early, part.source.late, part.source.last) == (1, 1, 1)
    assert (part.rows[:, 0] > 0).sum() == 3 * 30 * 3
    assert (part.rows[:, 0] == 0).sum() == 2  # texts


def test_short_texts_are_put_together_so_that_sentences_end_inside_texts(tmp_path):
    (tmp_path / "own.txt").write_text("Ala ma kota.\n\n" * 40, "utf-8")
    (part,) = read_text(tmp_path / "own.txt", Corpus())
    assert (part.rows[:, 0] == 0).sum() == 2  # 120 words in texts of 60


def test_of_a_file_with_a_table_only_sources_of_the_mixture_are_taken(tmp_path):
    (tmp_path / "own.txt").write_text("Nie wolno.\n\nWolno, mówi Sejm.\n\nTeż nie wolno.\n", "utf-8")
    header = "source\tfirst_line\tlast_line\n"
    (tmp_path / "own.sources.tsv").write_text(f"{header}secret\t1\t2\nsejm\t3\t4\nother\t5\t5\n", "utf-8")
    corpus = Corpus()
    (part,) = read_text(tmp_path / "own.txt", corpus)
    assert part.source.name == "sejm"
    assert set(corpus.forms) == {"\n", "wolno", "mówi", "sejm"}
    (tmp_path / "own.sources.tsv").write_text(f"{header}secret\t1\t5\n", "utf-8")
    with pytest.raises(DataError, match="no source of the mixture"):
        read_text(tmp_path / "own.txt", Corpus())
