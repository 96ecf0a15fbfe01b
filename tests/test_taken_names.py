"""No registry lets a second function take a name in silence."""

import pytest

from probierz.errors import OptionError
from probierz.metrics.definition import Example, find_definition, load_plugin, metric
from probierz.suites.building import builder, find_builder
from probierz.suites.sqad.rules import chosen_rules, rule
from probierz.web.jobs.registry import handler, handler_of
from probierz.web.submissions.services.handing_in import EVALUATE


def a_metric(name):
    return metric(name, better="higher", bounds=(0, 1), source="", example=Example(["a"], ["a"], 1.0), finish=float)


@pytest.mark.parametrize(
    ("what", "register", "owner"),
    [
        ("metric 'WER'", lambda: a_metric("WER"), "probierz.metrics.edits"),
        ("metric 'F2'", lambda: a_metric("F2"), "probierz.metrics.classification"),
        ("builder 'challenge'", lambda: builder("challenge"), "probierz.suites.challenge_builder"),
        ("rule 'one-selection-sentence'", lambda: rule("one-selection-sentence", ""), "probierz.suites.sqad"),
        ("kind of job 'evaluate-submission'", lambda: handler(EVALUATE), "probierz.web.submissions.handlers"),
    ],
)
def test_a_name_that_is_taken_is_refused_with_both_places(what, register, owner):
    find_builder("challenge"), chosen_rules([]), handler_of(EVALUATE)  # they register theirs

    def mine(expected, output):
        return 1.0

    told = rf"^test_taken_names:\d+: the {what} is defined in {owner}[\w.]*:\d+ already; give this one another name$"
    with pytest.raises(OptionError, match=told):
        register()(mine)


def test_a_file_that_is_loaded_anew_keeps_its_metric_and_another_does_not_get_it(tmp_path):
    text = (
        "from probierz import Example, metric\nfrom probierz.metrics.tallies import Mean\n"
        "@metric('Taken-Once', better='higher', bounds=(0, 1), source='', example=Example(['a'], ['a'], 1.0))\n"
        "def taken_once(expected: str, output: str) -> Mean:\n    return Mean(1)\n"
    )
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(text)
    load_plugin(f"{tmp_path}/one.py")
    load_plugin(f"{tmp_path}/./one.py")
    message = f"^{tmp_path}/two.py:3: the metric 'Taken-Once' is defined in {tmp_path}/./one.py:3 already; give"
    with pytest.raises(OptionError, match=message):
        load_plugin(f"{tmp_path}/two.py")
    definition, _ = find_definition("Taken-Once")
    assert definition.item.__code__.co_filename.endswith("one.py")
