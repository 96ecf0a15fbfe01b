"""A small report's document, made by hand, with something in every section."""

from __future__ import annotations

from typing import Any

WORDS = ["kot", "pies", "dom", "las", "rzeka", "góra", "pole", "most", "droga", "miasto"]


def report(lines: int = 60, *, outputs: int = 2) -> dict[str, Any]:
    """A document with two metrics, some outputs and lines whose scores fall with their numbers."""
    names = ["one", "two", "three", "four"][:outputs]
    rows = [row(number, outputs) for number in range(1, lines + 1)]
    return {
        "probierz": "0.1.0",
        "challenge": "animals",
        "split": "dev-0",
        "lines": lines,
        "metrics": [metric("Accuracy"), metric("WER", better="lower", best=0.0)],
        "outputs": [{"name": name, "path": f"{name}.tsv", "parameters": {}, "warnings": []} for name in names],
        "scores": [[score(0.9 - 0.1 * at), score(0.1 + 0.1 * at)] for at in range(outputs)],
        "interval": {"level": 0.95, "method": "bca", "samples": 1000, "seed": 1, "smallest_difference": [0.04, None]},
        "comparison": [comparison(0), comparison(1)] if outputs > 1 else [],
        "histograms": [histogram(rows, outputs)],
        "slices": [slices(outputs)],
        "classes": [classes()] * outputs,
        "calibration": [calibration()] + [None] * (outputs - 1),
        "agreement": agreement() if outputs == 2 else None,
        "worst": [worst(rows)] + [{"features": [], "tested": 10, "note": None}] * (outputs - 1),
        "items": {"total": lines, "kept": lines, "how": None, "columns": ["input", "expected"], "rows": rows},
        "notes": ["one note"],
    }


def row(number: int, outputs: int) -> dict[str, Any]:
    """Lines with an even number are wrong in the first output, those divisible by three in all others."""
    text = f"{WORDS[number % 10]} {WORDS[number // 10 % 10]} {number}"
    wrong = [number % 2 == 0] + [number % 3 == 0] * (outputs - 1)
    return {
        "number": number,
        "input": f"input {number}",
        "expected": text,
        "outputs": [text.replace(" ", " very ", 1) if is_wrong else text for is_wrong in wrong],
        "scores": [0.0 if is_wrong else 1.0 for is_wrong in wrong],
    }


def metric(name: str, better: str = "higher", best: float = 1.0) -> dict[str, Any]:
    return {"name": name, "scheme": name, "better": better, "best": best, "description": f"What {name} is."}


def score(value: float) -> dict[str, Any]:
    shown = f"{value:.4f}"
    return {"value": value, "shown": shown, "low": value - 0.03, "high": value + 0.02, "signature": "signed"}


def comparison(at: int) -> dict[str, Any]:
    """The first two outputs differ."""
    pair = {
        "a": 0,
        "b": 1,
        "difference": 0.1,
        "low": 0.05,
        "high": 0.15,
        "p": 0.01,
        "adjusted": 0.02,
        "smallest_difference": 0.04,
    }
    return {
        "metric": at,
        "test": "randomisation",
        "why": "It fits every metric.",
        "correction": "holm",
        "level": 0.95,
        "alpha": 0.05,
        "corrected_pairs": 1,
        "pairs": [{**pair, "significant": True, "verdict": "different", "fixed": 10, "broken": 20}],
        "clusters": [[0], [1]],
        "order": [0, 1],
    }


def histogram(rows: list[dict[str, Any]], outputs: int) -> dict[str, Any]:
    wrong = [sum(row["scores"][at] == 0 for row in rows) for at in range(outputs)]
    counts = [[count, 0, 0, len(rows) - count] for count in wrong]
    return {"metric": 0, "edges": [0.0, 0.25, 0.5, 0.75, 1.0], "counts": counts, "unscored": [0] * outputs}


def slices(outputs: int) -> dict[str, Any]:
    cells = [{"value": 0.5, "low": 0.4, "high": 0.6, "q": 0.01 if at == 0 else None} for at in range(outputs)]
    parts = [{"name": name, "lines": 30, "cells": cells, "small": name == "11-20"} for name in ("1-10", "11-20")]
    return {"by": "length(exp)", "title": "words in expected", "metric": 0, "slices": parts, "notes": ["odd lines"]}


def classes() -> dict[str, Any]:
    ratios = {"precision": 0.75, "recall": 0.6, "f1": 2 / 3}
    return {
        "classes": [{"name": name, "expected": 10, "output": 8, "hits": 6, **ratios} for name in ("animal", "plant")],
        "averages": {"macro": ratios, "micro": ratios, "weighted": ratios},
        "confusion": {"labels": ["animal", "plant"], "counts": [[6, 4], [2, 8]]},
    }


def calibration() -> dict[str, Any]:
    bins = [{"low": 0.0, "high": 0.5, "lines": 10, "confidence": 0.3, "accuracy": 0.2}]
    bins.append({"low": 0.5, "high": 1.0, "lines": 0, "confidence": None, "accuracy": None})
    return {"bins": bins, "ece": 0.1, "mce": 0.1, "brier": 0.2}


def agreement() -> dict[str, Any]:
    counts = {"both": 20, "only_first": 10, "only_second": 20, "neither": 10, "same": 30}
    return {
        "lines": 60,
        "outputs": [{"name": "one", "score": 0.5, "right": 30}, {"name": "two", "score": 0.67, "right": 40}],
        "oracle": 0.8333,
        "right_somewhere": 50,
        "combinations": [{"right": [True, True], "lines": 20}, {"right": [False, False], "lines": 10}],
        "pairs": [{"first": 0, "second": 1, **counts, "kappa": None, "error_kappa": 0.1}],
    }


def worst(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """One feature: the word kot, on every tenth line."""
    having = [row["number"] for row in rows if row["expected"].split()[0] == "kot"]
    facts = {"score": 0.0, "others": 0.6, "effect": 0.55, "p": 0.0001, "q": 0.001, "also": ["in:kot"]}
    return {
        "features": [{"name": "exp:kot", "lines": len(having), **facts, "items": having}],
        "tested": 99,
        "note": None,
    }
