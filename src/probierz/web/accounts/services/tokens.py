"""Personal tokens, for the command line and for programs."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import string
from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import Token, User
from probierz.web.accounts.services.audit import audit
from probierz.web.token_shape import PREFIX, TOKEN

SCOPES = ("read", "submit", "organise")
"""What a token may allow; none of them implies another."""

MOST_TOKENS = 50
SEEN_EVERY = timedelta(minutes=1)
_LETTERS = string.ascii_letters + string.digits
_FORM = re.compile(TOKEN)


def make_token(user: User, *, name: str, scopes: Collection[str], expires: datetime | None = None) -> str:
    """Make a token and return it: `prb_<prefix>_<secret>`. Only its hash is kept. Raises Refused for too many."""
    if not scopes or not set(scopes) <= set(SCOPES):
        raise Refused(_("Choose what the token may do."))
    if user.tokens.filter(revoked=None).count() >= MOST_TOKENS:
        raise Refused(_("You have %(number)d tokens. Revoke one first.") % {"number": MOST_TOKENS})
    prefix = _random(8)
    text = f"{PREFIX}{prefix}_{_random(40)}"
    token = Token.objects.create(
        user=user,
        name=name,
        prefix=prefix,
        digest=_digest(text),
        scopes=[scope for scope in SCOPES if scope in scopes],
        expires=expires,
    )
    audit(user, "token.make", token, scopes=token.scopes)
    return text


def revoke_token(token: Token, *, by: User) -> None:
    """Make a token useless, for good. Raises Refused for anybody but its owner."""
    if token.user_id != by.pk:
        raise Refused(_("The token is somebody else's."))
    if Token.objects.filter(pk=token.pk, revoked=None).update(revoked=timezone.now()):
        audit(by, "token.revoke", token)


def user_of_token(text: str, scope: str) -> User | None:
    """Return whose token this is, if it holds and allows `scope`; None otherwise, whatever the reason."""
    match = _FORM.fullmatch(text)
    token = Token.objects.select_related("user").filter(prefix=match["prefix"]).first() if match else None
    if token is None or not hmac.compare_digest(token.digest, _digest(text)):
        return None
    now = timezone.now()
    if token.revoked or (token.expires and token.expires <= now) or not token.user.is_active:
        return None
    if scope not in token.scopes:
        return None
    if token.last_used is None or now - token.last_used > SEEN_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used=now)
    return token.user


def _random(length: int) -> str:
    """Letters and digits only: a double click marks the whole token."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
