"""The systems of PolEval 2021, task 1."""

from __future__ import annotations

from probierz.systems.recipes import Claim, Recipe
from probierz.systems.simple import Substitution
from probierz.systems.spaces import Range, Space
from probierz.systems.system import System

TASK = "poleval-2021/punctuation"


def _comma_rule() -> System:
    """A comma before words that begin with że, aby, jaki, jaka, jaką, któr: no boundary after them, as published."""
    return Substitution(r"(\S+) (że|aby|jak[iaą]|któr[zaey])", r"\1, \2")


def _network(
    threshold: float = 0.5,
    alignments: str = "",
    text: str = "",
    layers: str = "last",
    words: int = 16_000_000,
    teacher: str = "",
) -> System:
    from probierz.systems.punctuation.tagger import NetworkTagger

    return NetworkTagger(threshold, alignments, text, layers, words, teacher)


def _encoder(
    threshold: float = 0.5,
    beside: float = 0.5,
    backbone: str = "e5-small",
    depth: int = 8,
    text: str = "",
    words: int = 4_000_000,
    frozen: int = 4,
) -> System:
    from probierz.systems.punctuation.encoder_tagger import EncoderTagger

    return EncoderTagger(threshold, beside, backbone, depth, text, words, frozen)


def _crf(
    threshold: float = 0.4, morfeusz: bool = False, c1: float = 1.0, c2: float = 0.01, least: int = 2, rounds: int = 60
) -> System:
    from probierz.systems.punctuation.crf import CrfTagger

    return CrfTagger(threshold, morfeusz=morfeusz, c1=c1, c2=c2, least=least, rounds=rounds)


def _crf_with_pauses(
    threshold: float = 0.4,
    alignments: str = "",
    morfeusz: bool = False,
    c1: float = 1.0,
    c2: float = 0.01,
    least: int = 2,
    rounds: int = 60,
) -> System:
    from probierz.systems.punctuation.crf import CrfTagger

    return CrfTagger(threshold, True, alignments, morfeusz, c1, c2, least, rounds)


_CRF_SPACE: Space = {
    "threshold": Range(0.15, 0.5),
    "c1": Range(0.1, 3.0, log=True),
    "c2": Range(0.001, 0.3, log=True),
    "least": Range(1, 3),
}

RECIPES = (
    Recipe(
        "punctuation/network",
        "A small recurrent network over words, their endings, their classes and the pauses after them",
        TASK,
        _network,
        column=2,
        files={"alignments": "fa/poleval_fa.train.tar"},
        shipped="systems/punctuation/shipped",
        knows_train=True,
        space={"threshold": Range(0.3, 0.7)},
    ),
    Recipe(
        "punctuation/encoder",
        "A pretrained encoder, tuned to punctuation, together with that network",
        TASK,
        _encoder,
        column=2,
        extras=("encoder",),
        training_extras=("neural",),
        shipped="systems/punctuation/shipped_encoder",
        knows_train=True,
        space={"threshold": Range(0.3, 0.7), "beside": Range(0.2, 0.8)},
    ),
    Recipe(
        "punctuation/comma-rule",
        "A comma before że, aby, jaki and który",
        TASK,
        _comma_rule,
        paper="Graliński et al., Gonito and PolEval 2021",
        published=(
            Claim("test-A", "Weighted-F1", "14.75"),
            Claim("test-B", "Weighted-F1", "9.90"),
            Claim("test-C", "Weighted-F1", "9.67"),
            Claim("test-D", "Weighted-F1", "9.45"),
        ),
        learns=False,
        column=2,
    ),
    Recipe(
        "punctuation/crf",
        "A conditional random field of words and their endings, fitted in minutes",
        TASK,
        _crf,
        extras=("crf",),
        column=2,
        space=_CRF_SPACE,
    ),
    Recipe(
        "punctuation/crf-pauses",
        "The same with the pauses of the speaker, where texts come with times",
        TASK,
        _crf_with_pauses,
        extras=("crf",),
        column=2,
        files={"alignments": "fa"},
        space=_CRF_SPACE,
    ),
)
