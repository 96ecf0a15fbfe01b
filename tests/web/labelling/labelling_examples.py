"""A small quiz with yes and no, and two people who answer it."""

WORDS = ("rivers", "hills", "towns", "trees", "birds", "boats", "songs", "roads", "lakes", "coins")
QUESTIONS = [f"Are there {number} {word}?" for number in range(1, 9) for word in WORDS]
EXPECTED = ["yes" if number % 3 else "no" for number in range(len(QUESTIONS))]


def write_quiz(folder):
    """A challenge with the open dev-0 and the hidden test-A, each with all questions."""
    for split in ("dev-0", "test-A"):
        (folder / split).mkdir(parents=True)
        (folder / split / "in.tsv").write_text("".join(f"{one}\tquiz\n" for one in QUESTIONS))
        (folder / split / "expected.tsv").write_text("".join(f"{one}\n" for one in EXPECTED))
    (folder / "in-header.tsv").write_text("Question\tSource\n")
    (folder / "config.txt").write_text("--metric Accuracy --precision 4 --in-header in-header.tsv\n")
    (folder / ".gitignore").write_text("*~\n")
    (folder / "README.md").write_text("# Small quiz\n\nYes or no.\n")
    return folder
