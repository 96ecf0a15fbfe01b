"""Signatures, by which a receiver knows that a message is from here, is whole, and is not an old one sent again.

They are those of Standard Webhooks (https://www.standardwebhooks.com), for which there are libraries in most languages:

    webhook-signature: v1,base64(HMAC-SHA256(secret, id + "." + timestamp + "." + body))
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from datetime import datetime

from django.conf import settings

PREFIX = "whsec_"


def new_salt() -> str:
    """Return what a fresh secret is made from. It is no secret by itself: the platform's key belongs to it."""
    return secrets.token_hex(24)


def secret_of(salt: str) -> str:
    """Return the secret that belongs to a salt, as people copy it. So the database alone gives no secret away."""
    key = hmac.new(settings.SECRET_KEY.encode(), f"probierz webhook {salt}".encode(), hashlib.sha256)
    return PREFIX + base64.b64encode(key.digest()).decode()


def signature(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a message with this id, sent at that time (seconds since 1970)."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def signed_headers(secret: str, message: str, when: datetime, body: bytes) -> dict[str, str]:
    """Return the three headers of a signed message."""
    timestamp = int(when.timestamp())
    return {
        "webhook-id": message,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, message, timestamp, body),
    }
