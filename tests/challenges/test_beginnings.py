"""The first lines of files, for several questions."""

from probierz.challenges.beginnings import MOST_CHARACTERS, MOST_LINES, Beginnings, FirstLines
from probierz.lines import LineReader


def test_all_lines_are_given_and_the_first_are_read_once(tmp_path):
    opened = []

    def open_lines(path):
        opened.append(path)
        return LineReader(path)

    files = {"few": ["a", "", "b"], "many": [str(number) for number in range(3 * MOST_LINES)], "none": []}
    files["long"] = ["c" * (MOST_CHARACTERS // 3)] * 5
    beginnings = Beginnings(open_lines)
    for name, lines in files.items():
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines))
        assert [list(beginnings.lines(path)) for _ in range(2)] == [lines, lines]
    assert [opened.count(str(tmp_path / name)) for name in files] == [1, 3, 1, 3]
    assert next(beginnings.lines(tmp_path / "many")) == "0"
    assert len(opened) == 8


def test_what_was_kept_while_lines_went_by_is_not_read_again(tmp_path):
    lines = [str(number) for number in range(2 * MOST_LINES)]
    kept = {"few": FirstLines(), "many": FirstLines()}
    for start in range(0, len(lines), 7):
        kept["many"].add(lines[start : start + 7])
    kept["few"].add(lines[:5])
    assert (len(kept["many"].lines), kept["many"].is_all, kept["few"].is_all) == (MOST_LINES, False, True)
    (tmp_path / "many").write_text("".join(f"{line}\n" for line in lines))
    opened = []
    beginnings = Beginnings(lambda path: opened.append(path) or LineReader(tmp_path / path), kept)
    assert list(beginnings.lines("few")) == lines[:5]
    first = beginnings.lines("many")
    assert [next(first) for _ in range(MOST_LINES)] == lines[:MOST_LINES]
    assert not opened
    assert [*lines[:MOST_LINES], *first] == lines
    assert opened == ["many"]
