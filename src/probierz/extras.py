"""How optional libraries come into the environment that runs: the command to paste."""

from __future__ import annotations

import shlex
import sys


def install_command(*extras: str) -> str:
    """Return the command that installs extras for the Python that runs, from where Probierz itself was installed."""
    options, package = _source(f"[{','.join(extras)}]")
    return f"{installer()}{options} '{package}'"


def installer() -> str:
    """Return the words of a command that installs into the Python that runs."""
    from importlib.util import find_spec

    python = shlex.quote(sys.executable or "python3")
    return f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"


def _source(extras: str) -> tuple[str, str]:
    """Options of pip, and what to install: the folder that was installed while it is there, else the package."""
    import json
    import os
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        origin = json.loads(distribution("probierz").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    if "dir_info" in origin:
        folder = url2pathname(urlsplit(origin["url"]).path)
        if os.path.isfile(os.path.join(folder, "pyproject.toml")) and "'" not in folder:
            return " -e" if origin["dir_info"].get("editable") else "", folder + extras
    return "", f"probierz{extras}"
