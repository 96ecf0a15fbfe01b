"""What settings allow."""

from ipaddress import ip_network

import pytest

from probierz.web.configuration.limits import hook_transports, transports


@pytest.mark.parametrize(
    ("setting", "read"), [("PROBIERZ_GIT_HOSTS", transports), ("PROBIERZ_WEBHOOK_HOSTS", hook_transports)]
)
def test_private_hosts_are_names_addresses_and_networks(settings, setting, read):
    named = ("Git.Example.ORG", "10.1.2.3/8", "192.168.0.7")
    settings.PROBIERZ = {**settings.PROBIERZ, setting: named}
    found = read()
    assert found.private_hosts == {"git.example.org"}
    assert found.private_networks == (ip_network("10.0.0.0/8"), ip_network("192.168.0.7/32"))
