"""Repositories and servers that the tests fetch from: all on this machine."""

import os
import socket
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from probierz.web.intake.hosts import Transports

LOOPBACK = Transports(
    schemes=frozenset({"https", "http", "file"}), private_networks=(ip_network("127.0.0.0/8"), ip_network("::1/128"))
)


def run(*words, cwd=None, **options):
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_AUTHOR_NAME": "Ala",
        "GIT_AUTHOR_EMAIL": "ala@example.org",
        "GIT_COMMITTER_NAME": "Ala",
        "GIT_COMMITTER_EMAIL": "ala@example.org",
    }
    done = subprocess.run(words, cwd=cwd, env=environment, check=True, capture_output=True, **options)
    return done.stdout.decode().strip()


class Participant:
    """A repository with a work tree, as a participant has one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        self.git("config", "uploadpack.allowFilter", "true")

    def git(self, *words, **options):
        return run("git", *words, cwd=self.path, **options)

    def commit(self, files=None, message="Try again", links=None):
        for name, content in (files or {}).items():
            file = self.path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        for name, target in (links or {}).items():
            link = self.path / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(target)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    @property
    def url(self) -> str:
        return f"file://{self.path}"


@dataclass
class Answer:
    """What a server says instead of a repository."""

    status: int
    headers: dict
    body: bytes = b""


class _Backend(BaseHTTPRequestHandler):
    """Serves the repositories under `server.root` with git's own program; `server.answers` come first."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._serve(b"")

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        self._serve(body)

    def _serve(self, body):
        self.server.seen.append((self.headers["Host"], self.path))
        parts = urlsplit(self.path)
        for prefix, answer in self.server.answers.items():
            if parts.path.startswith(prefix):
                self._answer(answer.status, answer.headers, answer.body)
                return
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(self.server.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "PATH_INFO": parts.path,
            "QUERY_STRING": parts.query,
            "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "safe.directory",
            "GIT_CONFIG_VALUE_0": "*",
        }
        done = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True, check=False)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        self._answer(int(headers.pop("Status", "200").split()[0]), headers, content)

    def _answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def has_ipv6_loopback() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


class _Server6(ThreadingHTTPServer):
    address_family = socket.AF_INET6


@contextmanager
def serving(root: Path, host: str = "127.0.0.1"):
    kind = _Server6 if ":" in host else ThreadingHTTPServer
    server = kind((host, 0), _Backend)
    server.root, server.answers, server.seen = root, {}, []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
