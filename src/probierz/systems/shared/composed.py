"""Letters with their signs as one character each, as everything that was learnt has them; macOS writes two (NFD)."""

from __future__ import annotations

from unicodedata import is_normalized, normalize


def are_apart(text: str) -> bool:
    """Whether a text has letters with signs, and each sign as a character of its own."""
    return not text.isascii() and not is_normalized("NFC", text) and is_normalized("NFD", text)


def composed(text: str) -> str:
    """A text with letters and their signs as one, if all of its are apart; `as_spelt` takes it back."""
    return normalize("NFC", text) if are_apart(text) else text


def as_spelt(text: str, read: str) -> str:
    """A text with its letters and signs apart, if those of what was read are."""
    return normalize("NFD", text) if are_apart(read) else text
