import socket
import subprocess
from ipaddress import ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.web.intake.addresses import read_address
from probierz.web.intake.branches import HIDDEN_BRANCH, check_branch
from probierz.web.intake.errors import (
    AddressError,
    BranchError,
    CredentialsInAddress,
    IntakeError,
    NoSuchHost,
    PrivateHost,
    TransportRefused,
    UnknownHost,
)
from probierz.web.intake.hosts import Transports, check_host_name, pin

PUBLIC = Transports()


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://github.com/ala/punctuation.git", "https://github.com/ala/punctuation.git"),
        ("  https://GitHub.com:443//ala/punctuation/ ", "https://github.com/ala/punctuation"),
        ("https://gitlab.com./ala/a%20b.git", "https://gitlab.com/ala/a%20b.git"),
        ("https://git.example.org:8443/a/b", "https://git.example.org:8443/a/b"),
        ("https://git.sr.ht/~ala/b", "https://git.sr.ht/~ala/b"),
        ("git@github.com:ala/2021-punctuation-restoration.git", "https://github.com/ala/2021-punctuation-restoration.git"),
        ("ssh://git@gitlab.com/ala/b.git", "https://gitlab.com/ala/b.git"),
        ("ssh://git@gitlab.example.org:2222/ala/b.git", "https://gitlab.example.org/ala/b.git"),
        ("https://8.8.8.8/a/b", "https://8.8.8.8/a/b"),
        ("https://[2001:4860:4860::8888]/a", "https://[2001:4860:4860::8888]/a"),
    ],
)  # fmt: skip
def test_an_address_is_taken_apart_and_built_again(typed, url):
    assert read_address(typed, PUBLIC).url == url


@pytest.mark.parametrize(
    "typed",
    [
        "file:///etc/passwd", "file:/etc/passwd", "/srv/gold.git", "../gold.git", "./x", "~/x", "-oProxyCommand=id",
        "--upload-pack=touch /tmp/x", "ext::sh -c id", "fd::17/x", "git://github.com/a/b", "http://github.com/a/b",
        "ftp://github.com/a/b", "git+ssh://git@github.com/a/b", "github.com/a/b", "javascript://x/%0aalert(1)",
        "HTTP://github.com/a/b",
    ],
)  # fmt: skip
def test_other_ways_than_https_are_refused(typed):
    with pytest.raises(TransportRefused) as error:
        read_address(typed, PUBLIC)
    assert "https://" in error.value.remedy


@pytest.mark.parametrize(
    "typed",
    ["https://ala:secret@github.com/a/b", "https://ghp_0123456789abcdefghij@github.com/a/b", "ssh://git:pw@host.org/a"],
)
def test_credentials_are_refused_and_not_repeated(typed):
    with pytest.raises(CredentialsInAddress) as error:
        read_address(typed, PUBLIC)
    assert not any(secret in str(error.value) for secret in ("secret", "ghp_", "pw"))


@pytest.mark.parametrize(
    "typed",
    [
        "", "   ", "https://", "https:///a/b", "https://github.com", "https://github.com/", "https://github.com/a?b=c",
        "https://github.com/a#b", "https://github.com/a?", "https://github.com/a/../b", "https://github.com/%2e%2e/b",
        "https://github.com/-x/b", "https://github.com/a\nb", "https://github.com/a%0ab", "https://github.com/a%00b",
        "https://github.com\\@evil.org/a", "https://github.com:/a", "https://github.com:22/a", "https://github.com:99999/a",
        "https://github.com:x/a", "https://gіthub.com/a/b", "https://[::1/a", "https://-a.org/b", "https://a..org/b",
        "https://a b.org/c", "https://a.org/" + "x" * 1000, "git@-oProxyCommand=id.org:x", "https://a.org/%ff",
        "https://a.org/%252e%252e/x", "https://a.org/a%5cb", "https://[fe80::1%25eth0]/a",
    ],
)  # fmt: skip
def test_odd_addresses_are_refused(typed):
    with pytest.raises(AddressError):
        read_address(typed, PUBLIC)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "0", "10.0.0.1",
        "169.254.169.254", "192.168.1.1", "172.16.0.1", "100.64.0.1", "100.100.100.200", "168.63.129.16", "0.0.0.0",
        "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]", "[fd00:ec2::254]",
        "[fe80::1]", "[fc00::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::127.0.0.1]", "[ff02::1]", "localhost",
        "gitlab", "127.0.0.1.", "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[::ffff:0:10.0.0.1]", "[64:ff9b::10.0.0.1]",
        "[2002:c0a8:101::1]", "[2001:2::1]", "git.localhost", "a.b.localhost.",
    ],
)  # fmt: skip
def test_hosts_inside_private_networks_are_refused_by_their_look(host):
    with pytest.raises(AddressError):
        read_address(f"https://{host}/a/b", PUBLIC)


@pytest.mark.parametrize("answer", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:10.0.0.1", "fd00::1"])
def test_names_that_lead_into_private_networks_are_refused(answer):
    with pytest.raises(PrivateHost) as error:
        pin("git.example.org", 443, PUBLIC, lambda host, port: ["140.82.121.4", answer])
    assert answer not in str(error.value), "what our network looks like is nobody's business"


def test_a_host_is_looked_up_once():
    answers = iter([["140.82.121.4"], ["127.0.0.1"]])
    assert pin("git.example.org", 443, PUBLIC, lambda host, port: next(answers)) == [ip_address("140.82.121.4")]


@pytest.mark.parametrize("answer", [[], ["not an address"]])
def test_a_host_without_an_address_is_the_fault_of_nobody_here(answer):
    with pytest.raises(UnknownHost) as error:
        pin("nowhere.example.org", 443, PUBLIC, lambda host, port: answer)
    assert error.value.fault == "remote"


def test_a_resolver_that_fails_is_told():
    def fail(host, port):
        raise OSError("Name or service not known")

    with pytest.raises(UnknownHost):
        pin("nowhere.example.org", 443, PUBLIC, fail)


def test_a_misspelt_host_is_the_sender_s_fault_and_is_not_tried_again():
    def fail(host, port):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    with pytest.raises(NoSuchHost) as error:
        pin("gihtub.example.org", 443, PUBLIC, fail)
    assert error.value.fault == "sender"
    assert str(error.value) == "there is no host 'gihtub.example.org'; check its spelling"


def test_an_operator_may_trust_a_host_of_the_intranet_but_no_metadata_service():
    trusting = Transports(private_hosts=frozenset({"gitlab.intranet", "gitlab"}))
    assert check_host_name("gitlab", trusting) == "gitlab"
    assert pin("gitlab.intranet", 443, trusting, lambda host, port: ["10.0.0.7"]) == [ip_address("10.0.0.7")]
    for answer in ("169.254.169.254", "::ffff:169.254.169.254", "0.0.0.0"):
        with pytest.raises(PrivateHost):
            pin("gitlab.intranet", 443, trusting, lambda host, port, answer=answer: [answer])
    with pytest.raises(PrivateHost):
        pin("other.intranet", 443, trusting, lambda host, port: ["10.0.0.7"])


def test_an_operator_may_trust_a_network():
    trusting = Transports(private_networks=(ip_network("10.1.0.0/16"),))
    assert read_address("https://10.1.2.3/a", trusting).host == "10.1.2.3"
    with pytest.raises(PrivateHost):
        read_address("https://10.2.2.3/a", trusting)


def is_public(address):
    try:
        return pin("data.example.org", 443, PUBLIC, lambda host, port: [str(address)]) == [address]
    except PrivateHost:
        return False


@pytest.mark.parametrize("address", ["8.8.8.8", "140.82.121.4", "2606:50c0:8000::153", "::ffff:8.8.8.8"])
def test_addresses_of_the_internet_are_public(address):
    assert is_public(ip_address(address))


@given(st.ip_addresses(v=4))
def test_no_address_is_public_that_the_library_calls_private(address):
    assert not (is_public(address) and (address.is_private or address.is_multicast or address.is_reserved))


@given(st.one_of(st.text(max_size=60), st.from_regex(r"\A(https|ssh|git@)[!-~]{0,60}\Z")))
def test_any_text_is_an_address_that_reads_the_same_again_or_a_clear_refusal(text):
    try:
        address = read_address(text, PUBLIC)
    except IntakeError as error:
        told = (error.message, error.remedy)
        assert all(told)
    else:
        assert address.url.startswith("https://")
        assert read_address(address.url, PUBLIC) == address


@pytest.mark.parametrize("name", ["main", "dev/ala", "submission-00012", "łódź", "v1.0", "a@b", "#7"])
def test_usual_branches_are_taken(name):
    assert check_branch(f" {name}\n") == name


@pytest.mark.parametrize(
    "name",
    [
        "", "--upload-pack=touch /tmp/x;git-upload-pack", "-x", "a..b", "a b", "a~1", "a^", "a:b", "a?", "a*", "a[",
        "/a", "a/", "a//b", ".a", "a/.b", "a.", "a.lock", "a.lock/b", "a@{1}", "@", "HEAD", "a\x00b", "a\x7f",
        "a\ud800", "x" * 300, "a\\b",
    ],
)  # fmt: skip
def test_names_that_no_branch_may_have_are_refused(name):
    with pytest.raises(BranchError):
        check_branch(name)


def test_the_hidden_branch_cannot_be_submitted():
    assert check_branch(HIDDEN_BRANCH) == HIDDEN_BRANCH
    for name in ("dont-peek", "Dont-Peek"):
        with pytest.raises(BranchError, match="must not be submitted"):
            check_branch(name, refused=[HIDDEN_BRANCH])


@given(st.text(st.sampled_from("abA.-/@{}~^:?*[\\ \t#łock"), min_size=1, max_size=8))
def test_git_agrees_with_every_branch_that_is_taken(name):
    try:
        name = check_branch(name)
        taken = True
    except BranchError:
        taken = False
    name = name.strip(" \t\n")
    git = subprocess.run(["git", "check-ref-format", f"refs/heads/{name}"], check=False).returncode == 0
    assert taken == (git and not name.startswith("-") and name not in {"@", "HEAD"})
