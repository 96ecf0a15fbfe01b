"""Long work in a pipe says now and then how far it is."""

import itertools
import time

import pytest

from probierz.cli import progress
from probierz.cli.progress import LineProgress, WorkProgress


def test_a_line_comes_every_half_minute(monkeypatch, capsys):
    clock = itertools.count(0, 20)  # 20 s go by whenever somebody looks
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(clock)))
    with LineProgress("test-A/out.tsv") as counted:
        for _ in range(6):
            counted(4096)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("test-A/out.tsv: 8,192 after ")
    assert 1 < len(lines) < 6


def test_nothing_comes_for_short_work_or_when_it_is_to_be_quiet(monkeypatch, capsys):
    with WorkProgress("punctuation/crf") as told:
        told("epoch 1", 128, 800)
    monkeypatch.setattr(progress, "LINE_SECONDS", -1.0)
    with WorkProgress("punctuation/crf", enabled=False) as told:
        told("epoch 1", 128, 800)
    assert capsys.readouterr().err == ""
    with WorkProgress("punctuation/crf") as told:
        told("epoch 1", 128, 800)
    assert capsys.readouterr().err == "punctuation/crf: epoch 1: 128 of 800 after 0 s\n"


@pytest.mark.parametrize("is_counted", [True, False])
def test_a_line_comes_also_while_nothing_new_is_known(monkeypatch, capsys, is_counted):
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.05)
    with LineProgress("test-A/out.tsv", is_watched=True) as counted:
        if is_counted:
            counted(8192)
        time.sleep(0.4)
    lines = capsys.readouterr().err.splitlines()
    assert set(lines) == {f"test-A/out.tsv: {'8,192' if is_counted else 'at work'} after 0 s"}
    assert 1 < len(lines) < 9
