"""What explanations are made of; how they are printed is tested with the command."""

from probierz.inspection.explain import Sample, explain


def test_steps_run_on_both_sides() -> None:
    (found,) = explain("WER:lS", Sample("b A", "C a"))
    assert [(step.name, step.expected, step.output) for step in found.steps] == [
        ("as given", "b A", "C a"),
        ("l", "b a", "c a"),
        ("S", "a b", "a c"),
    ]
    assert found.tally == "Edits(errors=1, length=2)"
    assert found.score == 0.5


def test_the_input_of_a_metric_that_reads_it_gets_the_flags_too() -> None:
    # Lower-cased, the input differs from the expected text by one letter, which the output mends.
    (found,) = explain("CharMatch:l", Sample("kot", "KOT", "KOD"))
    assert found.score == 1.0


def test_without_a_sample_there_are_no_steps() -> None:
    (found,) = explain("WER")
    assert found.steps == ()
    assert found.score is None


def test_prefixes_and_parameters_are_parts() -> None:
    (found,) = explain("Mean/MultiLabel-F2:l")
    assert [part.text for part in found.parts] == ["Mean/", "MultiLabel-F2", "l"]
    assert "beta = 2" in found.parts[1].meaning


def test_long_values_are_cut() -> None:
    (found,) = explain("WER", Sample("a " * 1000, None))
    assert len(found.read_expected) == 300
    assert found.read_output == ""
