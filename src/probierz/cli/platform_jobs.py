"""Following a job of a platform until it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probierz.cli.terminal import DIM, painted, print_warning, printable
from probierz.errors import ProbierzError

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient

FAULT = "ERROR: "
"""How a line of the log begins that tells why a job failed."""

WAIT_SECONDS = 20
MOST_FAULTS = 5


def follow_job(platform: PlatformClient, job: str, *, is_quiet: bool = False, about: str = "") -> tuple[Any, list[str]]:
    """Print the log on standard error as it is written; return the job when it has ended, and faults it told.

    is_quiet: print nothing. about: what stands before each line.
    Raises ProbierzError when the platform stops answering.
    """
    after, faults = 0, 0
    told: list[str] = []
    while True:
        began = time.monotonic()
        try:
            news = platform.get(f"/jobs/{job}/log?after={after}&wait={WAIT_SECONDS}")
            faults = 0
        except ProbierzError:
            faults += 1
            if faults == MOST_FAULTS:
                print_warning(
                    f"{about}what was handed in is with the platform; its log is {platform.server}/jobs/{job}"
                )
                raise
            time.sleep(faults)
            continue
        texts = [line["text"] for line in news["lines"]]
        told += [text for text in texts if text.startswith(FAULT)]
        if not is_quiet:
            print_log([f"{about}{text}" for text in texts if not text.startswith(FAULT)])
        after = news["next"]
        if news["is_final"]:
            return platform.get(f"/jobs/{job}"), told
        if not news["lines"]:
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))


def print_log(lines: Sequence[str]) -> None:
    """Print lines of a log on standard error."""
    for line in lines:
        print(painted(printable(line), DIM, sys.stderr), file=sys.stderr)


def told_state(submission: Any) -> str:
    """Return the state of a submission in words; what organisers handed in late has no rank, and is said to be so."""
    return f"{submission['state']}, late" if submission.get("is_late") else str(submission["state"])


def told_score(score: Any) -> str:
    """Return a score as people read it, and that it is outdated; of one kept from them that it is not shown yet."""
    is_kept = not score["is_disclosed"] and score["text"] == "UNDISCLOSED"
    text = "not shown yet" if is_kept else str(score["text"])
    return f"{text} (outdated)" if score.get("is_outdated") else text  # older platforms do not tell
