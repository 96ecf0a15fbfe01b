"""What somebody wants to hear of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget

from probierz.web.notifications.models import Channel, Kind


class _Ticks(forms.CheckboxSelectMultiple):
    """Boxes in a column of a table: each says by itself what it is for."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def create_option(self, *args: Any, **options: Any) -> dict[str, Any]:
        """Return what draws a box."""
        option = super().create_option(*args, **options)
        option["attrs"]["aria-label"] = f"{option['label']}: {self._channel.label}"
        return option


class ChoicesForm(forms.Form):
    """What somebody wants to hear of by each channel that is open to them: a table of kinds by channels."""

    def __init__(self, data: Any, *, chosen: Mapping[Channel, Collection[str]]) -> None:
        super().__init__(data)
        self.channels = list(chosen)
        for channel, kinds in chosen.items():
            self.fields[channel.value] = forms.MultipleChoiceField(
                label=channel.label, choices=Kind.choices, required=False, initial=kinds, widget=_Ticks(channel)
            )

    def rows(self) -> Iterator[tuple[str, tuple[BoundWidget, ...]]]:
        """Yield each kind in words, with its box for each channel."""
        columns = [list(self[channel.value]) for channel in self.channels]
        for kind, boxes in zip(Kind, zip(*columns, strict=True), strict=True):
            yield str(kind.label), boxes
