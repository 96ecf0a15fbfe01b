"""Names of places that are two words with a hyphen between: Bielsko-Biała, Busko-Zdrój."""

from __future__ import annotations

__all__ = ["is_double_place"]

_PLACES = [
    place.split("-")
    for place in """
    bielsk-biał kędzierz-koź czechowic-dziedzic golub-dobrzy skarżysk-kamien konstancin-jezior czerwion-leszczyn
    boguszó-gorc austr-węg alzac-lotar szlezwi-holszty nadreni-westfali nadreni-palatyn saksoni-anhal meklembur-pomorz
    badeni-wirtember bośni-hercegowin gwine-bissau baden-baden
    """.split()
]
"""How both words of a place begin, in any case."""
_SPAS = ("zdrój", "zdroj")


def is_double_place(first: str, second: str) -> bool:
    """Whether two words, in small letters, are the name of one place."""
    begins = any(first.startswith(one) and second.startswith(other) for one, other in _PLACES)
    return begins or second.startswith(_SPAS)
