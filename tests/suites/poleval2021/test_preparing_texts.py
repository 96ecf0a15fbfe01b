"""Other texts in the form of the challenge."""

import json

import pytest

from probierz.cli.main import main
from probierz.suites.poleval2021.punctuation.documents import MarkedText, MarkedWord
from probierz.suites.poleval2021.punctuation.preparing import made_alike


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ([("To", ""), ("jest", ""), ("np", "."), ("Tekst", ".")], "to jest np. tekst."),
        ([("&quot;Tak&quot;", ","), ("rzekł", "")], '" tak ", rzekł'),
        ([("„Tak”", ""), ("C++", "")], '" tak " c + +'),
        ([("Saryusz", "-", False), ("Wolski", "")], "saryusz wolski"),
        ([("Tak", "-"), ("rzekł", "")], "tak- rzekł"),
        ([("10", ":", False), ("45", "")], "10: 45"),
        ([("no", "..."), ("cóż", "…")], "no... cóż..."),
        ([("-", ""), ("tak", "")], "tak"),
        ([("-tak", ""), ("...", "!"), ("nie", "?!")], "tak nie?!"),
        ([("&#91;1&#93;", ""), ("[red", "."), ("&apos;a", "")], "1 red. 'a"),
        ([("-", "")], ""),
    ],
)
def test_texts_look_like_those_of_the_challenge(words, line):
    alike = made_alike(MarkedText("x", "x", tuple(MarkedWord(*one) for one in words)))
    assert alike.line == line
    assert [word.word for word in alike.words] == [token.rstrip(".,?!:-") for token in line.split()]


def write(folder, name, *words):
    folder.mkdir(exist_ok=True)
    told = [{"word": word, "punctuation": mark, "space_after": True} for word, mark in words]
    (folder / f"{name}.json").write_text(json.dumps({"title": name, "words": told}))


def test_texts_of_a_challenge_are_left_out(tmp_path, capsys):
    rest, challenge = tmp_path / "rest", tmp_path / "challenge" / "train"
    write(rest, "wikinews1", ("Tak", "."), ("Nie", "?"))
    write(rest, "wikinews2", ("Known", "."))
    write(rest, "wikinews3", ("-", ""))
    challenge.mkdir(parents=True)
    (challenge / "in.tsv").write_text("wikinews2\tknown\n")
    made = tmp_path / "made"
    assert main(["punctuation", "prepare", str(rest), str(made), "--without", str(challenge.parent)]) == 0
    assert (made / "in.tsv").read_text() == "wikinews1\ttak nie\n"
    assert (made / "expected.tsv").read_text() == "tak. nie?\n"
    assert "made: 1 texts, 1 left out: in the challenge, 1 left out: without a word" in capsys.readouterr().out
    assert main(["punctuation", "prepare", str(rest), str(made)]) == 1
    assert "it is there already" in capsys.readouterr().err
