"""Where a message may go, what is told there, and how soon that is over."""

import shutil
import socket
import ssl
import subprocess
import time
from ipaddress import ip_network

import pytest
from receivers import receiving

from probierz.web.intake.errors import AddressError, CredentialsInAddress, PrivateHost, TransportRefused
from probierz.web.intake.hosts import Transports
from probierz.web.webhooks.messages import body_of
from probierz.web.webhooks.receiver_address import read_hook_address
from probierz.web.webhooks.sending import NotSent, post
from probierz.web.webhooks.signing import new_salt, secret_of, signature

PUBLIC = Transports()
LOOPBACK = Transports(private_networks=(ip_network("127.0.0.0/8"),))
BY_NAME = Transports(private_hosts=frozenset({"intranet.example.org"}), private_networks=(ip_network("127.0.0.0/8"),))


@pytest.fixture
def receiver():
    with receiving() as server:
        yield server


# --- addresses -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "url", "root"),
    [
        ("https://discord.com/api/webhooks/1/x-Y_z", "https://discord.com/api/webhooks/1/x-Y_z", "https://discord.com"),
        (" https://Hooks.Slack.com:443/services/T/B/c ", "https://hooks.slack.com/services/T/B/c",
         "https://hooks.slack.com"),
        ("https://a.example.org:8443/x?token=1&b=%20", "https://a.example.org:8443/x?token=1&b=%20",
         "https://a.example.org:8443"),
        ("https://a.example.org", "https://a.example.org/", "https://a.example.org"),
    ],
)  # fmt: skip
def test_addresses_as_services_show_them(typed, url, root):
    address = read_hook_address(typed, PUBLIC)
    assert (address.url, address.root) == (url, root)


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("", AddressError),
        ("https://", AddressError),
        ("https://a.org/" + "x" * 1000, AddressError),
        ("https://a.org/a b", AddressError),
        ("https://a.org/\r\nX: y", AddressError),
        ("https://a.org/#x", AddressError),
        ("https://a.org\\@b.org/", AddressError),
        ("https://a.org:/", AddressError),
        ("https://a.org:99999/", AddressError),
        ("https://a.org:22/", AddressError),
        ("https://gіthub.com/", AddressError),
        ("https://[::1/", AddressError),
        ("http://a.org/x", TransportRefused),
        ("ftp://a.org/x", TransportRefused),
        ("file:///etc/passwd", TransportRefused),
        ("gopher://a.org/_x", TransportRefused),
        ("javascript:alert(1)", TransportRefused),
        ("a.org/x", TransportRefused),
        ("https://me:secret@a.org/x", CredentialsInAddress),
        ("https://token@a.org/x", CredentialsInAddress),
        ("https://127.0.0.1/x", PrivateHost),
        ("https://[::1]/x", PrivateHost),
        ("https://10.0.0.8/x", PrivateHost),
        ("https://169.254.169.254/latest/meta-data", PrivateHost),
        ("https://192.168.1.1/x", PrivateHost),
        ("https://[fd00::1]/x", PrivateHost),
        ("https://[::ffff:127.0.0.1]/x", PrivateHost),
        ("https://[64:ff9b::7f00:1]/x", PrivateHost),
        ("https://0.0.0.0/x", PrivateHost),
        ("https://localhost/x", PrivateHost),
        ("https://intranet/x", PrivateHost),
        ("https://2130706433/x", AddressError),
        ("https://0x7f.1/x", AddressError),
        ("https://127.1/x", AddressError),
        ("https://017700000001/x", AddressError),
    ],
)
def test_other_addresses_are_refused_and_their_secrets_not_repeated(typed, error):
    with pytest.raises(error) as refused:
        read_hook_address(typed, PUBLIC)
    assert "secret" not in str(refused.value)
    assert "token" not in str(refused.value)


def test_http_goes_only_where_operators_allow_it():
    assert read_hook_address("http://127.0.0.1:80/x", LOOPBACK).url == "http://127.0.0.1/x"
    with pytest.raises(TransportRefused):
        read_hook_address("http://example.org/x", LOOPBACK)


# --- sending ---------------------------------------------------------------------------------------------------------


def send(url, transports=LOOPBACK, **options):
    return post(
        read_hook_address(url, transports), b'{"a":1}', {"Content-Type": "application/json"}, transports, **options
    )


def test_a_message_arrives_whole_and_the_beginning_of_the_answer_comes_back(receiver):
    receiver.answers = [(202, {}, b"y" * 100_000)]
    answer = send(receiver.url + "?a=b")
    assert (answer.status, len(answer.text)) == (202, 4096)
    path, headers, body = receiver.seen[0]
    assert path == "/hook/abcdefghijklmnopqrstuvwxyz?a=b"
    assert body == b'{"a":1}'
    assert headers["Host"] == f"127.0.0.1:{receiver.server_port}"


@pytest.mark.parametrize(
    "answers",
    [["127.0.0.1"], ["10.1.2.3"], ["169.254.169.254"], ["::1"], ["fd00:ec2::254"], ["93.184.216.34", "127.0.0.1"],
     ["::ffff:10.0.0.1"], ["100.100.100.200"]],
)  # fmt: skip
def test_a_name_that_leads_inside_is_refused_when_it_is_looked_up(answers, monkeypatch):
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it connected"))
    with pytest.raises(NotSent) as error:
        send("https://hooks.example.org/x", PUBLIC, resolver=lambda host, port: answers)
    assert error.value.reason == "private"
    assert not error.value.may_help


def test_the_connection_goes_to_the_address_that_was_checked_and_no_other(receiver):
    """A name is looked up once; where it leads the second time (DNS rebinding) does not matter."""
    asked = []

    def resolver(host, port):
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.2"]

    url = f"http://intranet.example.org:{receiver.server_port}/x"
    assert send(url, BY_NAME, resolver=resolver).status == 200
    assert asked == ["intranet.example.org"]
    assert receiver.seen[0][1]["Host"] == f"intranet.example.org:{receiver.server_port}"


def test_redirects_are_not_followed(receiver):
    receiver.answers = [(307, {"Location": receiver.url + "/elsewhere"}, b"")]
    assert send(receiver.url).status == 307
    assert len(receiver.seen) == 1


def test_proxies_of_the_environment_are_not_asked(receiver, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    assert send(receiver.url).status == 200


def test_an_answer_that_never_ends_is_ended(receiver):
    receiver.answers = [(200, {}, "slowly")]
    begun = time.monotonic()
    with pytest.raises(NotSent) as error:
        send(receiver.url, seconds=0.5)
    assert error.value.reason == "too-slow"
    assert time.monotonic() - begun < 20  # it would drip for 30


def test_a_host_that_is_not_there_is_said_to_be_so():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(NotSent) as error:
        send(f"http://127.0.0.1:{port}/x")
    assert (error.value.reason, error.value.may_help) == ("unreachable", True)

    def nowhere(host, port):
        raise OSError("no such name")

    with pytest.raises(NotSent) as error:
        send("https://hooks.example.org/x", PUBLIC, resolver=nowhere)
    assert error.value.reason == "unknown-host"


def test_what_is_no_answer_is_said_to_be_none(receiver):
    with socket.create_server(("127.0.0.1", 0)) as plain:
        import threading

        def answer():
            with plain.accept()[0] as peer:
                peer.recv(100)
                peer.sendall(b"SSH-2.0-OpenSSH\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(NotSent) as error:
            send(f"http://127.0.0.1:{plain.getsockname()[1]}/x")
        thread.join()
    assert error.value.reason in ("broken", "unreachable")


def test_plain_text_where_tls_is_wanted_is_no_connection():
    with receiving() as server, pytest.raises(NotSent) as error:
        send(server.url.replace("http:", "https:"))
    assert error.value.reason == "unreachable"


# --- what is told ----------------------------------------------------------------------------------------------------


def test_the_signature_is_that_of_standard_webhooks():
    """The example of the specification's libraries."""
    body = b'{"test": 2432232314}'
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    assert signature(secret, message, 1614265330, body) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_secrets_are_of_the_platform_and_differ():
    salt = new_salt()
    assert secret_of(salt) == secret_of(salt) != secret_of(new_salt())
    assert salt not in secret_of(salt)


NEWS = {
    "event": "new-best",
    "challenge": {"name": "ocr", "title": "Scans | <b>", "url": "https://x.org/challenges/ocr/board"},
    "board": {"name": "", "title": ""}, "test": "test-A", "metric": "WER", "higher_is_better": False,
    "best": {"submission": 7, "url": "https://x.org/submissions/7", "submitter": "@everyone [x](http://evil.org) *b*",
             "score": "0.12", "shown": "0.12", "value": 0.12},
    "previous": {"submission": 5, "url": "https://x.org/submissions/5", "submitter": "<!channel>\n<http://e.org|x>",
                 "score": "0.2", "shown": "0.2", "value": 0.2},
}  # fmt: skip


def test_names_are_no_markup_in_discord():
    import json

    body = json.loads(body_of("discord", NEWS))
    assert body["allowed_mentions"] == {"parse": []}
    text = body["content"]
    assert text.startswith("A new best in [Scans \\| \\<b\\>](<https://x.org/challenges/ocr/board>): ")
    assert "[\\@everyone \\[x\\]\\(http\\://evil\\.org\\) \\*b\\*](<https://x.org/submissions/7>)" in text
    assert "\n" not in text
    assert len(text) <= 2000


def test_names_are_no_markup_in_slack():
    import json

    text = json.loads(body_of("slack", NEWS))["text"]
    assert text.startswith("A new best in <https://x.org/challenges/ocr/board|Scans ¦ &lt;b&gt;>: ")
    assert "&lt;!channel&gt; &lt;http://e.org¦x&gt;" in text
    assert text.count("<") == 2


def test_a_test_and_a_first_score_have_words_of_their_own():
    import json

    news = {"event": "test", "challenge": NEWS["challenge"]}
    assert "A test from" in json.loads(body_of("slack", news))["text"]
    assert "The first score in" in json.loads(body_of("discord", {**NEWS, "previous": None}))["content"]
    assert json.loads(body_of("generic", news)) == news


# --- certificates ----------------------------------------------------------------------------------------------------


@pytest.fixture
def certified(tmp_path):
    """A service with a certificate of its own for hooks.example.org; yields its port and the certificate."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hooks.example.org"]
    names = ["-addext", "subjectAltName=DNS:hooks.example.org", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *words, *names], check=True, capture_output=True)
    with receiving() as server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        yield server, str(certificate)


def trusting(certificate):
    return Transports(private_networks=(ip_network("127.0.0.0/8"),), ca_file=certificate)


def to_loopback(host, port):
    return ["127.0.0.1"]


def test_a_message_goes_to_the_name_over_tls_at_the_pinned_address(certified):
    server, certificate = certified
    url = f"https://hooks.example.org:{server.server_port}/x"
    assert send(url, trusting(certificate), resolver=to_loopback).status == 200
    assert server.seen[0][1]["Host"] == f"hooks.example.org:{server.server_port}"


def test_a_certificate_of_nobody_or_for_another_name_is_refused(certified):
    server, certificate = certified
    for host, transports in (("hooks.example.org", LOOPBACK), ("other.example.org", trusting(certificate))):
        with pytest.raises(NotSent) as error:
            send(f"https://{host}:{server.server_port}/x", transports, resolver=to_loopback)
        assert error.value.reason == "certificate"
    assert server.seen == []
