"""One laptop, several ports: cookies know no ports, so that each `probierz annotate` has its own."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest
from printed_address import opened

from probierz.cli.main import main

pytest.importorskip("simplemma")

NAMES = (
    "from django.conf import settings as s; import json; print(json.dumps([s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME]))"
)


def names(tmp_path, **more):
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "probierz.web.settings", "PROBIERZ_HOME": str(tmp_path)}
    environment.pop("PROBIERZ_OWN_COOKIES", None)
    said = subprocess.run(
        [sys.executable, "-c", NAMES], env={**environment, **more}, capture_output=True, text=True, check=True
    )
    return json.loads(said.stdout)


def test_a_platform_has_the_usual_names_and_a_laptop_its_own(tmp_path):
    assert names(tmp_path) == ["sessionid", "csrftoken"]
    assert names(tmp_path, PROBIERZ_OWN_COOKIES="annotate-8000") == [
        "sessionid-annotate-8000", "csrftoken-annotate-8000"
    ]  # fmt: skip


def test_the_command_has_cookies_that_name_its_port_and_its_forms_work_with_them(tmp_path):
    command = [sys.executable, "-m", "probierz", "annotate", "sqad", str(tmp_path / "records")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        address = opened(process)
        jar = CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        page = browser.open(address, timeout=30).read().decode()
        port = re.search(r":(\d+)/", address)[1]
        assert {one.name for one in jar} == {f"sessionid-annotate-{port}", f"csrftoken-annotate-{port}"}
        outside = urllib.request.urlopen(f"http://localhost:{port}/", timeout=30).read().decode()
        assert "open the whole address that probierz annotate printed" in outside
        with pytest.raises(urllib.error.HTTPError):
            browser.open(f"http://localhost:{port}/nothing", timeout=30)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
        sent = urllib.parse.urlencode({"csrfmiddlewaretoken": token, "type": "PERSON"}).encode()
        begun = browser.open(f"http://localhost:{port}/annotations/sqad/drafts", sent, timeout=30)
        assert begun.url.endswith("/annotations/sqad/drafts/1")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        assert "Not Found" not in process.stdout.read()  # one visitor needs no log of it
        process.stdout.close()


def test_of_a_file_it_is_said_what_makes_a_folder_of_it(tmp_path, capsys):
    file = tmp_path / "sample.jsonl"
    file.write_text("{}")
    assert main(["annotate", "sqad", str(file)]) == 1
    assert f"{file} is a file; records of such a file become a folder by  probierz sqad convert {file} --to" in (
        capsys.readouterr().err
    )


def test_where_the_port_is_taken_no_folder_is_left_behind(tmp_path, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["annotate", "sqad", str(tmp_path / "records"), "--port", port]) == 1
    assert "choose another --port" in capsys.readouterr().err
    assert not (tmp_path / "records").exists()
