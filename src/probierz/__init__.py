"""Probierz: the touchstone for language technology.

    >>> import probierz
    >>> probierz.score("Accuracy", ["yes", "no"], ["yes", "yes"]).value
    0.5

The public names are imported when they are first used, so that `import probierz` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from probierz.version import __version__

if TYPE_CHECKING:
    from probierz.challenges.challenge import Split as Split
    from probierz.challenges.files import Reading as Reading
    from probierz.errors import ProbierzError as ProbierzError
    from probierz.errors import ProbierzWarning as ProbierzWarning
    from probierz.evaluation import Challenge as Challenge
    from probierz.evaluation import Evaluation as Evaluation
    from probierz.evaluation import evaluate_files as evaluate_files
    from probierz.evaluation import open_challenge as open_challenge
    from probierz.in_memory import score as score
    from probierz.in_memory import score_all as score_all
    from probierz.metrics.definition import Example as Example
    from probierz.metrics.definition import metric as metric
    from probierz.metrics.definition import metric_names as metric_names
    from probierz.running_score import RunningScore as RunningScore
    from probierz.schemes.scheme import Scheme as Scheme
    from probierz.schemes.scheme import parse_scheme as parse_scheme
    from probierz.scoring.compare import compare as compare
    from probierz.scoring.comparison import Comparison as Comparison
    from probierz.scoring.interval import ScoreInterval as ScoreInterval
    from probierz.scoring.score import Score as Score
    from probierz.scoring.signature import Signature as Signature
    from probierz.systems.encoder.encoding import encode as encode
    from probierz.systems.encoder.encoding import encode_words as encode_words
    from probierz.systems.ocr.correcting import ocr_corrector as ocr_corrector
    from probierz.systems.punctuation.restoring import punctuator as punctuator

_HOMES = {
    "Challenge": "evaluation",
    "Comparison": "scoring.comparison",
    "Evaluation": "evaluation",
    "Example": "metrics.definition",
    "ProbierzError": "errors",
    "ProbierzWarning": "errors",
    "Reading": "challenges.files",
    "RunningScore": "running_score",
    "Scheme": "schemes.scheme",
    "Score": "scoring.score",
    "ScoreInterval": "scoring.interval",
    "Signature": "scoring.signature",
    "Split": "challenges.challenge",
    "compare": "scoring.compare",
    "encode": "systems.encoder.encoding",
    "encode_words": "systems.encoder.encoding",
    "evaluate_files": "evaluation",
    "metric": "metrics.definition",
    "metric_names": "metrics.definition",
    "ocr_corrector": "systems.ocr.correcting",
    "open_challenge": "evaluation",
    "parse_scheme": "schemes.scheme",
    "punctuator": "systems.punctuation.restoring",
    "score": "in_memory",
    "score_all": "in_memory",
}

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - names of the table above


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'probierz' has no attribute {name!r}")
    return getattr(importlib.import_module(f"probierz.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
