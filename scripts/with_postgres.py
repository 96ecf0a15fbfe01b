"""Run a command beside a PostgreSQL of its own: a temporary cluster on loopback that is gone afterwards.

    python scripts/with_postgres.py python -m pytest tests/web

The command finds its address in PROBIERZ_TEST_DATABASE_URL. Without PostgreSQL's server programs (Debian's package
`postgresql`) nothing is run, and that is said; the exit status is 0 then, 1 with --required.
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Start, run, stop; return the command's exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--required", action="store_true", help="fail where there is no PostgreSQL")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    programs = server_programs()
    if programs is None:
        print("PostgreSQL is not installed (initdb, pg_ctl): skipped", " ".join(arguments.command))
        return int(arguments.required)
    with tempfile.TemporaryDirectory(prefix="probierz-postgres-", ignore_cleanup_errors=True) as folder:
        return run_beside(programs, Path(folder), arguments.command)


def server_programs() -> Path | None:
    """Return the folder with initdb; Debian keeps it off the PATH."""
    on_path = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return Path(on_path).parent if on_path else found[-1].parent if found else None


def run_beside(programs: Path, folder: Path, command: list[str]) -> int:
    """Make a cluster, start it, run the command, stop it."""
    data, port = folder / "data", free_port()
    if os.geteuid() == 0:  # the server refuses to run as root
        shutil.chown(folder, "postgres")
    as_server(programs, "initdb", "-D", data, "-U", "probierz", "--auth=trust", "--encoding=UTF8", "--no-sync")
    options = f"-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={folder} -c fsync=off"
    as_server(programs, "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
    try:
        url = f"postgresql://probierz@127.0.0.1:{port}/postgres"
        return subprocess.run(command, env={**os.environ, "PROBIERZ_TEST_DATABASE_URL": url}, check=False).returncode
    finally:
        as_server(programs, "pg_ctl", "-D", data, "-m", "immediate", "stop")


def as_server(programs: Path, program: str, *arguments: object) -> None:
    """Run a program of PostgreSQL; as its own user where we are root."""
    command = [str(programs / program), *map(str, arguments)]
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False, cwd="/")
    if done.returncode:
        sys.exit(f"{program} failed: {done.stderr.strip()}")


def free_port() -> int:
    """Return a port of loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
