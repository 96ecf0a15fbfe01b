"""What `probierz serve` becomes once all is prepared: a small process that keeps the others running.

It is given a listening socket and imports nothing of the platform but the supervisor, so that it stays small.
"""

from __future__ import annotations

import http.client
import json
import socket
import sys
import time
from typing import Any

from probierz.web.supervisor import supervise, web_program, worker_programs

__all__ = ["main"]


def main() -> int:
    """Keep the processes running until told to stop; the order is the one argument, as JSON."""
    order: dict[str, Any] = json.loads(sys.argv[1])
    listener = socket.socket(fileno=order["listener"])

    def ready() -> None:
        _wait_until_answering(listener)
        print(f"Probierz runs at {order['root']}  (stop it with Ctrl-C)")
        if order["link"]:
            print("There is no administrator yet. Make the first account here, within a day:")
            print(f"  {order['link']}")
        sys.stdout.flush()
        if order["opens_browser"]:
            _open(order["root"])

    programs = [web_program(listener), *worker_programs(order["workers"])]
    supervise(programs, lambda text: print(f"probierz: {text}", file=sys.stderr, flush=True), ready)
    print("Probierz has stopped.")
    return 0


def _open(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        print("No browser was found; open the address yourself.", flush=True)


def _wait_until_answering(listener: socket.socket) -> None:
    """Until the web process has imported everything, a browser would wait in vain; a process that fails says why."""
    deadline = time.monotonic() + 30
    host, port = listener.getsockname()[:2]
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1" if host == "0.0.0.0" else host, port, timeout=5)
        try:
            connection.request("GET", "/health", headers={"Host": "localhost"})
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()


if __name__ == "__main__":
    sys.exit(main())
