"""Talking to a platform's API: where it is, who calls, requests and their refusals."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote, urlsplit

from probierz.cli.http_requests import HttpAnswer, read_server, send
from probierz.cli.options import add_options
from probierz.cli.terminal import print_warning
from probierz.errors import OptionError, ProbierzError

WANTED = ("server", "token")


class PlatformError(ProbierzError):
    """The platform refused. code: why, for programs."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


def settings_file() -> Path:
    """Return where a server and a token may be kept."""
    folder = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(folder) / "probierz" / "platform.toml"


def add_platform_options(parser: ArgumentParser) -> None:
    """Add --server and --token."""
    add_options(parser, "--server", "--token")


def chosen_platform(arguments: Namespace, *, likely: str = "") -> PlatformClient:
    """Return the platform that options, environment or settings file name, in this order. Raises OptionError.

    likely: a server to propose where none is named; it is not taken, as a token may be meant for another one.
    """
    kept = _kept()
    server = arguments.server or os.environ.get("PROBIERZ_SERVER") or kept.get("server", "")
    token = arguments.token or os.environ.get("PROBIERZ_TOKEN") or kept.get("token", "")
    for name, value in zip(WANTED, (server, token), strict=True):
        if not value:
            proposed = f" {likely}" if likely and name == "server" else ""
            raise OptionError(
                f'no {name} is known; say --{name}{proposed}, set PROBIERZ_{name.upper()}, or write {name} = "…" into '
                f"{settings_file()}{_where_made(server) if name == 'token' else ''}"
            )
    if not token.isascii() or not token.isprintable():
        raise OptionError("the token holds characters that no token has; copy it again")
    platform = PlatformClient(read_server(server), token)
    if urlsplit(server).scheme == "http" and urlsplit(server).hostname not in ("localhost", "127.0.0.1", "::1"):
        print_warning(f"{server} is not encrypted; the token can be read on its way")
    return platform


def _where_made(server: str) -> str:
    return f"; you make one at {read_server(server)}/account/tokens"


def _kept() -> dict[str, str]:
    import tomllib

    file = settings_file()
    try:
        kept = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f'{file}: {error}; write lines such as server = "https://evaluate.example.org"') from error
    if "token" in kept and file.stat().st_mode & 0o077:
        print_warning(f"others can read the token in {file}; run  chmod 600 {file}")
    return {name: str(kept.get(name, "")) for name in WANTED}


@dataclass(frozen=True)
class PlatformClient:
    """A platform and the token with which it is called; without one, as by everybody."""

    server: str
    token: str

    def as_everybody(self) -> PlatformClient:
        """Return the same platform as people see it who have no account there."""
        return replace(self, token="")

    def get(self, path: str) -> Any:
        """Return what is at a path of the API. Raises PlatformError."""
        return self._read(self._send("GET", path))

    def post(self, path: str, data: Any) -> Any:
        """Post data as JSON; return the answer. Raises PlatformError."""
        body = json.dumps(data).encode()
        return self._read(self._send("POST", path, body, {"Content-Type": "application/json"}))

    def put(self, path: str, data: Any) -> Any:
        """Put data as JSON in its place; return the answer. Raises PlatformError."""
        body = json.dumps(data).encode()
        return self._read(self._send("PUT", path, body, {"Content-Type": "application/json"}))

    def upload(self, path: str, body: IO[bytes], headers: dict[str, str]) -> Any:
        """Post a form with files; return the answer. Raises PlatformError."""
        return self._read(self._send("POST", path, body, headers))

    def _send(
        self, method: str, path: str, body: bytes | IO[bytes] | None = None, headers: dict[str, str] | None = None
    ) -> HttpAnswer:
        who = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        sent = {**who, "Accept": "application/json", **(headers or {})}
        written = quote(path, safe="/?&=%,;:+")  # names that somebody typed may have any letters
        return send(method, f"{self.server}/api/v1{written}", body=body, headers=sent)

    def _read(self, answer: HttpAnswer) -> Any:
        if answer.location is not None and 300 <= answer.status < 400:
            answer.connection.close()
            raise PlatformError(f"{self.server} sends on to {answer.location}; name that server")
        text = answer.body()
        try:
            found = json.loads(text)
        except ValueError:
            kind = answer.header("Content-Type") or "nothing"
            raise PlatformError(
                f"{answer.url} answers {answer.status} with {kind} instead of JSON; is this the address of a platform?"
            ) from None
        if answer.status >= 400:
            raise PlatformError(_refusal(found, answer), str(found.get("code", "")) if isinstance(found, dict) else "")
        return found


def _refusal(found: Any, answer: HttpAnswer) -> str:
    if not isinstance(found, dict) or "detail" not in found:
        return f"{answer.url} answers {answer.status}"
    lines = [str(found["detail"])]
    for problem in found.get("problems") or []:
        place = f"{problem.get('file')} line {problem.get('line')}" if problem.get("line") else problem.get("file")
        remedy = f"; {problem['remedy']}" if problem.get("remedy") else ""
        lines.append(f"  {place}: {problem.get('message')}{remedy}")
    return "\n".join(lines)
