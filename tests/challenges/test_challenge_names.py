"""Metrics of a challenge by the names under which its config.txt shows them."""

import pytest

from probierz import open_challenge
from probierz.cli.main import main
from probierz.errors import SchemeError


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "test-A").mkdir()
    (tmp_path / "config.txt").write_text("--metric WER --metric WER:lN<Case-blind>\n")
    (tmp_path / "test-A" / "expected.tsv").write_text("Ala ma kota\n")
    (tmp_path / "test-A" / "out.tsv").write_text("ala ma kota\n")
    return tmp_path


def test_a_metric_is_found_by_its_shown_name(folder):
    challenge = open_challenge(folder)
    assert [str(scheme) for scheme in challenge.find_schemes(["Case-blind", "CER"])] == ["WER:lN<Case-blind>", "CER"]
    assert challenge.evaluate(schemes=["Case-blind"])["Case-blind"].value == 0


def test_a_name_that_nothing_has_is_an_error_with_the_nearest(folder):
    with pytest.raises(SchemeError, match="here there is Case-blind"):
        open_challenge(folder).find_schemes(["Case-blin"])


@pytest.mark.parametrize("command", ["eval", "lines", "worst", "slices --by exp", "classes"])
def test_commands_take_the_name_too(folder, command, capsys):
    name, *options = command.split()
    status = main([name, str(folder), *options, "--metric", "Case-blind"])
    printed = capsys.readouterr()
    assert "Case-blin" not in printed.err or "no classes" in printed.err
    assert status in (0, 1) if name in ("classes", "worst") else status == 0
