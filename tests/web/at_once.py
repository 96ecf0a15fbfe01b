"""Work that two people do at once, each in a thread with a connection of its own."""

import threading
from collections.abc import Callable

from django.db import connection

from probierz.errors import Refused

__all__ = ["at_once"]


def at_once(*works: Callable[[], object]) -> list[bool]:
    """Do all of it at the same moment; return what was not refused."""
    done, start = [False] * len(works), threading.Barrier(len(works))

    def run(number: int) -> None:
        try:
            start.wait(20)
            works[number]()
            done[number] = True
        except Refused:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[number]) for number in range(len(works))]
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    return done
