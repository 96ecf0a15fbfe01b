"""Teams, as a captain, a teammate, a stranger and an administrator see and change them."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from probierz.errors import Refused
from probierz.web.accounts import services
from probierz.web.accounts.models import Invitation, Team, User
from probierz.web.challenges.models import Challenge, Version
from probierz.web.submissions.models import Submission


def said(response):
    return [str(message) for message in response.context["messages"]]


def link_for(browsers, login):
    page = browsers["captain"].post("/teams/both/invite", {"login": login}).content.decode()
    return re.search(r"http://testserver(/invitations/[\w-]+)", page)[1]


def logins(team):
    return sorted(team.members.values_list("username", flat=True))


def test_who_makes_a_team_is_its_captain(browsers, people):
    assert browsers["captain"].post("/teams", {"name": "Ours", "slug": "ours"}).headers["Location"] == "/teams/ours"
    assert Team.objects.get().memberships.get().is_captain


@pytest.mark.parametrize(("slug", "text"), [("both", "taken"), ("UP", "small letters"), ("a/b", "small letters")])
def test_a_bad_or_taken_short_name_is_refused(browsers, team, slug, text):
    page = browsers["stranger"].post("/teams", {"name": "Ours", "slug": slug}).content.decode()
    assert re.search(text, page)
    assert Team.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Both", "ours"), ("Воth", "ours"), ("Captain", "ours"), ("captain", "ours"), ("Us", "captain")],
)
def test_a_team_is_not_named_as_another_or_as_somebody(browsers, team, name, slug):
    browsers["stranger"].post("/teams", {"name": name, "slug": slug})
    assert Team.objects.count() == 1


@pytest.mark.parametrize(
    ("role", "status"),
    [("captain", 200), ("teammate", 200), ("administrator", 200), ("stranger", 404), ("nobody", 302)],
)
def test_members_see_who_is_in_a_team(browsers, team, role, status):
    assert browsers[role].get("/teams/both").status_code == status


def test_a_team_unseen_looks_like_a_team_that_is_not(browsers, team):
    def page(slug):
        return re.sub(r'value="[A-Za-z0-9]{64}"', "", browsers["stranger"].get(f"/teams/{slug}").content.decode())

    assert page("both").replace("both", "none") == page("none")


ACTIONS = {
    "rename": {"name": "Other"},
    "invite": {"login": "stranger"},
    "people/teammate/remove": {},
    "people/teammate/captain": {},
    "invitations/{link}/withdraw": {},
}


def state(team):
    team.refresh_from_db()
    links = Invitation.objects.filter(used=None).count()
    return team.name, sorted(team.memberships.values_list("user__username", "is_captain")), links


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(
    ("role", "changes"),
    [("captain", True), ("administrator", True), ("teammate", False), ("stranger", False), ("nobody", False)],
)
def test_captains_and_administrators_change_a_team(browsers, people, team, action, role, changes):
    services.invite(team, "somebody", by=people["captain"])
    path = f"/teams/both/{action.format(link=Invitation.objects.get().pk)}"
    before = state(team)
    assert browsers[role].get(path).status_code in (302, 405)
    assert state(team) == before
    browsers[role].post(path, ACTIONS[action])
    assert (state(team) != before) == changes


def test_an_invited_person_joins(browsers, team):
    path = link_for(browsers, "stranger")
    assert "Join Both?" in browsers["stranger"].get(path).content.decode()
    assert logins(team) == ["captain", "teammate"]
    assert browsers["stranger"].post(path).headers["Location"] == "/teams/both"
    assert logins(team) == ["captain", "stranger", "teammate"]
    assert browsers["stranger"].post(path).status_code == 404


def test_a_link_works_for_the_invited_alone(browsers, team):
    path = link_for(browsers, "somebody-else")
    for role in ("stranger", "administrator"):
        assert browsers[role].get(path).status_code == 404
        assert browsers[role].post(path).status_code == 404
    assert "Both" not in browsers["stranger"].get(path).content.decode()
    assert browsers["nobody"].get(path).headers["Location"].startswith("/login?next=/invitations/")


def test_inviting_says_nothing_about_who_has_an_account(browsers, team, stopped_clock):
    def page(login):
        text = browsers["captain"].post("/teams/both/invite", {"login": login}).content.decode()
        Invitation.objects.all().delete()
        return re.sub(r'value="[A-Za-z0-9]{64}"|/invitations/[\w-]+|invitations/\d+', "", text).replace(login, "LOGIN")

    assert page("stranger") == page("ghost")


def test_a_link_works_for_a_day(browsers, team, stopped_clock):
    path = link_for(browsers, "stranger")
    assert Invitation.objects.get().expires == timezone.now() + timedelta(hours=24)
    stopped_clock.shift(timedelta(hours=24))
    assert browsers["stranger"].post(path).status_code == 404


def test_a_withdrawn_link_is_dead(browsers, team):
    path = link_for(browsers, "stranger")
    browsers["captain"].post(f"/teams/both/invitations/{Invitation.objects.get().pk}/withdraw")
    assert browsers["stranger"].post(path).status_code == 404


def test_an_invitation_of_another_team_cannot_be_withdrawn(browsers, people, team):
    other = services.create_team(people["stranger"], slug="other", name="Other")
    services.invite(other, "teammate", by=people["stranger"])
    number = Invitation.objects.get().pk
    assert browsers["captain"].post(f"/teams/both/invitations/{number}/withdraw").status_code == 404
    assert Invitation.objects.get().used is None


def test_a_member_leaves(browsers, team):
    assert browsers["teammate"].get("/teams/both/leave").status_code == 405
    assert browsers["teammate"].post("/teams/both/leave").headers["Location"] == "/teams"
    assert logins(team) == ["captain"]


def test_the_last_captain_names_another_before_leaving(browsers, team):
    assert "Name another one first" in said(browsers["captain"].post("/teams/both/leave", follow=True))[0]
    browsers["captain"].post("/teams/both/people/teammate/captain")
    browsers["captain"].post("/teams/both/leave")
    assert logins(team) == ["teammate"]


def test_a_captain_is_not_removed(browsers, people, team):
    services.name_captain(team, people["teammate"], by=people["captain"])
    browsers["captain"].post("/teams/both/people/teammate/remove")
    assert logins(team) == ["captain", "teammate"]


def test_a_team_that_everybody_left_is_gone(people):
    services.leave(services.create_team(people["captain"], slug="ours", name="Ours"), people["captain"])
    assert not Team.objects.exists()


def test_a_team_that_handed_something_in_stays(people):
    team = services.create_team(people["captain"], slug="ours", name="Ours")
    challenge = Challenge.objects.create(slug="ocr", title="OCR")
    version = Version.objects.create(challenge=challenge, gold_hash="0")
    Submission.objects.create(challenge=challenge, version=version, submitter=people["captain"], team=team)
    services.leave(team, people["captain"])
    assert Team.objects.get().members.count() == 0


def test_hostile_team_names_stay_text(browsers, people):
    services.create_team(people["captain"], slug="ours", name="<script>alert(1)</script>")
    for path in ("/teams", "/teams/ours"):
        assert "<script>alert" not in browsers["captain"].get(path).content.decode()


def test_strangers_are_not_removed_or_named(browsers, team):
    for action in ("remove", "captain"):
        assert browsers["captain"].post(f"/teams/both/people/stranger/{action}").status_code == 404
    assert User.objects.get(username="stranger").memberships.count() == 0


# --- an invitation on the pages of the invited -----------------------------------------------------------------------


def invited(browser, page="/teams"):
    """The addresses of the buttons for joining on a page."""
    return re.findall(r'action="/invitations/(\d+)/join"', browser.get(page).content.decode())


def test_the_invited_find_the_invitation_on_the_first_page_and_under_teams(browsers, people, team):
    services.invite(team, "stranger", by=people["captain"])
    for page in ("/", "/teams"):
        text = browsers["stranger"].get(page).content.decode()
        assert "captain invites you to the team Both." in text
        assert invited(browsers["stranger"], page) == [str(Invitation.objects.get().pk)]
        for other in ("captain", "teammate", "administrator", "nobody"):
            assert not invited(browsers[other], page)


def test_the_invited_join_by_a_button(browsers, people, team):
    services.invite(team, "stranger", by=people["captain"])
    path = f"/invitations/{invited(browsers['stranger'])[0]}/join"
    assert browsers["administrator"].post(path).status_code == 404
    assert browsers["stranger"].get(path).status_code in (302, 405)
    assert browsers["stranger"].post(path).headers["Location"] == "/teams/both"
    assert logins(team) == ["captain", "stranger", "teammate"]
    assert not invited(browsers["stranger"])


def test_the_invited_decline_and_the_link_is_dead(browsers, people, team):
    path = link_for(browsers, "stranger")
    number = invited(browsers["stranger"])[0]
    assert browsers["teammate"].post(f"/invitations/{number}/decline").status_code == 404
    assert said(browsers["stranger"].post(f"/invitations/{number}/decline", follow=True)) == [
        "The invitation is declined."
    ]
    assert not invited(browsers["stranger"])
    assert browsers["stranger"].post(path).status_code == 404
    assert logins(team) == ["captain", "teammate"]


def test_a_second_invitation_to_one_team_takes_the_place_of_the_first(browsers, people, team):
    for _ in range(2):
        browsers["captain"].post("/teams/both/invite", {"login": "stranger"})
    page = browsers["captain"].get("/teams/both").content.decode()
    assert len(re.findall(r'action="/teams/both/invitations/\d+/withdraw"', page)) == 1
    (number,) = invited(browsers["stranger"])
    browsers["stranger"].post(f"/invitations/{number}/decline")
    assert not invited(browsers["stranger"])


def test_who_registers_a_mistyped_login_is_not_led_to_the_team(browsers, people, team, stopped_clock):
    services.invite(team, "ghost", by=people["captain"])
    stopped_clock.shift(timedelta(hours=1))
    ghost = services.register(login="ghost", password="a long pass phrase")
    browsers["nobody"].force_login(ghost)
    assert not invited(browsers["nobody"])
    number = Invitation.objects.get().pk
    assert browsers["nobody"].post(f"/invitations/{number}/join").status_code == 404


def test_the_captain_reads_that_a_login_may_be_nobodys(browsers, team):
    page = browsers["captain"].post("/teams/both/invite", {"login": "ghost"}).content.decode()
    assert "An invitation for ghost" in page
    assert "Whether there is such an account is not said" in page


def test_a_captain_reads_who_declined_until_they_are_invited_again(browsers, people, team):
    browsers["captain"].post("/teams/both/invite", {"login": "stranger"})
    browsers["stranger"].post(f"/invitations/{invited(browsers['stranger'])[0]}/decline")
    declined = r"<summary>Declined \(1\)</summary>\s*<ul class=\"rows\"><li><span>stranger"
    assert re.search(declined, browsers["captain"].get("/teams/both").content.decode())
    assert not re.search(declined, browsers["teammate"].get("/teams/both").content.decode())
    browsers["captain"].post("/teams/both/invite", {"login": "stranger"})
    assert not re.search(declined, browsers["captain"].get("/teams/both").content.decode())


# --- many invitations -------------------------------------------------------------------------------------------------


@pytest.fixture
def five_teams(people):
    """Five teams of the captain's that invite the stranger."""
    for number in range(5):
        team = services.create_team(people["captain"], slug=f"team-{number}", name=f"Team {number}")
        services.invite(team, "stranger", by=people["captain"])


def test_nobody_makes_teams_without_end(browsers, public):
    public(PROBIERZ_TEAMS=2)
    for number in range(3):
        answer = browsers["captain"].post("/teams", {"name": f"Ours {number}", "slug": f"ours-{number}"})
    assert "You are in 2 teams. Leave one first." in answer.content.decode()
    assert Team.objects.count() == 2


def test_nobody_has_open_invitations_without_end_whatever_the_team(browsers, people, public):
    public(PROBIERZ_INVITATIONS=2)
    for slug in ("one", "two", "three"):
        browsers["captain"].post("/teams", {"name": slug, "slug": slug})
        answer = browsers["captain"].post(f"/teams/{slug}/invite", {"login": "stranger"})
    assert "You have 2 open invitations to teams. Withdraw one first." in answer.content.decode()
    assert len(invited(browsers["stranger"])) == 2
    assert "An invitation for" in browsers["captain"].post("/teams/two/invite", {"login": "stranger"}).content.decode()


def test_the_first_page_shows_three_invitations_and_how_many_more_there_are(browsers, five_teams):
    page = browsers["stranger"].get("/").content.decode()
    assert len(invited(browsers["stranger"], "/")) == 3
    (link,) = re.findall(r'<a href="([^"]+)">and 2 more</a>', page)
    assert len(invited(browsers["stranger"], link)) == 5


def test_all_invitations_are_declined_at_once(browsers, five_teams):
    assert 'action="/invitations/decline"' in browsers["stranger"].get("/").content.decode()
    answer = browsers["stranger"].post("/invitations/decline", follow=True)
    assert said(answer) == ["5 invitations are declined."]
    assert not invited(browsers["stranger"])
    assert "<summary>Declined (" in browsers["captain"].get("/teams/team-0").content.decode()


def test_a_blocked_person_s_invitations_are_not_shown_and_nobody_is_told(browsers, people, five_teams, team):
    services.name_captain(team, people["teammate"], by=people["captain"])
    services.invite(team, "stranger", by=people["teammate"])
    number = Invitation.objects.get(team__slug="team-0").pk
    assert browsers["teammate"].post(f"/invitations/{number}/block").status_code == 404
    browsers["stranger"].post(f"/invitations/{number}/block")
    assert len(invited(browsers["stranger"])) == 1
    assert (
        "An invitation for" in browsers["captain"].post("/teams/team-0/invite", {"login": "stranger"}).content.decode()
    )
    assert len(invited(browsers["stranger"], "/")) == 1
    assert "Declined" not in browsers["captain"].get("/teams/team-0").content.decode()
    (action,) = re.findall(
        r'action="(/account/blocked/captain/unblock)"', browsers["stranger"].get("/account").content.decode()
    )
    browsers["stranger"].post(action)
    assert len(invited(browsers["stranger"])) == 6


def test_who_wants_no_invitations_sees_none_and_a_link_works_all_the_same(browsers, team):
    path = link_for(browsers, "stranger")
    browsers["stranger"].post("/account", {"name": "Stranger"})
    assert not invited(browsers["stranger"])
    browsers["stranger"].post(path)
    assert "stranger" in logins(team)


# --- the last captain -------------------------------------------------------------------------------------------------


def test_nobody_joins_a_team_that_its_last_captain_left(browsers, people):
    team = services.create_team(people["captain"], slug="ours", name="Ours")
    challenge = Challenge.objects.create(slug="ocr", title="OCR")
    version = Version.objects.create(challenge=challenge, gold_hash="0")
    Submission.objects.create(challenge=challenge, version=version, submitter=people["captain"], team=team)
    services.invite(team, "stranger", by=people["captain"])
    link = Invitation.objects.get()
    assert "its open invitations are withdrawn" in browsers["captain"].get("/teams/ours").content.decode()
    browsers["captain"].post("/teams/ours/leave")
    assert not invited(browsers["stranger"])
    with pytest.raises(Refused, match="Nobody is in this team any more"):
        services.join(link, people["stranger"])
    assert (
        "Nobody is in this team"
        in browsers["administrator"].post("/teams/ours/invite", {"login": "a"}).content.decode()
    )
    assert not logins(team)


def test_the_last_captain_of_several_people_reads_what_to_do_first(browsers, team):
    page = browsers["captain"].get("/teams/both").content.decode()
    assert "You are the last captain: name another one" in page
    assert "/teams/both/leave" not in page
    assert "/teams/both/leave" in browsers["teammate"].get("/teams/both").content.decode()
