"""What everybody should beat: systems for any task."""

from __future__ import annotations

from probierz.systems.recipes import Recipe
from probierz.systems.simple import Constant, Majority, Unchanged
from probierz.systems.system import System


def _constant(answer: str = "tak") -> System:
    return Constant(answer)


RECIPES = (
    Recipe("constant", "The same answer on each line; the baseline of the quiz is tak", "", _constant, learns=False),
    Recipe("majority", "The answer that is expected most often in train", "", Majority),
    Recipe("unchanged", "The last column of the input, as it is", "", Unchanged, learns=False, column=-1),
)
