"""The settings that all neural recipes share: those of the engine and its training, under the same names.

    @shared_settings(backbone="allegro/herbert-large-cased", epochs=5, rate=2e-5)
    def tagger(*, width=256, **shared):
        return Tagger(width=width, **shared)

What a recipe says otherwise than the engine stands in its decorator; a setting of its own goes before a shared one of
the same name. `fixed` is a text here, names with spaces between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from inspect import Parameter, Signature, signature
from typing import Any

from probierz.systems.system import System


@dataclass(frozen=True)
class MakerOfNetworks:
    """Builds a system out of its own settings and shared ones, whose usual values it knows."""

    make: Callable[..., System]
    usual: Mapping[str, Any]

    def __call__(self, *ways: Any, **settings: Any) -> System:
        """Build the system; settings that are not given have their usual values."""
        shared = {one.name: settings.get(one.name, one.default) for one in self._shared()}
        given = {name: value for name, value in settings.items() if name not in shared}
        if isinstance(shared["fixed"], str):
            shared["fixed"] = tuple(shared["fixed"].split())
        return self.make(*ways, **given, **shared)

    @property
    def __signature__(self) -> Signature:
        return Signature([*self._own(), *self._shared()])

    def _own(self) -> list[Parameter]:
        return [one for one in signature(self.make).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]

    def _shared(self) -> Iterator[Parameter]:
        from probierz.systems.neural.engine import NeuralSystem

        own = {one.name for one in self._own()}
        for one in fields(NeuralSystem):
            if one.init and one.name not in own:
                usual = " ".join(one.default) if isinstance(one.default, tuple) else one.default
                yield Parameter(one.name, Parameter.KEYWORD_ONLY, default=self.usual.get(one.name, usual))


def shared_settings(**usual: Any) -> Callable[[Callable[..., System]], MakerOfNetworks]:
    """Give a maker the shared settings, with these usual values where the recipe has others than the engine."""
    return lambda make: MakerOfNetworks(make, usual)
