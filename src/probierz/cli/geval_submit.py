"""`geval --submit`: tells a platform which branch to fetch, as GEval does, and prints the platform's answer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from probierz.challenges.config import Options
from probierz.cli.http_requests import HttpAnswer, send
from probierz.errors import ProbierzError

TOKEN_FILE = ".token"
PROHIBITED = ("master", "dont-peek")
MOST_REDIRECTIONS = 10

NO_UPSTREAM = """\
No tracking branch found, use the following command to push the branch:
    git push -u origin BRANCH_NAME
In a clone of a single branch, first run:
    git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'"""


class NotSubmitted(ProbierzError):
    """Something keeps the branch from being submitted."""


def submit(options: Options) -> int:
    """Check the repository, trigger the platform, print its answer; 1 when it was refused."""
    try:
        host, form = _host(options), _form(options)
        form["token"] = _token(options.token)
        print(f"Triggering: POST {host}/trigger-remotely")
        print("Please wait, it may take some time", flush=True)
        return _print_answer(_trigger(f"{host}/trigger-remotely", _ordered(form)))
    except ProbierzError as error:
        sys.stdout.flush()
        print(f"ERROR: {error.message}", file=sys.stderr)
        return 1


def _host(options: Options) -> str:
    if not options.gonito_host:
        raise NotSubmitted("Please provide a Gonito host with --gonito-host option")
    host = options.gonito_host.rstrip("/")
    return host if "://" in host else f"http://{host}"


# --- the repository --------------------------------------------------------------------------------------------------


def _form(options: Options) -> dict[str, str]:
    """What the platform is told: where the branch is, and which challenge it is for."""
    branch = _git("rev-parse", "--abbrev-ref", "HEAD")
    if branch in PROHIBITED:
        raise NotSubmitted(f"Run on prohibited branch {branch}")
    url = _git("config", "--get", "remote.origin.url")
    if urlsplit(url).password is not None:
        raise NotSubmitted(
            "The address of the remote holds a password or token, which the platform must not see. Take it out with\n"
            "    git remote set-url origin ADDRESS"
        )
    _check_clean()
    _check_pushed()
    form = {"challenge": _challenge(), "branch": branch, "url": url}
    if options.gonito_git_annex_remote:
        form["git-annex-remote"] = options.gonito_git_annex_remote
    return form


def _challenge() -> str:
    """The name of the current directory, cut at its last dot."""
    name = Path.cwd().name
    return name.rpartition(".")[0] or name


def _check_clean() -> None:
    _git("update-index", "-q", "--refresh", may_fail=True)
    if _run_git("diff-index", "--quiet", "HEAD", "--").returncode:
        raise NotSubmitted("Uncommitted changes. Please commit, push and re-run submitting.")


def _check_pushed() -> None:
    _git("fetch")
    upstream = _git("rev-parse", "@{upstream}", may_fail=True)
    if not upstream:
        raise NotSubmitted(NO_UPSTREAM)
    if upstream != _git("rev-parse", "HEAD"):
        raise NotSubmitted("Changes are not merged with remote branch.")


def _git(*arguments: str, may_fail: bool = False) -> str:
    done = _run_git(*arguments)
    if done.returncode and not may_fail:
        raise NotSubmitted(
            f"git {' '.join(arguments)} failed: {done.stderr.strip() or 'run it in the challenge clone'}"
        )
    return done.stdout.strip() if done.returncode == 0 else ""


def _run_git(*arguments: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, text=True, check=False, errors="replace")
    except FileNotFoundError as error:
        raise NotSubmitted("git is not installed") from error


# --- the token -------------------------------------------------------------------------------------------------------


def _token(given: str | None) -> str:
    """The token from the option, else from the file, else asked for; kept in the file."""
    file = Path(_git("rev-parse", "--show-toplevel")) / TOKEN_FILE
    stored = file.read_text(encoding="utf-8").split("\n")[0].strip() if file.is_file() else ""
    if given:
        if not stored or (stored != given and _ask("Another token is stored. Overwrite it? [Y/N] ").upper() == "Y"):
            _store(file, given)
        return given
    if stored:
        return stored
    asked = _ask("Token: ").strip()
    if not asked:
        raise NotSubmitted("Please provide a token with --token option")
    _store(file, asked)
    return asked


def _ask(question: str) -> str:
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def _store(file: Path, token: str) -> None:
    """Only the owner may read it; git must not take it along."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:
        opened.write(token + "\n")
    if _run_git("check-ignore", "-q", str(file)).returncode:
        print(f"Warning: add {TOKEN_FILE} to .gitignore, or the token may be published", file=sys.stderr)


# --- the call --------------------------------------------------------------------------------------------------------

FIELDS = ("challenge", "branch", "token", "url", "git-annex-remote")


def _ordered(form: dict[str, str]) -> bytes:
    return urlencode([(name, form[name]) for name in FIELDS if name in form], quote_via=quote, safe="").encode()


def _trigger(url: str, body: bytes) -> HttpAnswer:
    """POST the form; follow redirections: 302 and 303 with GET, the others with the form again.

    The form holds the token, so it goes to no other host than the one that was named.
    """
    first, method, sent = urlsplit(url).hostname, "POST", body
    for _ in range(MOST_REDIRECTIONS + 1):
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if method == "POST" else {}
        answer = send(method, url, body=sent if method == "POST" else None, headers=headers)
        if answer.status not in (301, 302, 303, 307, 308) or answer.location is None:
            return answer
        url = answer.location
        answer.connection.close()
        if answer.status in (302, 303):
            method = "GET"
        if method == "POST" and urlsplit(url).hostname != first:
            raise NotSubmitted(f"The platform sends the token on to another host: {url}")
    raise NotSubmitted(f"More than {MOST_REDIRECTIONS} redirections")


def _print_answer(answer: HttpAnswer) -> int:
    """Print the body byte for byte, as it comes."""
    sys.stdout.flush()
    for piece in answer.pieces():
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
    return 0 if answer.status < 400 else 1
