"""Every page is looked at with axe, as at a desk and on a phone: a new route is a page here, or named with a reason."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings as configured
from django.core import mail
from django.test import Client
from every_route import addresses, routes

from browser import SIZES, faults
from probierz.web.accounts.models import Invitation, User
from probierz.web.accounts.services import make_link, make_token, send_confirmation
from probierz.web.challenges.services import announce
from probierz.web.leaderboards.models import Board
from probierz.web.notifications.models import Kind
from probierz.web.notifications.services import stop_token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NO_PAGES = {
    "answers for programs": """
        git/<slug:slug>.git/<path:rest> health ready
        challenges/<slug:slug>/plots/history.json challenges/<slug:slug>/plots/scatter.json
    """,
    "files": """
        challenges/<slug:slug>/announcements.atom challenges/<slug:slug>/board.<slug:ending>
        challenges/<slug:slug>/data.zip challenges/<slug:slug>/files/<path:path> challenges/<slug:slug>/my-outputs.zip
        challenges/<slug:slug>/outputs.zip challenges/<slug:slug>/submissions.<slug:ending>
        labellings/<int:number>/judged.zip
        labellings/<int:number>/labels.<slug:ending> submissions/<int:number>/outputs.zip
        suites/<str:name>/board.<slug:ending>
    """,
    "lead on to another page": """
        challenge/<slug:slug>/submit challenges/<slug:slug> invitation/<str:key> labellings/<int:number>/items
        open-view-progress/<str:job> people/link people/link/<int:number>/withdraw
        submission/<int:number>/<slug:action> submission/<int:number>/tags/<slug:verdict> view-progress/<str:job>
    """,
    "need an import of their own, as in test_main_paths": "challenges/<slug:slug>/organise/imports/<uuid:job>",
    "need two people's answers to one record, or a link for a single one": """
        annotations/<slug:slug>/judge annotations/<slug:slug>/second/<int:number> annotations/alone/<str:key>
    """,
}
"""Routes that are no pages, or whose page needs more than is made here; those below api/ are for programs alone."""

ROLES = ("administrator", "organiser", "ala", None)
"""By whom a page is looked at: the first who may."""


@pytest.fixture
def pages(hand_in, team, people, work, platform):
    """Who looks at which address, by route."""
    platform(PROBIERZ_PUBLIC=True, PROBIERZ_REGISTRATION="open")
    submission = hand_in("1\n2\n3\n8\n", team=team).submission
    work()
    address, own = addresses(submission, people), rows(submission, hand_in("1\n2\n3\n9\n").submission, people)
    clients = {role: Client() for role in ROLES}
    for role in filter(None, ROLES):
        clients[role].force_login(people[role])

    def find(route):
        for client in clients.values():
            answer = client.get(own.get(route) or address(route))
            if answer.status_code == 405:
                return ()
            if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
                return client, own.get(route) or address(route)
        return None

    asked = [one for one in sorted(set(routes())) if not one.startswith(("^", "style", "api/"))]
    return {route: found for route in asked if (found := find(route)) != ()}


def rows(submission, waiting, people):
    """Addresses of what the usual rows do not have."""
    board = Board.objects.create(challenge=submission.challenge, slug="second", title="Second")
    User.objects.filter(pk=people["ala"].pk).update(email="ala@example.org")
    send_confirmation(User.objects.get(pk=people["ala"].pk), root="")
    make_token(people["administrator"], name="laptop", scopes=["read"])
    User.objects.create(username="x" * 64, name="y" * 120, email="someone@example.org", is_active=False)
    invitation = make_link(Invitation.Kind.ACCOUNT)
    told = announce(submission.challenge, title="News", text="The test is *new*.", by=people["administrator"])
    return {
        "account/email/<str:token>": next(line for line in mail.outbox[-1].body.split() if line.startswith("/")),
        "invitations/<str:key>": f"/invitations/{invitation}",
        "jobs/<uuid:number>": f"/jobs/{waiting.job_id}",
        "notifications/stop/<str:token>": f"/notifications/stop/{stop_token(people['ala'], Kind.SCORED)}",
        "challenges/<slug:slug>/boards/<slug:name>": "/challenges/numbers/boards/second",
        "challenges/<slug:slug>/organise/announcements/<int:number>/edit":
            f"/challenges/numbers/organise/announcements/{told.pk}/edit",
        "challenges/<slug:slug>/organise/boards/<int:number>": f"/challenges/numbers/organise/boards/{board.pk}",
        "submissions/<int:number>/variants/<int:variant>":
            f"/submissions/{submission.pk}/variants/{submission.variants.get().pk}",
    }  # fmt: skip


@pytest.fixture
def page(chromium):
    """A browser that asks the application itself, as the client that stands in `page.client`."""
    context = chromium.new_context(base_url="http://testserver", viewport=SIZES["desk"], reduced_motion="reduce")
    shown = context.new_page()

    def answer(route):
        asked = urlsplit(route.request.url)
        if asked.path.startswith("/static/"):
            return route.fulfill(path=Path(configured.STATICFILES_DIRS[0], asked.path.removeprefix("/static/")))
        found = shown.client.get(f"{asked.path}?{asked.query}")
        body = b"".join(found) if found.streaming else found.content
        return route.fulfill(status=found.status_code, content_type=found.headers["Content-Type"], body=body)

    context.route("**/*", answer)
    yield shown
    context.close()


def test_axe_finds_nothing_serious_and_nothing_is_too_wide_on_any_page(pages, page):
    named = {route for listed in NO_PAGES.values() for route in listed.split()}
    assert sorted(route for route, found in pages.items() if found is None) == sorted(named)
    found = {}
    for route, (client, address) in ((route, found) for route, found in pages.items() if found):
        page.client = client
        page.goto(address)
        wrong = seen(page, "desk", "light") + seen(page, "phone", "dark", COLOURS)
        if wrong:
            found[route] = wrong
    assert found == {}
    for route in PRINTED:
        page.client, address = pages[route]
        page.goto(address)
        page.emulate_media(media="print")
        page.set_viewport_size(PAPER)
        assert page.locator("button:visible, nav:visible, summary:visible:not(.more > summary)").count() == 0
        if route.endswith("/board"):
            assert page.locator("td.main .score:visible").count() >= page.locator("table.board tbody tr").count() > 0
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


PRINTED = ("challenges/<slug:slug>/board", "submissions/<int:number>")
PAPER = {"width": 718, "height": 1047}
"""A4 without margins of a centimetre, in CSS pixels."""
COLOURS = ["color-contrast", "scrollable-region-focusable"]
"""What another size and other colours change."""


def seen(page, size, colours, rules=()):
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=colours)
    found = [(size, *one) for one in faults(page, rules)]
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*found, (size, "too wide", width)] if width > 0 else found
