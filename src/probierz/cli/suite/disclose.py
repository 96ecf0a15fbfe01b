"""`probierz suite disclose`: show everybody the scores of a phase, in all tasks of a suite on a platform at once."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options
from probierz.cli.platform_client import add_platform_options, chosen_platform
from probierz.cli.suite.named_suites import NAME_HELP, suite_is_there, suite_name
from probierz.cli.terminal import answered_yes, can_ask, chosen_format, print_json, print_table, printable
from probierz.errors import ChallengeError, nearest

if TYPE_CHECKING:
    from probierz.cli.platform_client import PlatformClient

EXAMPLES = """
examples:
  probierz suite disclose toys --dry-run           what would be shown, and what is shown already
  probierz suite disclose toys                     the only phase that keeps scores
  probierz suite disclose toys --phase final --yes

It does what the button "Show all scores now" on the page of the suite does: everybody sees all scores of what was
handed in during the phase, in all tasks or, where one refuses it, in none. That cannot be taken back, as people have
seen them; so you are asked first, and where nobody can be asked nothing is shown without --yes.
Scores that a challenge tells in steps are shown at once, in these steps: where that is so, it says it.
The phase has to be over in all tasks. Only who runs every task of the suite can do this; the token needs the scopes
read and organise.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Show everybody all scores of a phase, in all tasks of a suite on a platform at once."
    parser.epilog = EXAMPLES
    parser.add_argument("suite", metavar="SUITE", help=NAME_HELP)
    parser.add_argument("--phase", metavar="PHASE", default="", help="which (default: the only one that keeps scores)")
    add_options(parser, "--dry-run")
    add_option(parser, "--yes", help="do it without being asked")
    add_platform_options(parser)
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Show them, and print what changed."""
    platform, name = chosen_platform(arguments), suite_name(arguments.suite)
    path = f"/suites/{quote(name, safe='')}/phases"
    phase = _chosen(_phases(platform, path, name), arguments.phase, name)
    kept = [task["name"] for task in phase["tasks"] if _keeps(task)]
    if kept and not phase["may_show_now"]:
        raise ChallengeError(_still_open(phase, name))
    if not kept or arguments.dry_run:
        would = f"would show everybody {_what(phase)}; nothing was changed"
        _print(phase, kept, arguments, would if kept else f"everybody sees {_what(phase)}")
        return FINE
    if not arguments.yes:
        _ask(phase["name"], kept)
    shown = platform.post(f"{path}/show-scores", {"phase": phase["name"]})
    _print(shown["phase"], shown["tasks"], arguments, f"everybody sees {_what(shown['phase'])} now")
    return FINE


def _keeps(task: Mapping[str, Any]) -> bool:
    """Whether a task keeps scores that this would show; those on private parts wait for the end of the phase."""
    return not task.get("shows_public", task["shows_all"])  # platforms of before this version do not tell


def _what(phase: Mapping[str, Any]) -> str:
    """Which scores of a phase are shown, once this is done."""
    told = ", in steps," if any(task.get("in_steps") for task in phase["tasks"]) else ""
    scores = f"all scores of the phase {phase['name']}{told}"
    parts = {task.get("private_parts") for task in phase["tasks"]}
    if "at-end" in parts:
        return f"{scores} on public parts, and on private parts when the phase ends"
    return f"{scores} on public parts alone" if "never" in parts else scores.rstrip(",")


def _phases(platform: PlatformClient, path: str, name: str) -> Sequence[Mapping[str, Any]]:
    with suite_is_there(platform, name):
        found: Sequence[Mapping[str, Any]] = platform.get(path)
    if not found:
        raise ChallengeError(
            f"{name}: no phase has the same name in all tasks; show the scores of each task on its page"
        )
    return found


def _chosen(phases: Sequence[Mapping[str, Any]], wanted: str, name: str) -> Mapping[str, Any]:
    """The phase of that name; without one the only one that keeps scores, or, where none does, the last."""
    names = [str(one["name"]) for one in phases]
    if wanted:
        found = next((one for one in phases if one["name"] == wanted), None)
        if found is None:
            there = ", ".join(nearest(wanted, names) or names)
            raise ChallengeError(f"{name}: no phase of all tasks is called {wanted!r}; try {there}")
        return found
    keeping = [one for one in phases if any(map(_keeps, one["tasks"]))]
    if len(keeping) > 1:
        raise ChallengeError(
            f"{name}: several phases keep scores, {', '.join(one['name'] for one in keeping)}; choose by --phase"
        )
    return next(iter(keeping), phases[-1])


def _still_open(phase: Mapping[str, Any], name: str) -> str:
    kept = [task for task in phase["tasks"] if _keeps(task)]
    closes = "; ".join(f"{task['name']} closes {task['closes']}" for task in kept if task["closes"])
    return (
        f"{name}: the phase {phase['name']} is not over in all tasks ({closes}), so nothing was shown; run this again "
        "then, or let it end earlier on the page of the suite"
    )


def _ask(phase: str, tasks: Sequence[str]) -> None:
    if not can_ask():
        raise ChallengeError(
            f"nothing was shown; add --yes to show everybody all scores of the phase {phase} in {', '.join(tasks)}"
        )
    if not answered_yes(f"Show everybody all scores of the phase {phase} in {', '.join(tasks)}?"):
        raise ChallengeError("nothing was shown")


def _print(phase: Mapping[str, Any], changed: Sequence[str], arguments: Namespace, said: str) -> None:
    """Print of each task what becomes, or became, of its scores."""
    if arguments.format == "json":
        print_json({"phase": phase["name"], "dry_run": arguments.dry_run, "changed": changed, "tasks": phase["tasks"]})
        return
    from probierz.reports.tables import Column, Table

    rows = tuple((task["name"], task["challenge"], _told(task, changed, arguments)) for task in phase["tasks"])
    print_table(Table((Column("task"), Column("challenge"), Column("scores")), rows), chosen_format(arguments))
    print(printable(said), file=sys.stderr)


def _told(task: Mapping[str, Any], changed: Sequence[str], arguments: Namespace) -> str:
    if task["name"] in changed:
        return "would be shown" if arguments.dry_run else f"shown since {task['disclosed_from']}"
    since = f" since {task['disclosed_from']}" if task["disclosure"] != "full" else ""
    steps = " in steps" if task.get("in_steps") else ""
    return f"were shown before{steps}{since}{_PRIVATE.get(task.get('private_parts', ''), '')}"


_PRIVATE = {"at-end": " on public parts; private parts when the phase ends", "never": " on public parts alone"}
