"""Which phase is open: one rule for pages, the API and handing in."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from probierz.suites.phases import closed_phases
from probierz.suites.suite import DeclaredPhase
from probierz.web.accounts.models import AuditEntry, User
from probierz.web.challenges import queries, services
from probierz.web.challenges.models import Challenge, Ladder, Phase
from probierz.web.challenges.phases import counting_phase, is_over, nearest_phase, next_phase, open_phase, stretches
from probierz.web.submissions.services import check_open

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def phased(challenge, owner):
    """The second phase was made first, so that the order of making is not the order in time."""
    challenge.phases.all().delete()
    services.add_phase(challenge, Phase(name="second", opens=NOON, closes=NOON + 24 * HOUR), by=owner)
    services.add_phase(challenge, Phase(name="first", closes=NOON), by=owner)
    services.add_phase(challenge, Phase(name="third", opens=NOON + 48 * HOUR), by=owner)
    return challenge


@pytest.mark.parametrize(
    ("when", "name"),
    [
        (NOON - HOUR, "first"),
        (NOON, "first"),  # the last moment of a phase is still in time, whatever begins then
        (NOON + HOUR, "second"),
        (NOON + 30 * HOUR, None),
        (NOON + 72 * HOUR, "third"),
    ],
)
def test_the_phase_that_is_open_first_in_time_counts(phased, when, name):
    assert getattr(open_phase(phased, when), "name", None) == name


def test_an_open_page_knows_every_end_and_beginning_that_comes(phased):
    phased.phases.filter(name="third").update(closes=NOON + 60 * HOUR)
    times = stretches(phased, NOON)
    assert [getattr(one.phase, "name", None) for one in times] == ["first", "second", None, "third", None]
    assert [one.since for one in times] == [None, *(NOON + hours * HOUR for hours in (0, 24, 48, 60))]
    assert [one.ended for one in times] == [None] * 4 + [NOON + 60 * HOUR]


def test_pages_and_handing_in_agree_on_the_moment_between_two_phases(phased, folder, owner):
    services.import_directory(phased, folder)
    services.publish(phased, by=owner)
    assert check_open(phased, User.objects.create(username="ala"), now=NOON) == open_phase(phased, NOON)


def test_the_last_moment_of_a_phase_belongs_to_it_wherever_that_is_asked():
    second = timedelta(seconds=1)
    phase, declared = Phase(name="main", closes=NOON), DeclaredPhase("main", closes=NOON.isoformat())
    assert not is_over(phase, NOON)
    assert not closed_phases([declared], NOON)
    assert is_over(phase, NOON + second)
    assert closed_phases([declared], NOON + second)


def test_between_phases_what_organisers_hand_in_counts_for_the_next_one(phased):
    between = NOON + 30 * HOUR
    assert next_phase(phased, between).name == "third"
    assert nearest_phase(phased, between).name == "third"


def test_after_the_last_phase_it_counts_for_that_one(phased):
    phased.phases.get(name="third").delete()
    assert next_phase(phased, NOON + 30 * HOUR) is None
    assert nearest_phase(phased, NOON + 30 * HOUR).name == "second"


def test_the_audit_log_knows_what_a_phase_and_rules_were_before(phased, owner):
    phase = phased.phases.get(name="second")
    phase.closes += HOUR
    services.change_phase(phased, phase, by=owner)
    services.set_tags(phased, "b,a", by=owner)
    changed, tags = AuditEntry.objects.order_by("-pk")[:2][::-1]
    moved = {"before": "2026-05-02T12:00:00+00:00", "after": "2026-05-02T13:00:00+00:00"}
    assert changed.details == {"phase": "second", "closes": moved}, "and nothing that stayed"
    assert tags.details == {"tags": {"before": [], "after": ["a", "b"]}}


def test_an_organiser_closes_the_open_phase_with_one_button(phased, owner, client):
    phased.phases.all().delete()
    phase = services.add_phase(phased, Phase(name="main"), by=owner)
    client.force_login(owner)
    page = client.get(f"/challenges/{phased.slug}/organise/phases").content.decode()
    address = f"/challenges/{phased.slug}/organise/phases/{phase.pk}/close"
    assert re.search(
        rf'action="{address}" class="act" data-confirm="The phase would be over at once.*Close it now\?"', page
    )
    assert "Close it now?" in client.post(address).content.decode(), "where no script asked"
    assert open_phase(phased) == phase
    client.post(address, {"asked": "yes"})
    phase.refresh_from_db()
    assert (open_phase(phased), is_over(phase, timezone.now())) == (None, True)
    page = client.post(address, follow=True).content.decode()
    assert "This phase is not open." in page
    assert address not in page


def test_a_phase_whose_scores_are_shown_before_it_has_an_end_is_asked_about_and_can_be_closed(phased, owner, client):
    phased.phases.all().delete()
    phase = services.add_phase(phased, Phase(name="main", disclosure="hidden"), by=owner)
    client.force_login(owner)
    address = f"/challenges/{phased.slug}/organise/phases/{phase.pk}"
    typed = typed_in(client.get(address).content.decode()) | {"disclosed_from": "2026-05-01T12:00"}
    assert "people would submit while everybody sees all scores" in client.post(address, typed).content.decode()
    assert client.post(address, typed | {"ends_early": "on"}).status_code == 302
    page = client.get(address).content.decode()
    assert client.post(address, typed_in(page) | {"name": "first"}).status_code == 302, "asked only where it changes"
    page = client.post(f"{address}/close", {"asked": "yes"}, follow=True).content.decode()
    assert "The phase is closed." in page
    phase.refresh_from_db()
    assert phase.disclosed_from == phase.closes


def test_the_minute_in_which_a_phase_was_closed_is_after_its_end(phased, owner, client):
    phased.phases.exclude(name="first").delete()
    phase = phased.phases.get()
    Phase.objects.filter(pk=phase.pk).update(disclosure="hidden", closes=NOON + timedelta(seconds=30))
    client.force_login(owner)
    address = f"/challenges/{phased.slug}/organise/phases/{phase.pk}"
    shown = typed_in(client.get(address).content.decode())
    assert client.post(address, shown | {"disclosed_from": shown["closes"]}).status_code == 302
    phase.refresh_from_db()
    assert phase.disclosed_from == phase.closes == NOON + timedelta(seconds=30)


def typed_in(page):
    """What a browser sends of the form with an end, as it is shown."""
    form = re.search(r'<form [^>]*class="fields".*?</form>', page, re.S).group()
    given = dict(re.findall(r'<input type="(?!checkbox)[^"]*" name="([^"]*)"(?: value="([^"]*)")?', form))
    chosen = re.findall(r'<select name="([^"]*)".*?<option value="([^"]*)" selected', form, re.S)
    ticked = re.findall(r'<input type="checkbox" name="([^"]*)"[^>]* checked', form)
    return given | dict(chosen) | dict.fromkeys(ticked, "on")


def test_a_phase_that_is_added_leaves_the_final_board_as_it_is_unless_that_is_meant(phased, owner, client):
    client.force_login(owner)
    address = f"/challenges/{phased.slug}/organise/phases"
    phased.phases.all().delete()
    page = client.get(address).content.decode()
    assert typed_in(page)["shows_private"] == "on"
    assert "no longer shown" not in page

    services.add_phase(phased, Phase(name="<b>main", closes=timezone.now() - 99 * HOUR), by=owner)
    page = client.get(address).content.decode()
    assert "the final board of “&lt;b&gt;main” is no longer shown" in page
    opens = f"{timezone.now() - 9 * HOUR:%Y-%m-%dT%H:%M}"
    client.post(address, typed_in(page) | {"name": "late", "opens": opens})
    assert not phased.phases.get(name="late").shows_private
    assert counting_phase(phased, timezone.now()).name == "<b>main"


@pytest.mark.parametrize(
    ("opens", "closes", "way_out"),
    [
        (None, None, "“main”. Let it open on 2 May 2026, 14:01"),  # of the one that is over nothing has to change
        (NOON + HOUR, NOON + 2 * HOUR, "“main”. Let it open on 2 May 2026, 14:01"),
        (None, NOON + HOUR, "“main”. Let it close on 1 May 2026, 14:00 CEST, when that one begins"),
        (NOON + 48 * HOUR, None, "“open”, which has no end. Let that one close on 3 May 2026, 14:00 CEST"),
    ],
)
def test_of_phases_that_overlap_one_way_out_is_named(phased, owner, client, opens, closes, way_out):
    """A phase that was closed by the button ends within a minute, which no browser sends."""
    phased.phases.exclude(name="second").delete()
    phased.phases.update(name="main", closes=NOON + 24 * HOUR + timedelta(seconds=30))
    if way_out.startswith("“open”"):
        services.add_phase(phased, Phase(name="open", opens=NOON + 25 * HOUR), by=owner)
    client.force_login(owner)
    address = f"/challenges/{phased.slug}/organise/phases"
    empty = typed_in(client.get(address).content.decode())
    assert empty["opens"] == ("" if phased.phases.count() > 1 else "2026-05-02T14:01")
    local = timezone.get_default_timezone()
    opens, closes = (f"{one.astimezone(local):%Y-%m-%dT%H:%M}" if one else "" for one in (opens, closes))
    page = client.post(
        address, empty | {"name": "new", "ends_early": "on", "opens": opens, "closes": closes}
    ).content.decode()
    assert f"It overlaps the phase {way_out}" in page
    if "Let it open" in way_out:
        assert client.post(address, empty | {"name": "new", "opens": "2026-05-02T14:01"}).status_code == 302


def test_an_older_tab_undoes_nothing_that_was_not_typed_in_it(phased, owner, client):
    client.force_login(owner)
    second = phased.phases.get(name="second")
    address = f"/challenges/{phased.slug}/organise/phases/{second.pk}"
    page = client.get(address).content.decode()
    older = typed_in(page)
    assert older["closes"] == older["initial-closes"][:16].replace(" ", "T")
    moved = {"closes": "2030-05-03T12:00", "ends_early": "on"}
    phased.phases.get(name="third").delete()
    client.post(address, typed_in(page) | moved)
    second.refresh_from_db()
    assert second.closes.year == 2030
    assert client.post(address, older | {"name": "next", "ends_early": "on"}).status_code == 302
    second.refresh_from_db()
    assert (second.name, second.closes.year) == ("next", 2030)
    refused = client.post(address, older | {"closes": "2031-01-01T12:00"})
    assert "This was changed meanwhile; it is now: 3 May 2030" in refused.content.decode()
    assert client.post(address, typed_in(refused.content.decode())).status_code == 302
    second.refresh_from_db()
    assert second.closes.year == 2031


def test_people_see_all_phases_and_an_end_that_was_moved(phased, owner, client):
    client.force_login(owner)
    page = client.get(f"/challenges/{phased.slug}/about").content.decode()
    assert re.search(r'<ul class="rows muted phases".*?second.*?</ul>', page, re.S)
    assert "was moved" not in page
    second = phased.phases.get(name="second")
    first_end = second.closes
    for hours in (2, 3):
        second.closes = first_end + timedelta(hours=hours)
        services.change_phase(phased, second, by=owner)
    told = queries.moved_ends(phased, timezone.now())
    assert [(one.phase, one.before, one.after) for one in told] == [("second", first_end, second.closes)]
    page = client.get(f"/challenges/{phased.slug}/about").content.decode()
    assert "The end of the phase “second” was moved:" in page
    for end in (first_end, first_end.replace(second=59 - first_end.second)):
        second.closes = end
        services.change_phase(phased, second, by=owner)
        assert queries.moved_ends(phased, timezone.now()) == [], "moved back, to the minute that pages show"


@pytest.mark.parametrize(("ladder", "said"), [(Ladder.LINES, "scores in steps"), (Ladder.OFF, "scores")])
def test_the_form_of_a_phase_calls_scores_as_its_table_does(phased, owner, client, ladder, said):
    Challenge.objects.filter(pk=phased.pk).update(ladder=ladder)
    client.force_login(owner)
    page = client.get(f"/challenges/{phased.slug}/organise/phases").content.decode()
    assert re.findall(r'<option value="full"[^>]*>([^<]*)', page) == [said]
    assert f">{said}</td>" in page
