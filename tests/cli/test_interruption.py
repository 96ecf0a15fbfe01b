"""Ctrl-C, wherever Python happens to be."""

import signal
import sqlite3
import subprocess
import sys
import time
import weakref

import pytest

from probierz.cli import main as module
from probierz.cli.interruption import interruptions_kept_in_mind, was_interrupted


class Something:
    pass


def press_ctrl_c(*_words):
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_in_a_finaliser_is_raised_again(capsys):
    def forget_something():
        something = Something()
        weakref.finalize(something, press_ctrl_c)
        del something  # the finaliser runs, and what it raises is ignored
        time.sleep(10)

    with pytest.raises(KeyboardInterrupt), interruptions_kept_in_mind():
        forget_something()
    assert "ignored" not in capsys.readouterr().err


def test_ctrl_c_in_a_function_of_the_database_ends_the_command(monkeypatch, capsys):
    def run(_argv):
        database = sqlite3.connect(":memory:")
        database.create_function("pressed", 0, press_ctrl_c)
        database.execute("select pressed()")

    monkeypatch.setattr(module, "_run", run)
    assert module.main([]) == 130
    assert capsys.readouterr().err == "probierz: interrupted\n"


def test_other_faults_that_are_ignored_are_shown_as_ever(monkeypatch):
    seen = []
    monkeypatch.setattr(sys, "unraisablehook", seen.append)
    with interruptions_kept_in_mind():
        something = Something()
        something.finaliser = weakref.finalize(something, lambda: 1 / 0)
        shown = sys.unraisablehook
        shown(type("Fault", (), {"exc_type": ZeroDivisionError})())
    assert (len(seen), was_interrupted()) == (1, False)
    something.finaliser.detach()


def test_ctrl_c_is_left_to_whom_it_belongs():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptions_kept_in_mind():
            press_ctrl_c()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_ctrl_c_before_the_process_is_replaced_waits_for_what_it_becomes():
    heir = (
        "import signal\n"
        "try:\n"
        "    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})\n"
        "except KeyboardInterrupt:\n"
        "    print('the heir was interrupted')\n"
    )
    code = (
        "import os, signal, sys\n"
        "from probierz.cli import interruption\n"
        "real = os.execv\n"
        "os.execv = lambda *words: (signal.raise_signal(signal.SIGINT), real(*words))\n"
        "with interruption.interruptions_kept_in_mind():\n"
        f"    interruption.replace_process(sys.executable, [sys.executable, '-c', {heir!r}])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("the heir was interrupted\n", "")
