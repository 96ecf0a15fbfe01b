"""Short names, which stand in addresses: the field of every form that asks for one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import slug_validator
from probierz.web.html.plain_text import PlainField


class ShortNameField(PlainField):
    """A short name. reserved: those that are addresses of the platform's own pages."""

    def __init__(self, *, reserved: Collection[str], **options: Any) -> None:
        super().__init__(max_length=64, validators=[slug_validator], **options)
        self.reserved = reserved

    def validate(self, value: Any) -> None:
        """Refuse the names of the platform's own pages."""
        super().validate(value)
        if value in self.reserved:
            raise ValidationError(_("This short name is taken."))
