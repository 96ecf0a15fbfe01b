"""An executor on a cluster of Dask: `dask://scheduler:8786`. It needs the extra `dask`.

Dask does by itself again what a lost worker had.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from probierz.errors import MissingExtra, OptionError

if TYPE_CHECKING:
    from concurrent.futures import Executor

TIMEOUT_SECONDS = 10


@contextmanager
def connect(address: str) -> Iterator[Executor]:
    """Give an executor on the cluster of a scheduler: HOST:PORT, or tls://HOST:PORT. Raises OptionError, MissingExtra.

    Files of metrics (`--metrics`) must lie under the same path on the workers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingExtra("distributed", "dask", "working on a cluster of Dask") from None
    place = address if "://" in address else f"tcp://{address}"
    try:
        client = distributed.Client(place, timeout=TIMEOUT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OptionError(f"no scheduler of Dask answers at {place}; look whether it runs, and the port") from error
    quietly = import_module("dask").config.set({"distributed.admin.large-graph-warning-threshold": "1 TiB"})
    with client, quietly:  # what is compared is sent as it is: a word on its size would help nobody
        if not client.scheduler_info()["workers"]:
            raise OptionError(f"the scheduler at {place} has no workers; start some:  dask worker {place}")
        with client.get_executor() as executor:
            yield executor
