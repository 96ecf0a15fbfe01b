"""Finding what old clients name."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from probierz.web.challenges.models import Challenge
from probierz.web.http.api_errors import ApiError
from probierz.web.submissions.visibility import Viewer

_NAME = re.compile(r"[A-Za-z0-9][-A-Za-z0-9._]{0,200}")


def challenge_named(viewer: Viewer, name: str) -> Challenge:
    """Return the challenge with this slug or alias: clients send the name of a folder. Raises ApiError."""
    if not _NAME.fullmatch(name):
        raise unknown_challenge(name)
    visible = viewer.challenges().select_related("current")
    found = visible.filter(slug=name).first()
    if found is None:
        found = next((one for one in visible.exclude(aliases=[]) if name in one.aliases), None)
    if found is None:
        raise unknown_challenge(name)
    return found


def unknown_challenge(name: str) -> ApiError:
    """What is said of a challenge that is not there, or not for this person."""
    text = _("There is no challenge %(name)s here; name the folder of your clone as the challenge is named.")
    return ApiError(404, "unknown", text % {"name": ascii(name[:100])})
