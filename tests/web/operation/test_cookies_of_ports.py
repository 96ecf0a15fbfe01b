"""Several platforms on one host: who logs into one stays logged into the others."""

import json
import os
import subprocess
import sys

import pytest

NAMES = """
import json, sys
from probierz.web.configuration import environment
environment.tell_cookies_apart(int(sys.argv[1]))
from django.conf import settings
print(json.dumps([settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME]))
"""


def names(home, port, **more):
    known = {name: value for name, value in os.environ.items() if not name.startswith("PROBIERZ_")}
    environment = {**known, "DJANGO_SETTINGS_MODULE": "probierz.web.settings", "PROBIERZ_HOME": str(home), **more}
    said = subprocess.run(
        [sys.executable, "-c", NAMES, str(port)], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(said.stdout)


def test_two_platforms_on_two_ports_have_cookies_of_their_own(tmp_path):
    first, second = names(tmp_path, 8000), names(tmp_path, 8001)
    assert first == ["sessionid-8000", "csrftoken-8000"]
    assert not set(first) & set(second)


@pytest.mark.parametrize(
    ("address", "ending"),
    [
        ("https://evaluate.example.org", ""),
        ("https://evaluate.example.org:443/probierz", ""),
        ("https://evaluate.example.org:8443", "-8443"),
        ("http://evaluate.example.org", "-80"),
    ],
)
def test_an_address_that_is_set_decides_whatever_port_is_behind_it(tmp_path, address, ending):
    assert names(tmp_path, 8000, PROBIERZ_URL=address) == [f"sessionid{ending}", f"csrftoken{ending}"]


def test_behind_a_proxy_cookies_have_the_usual_names_as_its_port_is_not_known(tmp_path):
    assert names(tmp_path, 8000, PROBIERZ_BEHIND_PROXY="yes") == ["sessionid", "csrftoken"]
