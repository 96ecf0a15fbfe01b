"""Who sent a request, by a page or by the API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from probierz.web.accounts.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


@dataclass(frozen=True)
class Caller:
    """Who calls the API; user: None for anybody."""

    user: User | None


def user_of(request: HttpRequest) -> User | None:
    """Return who sent the request: the owner of its token, else of its session; None for anybody."""
    caller = getattr(request, "auth", None)
    user = caller.user if isinstance(caller, Caller) else request.user
    return user if isinstance(user, User) else None


def person_of(request: HttpRequest) -> User:
    """Return who sent the request, where a login or a token was asked for."""
    user = user_of(request)
    assert user is not None
    return user


def may_enter(user: User | None) -> bool:
    """Whether somebody (None: anybody) is let in: a platform that is not public asks everybody for a login."""
    return user is not None or settings.PROBIERZ["PROBIERZ_PUBLIC"]


def administrators_only(view: View[P]) -> View[P]:
    """Ask for a login; stop everybody but administrators."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not person_of(request).is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return cast("View[P]", guarded)
