"""A server that answers as it is told, and remembers what it was asked."""

import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Asked:
    method: str
    path: str
    headers: dict
    body: bytes


@dataclass
class Server:
    url: str
    asked: list = field(default_factory=list)


@contextmanager
def answering(answer):
    """answer: takes what was asked and returns (status, headers, body), where body may come in pieces."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked = Asked(self.command, self.path, dict(self.headers), body)
            server.asked.append(asked)
            status, headers, pieces = answer(asked)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(BrokenPipeError, ConnectionResetError):  # the client may have enough
                for piece in [pieces] if isinstance(pieces, bytes) else pieces:
                    self.wfile.write(piece)
                    self.wfile.flush()

        do_POST = do_PATCH = do_DELETE = do_GET  # noqa: N815

        def log_message(self, *arguments):
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{listening.server_port}")
    thread = threading.Thread(target=listening.serve_forever, args=[0.02])
    thread.start()
    yield server
    listening.shutdown()
    listening.server_close()
    thread.join()
