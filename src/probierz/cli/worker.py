"""`probierz worker`: do the platform's jobs, one at a time."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.options import add_option

EXAMPLES = """
examples:
  probierz worker                 until it is stopped
  probierz worker --until-empty   until nothing waits any more

`probierz serve` starts workers of its own; more of them, on other machines too, need the same PROBIERZ_DATABASE_URL and
the same files under PROBIERZ_HOME.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Take jobs of the platform (evaluations, imports) and do them."
    parser.epilog = EXAMPLES
    add_option(parser, "--home")
    parser.add_argument("--until-empty", action="store_true", help="end when no job is left")


def run(arguments: Namespace) -> None:
    """Work until told to stop; a job that is not done then goes back into the queue."""
    import signal
    import threading

    from probierz.cli.doctor import existing_home
    from probierz.web.operation.start import prepare

    prepare(str(existing_home(arguments.home)))
    from probierz.web.jobs.worker import work
    from probierz.web.operation.schema import refuse_outdated

    refuse_outdated()
    stop = threading.Event()
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, lambda *_: stop.set())
    work(stop, until_empty=arguments.until_empty)
