"""What unpacking may cost: bytes and seconds for all that somebody sent together, however many files it is in."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from probierz.archives.limits import MIB, UNLIMITED
from probierz.web.intake.errors import TooLarge


class Budget:
    """Bytes that may come out of all files, and seconds by the clock in which they have to.

    look: called with every piece; it ends the work by raising whatever it likes.
    """

    def __init__(
        self, most_bytes: int = UNLIMITED, seconds: float = math.inf, look: Callable[[], object] = lambda: None
    ) -> None:
        self.most_bytes = most_bytes
        self._left = most_bytes
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._look = look

    @property
    def left(self) -> int:
        """How many more bytes may come."""
        return max(0, self._left)

    def renewed(self, most_bytes: int) -> Budget:
        """Return one of so many bytes that ends at the same moment, for what is read a second time."""
        again = Budget(most_bytes, self._seconds, self._look)
        again._end = self._end
        return again

    def spend(self, count: int) -> None:
        """Take bytes that came out of a file. Raises TooLarge where all of them, or all of the time, are used up."""
        self._look()
        self._left -= count
        if self._left < 0:
            message = f"unpacked, all files together have more than {self.most_bytes / MIB:.4g} MiB"
            raise TooLarge(message, "leave out what is not needed, or hand in fewer outputs at a time")
        if time.monotonic() > self._end:
            message = f"unpacking all files takes more than {self._seconds:g} s"
            raise TooLarge(message, "hand in fewer outputs at a time, or pack them once only")
