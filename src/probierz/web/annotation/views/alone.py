"""The door for one person on a laptop: the address that `probierz annotate` prints logs them in."""

from __future__ import annotations

import os
import secrets

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from probierz.web.accounts.models import User
from probierz.web.annotation.models import AnnotationProject
from probierz.web.annotation.services.imports import LOCAL_PROJECT
from probierz.web.configuration.environment import ALONE_KEY

LOCAL_LOGIN = "me"


@never_cache
@require_safe
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Log the one person in who has the key, and show what they work on; without a key there is no such door."""
    known = os.environ.get(ALONE_KEY, "")
    user = User.objects.filter(username=LOCAL_LOGIN, is_active=True).first()
    if not known or not secrets.compare_digest(key.encode(), known.encode()) or user is None:
        raise Http404
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return own_page()


def own_page() -> HttpResponse:
    """Lead to what the one person works on: records, else items to be labelled."""
    if AnnotationProject.objects.filter(slug=LOCAL_PROJECT).exists():
        return redirect("annotation", LOCAL_PROJECT)
    return redirect("labellings")
