"""Examples that wait in a file, for texts of which the memory does not hold all pieces."""

from __future__ import annotations

import json
import tempfile
import weakref
from array import array
from collections.abc import Iterable, Sequence
from typing import Any, overload


class StoredExamples(Sequence[Any]):
    """Examples, tuples of what JSON can hold, in a temporary file; each is read when it is asked for.

    In memory are 8 bytes for each. The file goes when nothing refers to this any more. Raises OSError on a full disk.
    """

    def __init__(self, examples: Iterable[Any]) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  it is open as long as the examples are needed
        weakref.finalize(self, self._file.close)
        self._begins = array("Q")
        self._kind: Any = tuple
        for example in examples:
            self._kind = type(example)
            self._begins.append(self._file.tell())
            self._file.write(json.dumps(example, separators=(",", ":")).encode() + b"\n")

    def __len__(self) -> int:
        return len(self._begins)

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        """An example of the kind that was given, or a list of them."""
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        self._file.seek(self._begins[at])
        return self._kind(*json.loads(self._file.readline()))
