"""The unit of systemd and the container file of the guide, as far as they can be tried without either."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest
from django.test import Client

REPOSITORY = Path(__file__).resolve().parent.parent.parent
GUIDE = (REPOSITORY / "docs" / "guides" / "run-a-platform.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def block(title):
    return re.search(rf'```\w+ title="{re.escape(title)}"\n(.*?)```', GUIDE, re.DOTALL)[1]


def settings_of(unit):
    """The settings of a unit, each with all its values."""
    found = {}
    for line in unit.splitlines():
        name, sign, value = line.partition("=")
        if sign:
            found.setdefault(name, []).append(value)
    return found


def instructions():
    """The instructions of the container file, in order."""
    return [line.split(maxsplit=1) for line in block("Containerfile").splitlines() if line]


def words_of(command):
    """What follows `probierz` in a command, so that it can be run from the sources."""
    program, *words = command
    assert Path(program).name == "probierz"
    assert PROJECT["scripts"]["probierz"] == "probierz.__main__:main"
    return words


# --- systemd ---------------------------------------------------------------------------------------------------------


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze")
    program = tmp_path / "probierz"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "probierz.service"
    unit.write_text(block("probierz.service").replace("/opt/probierz/bin/probierz", str(program)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "probierz" in line]
    assert (done.returncode, complaints) == (0, [])


def test_the_unit_lets_the_platform_write_into_its_home_alone():
    unit = settings_of(block("probierz.service"))
    environment = dict(pair.split("=", 1) for line in unit["Environment"] for pair in shlex.split(line))
    assert unit["ReadWritePaths"] == [environment["PROBIERZ_HOME"]]
    assert unit["ProtectSystem"] == ["strict"]


@pytest.mark.slow
def test_what_the_unit_starts_answers_and_ends_in_time(tmp_path):
    unit = settings_of(block("probierz.service"))
    environment = dict(pair.split("=", 1) for line in unit["Environment"] for pair in shlex.split(line))
    words = words_of(shlex.split(unit["ExecStart"][0]))
    assert answered([*words], {**environment, "PROBIERZ_HOME": str(tmp_path / "home")}) == "ok"
    # The supervisor takes 20 s at most to end what does not end by itself.
    assert int(unit["TimeoutStopSec"][0]) > 20


# --- the container file ----------------------------------------------------------------------------------------------


def test_the_container_installs_what_exists_on_a_python_that_will_do():
    steps = instructions()
    assert steps[0][0] == "FROM"
    version = re.search(r"python:(\d+)\.(\d+)", steps[0][1])
    assert f"Programming Language :: Python :: {version[1]}.{version[2]}" in PROJECT["classifiers"]
    extras = re.search(r"'/src\[([\w,]+)\]'", block("Containerfile"))[1].split(",")
    assert set(extras) <= set(PROJECT["optional-dependencies"])
    assert "install --yes --no-install-recommends git" in block("Containerfile")


def test_the_container_runs_as_somebody_who_owns_its_home():
    steps = [(name, rest) for name, rest in instructions()]
    (user,) = [rest for name, rest in steps if name == "USER"]
    made = next(rest for name, rest in steps if name == "RUN" and "useradd" in rest)
    assert made.split()[-1] == user
    folder = made[made.index("--home-dir") :].split()[1]
    (home,) = [rest.partition("=")[2] for name, rest in steps if name == "ENV"]
    assert ("VOLUME", home) in steps
    assert home.startswith(f"{folder}/")


def test_the_steps_of_the_container_are_shell_that_can_be_read():
    for name, rest in instructions():
        assert name in ("FROM", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE", "CMD"), name
        if name == "RUN":
            subprocess.run(["sh", "-n", "-c", rest], check=True)


@pytest.mark.slow
def test_what_the_container_starts_answers(tmp_path):
    steps = dict(instructions())
    words = words_of(json.loads(steps["CMD"]))
    shown = subprocess.run(
        [sys.executable, "-m", "probierz", "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    assert steps["EXPOSE"] in shown  # the port where it listens by itself
    assert answered([*words], {"PROBIERZ_HOME": str(tmp_path / "home")}) == "ok"


def test_a_wrong_name_of_the_host_leaves_no_traceback(settings, caplog):
    settings.ALLOWED_HOSTS = ["here.example"]
    assert Client().get("/health", headers={"Host": "elsewhere.example"}).status_code == 400
    assert caplog.text.count("\n") <= 1


def answered(words, environment):
    """Start the platform, ask whether it is well, end it as a service manager does; return the answer."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PROBIERZ_", "DJANGO_"))}
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "probierz", *words, "--port", str(port)]
    with subprocess.Popen(
        command, env={**kept, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout.readline()  # it says where it is as soon as it listens
            request = urllib.request.Request(f"http://127.0.0.1:{port}/health")
            request.add_header("Host", environment.get("PROBIERZ_HOSTS", "localhost"))
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read().decode()
            process.send_signal(signal.SIGTERM)
            assert process.wait(40) == 0
            return text
        finally:
            process.kill()
