"""The longer texts of the `geval` command: usage and the list of metrics."""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from probierz.challenges.config import OPTIONS, OptionKind

if TYPE_CHECKING:
    from probierz.metrics.definition import Example

_LISTED = """\
RMSE MSE MAE SMAPE Pearson Spearman Accuracy LogLoss Likelihood F{1,2,0.25} Macro-F{1,2,0.25} MultiLabel-F{1,2,0.25}
Mean/MultiLabel-F1 Probabilistic-MultiLabel-F{1,2,0.25} MultiLabel-Likelihood MAP NDCG@3 BLEU GLEU WER CER WAR CAR NMI
ClippEU LogLossHashed LikelihoodHashed PerplexityHashed BIO-F1 BIO-Weighted-F1 BIO-F1-Labels TokenAccuracy
SegmentAccuracy Soft-F{1,2,0.25} Probabilistic-Soft-F{1,2,0.25} Probabilistic-Soft2D-F{1,2,0.25} Soft2D-F{1,2,0.25}
Haversine CharMatch Improvement@0.5 MacroAvg/Likelihood MSE-Against-Interval RMSE-Against-Interval MAE-Against-Interval
"""


_SYNOPSIS = (
    "Usage: geval [MODE] [--metric METRIC] [--expected-directory DIRECTORY] [--out-directory DIRECTORY] [OPTION]"
)


def usage() -> str:
    """Return how the command is called, in short."""
    return f"{_SYNOPSIS}\nSee  geval --help  for all modes and options\n"


def full_help() -> str:
    """Return the help: every option with a line."""
    lines = [f"  {_spelled(option):<34} {option.summary}" for option in OPTIONS]
    title = f"{_SYNOPSIS}\n  Probierz as a drop-in for GEval 1.42.2.0: evaluates the outputs of a challenge\n\n"
    return title + "Available options:\n" + "".join(line + "\n" for line in lines)


def _spelled(option: OptionKind) -> str:
    names = sorted(option.names, key=lambda name: (name.startswith("--"), name))
    return ",".join(names) + (f" {option.value}" if option.value else "")


def metrics_listing() -> str:
    """Return every metric of GEval's list with its meaning, an example and the value there."""
    from probierz.schemes.scheme import expand

    names = chain(chain.from_iterable(map(expand, _LISTED.split())), [r"BLEU:lm<\s+|[a-z0-9]+>"])
    return "\n".join(map(_described, names))


def _described(name: str) -> str:
    from probierz.metrics.names import get_metric
    from probierz.schemes.scheme import parse_scheme

    scheme = parse_scheme(name)
    definition = scheme.metric.definition
    lines = [scheme.geval, definition.doc, ""]
    if not scheme.flags and get_metric(definition.example.name or definition.pattern) is scheme.metric:
        lines += _example_lines(definition.example)
    return "".join(line + "\n" for line in lines)


def _example_lines(example: Example) -> list[str]:
    pairs = zip_longest(["Expected output", *example.expected], ["Sample output", *example.output], fillvalue="")
    table = [f"{expected:<35} {output}".rstrip() for expected, output in pairs]
    return [*table, "", f"Metric value: {example.value:.4f}", ""]
