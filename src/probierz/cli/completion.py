"""`probierz completion`: print a script that completes the command line in a shell."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probierz.cli.main import CommandModule

SHELLS = ("bash", "zsh", "tcsh")
FILE_WORDS, DIRECTORY_WORDS, METRIC_WORDS = ("FILE", "PATH"), ("CHALLENGE", "DIRECTORY", "FOLDER"), ("METRIC", "SCHEME")
SEARCH_WORDS = ("WORD",)  # of `probierz metrics`
TASK_WORDS = ("TASK",)  # of `probierz suite`

EXAMPLES = """
examples:
  eval "$(probierz completion bash)"                            now, in bash
  probierz completion bash >> ~/.bash_completion                from now on, in bash
  probierz completion zsh > ~/.zfunc/_probierz                  zsh, with ~/.zfunc in fpath
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Print a script that completes commands, options, file names and metrics in your shell."
    parser.epilog = EXAMPLES
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def run(arguments: Namespace) -> None:
    """Print the script."""
    import shtab

    print(shtab.complete(whole_parser(), arguments.shell))


def whole_parser() -> ArgumentParser:
    """Return one parser with all commands, as completion wants it."""
    from probierz.cli.main import COMMANDS, GROUPS, command_module, group_commands

    parser = ArgumentParser("probierz")
    parser.add_argument("--version", action="store_true", help="the version")
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary)
        if name not in GROUPS:
            _configure(command, command_module(name))
            continue
        inner = command.add_subparsers(metavar="COMMAND")
        for one, text in group_commands(name).items():
            _configure(inner.add_parser(one, help=text), command_module(f"{name} {one}"))
    return parser


def _configure(command: ArgumentParser, module: CommandModule) -> None:
    module.configure(command)
    for action in command._actions:
        _complete(action)


def _complete(action: Action) -> None:
    """Say what the value of an option is, told by the word that stands for it."""
    import shtab

    if action.metavar in FILE_WORDS:
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it
    elif action.metavar in DIRECTORY_WORDS:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif action.metavar in METRIC_WORDS:
        action.choices = _metric_names()
    elif action.metavar in SEARCH_WORDS:
        action.choices = ["show", "test", *_metric_names()]
    elif action.metavar in TASK_WORDS:
        action.choices = _task_names()


def _task_names() -> list[str]:
    from probierz.suites.catalogue import suites

    return [name for suite in suites() for name in (suite.name, *(task.full_name for task in suite.tasks))]


def _metric_names() -> list[str]:
    """The names of all metrics, with the parameters of their examples."""
    from probierz.metrics.definition import definitions

    return [one.example.name or one.pattern for one in definitions() if one.example.name or "{" not in one.pattern]
