"""What personal tokens look like: to be read where they are used, and hidden where lines are shown or logged."""

from __future__ import annotations

__all__ = ["PREFIX", "TOKEN"]

PREFIX = "prb_"
TOKEN = PREFIX + r"(?P<prefix>[A-Za-z0-9]{8})_[A-Za-z0-9]{40}"
"""A pattern. `prefix`: the part by which a token is looked up; the rest is secret."""
