"""Making challenges, showing and hiding them, their rules and tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.look_alikes.likeness import likeness
from probierz.web.accounts.models import Team, User, slug_validator
from probierz.web.accounts.services import administrating, audit, changes
from probierz.web.accounts.services.throttle import try_once
from probierz.web.challenges.models import RESERVED, Challenge, Organiser, Phase, Tag
from probierz.web.challenges.services.titles import TITLES, refuse_shown_title, refuse_title_like_others
from probierz.web.challenges.visibility import Visitor
from probierz.web.configuration.turns import one_at_a_time
from probierz.web.html.plain_text import TOKEN_IN_TEXT
from probierz.web.intake.tags import LONGEST_TAG, split_tags
from probierz.web.token_shape import has_token

MOST_TAGS = 20


def may_create(user: User) -> bool:
    """Whether somebody may make challenges: administrators, or everybody where the platform says so."""
    everybody: bool = settings.PROBIERZ["PROBIERZ_NEW_CHALLENGES"] == "everybody"
    return user.is_active and (user.is_staff or everybody)


@dataclass(frozen=True)
class Admission:
    """That somebody may make a challenge of this short name; `admit_new` gives it, and nothing is made without one."""

    slug: str
    owner: User


def check_may_create(user: User) -> None:
    """Raise Refused where somebody may make no challenge."""
    if not may_create(user):
        raise Refused(_("You may not make challenges here; ask the operators."), "forbidden")


def admit_new(slug: str, user: User, *, sample_of: Challenge | None = None) -> Admission:
    """Admit a new challenge of somebody who may make it; it counts among those they made just now.

    sample_of: what it is a sample of; who organises that needs no further right. Raises ValidationError for a name
    that is taken or broken, Refused where somebody may make no challenge or has made very many just now.
    """
    if sample_of is None or not Visitor(user).organises(sample_of):
        check_may_create(user)
    _challenge_called(slug)  # before it counts: another name is tried at once
    wait = 0 if user.is_staff else try_once(challenge=str(user.pk))
    if wait:
        message = _("You have made very many challenges just now. Come back in %(number)d min.")
        raise Refused(message % {"number": -(-wait // 60)}, "busy")
    return Admission(slug, user)


def has_entries(challenge: Challenge) -> bool:
    """Whether anything was handed in; what papers print, and baselines beside it, was not."""
    return challenge.submissions.filter(is_reference=False).exists()


def create_challenge(admission: Admission, *, title: str = "") -> Challenge:
    """Make an empty challenge that only its owner sees. Raises ValidationError for a name that was taken meanwhile."""
    with one_at_a_time(TITLES):
        challenge = _challenge_called(admission.slug, title)
        challenge.save()
        Organiser.objects.create(challenge=challenge, user=admission.owner, role=Organiser.Role.OWNER)
        Phase.objects.create(challenge=challenge, name="main")
        audit(admission.owner, "challenge.create", challenge, slug=challenge.slug)
    return challenge


def create_unasked(slug: str, owner: User, *, title: str = "") -> Challenge:
    """Make an empty challenge and ask nobody: for who runs the platform on a machine of their own, and for tests."""
    return create_challenge(Admission(slug, owner), title=title)


def _challenge_called(slug: str, title: str = "") -> Challenge:
    """A challenge that is not saved yet. Raises ValidationError for a name that is taken or broken."""
    is_there = Challenge.objects.filter(slug=slug).exists()
    if slug in RESERVED or is_there or any(slug in one.aliases for one in Challenge.objects.exclude(aliases=[])):
        raise ValidationError({"slug": _("This short name is taken.")})
    _refuse_look_alike(slug)
    challenge = Challenge(slug=slug, title=title or slug)
    challenge.full_clean()
    return challenge


def _refuse_look_alike(slug: str) -> None:
    """Refuse a short name that a reader may take for that of another challenge, as of logins: `ha1ves`, `halves-`."""
    if slug.endswith(("-", "_")):
        raise ValidationError({"slug": _("A short name ends with a letter or digit.")})
    known = Challenge.objects.values_list("slug", "aliases")
    if likeness(slug) in {likeness(name) for one, aliases in known for name in (one, *aliases)}:
        raise ValidationError({"slug": _("There is a challenge whose short name looks like this one. Choose another.")})


def changed(challenge: Challenge) -> None:
    """Say that boards of the challenge may be different from now on; called in the transaction that makes them so."""
    Challenge.objects.filter(pk=challenge.pk).update(revision=F("revision") + 1)
    challenge.refresh_from_db(fields=["revision"])


def organising(challenge: Challenge, user: User) -> None:
    """Raise Refused for anybody who does not run the challenge; who may not even see it hears that there is none."""
    visitor = Visitor(user)
    if not visitor.may_see(challenge):
        raise Refused(_("There is no such challenge."), "unknown")
    if not visitor.organises(challenge):
        raise Refused(_("Only organisers of the challenge may do this."), "forbidden")


def publish(challenge: Challenge, *, by: User) -> None:
    """Let everybody (or the team it is for) see the challenge. Raises Refused."""
    organising(challenge, by)
    if challenge.current_id is None:
        raise Refused(_("The challenge has no files yet. Import them first."))
    with one_at_a_time(TITLES):
        challenge.refresh_from_db(fields=["title", "hidden_title", "is_published"])
        refuse_title_like_others(challenge, challenge.title)
        _set(challenge, by, "challenge.publish", is_published=True)


def unpublish(challenge: Challenge, *, by: User) -> None:
    """Show the challenge to its organisers only; nobody else may take its title meanwhile."""
    with transaction.atomic():
        _set(challenge, by, "challenge.unpublish", is_published=False)
        if challenge.team_id is None:
            Challenge.objects.filter(pk=challenge.pk).update(hidden_title=F("title"))
    challenge.refresh_from_db()


def archive(challenge: Challenge, *, by: User) -> None:
    """Take the challenge off the list and refuse submissions; its pages stay."""
    _set(challenge, by, "challenge.archive", archived=timezone.now())


def unarchive(challenge: Challenge, *, by: User) -> None:
    """Put the challenge back on the list."""
    _set(challenge, by, "challenge.unarchive", archived=None)


def star(challenge: Challenge, is_starred: bool, *, by: User) -> None:
    """Put the challenge first on the list, or no longer; for administrators."""
    administrating(by)
    _set(challenge, by, "challenge.star", is_starred=is_starred)


def save_rules(
    challenge: Challenge,
    *,
    daily_quota: int,
    total_quota: int,
    variant_quota: int,
    near_quota: int,
    open_submissions: bool,
    team: Team | None,
    aliases: Sequence[str],
    by: User,
) -> None:
    """Set quotas, whether submissions are opened, the team that alone sees the challenge, and its other names.

    Quotas that were changed no longer follow from the lines of hidden tests.
    Raises Refused, and ValidationError for another name that is broken.
    """
    organising(challenge, by)
    for alias in aliases:
        slug_validator(alias)
    with one_at_a_time(TITLES):
        _refuse_taken(challenge, aliases)
        if challenge.team_id and team is None and challenge.is_published:
            refuse_shown_title(challenge, challenge.title)
        _set(
            challenge, by, "challenge.rules", daily_quota=daily_quota, total_quota=total_quota,
            variant_quota=variant_quota, near_quota=near_quota,
            has_usual_quotas=challenge.has_usual_quotas
            and (daily_quota, total_quota) == (challenge.daily_quota, challenge.total_quota),
            open_submissions=open_submissions, team=team, aliases=list(dict.fromkeys(aliases)),
        )  # fmt: skip


def save_quotas(challenge: Challenge, *, daily_quota: int | None, total_quota: int | None, by: User) -> None:
    """Set the quotas that are said; None leaves one as it is."""
    organising(challenge, by)
    known = {"daily_quota": daily_quota, "total_quota": total_quota}
    said = {name: value for name, value in known.items() if value is not None}
    with transaction.atomic():
        _set(challenge, by, "challenge.rules", **said, **({"has_usual_quotas": False} if said else {}))


def _refuse_taken(challenge: Challenge, aliases: Sequence[str]) -> None:
    """Raise Refused where a name leads elsewhere, or to another challenge: a submission would go to one of the two."""
    others = Challenge.objects.select_for_update().exclude(pk=challenge.pk).order_by("pk")
    taken = {name for one in others for name in (one.slug, *one.aliases)}
    for alias in aliases:
        if alias in RESERVED:
            raise Refused(_("This short name is taken."))
        if alias in taken:
            raise Refused(_("Another challenge is called %(name)s already.") % {"name": alias})


def set_tags(challenge: Challenge, text: str, *, by: User) -> None:
    """Give the challenge just these tags, by commas; new ones join the vocabulary. Raises Refused."""
    organising(challenge, by)
    kept = split_tags(text)
    if any(map(has_token, kept)):
        raise Refused(_(TOKEN_IN_TEXT), "token")
    if len(kept) > MOST_TAGS or any(len(name) > LONGEST_TAG for name in kept):
        raise Refused(_("At most %(number)d tags of at most 64 characters each.") % {"number": MOST_TAGS})
    with transaction.atomic():
        before = list(challenge.tags.order_by("name").values_list("name", flat=True))
        challenge.tags.set([Tag.objects.get_or_create(name=name)[0] for name in kept])
        audit(by, "challenge.tags", challenge, **changes({"tags": before}, {"tags": sorted(kept)}))
        changed(challenge)


def _set(challenge: Challenge, by: User, action: str, /, **values: object) -> None:
    organising(challenge, by)
    with transaction.atomic():
        stored = Challenge.objects.select_for_update().get(pk=challenge.pk)
        details = changes({name: getattr(stored, name) for name in values}, values)
        Challenge.objects.filter(pk=challenge.pk).update(**values)
        audit(by, action, challenge, **details)
        changed(challenge)
    challenge.refresh_from_db()
