"""Commands start quickly because they list choices without loading what knows them: the two lists are the same."""

import importlib

import pytest

PAIRS = [
    ("probierz.cli.quality.baseline.METHODS", "probierz.suites.poleval2021.quality.METHODS"),
    ("probierz.cli.punctuation.forms.FORMS", "probierz.suites.poleval2021.punctuation.folders.FORMS"),
]


def value(name):
    module, _, constant = name.rpartition(".")
    return getattr(importlib.import_module(module), constant)


@pytest.mark.parametrize(("command", "source"), PAIRS)
def test_a_command_offers_what_there_is(command, source):
    assert value(command) == value(source)
