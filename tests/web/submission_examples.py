"""A small challenge for the tests of submissions."""

GOLD = "1\n2\n3\n4\n"


def write_challenge(folder, gold=GOLD, metrics="--metric RMSE --metric MAE:P<2>"):
    for split in ("dev-0", "test-A"):
        (folder / split).mkdir(parents=True, exist_ok=True)
        (folder / split / "in.tsv").write_text("one\ntwo\nthree\nfour\n")
        (folder / split / "expected.tsv").write_text(GOLD if split == "dev-0" else gold)
    (folder / "config.txt").write_text(f"{metrics} --precision 3\n")
    (folder / "README.md").write_text("# Numbers\n\nRead numbers.\n")
    (folder / ".gitignore").write_text("*~\n")
    return folder
