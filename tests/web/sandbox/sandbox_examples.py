"""Small challenges for the tests of the sandbox."""

from pathlib import Path

from probierz.web.sandbox.outcome import ScoringRequest


def make_request(
    folder: Path,
    *,
    config: str = "--metric Accuracy",
    expected: str = "a\nb\nc\n",
    output: str | bytes = "a\nb\nx\n",
    inputs: str = "1\n2\n3\n",
    name: str = "out.tsv",
    **settings: object,
) -> ScoringRequest:
    """A challenge in `folder`, and beside it what was handed in."""
    split = folder / "server" / "challenge" / "test-A"
    split.mkdir(parents=True)
    (split.parent / "config.txt").write_text(config, encoding="utf-8")
    (split / "expected.tsv").write_text(expected, encoding="utf-8")
    (split / "in.tsv").write_text(inputs, encoding="utf-8")
    handed_in = folder / "server" / "handed-in"
    handed_in.mkdir()
    path = handed_in / name
    path.write_bytes(output if isinstance(output, bytes) else output.encode())
    return ScoringRequest(split.parent, "test-A", path, **settings)  # type: ignore[arg-type]
