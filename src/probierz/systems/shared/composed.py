"""Letters with their signs as one character each, NFC, as everything that was learnt has them; macOS writes two."""

from __future__ import annotations

from unicodedata import is_normalized, normalize

__all__ = ["are_apart", "as_spelt", "composed"]


def composed(text: str) -> str:
    """A text with each letter and its sign as one character."""
    return text if is_normalized("NFC", text) else normalize("NFC", text)


def are_apart(text: str) -> bool:
    """Whether a text has letters with signs, and each sign as a character of its own (NFD)."""
    return not is_normalized("NFC", text) and is_normalized("NFD", text)


def as_spelt(text: str, read: str) -> str:
    """A text with its letters and signs apart, if those of what was read are."""
    return normalize("NFD", text) if are_apart(read) else text
