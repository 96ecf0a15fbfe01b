"""Texts that people type: no control characters, which break feeds, logs and letters and which nobody sees."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

__all__ = ["PlainField", "has_control_characters", "on_one_line"]

_BETWEEN_LINES = "\t\n\r"
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the order in which letters are shown, so that a text reads as it is not."""


def has_control_characters(text: str, *, may_have_lines: bool = False) -> bool:
    """Whether a text holds a control character or half a surrogate pair; ends of lines and TAB may be allowed."""
    allowed = _BETWEEN_LINES if may_have_lines else ""
    return any(_is_unseen(one) and one not in allowed for one in text)


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in {"Cc", "Cs"} or letter in _TURNING


def on_one_line(text: str) -> str:
    """Return a text without control characters and with single blanks: for titles that files bring along."""
    return " ".join("".join(" " if has_control_characters(one) else one for one in text).split())


class PlainField(forms.CharField):
    """A text field; one line, unless it is drawn as several."""

    default_error_messages = {  # noqa: RUF012 - as in Django's own fields
        "control": _("The text holds a character that cannot be seen. Remove it, or type the text anew."),
    }

    def validate(self, value: Any) -> None:
        """Refuse control characters."""
        super().validate(value)
        if has_control_characters(value or "", may_have_lines=isinstance(self.widget, forms.Textarea)):
            raise ValidationError(self.error_messages["control"], code="control")
