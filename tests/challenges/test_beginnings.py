"""The first lines of files, for several questions."""

from probierz.challenges.beginnings import MOST_CHARACTERS, MOST_LINES, Beginnings
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
