"""What `probierz serve` becomes once all is prepared: a small process that keeps the others running.

It is given a listening socket and imports nothing of the platform but the supervisor, so that it stays small.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sys
from typing import Any

from probierz.cli.exit_codes import FINE, INTERRUPTED, PROBLEM
from probierz.errors import Refused
from probierz.web.operation.supervisor import supervise, web_programs, worker_programs


def main() -> int:
    """Keep the processes running until told to stop; the order is the one argument, as JSON."""
    order: dict[str, Any] = json.loads(sys.argv[1])
    listener = socket.socket(fileno=order["listener"])

    def ready() -> None:
        if order["prints_board"]:
            _print_board_and_stop(order["address"])
            return
        print(f"Probierz runs at {order['root']}  (stop it with Ctrl-C)")
        if order["link"]:
            print("There is no administrator yet. Make the first account here, within a day:")
            print(f"  {order['link']}")
        sys.stdout.flush()
        if order["opens"] is not None:
            _open(f"{order['root']}{order['opens']}")

    programs = [*web_programs(listener, order["web_processes"]), *worker_programs(order["workers"])]
    try:
        supervise(programs, _say, lambda: _is_answering(listener), ready)
    except KeyboardInterrupt:
        _remove(order["made"])
        _say("interrupted")
        return INTERRUPTED
    except Refused as error:
        _remove(order["made"])
        _say(str(error))
        return PROBLEM
    print("Probierz has stopped.")
    if order["made"] is not None:
        from probierz.cli.demo import how_to_go_on

        print(how_to_go_on(order["made"]))
    return FINE


def _remove(folder: str | None) -> None:
    if folder is not None:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def _say(text: str) -> None:
    print(f"probierz: {text}", file=sys.stderr, flush=True)


def _print_board_and_stop(address: str) -> None:
    from probierz.cli.demo import print_board

    print_board(address)
    signal.raise_signal(signal.SIGTERM)


def _open(address: str) -> None:
    """Open a browser, where there is a screen: one for terminals would take the place of what runs in it."""
    import webbrowser

    has_screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not has_screen or not webbrowser.open(address):
        print(f"No browser could be opened here; a board is at {address}", flush=True)


def _is_answering(listener: socket.socket) -> bool:
    """Whether a web process has imported everything: until then a browser would wait in vain."""
    host, port = listener.getsockname()[:2]
    connection = http.client.HTTPConnection("127.0.0.1" if host == "0.0.0.0" else host, port, timeout=2)
    try:
        connection.request("GET", "/health", headers={"Host": "localhost"})
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


if __name__ == "__main__":
    sys.exit(main())
