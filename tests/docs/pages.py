"""Runs the examples of a Markdown page in order, in one empty directory, as a reader at a terminal would.

    console block               `$ command`, lines of a longer command after `> `; below it what the command prints
                                (a `$ ` after an empty line was printed, not typed)
    python block                doctest (`>>>`) or plain statements; one namespace for the page
    browser block               what somebody does in a browser, see browsing.py
    any block with title="f"    a file of that name, written and not run

In what is printed, `…` stands for anything. A command that fails must show what it prints. What a page leaves running
is ended with it. Where a page says 8000, it gets a port that is free.

    python tests/docs/pages.py PAGE …           run the examples and list those that do not hold
    python tests/docs/pages.py --write PAGE …   put what was really printed into the pages, to be read before it is kept
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import pty
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "tests"))  # where the browser is found

from browsing import Browsing  # noqa: E402

SECONDS = 240  # of one command, on a machine that is busy with other tests too
WIDTH = "100"

# What changes the machine or needs a network; the tests check the words of these commands instead.
NOT_RUN = ("git clone https:", "make ", "pip ", "python3 -m venv", ". .venv/bin/activate")

FILES_OF = {"2021-ocr-correction": "poleval-2021/ocr"}

_FENCE = re.compile(r"^( *)```(\w*)(.*)$")
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass
class Block:
    """A fenced block: its language, the title if any, the number of its first line in the page, and its lines."""

    language: str
    title: str
    first: int
    lines: list[str]
    indent: str = ""


@dataclass
class Command:
    """A command of a console block, what the page says it prints, and where that stands among the block's lines."""

    text: str
    printed: list[str]
    start: int

    @property
    def runnable(self) -> str:
        """What is run for the command: for `make demo` its recipe, nothing for what cannot be run here."""
        if real := re.fullmatch(r"git clone https://github\.com/poleval/([a-z0-9-]+)", self.text):
            return _clone(real[1])
        if self.text == "git clone https://github.com/ipipan/poquad":
            packed = shlex.quote(str(real_data() / "poquad" / "poquad-sample.json.xz"))
            return f"mkdir poquad && xz -dc {packed} > poquad/data.json"
        if self.text.startswith("make "):
            recipe = make_recipes().get(self.text.split()[1], [])
            return " && ".join(recipe) if all(line.startswith("probierz") for line in recipe) else ""
        return "" if self.text.startswith(NOT_RUN) else self.text


def _clone(name: str) -> str:
    """The command that stands for cloning a real challenge; the largest one is there as files alone."""
    bundle = real_data() / "git" / f"{name}.bundle"
    if bundle.exists():
        return f"git clone --quiet {shlex.quote(str(bundle))} {name}"
    return f"ln -s {shlex.quote(str(real_data() / FILES_OF[name]))} {name}"


def real_data() -> Path:
    """Return the folder of real challenges, whose clones stand for those from the network."""
    return Path(os.environ.get("PROBIERZ_DATA") or REPOSITORY.parent / "shared" / "data")


def make_recipes() -> dict[str, list[str]]:
    """Return the commands of each target of the Makefile, without the directory of the environment."""
    recipes: dict[str, list[str]] = {}
    target = ""
    for line in (REPOSITORY / "Makefile").read_text(encoding="utf-8").split("\n"):
        if found := re.match(r"([a-z-]+):", line):
            target = found[1]
            recipes[target] = []
        elif line.startswith("\t") and target:
            recipes[target].append(line.strip().removeprefix("$(BIN)/"))
        else:
            target = ""
    return recipes


def blocks(text: str) -> list[Block]:
    """Return the fenced blocks of a page."""
    found: list[Block] = []
    current: Block | None = None
    for number, line in enumerate(text.split("\n"), 1):
        fence = _FENCE.match(line)
        if current is None and fence:
            title = _TITLE.search(fence[3])
            current = Block(fence[2], title[1] if title else "", number + 1, [], fence[1])
        elif current is not None and line.strip() == "```":
            found.append(current)
            current = None
        elif current is not None:
            current.lines.append(line.removeprefix(current.indent))
    assert current is None, "a block is not closed"
    return found


def commands(block: Block) -> list[Command]:
    """Return the commands of a console block."""
    found: list[Command] = []
    for at, line in enumerate(block.lines):
        if line.startswith("$ ") and block.lines[at - 1 : at] != [""]:
            found.append(Command(line[2:], [], at + 1))
        elif line.startswith("> ") and found and not found[-1].printed:
            found[-1].text += "\n" + line[2:]
            found[-1].start = at + 1
        else:
            assert found, f"line {block.first + at}: a console block begins with `$ `"
            found[-1].printed.append(line)
    return found


_PROGRESS = re.compile(r"^.*: \d+ of \d+ after \d+ s\n", re.MULTILINE)
"""How far long work is, which slow machines alone say where nobody is at a terminal."""


def agrees(shown: str, printed: str) -> bool:
    """Whether what is shown stands for what was printed: `…` is anything, spaces at the ends of lines do not count."""
    if not _PROGRESS.search(shown):
        printed = _PROGRESS.sub("", printed)
    wanted, found = (re.sub(r"[ \t\r]+$", "", text.strip("\n"), flags=re.MULTILINE) for text in (shown, printed))
    return re.fullmatch(".*".join(map(re.escape, wanted.split("…"))), found, re.DOTALL) is not None


class _Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return agrees(want, got) or super().check_output(want, got, optionflags)


@dataclass
class Page:
    """A page that is being run."""

    path: Path
    directory: Path
    problems: list[str] = field(default_factory=list)
    replacements: list[tuple[int, int, list[str]]] = field(default_factory=list)  # lines from, to, and what is printed
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__page__"})
    last_code: int = 0
    port: int = 0

    def run(self) -> None:
        """Run every block."""
        where = self.directory
        self.port = free_port()
        browsing = Browsing(f"http://localhost:{self.port}")
        for block in blocks(self.path.read_text(encoding="utf-8")):
            os.chdir(where)
            if block.title:
                Path(block.title).parent.mkdir(parents=True, exist_ok=True)
                Path(block.title).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
            elif block.language == "browser":
                self._browse(browsing, block)
            elif block.language == "python":
                self._run_python(block)
            elif block.language == "console":
                for command in commands(block):
                    where = self._run_command(block, command, where)
        browsing.close()

    def _browse(self, browsing: Browsing, block: Block) -> None:
        for number, line in enumerate(block.lines, block.first):
            try:
                browsing.act(line.replace("localhost:8000", f"localhost:{self.port}"))
            except Exception as error:
                self.problems.append(f"{self.path.name}:{number}: {line}\n{error}")
                return

    def _run_python(self, block: Block) -> None:
        source = "\n".join(block.lines).replace("localhost:8000", f"localhost:{self.port}") + "\n"
        try:
            if not source.startswith(">>>"):
                exec(compile("\n" * (block.first - 1) + source, str(self.path), "exec"), self.names)
                return
            test = doctest.DocTestParser().get_doctest(source, self.names, self.path.name, None, block.first - 1)
            report = io.StringIO()
            runner = doctest.DocTestRunner(_Checker(), optionflags=doctest.NORMALIZE_WHITESPACE)
            runner.run(test, out=report.write, clear_globs=False)
            self.names.update(test.globs)
            if runner.failures:
                self.problems.append(f"{self.path.name}:{block.first}: {report.getvalue()}")
        except Exception as error:
            self.problems.append(f"{self.path.name}:{block.first}: {type(error).__name__}: {error}")

    def _run_command(self, block: Block, command: Command, where: Path) -> Path:
        if not command.runnable:
            return where
        text = command.runnable.replace("8000", str(self.port))
        printed, code, where_now = run_in_terminal(text, where, self.last_code)
        printed = printed.replace(f"localhost:{self.port}", "localhost:8000")
        self.last_code = code
        shown = "\n".join(command.printed)
        silent_failure = code != 0 and not shown.strip()
        if silent_failure or not agrees(shown, printed):
            line = block.first + command.start
            self.problems.append(
                f"{self.path.name}:{line}: $ {command.text}\nexit code {code}, printed:\n{printed}\nshown:\n{shown}\n"
            )
            lines = [block.indent + one.rstrip() for one in printed.strip("\n").split("\n") if printed.strip("\n")]
            self.replacements.append((line - 1, line - 1 + len(command.printed), lines))
        return where_now

    def write(self) -> None:
        """Put what was printed into the page."""
        lines = self.path.read_text(encoding="utf-8").split("\n")
        for start, end, printed in reversed(self.replacements):
            lines[start:end] = printed
        self.path.write_text("\n".join(lines), encoding="utf-8")


def run_in_terminal(text: str, where: Path, last_code: int = 0) -> tuple[str, int, Path]:
    """Run a command at a terminal; return what it prints, its exit code and the directory it ends in."""
    with tempfile.NamedTemporaryFile(prefix="where-") as note:
        script = f"(exit {last_code})\n{text}\n_code=$?; pwd > {shlex.quote(note.name)}; exit $_code"
        reader, terminal = pty.openpty()
        with subprocess.Popen(
            ["bash", "-c", script],
            cwd=where,
            stdin=subprocess.DEVNULL,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        ) as process:
            _sessions.append(process.pid)
            os.close(terminal)
            impatient = threading.Timer(SECONDS, os.killpg, (process.pid, signal.SIGKILL))
            impatient.start()
            printed = b"".join(iter(lambda: _read(reader), b""))
            impatient.cancel()
            os.close(reader)
            code = process.wait(SECONDS)
        return printed.decode().replace("\r\n", "\n"), code, Path(Path(note.name).read_text().strip() or where)


_sessions: list[int] = []


def end_what_runs() -> None:
    """End what commands left running in the background."""
    for session in _sessions:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(session, signal.SIGTERM)
    _sessions.clear()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _read(reader: int) -> bytes:
    try:
        return os.read(reader, 65536)
    except OSError:  # the other end is closed
        return b""


def prepare_environment(directory: Path) -> None:
    """Set what a reader would have: the commands first in PATH, no colours or progress, a terminal of known width."""
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    os.environ.update(NO_COLOR="1", COLUMNS=WIDTH, LINES="50", LC_ALL="C.UTF-8", TMPDIR=str(directory), TERM="dumb")
    os.environ.update(PYTHONDONTWRITEBYTECODE="1", PROBIERZ_MODELS=str(directory / "models"))  # nothing is trained yet
    os.environ["PROBIERZ_CACHE"] = str(directory / "cache")  # and no licence was agreed to
    os.environ.pop("PROBIERZ_PLUGINS", None)


def main(arguments: list[str]) -> int:
    """Run the pages named; return how many have an example that does not hold."""
    paths = [Path(path).resolve() for path in arguments if path != "--write"]
    sys.path.insert(0, "")  # as for a reader at the prompt: files of the directory can be imported
    home, environment, bad = Path.cwd(), dict(os.environ), 0
    for path in paths:
        # Processes of a platform that was stopped may still write their last into its folder.
        with tempfile.TemporaryDirectory(prefix="page-", ignore_cleanup_errors=True) as directory:
            work = Path(directory) / "work"
            work.mkdir()
            prepare_environment(Path(directory))
            page = Page(path, work)
            try:
                with contextlib.chdir(home):
                    page.run()
            finally:
                end_what_runs()
        os.environ.update(environment)
        bad += bool(page.problems)
        print("\n".join(page.problems), end="\n" if page.problems else "")
        if "--write" in arguments:
            page.write()
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
