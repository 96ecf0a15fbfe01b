"""Lines that belong together: clusters of one document, speaker or page, which are drawn and left out as one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from probierz.errors import OptionError
from probierz.scoring.pool import AdditivePool, Pool

if TYPE_CHECKING:
    from numpy import ndarray

_MOST_LEFT_OUT = 1000


def owners_of(cluster: Sequence[Hashable] | None, numbers: Sequence[int]) -> list[int] | None:
    """Return for every scored line the number of its cluster, from 0 in order of appearance; None without clusters.

    cluster: for every line of the test set what it belongs to; numbers: of the scored lines, from 1.
    Raises OptionError where there are fewer entries than lines, or anything but one hashable value for each.
    """
    if cluster is None:
        return None
    if not hasattr(cluster, "__len__") or not hasattr(cluster, "__getitem__"):
        raise OptionError(f"clusters are a list with one name or number for every line; found {type(cluster).__name__}")
    if max(numbers, default=0) > len(cluster):
        raise OptionError(
            f"line {max(numbers)} was scored, but only {len(cluster)} lines have a cluster; give one for every line"
        )
    known: dict[Hashable, int] = {}
    try:
        return [known.setdefault(cluster[number - 1], len(known)) for number in numbers]
    except (TypeError, KeyError):
        found = type(cluster).__name__
        raise OptionError(
            f"clusters are a list with one name or number for every line; found {found} of other values"
        ) from None


class ClusteredPool(Pool):
    """A pool whose items are clusters: test sets have all lines of a cluster equally often."""

    def __init__(self, pool: Pool, owners: Sequence[int]) -> None:
        super().__init__(pool.metric, pool.tallies)
        self.pool = pool
        self.owners = owners
        self.count = max(owners, default=-1) + 1
        self.block_weights = max(1, pool.block_weights * self.count // max(1, len(owners)))
        self._sums = self._collapsed()

    def __len__(self) -> int:
        """Return the number of clusters."""
        return self.count

    @property
    def most_groups(self) -> int:
        """As many as the lines allow."""
        return min(_MOST_LEFT_OUT, self.pool.most_groups)

    def _collapsed(self) -> ndarray[Any, Any] | None:
        """The sums of numbers over the lines of each cluster, where tallies add up."""
        import numpy

        if not isinstance(self.pool, AdditivePool) or self.pool.array is None:
            return None
        sums = numpy.zeros((self.count, self.pool.array.shape[1]))
        numpy.add.at(sums, numpy.array(self.owners, dtype=numpy.intp), self.pool.array)
        return sums

    def values(self, weights: ndarray[Any, Any]) -> list[float]:
        """Return the values of all test sets; `weights` has the shape (sets, clusters)."""
        if self._sums is not None and isinstance(self.pool, AdditivePool):
            import numpy

            with numpy.errstate(over="ignore", invalid="ignore"):  # huge numbers add up to infinity
                return self.pool.finish_all(weights @ self._sums)
        return self.pool.values(weights[:, self.owners])
