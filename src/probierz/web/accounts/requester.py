"""What several views share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from probierz.errors import Refused
from probierz.web.accounts.models import User

__all__ = ["administrators_only", "person_of", "tell"]

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def person_of(request: HttpRequest) -> User:
    """Return who sent the request, in a view that asks for a login."""
    return cast("User", request.user)


def tell(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and say that it is done, or why it was refused; return whether it was done."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return False
    messages.success(request, done)
    return True


def administrators_only(view: View[P]) -> View[P]:
    """Ask for a login; stop everybody but administrators."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not person_of(request).is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return cast("View[P]", guarded)
