"""Texts that people type: no control characters, which break feeds, logs and letters and which nobody sees."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

__all__ = ["PlainField", "has_control_characters", "on_one_line", "without_control_characters"]

_TURNING = "\u202a-\u202e\u2066-\u2069"
"""Signs that turn the order in which letters are shown, so that a text reads as it is not."""
_UNSEEN = re.compile(rf"[\x00-\x1f\x7f-\x9f\ud800-\udfff{_TURNING}]")
_UNSEEN_IN_LINES = re.compile(rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{_TURNING}]")


def has_control_characters(text: str, *, may_have_lines: bool = False) -> bool:
    """Whether a text holds a control character or half a surrogate pair; ends of lines and TAB may be allowed."""
    return bool((_UNSEEN_IN_LINES if may_have_lines else _UNSEEN).search(text))


def without_control_characters(text: str) -> str:
    """Return a text of several lines without control characters."""
    return _UNSEEN_IN_LINES.sub("", text)


def on_one_line(text: str) -> str:
    """Return a text without control characters and with single blanks: for titles that files bring along."""
    return " ".join(_UNSEEN.sub(" ", text).split())


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
