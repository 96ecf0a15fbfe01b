"""ScoringLimits make sense together."""

import pytest

from probierz.errors import OptionError
from probierz.web.sandbox.limits import ScoringLimits


@pytest.mark.parametrize("name", ["cpu_seconds", "memory_bytes", "file_bytes", "open_files", "log_bytes"])
def test_a_limit_is_above_nothing(name):
    with pytest.raises(OptionError, match=name):
        ScoringLimits(**{name: 0})


def test_the_clock_has_more_time_than_the_processor():
    with pytest.raises(OptionError, match="busy machine"):
        ScoringLimits(cpu_seconds=60, wall_seconds=60)


def test_there_is_memory_enough_for_numpy():
    with pytest.raises(OptionError, match="too little"):
        ScoringLimits(memory_bytes=100 * 2**20)
