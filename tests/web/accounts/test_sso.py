"""Login through an OpenID Connect provider: a fake one on this machine, against a platform in a process of its own."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("allauth")

PLATFORM = """
import json, re, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit
import os

asked = []
WHO = {"sub": "42", "preferred_username": "Anna.Nowak", "name": "Anna <b>Nowak</b>", "email": "captain@example.org"}

class Provider(BaseHTTPRequestHandler):
    def do_GET(self):
        root = f"http://127.0.0.1:{self.server.server_port}"
        self.say({"issuer": root, "authorization_endpoint": root + "/authorize", "token_endpoint": root + "/token",
                  "userinfo_endpoint": root + "/me", "jwks_uri": root + "/keys"} if "well-known" in self.path else WHO)
    def do_POST(self):
        asked.append(parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        self.say({"access_token": "t", "token_type": "Bearer"})
    def say(self, content):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(content).encode())
    def log_message(self, *_): pass

server = HTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ["PROBIERZ_OIDC_URL"] = f"http://127.0.0.1:{server.server_port}"

import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
from probierz.web.accounts.models import AuditEntry, User
from probierz.web.accounts import services
from probierz.web.accounts.sso import free_login

def begin(client):
    page = client.post("/sso/organisation/login", {"next": "/account"}, HTTP_HOST="localhost").content.decode()
    return parse_qs(urlsplit(re.search(r'url=([^"]+)"', page)[1].replace("&amp;", "&")).query)

def come_back(client, **query):
    return client.get("/sso/organisation/callback", query, HTTP_HOST="localhost")

other = services.register(login="captain", password="correct horse battery", email="captain@example.org")

client = Client()
assert "Log in with your organisation" in client.get("/login", HTTP_HOST="localhost").content.decode()
assert client.get("/sso/organisation/login", HTTP_HOST="localhost").status_code == 405
query = begin(client)
assert query["client_id"] == ["us"] and query["code_challenge_method"] == ["S256"]
answer = come_back(client, code="c", state=query["state"][0])
assert (answer.status_code, answer.headers["Location"]) == (302, "/account"), answer
assert asked[0]["client_secret"] == ["hush"] and "code_verifier" in asked[0]

person = User.objects.get(username="anna-nowak")
assert (person.name, person.email, person.is_staff) == (WHO["name"], WHO["email"], False)
assert not person.has_usable_password()
assert person != other and User.objects.count() == 2  # the same e-mail address opens nobody else's account
assert AuditEntry.objects.get(actor=person).details["by"] == "sso"
assert "&lt;b&gt;Nowak" in client.get("/account", HTTP_HOST="localhost").content.decode()
assert services.send_password_link("anna-nowak", root="") == 0

again = Client()
assert come_back(again, code="c", state=begin(again)["state"][0]).headers["Location"] == "/account"
assert User.objects.count() == 2

for query in ({"code": "c", "state": "forged"}, {"error": "access_denied", "state": "forged"}):
    assert come_back(Client(), **query).headers["Location"] == "/login"
other.is_staff = True
services.deactivate(person, by=other)
shut = Client()
assert "refused" in come_back(shut, code="c", state=begin(shut)["state"][0]).headers["Location"]
assert shut.get("/account", HTTP_HOST="localhost").status_code == 302

assert free_login("Anna.Nowak") == "anna-nowak-2"
assert free_login("c4pta1n") == "c4pta1n"
assert free_login("capta1n") == "capta1n-2"
assert free_login("Ł<script>") == "script"
assert free_login("!!!") == free_login("Admin") == "person"
print("all is well")
"""


def test_people_of_an_organisation_log_in(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PROBIERZ_")}
    environment |= {
        "DJANGO_SETTINGS_MODULE": "probierz.web.settings",
        "PROBIERZ_HOME": str(tmp_path),
        "PROBIERZ_OIDC_CLIENT": "us",
        "PROBIERZ_OIDC_SECRET": "hush",
    }
    done = subprocess.run(
        [sys.executable, "-c", PLATFORM], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.endswith("all is well\n"), done.stderr


def test_a_provider_without_the_library_is_said_at_the_start(monkeypatch):
    from probierz.errors import MissingExtra
    from probierz.web.configuration import single_sign_on

    monkeypatch.setattr(single_sign_on, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"\[sso\]'"):
        single_sign_on.settings({}, [], [])
