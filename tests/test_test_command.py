"""What the test command says of itself."""

from skipped import explained


def test_the_block_of_skipped_tests_tells_what_is_missing_and_what_would_run_them():
    reasons = [
        "Skipped: PyTorch, of the extra neural, is not installed",
        "Skipped: no real data: PROBIERZ_DATA is not set and /data does not exist",
        "Skipped: could not import 'torch': No module named 'torch'",
        "Skipped: the moon is not full",
    ]
    assert explained(reasons) == [
        "2  PyTorch and what networks need  make test-neural",
        "1  real challenges                 PROBIERZ_DATA=FOLDER make test",
        "1  the moon is not full",
    ]
    assert explained([]) == []
