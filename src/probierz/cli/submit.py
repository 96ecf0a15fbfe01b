"""`probierz submit`: hand outputs in to a platform, follow what becomes of them, print the scores."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.first_look import has_error, look_first, print_problems, what_would_happen
from probierz.cli.input_digests import digests_of_inputs, joined_digests
from probierz.cli.options import add_option, add_options
from probierz.cli.platform_client import PlatformError, add_platform_options, chosen_platform, settings_file
from probierz.cli.platform_jobs import FAULT, follow_job, print_log, told_score, told_state
from probierz.cli.terminal import chosen_format, print_fault, print_json, print_table, print_warning, printable
from probierz.cli.upload_forms import pack_files, upload_form
from probierz.errors import ChallengeError, OptionError, ProbierzError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from probierz.cli.platform_client import PlatformClient

EXAMPLES = """
examples:
  probierz submit my-challenge --server https://evaluate.example.org   all outputs in the directory
  probierz submit --dry-run                                            only look whether they fit the input
  probierz submit --yes                                                do not look first, hand in all the same
  probierz submit --slug numbers --description "Larger model" --tag neural
  probierz submit --slug numbers --git https://git.example.org/me/numbers.git my-branch

Outputs are looked at first. Where something is found in them you are asked, or, where nobody can be asked, nothing
is handed in: no output is scored, and no quota used. What comes by --git is looked at when it was fetched, and waits
on its page for your word. --dry-run ends with 1 where nothing would be taken, and with 0 where something is only
questioned, as  probierz check  does.
Everything named out.tsv, out-*.tsv, out.jsonl or out-*.jsonl in a subdirectory is handed in, also compressed, and
gonito.yaml. Of one name there may be one file: out.tsv beside out.jsonl or out.tsv.gz is asked about.
Server and token come from the options, else from PROBIERZ_SERVER and PROBIERZ_TOKEN, else from {file}:
  server = "https://evaluate.example.org"
  token = "prb_…"
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    home = os.path.expanduser("~")
    parser.description = "Hand in outputs to a platform, follow the log, and print the scores."
    parser.epilog = EXAMPLES.replace("{file}", str(settings_file()).replace(home, "~", 1))
    parser.add_argument("directory", nargs="?", default=".", metavar="CHALLENGE", help="its directory (default: .)")
    add_option(
        parser,
        "--slug",
        help="its name on the platform (default: by the address of a clone from there, else the directory's)",
    )
    parser.add_argument("--git", nargs=2, metavar=("URL", "BRANCH"), help="hand in a branch of a public repository")
    add_option(parser, "--description")
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help="a tag; may be repeated")
    add_option(parser, "--team")
    add_options(parser, "--dry-run", "--yes", "--no-wait")
    add_platform_options(parser)
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Hand in and print."""
    if arguments.git and arguments.dry_run:
        raise OptionError("--dry-run looks at files; leave out --git")
    platform = chosen_platform(arguments, likely=_server_of_clone(Path(arguments.directory)))
    name = arguments.slug or _guessed(Path(arguments.directory), platform.server)
    try:
        if arguments.dry_run:
            return _try_out(platform, name, arguments)
        if not (arguments.git or arguments.yes):
            look_first(lambda: _look(platform, name, arguments))
        handed = _hand_in(platform, name, arguments)
    except PlatformError as error:
        if error.code != "unknown":
            raise
        raise PlatformError(_unknown(platform, name) or error.message, error.code) from error
    if handed["note"]:
        print_warning(handed["note"])
    submission = handed["submission"]
    if not arguments.no_wait and handed["submission"]["job"] is not None:
        ended, faults = follow_job(platform, submission["job"])
        number = (ended["result"] or {}).get("submission", submission["id"])
        submission = platform.get(f"/submissions/{number}") if ended["state"] == "done" else {**submission, **ended}
        print_log([text for text in faults if not _is_told(text, submission, arguments)])
    return _print(submission, platform, arguments)


def _guessed(folder: Path, server: str) -> str:
    """The challenge's name by the address of this platform that a copy comes from; else the folder's.

    A remote elsewhere is somebody's own copy, which may be called anything.
    """
    here = [one for one in _remotes(folder) if one.startswith(f"{server.rstrip('/')}/")]
    if not here:
        return folder.resolve().name
    return re.split(r"[/:\\]", here[0].rstrip("/"))[-1].removesuffix(".git")


def _server_of_clone(folder: Path) -> str:
    """The platform from which a copy seems to come, by the form of its address; empty where none is of that form."""
    found = (re.fullmatch(r"(https?://[^@]+)/git/[\w-]+\.git/?", one) for one in _remotes(folder))
    return next((one[1] for one in found if one), "")


def _remotes(folder: Path) -> list[str]:
    """The addresses from which a copy comes, origin first; none of what is no copy."""
    if not (folder / ".git").exists():
        return []
    words = ["git", "-C", str(folder), "config", "--get-regexp", r"^remote\..*\.url$"]
    try:
        found = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False).stdout
    except OSError:  # no git here
        return []
    return [line.partition(" ")[2] for line in sorted(found.splitlines(), key=_is_other_remote)]


def _is_other_remote(line: str) -> bool:
    return not line.startswith("remote.origin.")


def _unknown(platform: PlatformClient, name: str) -> str:
    """What to do where the platform knows no such challenge; empty where it does, or cannot be asked."""
    try:
        slugs = [one["slug"] for one in platform.get("/challenges?per_page=100")["items"]]
    except (ProbierzError, KeyError, TypeError):
        return ""
    if name in slugs:
        return ""
    close = nearest(name, slugs, 1)
    hint = f"did you mean --slug {close[0]}?" if close else f"there {_listed(slugs)}"
    guessed = "Without --slug the name is taken from the address of a clone from here, else from the folder"
    return f"There is no such challenge: {name}. {guessed}; {hint}"


def _listed(slugs: list[str]) -> str:
    shown = ", ".join(slugs[:10])
    return f"are {shown}{' …' if len(slugs) > 10 else ''}" if slugs else "is none that you can see"


def _path(name: str, rest: str) -> str:
    from urllib.parse import quote

    return f"/challenges/{quote(name, safe='')}/{rest}"


def _hand_in(platform: PlatformClient, name: str, arguments: Namespace) -> Any:
    if arguments.git:
        url, branch = arguments.git
        texts = {"description": arguments.description, "team": arguments.team, "sure": arguments.yes}
        return platform.post(
            _path(name, "submissions/git"), {"url": url, "branch": branch, "tags": arguments.tag, **texts}
        )
    with _form(arguments) as (body, headers):
        return platform.upload(_path(name, "submissions"), body, headers)


# --- files -----------------------------------------------------------------------------------------------------------


@contextmanager
def _form(arguments: Namespace) -> Iterator[tuple[IO[bytes], dict[str, str]]]:
    """The form with an archive of all outputs."""
    folder = Path(arguments.directory)
    files = _files(folder)
    texts = {"description": arguments.description, "tags": ",".join(arguments.tag), "team": arguments.team}
    texts["inputs"] = joined_digests(digests_of_inputs(folder, {path.parent.name for path in files}), 4000)
    with pack_files(folder, files) as packed, upload_form("files", "outputs.zip", packed, texts) as form:
        yield form


def _files(folder: Path) -> list[Path]:
    """The outputs in subdirectories, and what they say of themselves. Raises ChallengeError for none."""
    from probierz.challenges.files import named_as_outputs
    from probierz.web.intake.names import METADATA_NAME

    if not folder.is_dir():
        raise ChallengeError(f"{folder} is not a directory; give that of the challenge, with your outputs in it")
    found: list[Path] = []
    for part in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
        found += map(Path, named_as_outputs(str(part)))
    if not found:
        raise ChallengeError(f"{folder} has no output; put yours into a split, e.g. test-A/out.tsv")
    metadata = folder / METADATA_NAME
    return [*found, metadata] if metadata.is_file() else found


def _look(platform: PlatformClient, name: str, arguments: Namespace) -> Any:
    with _form(arguments) as (body, headers):
        return platform.upload(_path(name, "check"), body, headers)


def _try_out(platform: PlatformClient, name: str, arguments: Namespace) -> int:
    found = _look(platform, name, arguments)
    if arguments.format == "json":
        print_json(found)
    else:
        _print_findings(found)
    return PROBLEM if has_error(found["problems"]) or found.get("closed") else FINE


def _print_findings(found: Any) -> None:
    print_problems(found["problems"], sys.stdout)
    for name in found["left_out"]:
        print_warning(f"{name} is not an output of a test; it is left out")
    closed = found.get("closed", "")  # older platforms do not tell
    if closed:
        print_fault(closed)
    print(printable(what_would_happen(found["outputs"], found["problems"], is_refused=bool(closed))))
    if found.get("quota") and not closed:
        print(_told_quota(found["quota"]), end="", file=sys.stderr)


def _told_quota(quota: Any) -> str:
    """What is left of somebody's quota, in a line; nothing where there is no limit."""
    left = [
        f"{quota[left]} of {quota[most]} {when}"
        for left, most, when in (("left_today", "daily", "today"), ("left_in_all", "total", "in all"))
        if quota[left] is not None
    ]
    return f"left of your quota: {', '.join(left)}\n" if left else ""


# --- following -------------------------------------------------------------------------------------------------------


def _is_told(text: str, submission: Any, arguments: Namespace) -> bool:
    """Whether what failed is printed with its place anyway."""
    failure = submission.get("failure")
    return bool(failure) and arguments.format != "json" and text.removeprefix(FAULT) == failure["message"]


# --- printing --------------------------------------------------------------------------------------------------------


def _print(submission: Any, platform: PlatformClient, arguments: Namespace) -> int:
    from probierz.challenges.problems import DOUBTFUL

    commit = submission.get("commit") or ""
    link = f"{platform.server}/q/{commit}" if commit else f"{platform.server}/jobs/{submission['job']}"
    failure = submission.get("failure")
    if arguments.format == "json":
        print_json({**submission, "link": link})
    else:
        _print_scores(submission, arguments)
        for problem in submission["problems"]:
            print_warning(problem)
        if held_back := submission.get("held_back"):
            print_warning(_with_place(held_back))
        if failure:
            print_fault(_with_place(failure))
            if failure["class"] == DOUBTFUL:
                print_warning("nothing was scored, and no quota was used; have it scored on its page, or add --yes")
        print(f"{printable(told_state(submission))}: {link}", file=sys.stderr)
    return PROBLEM if failure or submission["state"] in ("failed", "cancelled") else FINE


def _with_place(failure: Any) -> str:
    if not failure.get("file") or failure["message"].startswith(failure["file"]):
        return str(failure["message"])
    line = f" line {failure['line']}" if failure.get("line") else ""
    return f"{failure['file']}{line}: {failure['message']}"


def _print_scores(submission: Any, arguments: Namespace) -> None:
    from probierz.cli.divided_tests import table_with_parts
    from probierz.reports.tables import Column

    scores = [(variant["name"], score) for variant in submission["variants"] for score in variant["scores"]]
    rows = [(name, score["test"], score["metric"], told_score(score)) for name, score in scores]
    if rows:
        columns = (Column("variant"), Column("test"), Column("metric"), Column("score", True))
        parts = [score["part"] for _, score in scores]
        print_table(table_with_parts(columns, rows, parts), chosen_format(arguments))
    if any(score.get("is_outdated") for _, score in scores):
        print_warning(
            f"outdated scores are those of version {submission['version']}, on data that were replaced since, and give "
            "no rank"
        )
    if submission.get("not_rescored"):
        print_warning(submission["not_rescored"]["message"])
