"""People to act as: a captain with a teammate, a stranger, an administrator; each with a browser of their own."""

import pytest
from django.test import Client

from probierz.web.accounts import services
from probierz.web.accounts.models import Invitation, Membership, Team

PASSWORD = "correct horse battery"
ROLES = ("nobody", "captain", "teammate", "stranger", "administrator")


@pytest.fixture
def people(db):
    found = {role: services.register(login=role, password=PASSWORD, name=role.title()) for role in ROLES[1:-1]}
    link = services.find_link(services.make_link(Invitation.Kind.ADMINISTRATOR))
    found["administrator"] = services.register(login="administrator", password=PASSWORD, name="Adam", link=link)
    Invitation.objects.all().delete()
    return found


@pytest.fixture
def team(people):
    made = services.create_team(people["captain"], slug="both", name="Both")
    Membership.objects.create(team=made, user=people["teammate"])
    return Team.objects.get(pk=made.pk)


@pytest.fixture
def browsers(people):
    """A client for each role; nobody has not logged in."""
    clients = {role: Client() for role in ROLES}
    for role, person in people.items():
        clients[role].force_login(person)
    return clients


@pytest.fixture
def public(settings):
    """Change settings of the platform: `public(PROBIERZ_REGISTRATION="open")`."""

    def change(**values):
        settings.PROBIERZ = {**settings.PROBIERZ, **values}

    return change
