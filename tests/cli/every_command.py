"""Runs each command, with arguments that work, under odd conditions, in processes forked from one that has loaded all.

python every_command.py FOLDER < cases.json > results.json
A case is [command line, condition]; a result [exit code, standard output, standard error].
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from contextlib import suppress
from pathlib import Path

CONDITIONS = ("plain", "full disk", "closed pipe", "poor terminal", "interrupted")


class _Interrupting:
    """A stream on which Ctrl-C is pressed at the first letter."""

    encoding, errors = "utf-8", "strict"

    def isatty(self) -> bool:
        return False

    @property
    def buffer(self) -> _Interrupting:
        return self

    def write(self, _text: str | bytes) -> int:
        raise KeyboardInterrupt

    def flush(self) -> None:
        pass


def _stdout(condition: str, path: Path) -> object:
    """What standard output becomes; the file descriptor, too."""
    target = os.open("/dev/full" if condition == "full disk" else path, os.O_WRONLY | os.O_CREAT)
    if condition == "closed pipe":
        reader, target = os.pipe()
        os.close(reader)
    os.dup2(target, 1)
    if condition == "interrupted":
        return _Interrupting()
    encoding = "ascii" if condition == "poor terminal" else "utf-8"
    return os.fdopen(1, "w", encoding=encoding, errors="strict", closefd=False)


def run(line: list[str], condition: str, folder: Path) -> tuple[int, str, str]:
    """Run one command line in a process of its own."""
    said, told = folder / "stdout", folder / "stderr"
    for path in (said, told):
        path.write_bytes(b"")
    child = os.fork()
    if child == 0:
        _become(line, condition, said, told)
    _, status = os.waitpid(child, 0)
    return (
        os.waitstatus_to_exitcode(status),
        said.read_text(encoding="utf-8", errors="replace"),
        told.read_text(encoding="utf-8", errors="replace"),
    )


def _become(line: list[str], condition: str, said: Path, told: Path) -> None:
    import traceback

    code = 70
    try:
        os.dup2(os.open(told, os.O_WRONLY), 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
        sys.stdout = _stdout(condition, said)  # type: ignore[assignment]
        if condition == "poor terminal":
            os.environ["COLUMNS"] = "60"
            sys.stdout.isatty = lambda: True  # type: ignore[method-assign]
        module, *arguments = line
        code = importlib.import_module(f"probierz.cli.{module}").main(arguments)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stderr.flush()
            if condition != "interrupted":
                sys.stdout.flush()
        except (OSError, ValueError):
            pass
        os._exit(code)


def _load_all() -> None:
    """Load what commands load, so that no child has to."""
    import pkgutil

    import probierz

    packages = ("metrics", "schemes", "scoring", "challenges", "inspection", "reports", "suites", "systems", "cli")
    for package in packages:
        inside = importlib.import_module(f"probierz.{package}")
        for module in pkgutil.walk_packages(inside.__path__, f"{inside.__name__}."):
            if not module.name.endswith(("supervise", "pandas", "platform")):
                with suppress(ImportError):  # of an extra
                    importlib.import_module(module.name)
    for library in ("encodings.utf_8_sig", "packaging.licenses", "rapidfuzz", "rapidfuzz.distance", "sqlite3", "yaml"):
        importlib.import_module(library)
    importlib.import_module("probierz.suites.catalogue").suites()
    assert probierz.score("Accuracy", ["a"], ["a"]).value == 1


def main() -> None:
    """Run all cases."""
    _load_all()
    folder = Path(sys.argv[1])
    cases = json.load(sys.stdin)
    json.dump([run(line, condition, folder) for line, condition in cases], sys.stdout)


if __name__ == "__main__":
    main()
