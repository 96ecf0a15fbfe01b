"""A service on this machine that takes messages, and answers as a test wants it to."""

import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class _Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.seen.append((self.path, dict(self.headers), body))
        status, headers, answer = self.server.answers.pop(0) if self.server.answers else (200, {}, b"ok")
        if answer == "slowly":
            return self._drip()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(answer)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer)
        return None

    def _drip(self):
        """A header that never ends, a byte at a time."""
        try:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
            for _ in range(600):
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            pass

    def log_message(self, *_):
        pass


@contextmanager
def receiving():
    """Yield a server; `server.seen` are the requests (path, headers, body), `server.answers` what it says next."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Receiver)
    server.daemon_threads = True
    server.seen, server.answers = [], []
    server.url = f"http://127.0.0.1:{server.server_port}/hook/abcdefghijklmnopqrstuvwxyz"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
