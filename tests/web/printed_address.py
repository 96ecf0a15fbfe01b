"""The address that a command for one person on a laptop prints."""

import re
import select
import time


def opened(process):
    """The address that the command prints, once it answers."""
    until, said, address = time.monotonic() + 90, "", None
    while time.monotonic() < until:
        if select.select([process.stdout], [], [], 1)[0]:
            line = process.stdout.readline()
            assert line, said
            said += line
            address = address or re.search(r"http://\S+/annotations/alone/\S+", said)
            if "stop" in line:
                return address[0]
    raise AssertionError(said)
