"""Rows in a file: what was scored once can be compared and given intervals without the expected results."""

import zipfile
from dataclasses import replace

import numpy
import pytest
from sandbox_examples import make_request

from probierz import compare, score_all
from probierz import score as score_lines
from probierz.errors import ChallengeError, DataError, OptionError
from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.names import get_metric
from probierz.metrics.tallies import Mean
from probierz.scoring.laws import example_name
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.rows import compare_rows, read_rows, write_rows
from probierz.web.sandbox.scorer import score

NAMES = sorted(
    {
        example_name(one.pattern, one.example, needs_matching=one.matching == "required")
        for one in definitions(plugins=False)
    }
)
EXPECTED = [f"to be or not to be {number}" for number in range(60)]
OUTPUTS = {
    "first": [line if at % 5 else "to be" for at, line in enumerate(EXPECTED)],
    "second": [line if at % 2 else "to be" for at, line in enumerate(EXPECTED)],
    "third": ["nothing"] * 60,
}


@pytest.mark.parametrize("name", NAMES + [f"{prefix}/{name}" for name in NAMES for prefix in COMBINATORS])
def test_the_rows_of_every_metric_are_read_as_they_were_written(name, tmp_path):
    data = get_metric(name).definition.example
    one = score_lines(name, data.expected, data.output, inputs=data.input or None)
    write_rows(tmp_path / "rows.npz", [one])
    (again,) = read_rows(tmp_path / "rows.npz")
    assert repr(again.rows.tallies) == repr(one.rows.tallies)
    assert list(map(type, again.rows.tallies)) == list(map(type, one.rows.tallies))
    assert list(again.rows.numbers) == list(one.rows.numbers)
    assert (repr(again.value), again.scheme, again.signature) == (repr(one.value), one.scheme, one.signature)
    assert repr(again.interval(samples=50)) == repr(one.interval(samples=50))


@pytest.fixture
def files(tmp_path):
    for name, output in OUTPUTS.items():
        write_rows(tmp_path / f"{name}.npz", score_all(["WER", "Accuracy"], EXPECTED, output))
    return [tmp_path / f"{name}.npz" for name in OUTPUTS]


@pytest.mark.parametrize("scheme", ["WER", "Accuracy"])
def test_comparing_rows_is_comparing_the_scores(files, scheme):
    scores = [score_lines(scheme, EXPECTED, output) for output in OUTPUTS.values()]
    assert compare_rows(files, scheme).as_dict() == compare(scores, list(OUTPUTS)).as_dict()


def test_clusters_come_from_the_rows_of_all_outputs(files):
    assert compare_rows(files, "Accuracy").clusters == (1, 2, 3)


def test_the_scoring_process_writes_the_same_rows(tmp_path):
    request = make_request(tmp_path, config="--metric Accuracy --metric CER", rows=tmp_path / "kept" / "rows.npz")
    (tmp_path / "kept").mkdir()
    result = score(request)
    assert result.rows == request.rows
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["rows.npz"]
    again = read_rows(request.rows)
    assert [one.value for one in again] == [one.value for one in result.scores]
    interval = result["Accuracy"].interval
    assert [tally[0] for tally in again[0].rows.tallies] == [1, 1, 0]
    assert interval.low <= 2 / 3 <= interval.high


def test_rows_that_take_too_much_room_are_left_out_with_a_note(tmp_path):
    result = score(make_request(tmp_path, rows=tmp_path / "rows.npz"), limits=ScoringLimits(file_bytes=100))
    assert result["Accuracy"].value == 2 / 3
    assert result.rows is None
    assert not (tmp_path / "rows.npz").exists()
    assert "not kept" in result.warnings[0]


def test_rows_of_different_expected_results_are_not_compared(tmp_path):
    files = []
    for number in (1, 2):
        request = make_request(
            tmp_path / str(number), expected=f"a\nb\n{number}\n", rows=tmp_path / f"{number}.npz", samples=0
        )
        files.append(score(request).rows)
    with pytest.raises(OptionError, match="different expected results"):
        compare_rows(files, "Accuracy")


def test_an_unknown_scheme_is_answered_with_those_there_are(files):
    with pytest.raises(OptionError, match="no rows of 'BLEU'; it has those of WER, Accuracy"):
        compare_rows(files, "BLEU")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ChallengeError, match=r"gone\.npz"):
        read_rows(tmp_path / "gone.npz")


@pytest.mark.parametrize("junk", [b"", b"junk", b"PK\x03\x04junk", b"\x93NUMPY junk"])
def test_a_broken_file_is_named(tmp_path, junk):
    (tmp_path / "rows.npz").write_bytes(junk)
    with pytest.raises(DataError, match=r"rows\.npz"):
        read_rows(tmp_path / "rows.npz")


def test_rows_with_other_columns_are_those_of_an_earlier_version(tmp_path):
    one = score_lines("Brier", [1, 0], [0.8, 0.1])
    write_rows(tmp_path / "rows.npz", [replace(one, rows=replace(one.rows, tallies=[Mean(0.04), Mean(0.01)]))])
    with pytest.raises(DataError, match="rows of Brier from an earlier version; score again"):
        read_rows(tmp_path / "rows.npz")


def test_pickles_are_refused(tmp_path):
    numpy.savez(tmp_path / "rows.npz", about=numpy.array([{"format": 1}], dtype=object))
    with pytest.raises(DataError):
        read_rows(tmp_path / "rows.npz")


@pytest.mark.parametrize("kind", ["os:system", "subprocess:Popen", "probierz.metrics.tallies:f_score"])
def test_nothing_but_tallies_of_metrics_is_imported(files, tmp_path, kind):
    with numpy.load(files[0]) as stored:
        arrays = dict(stored)
    arrays["tallies0"] = numpy.frombuffer(f'["list",["{kind}","true"]]'.encode(), dtype=numpy.uint8)
    numpy.savez(tmp_path / "rows.npz", **arrays)
    with pytest.raises(DataError):
        read_rows(tmp_path / "rows.npz")


def test_the_file_is_small(tmp_path):
    score = score_lines("Accuracy", ["yes", "no"] * 5000, ["yes"] * 10_000)
    write_rows(tmp_path / "rows.npz", [score])
    assert zipfile.is_zipfile(tmp_path / "rows.npz")
    assert (tmp_path / "rows.npz").stat().st_size < 30_000
