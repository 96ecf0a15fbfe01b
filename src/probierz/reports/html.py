"""A report as one HTML file: readable without a network, and safe whatever the texts of its lines hold.

The document is embedded compressed, in base64, so no text in it can become markup; the page's scripts put texts into
the page as text only. A policy in the page forbids every request, and every script but the two that are known by their
checksums: the page's own, and the charts, which are embedded compressed as well.
"""

from __future__ import annotations

import base64
import hashlib
import html
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from probierz.errors import OptionError
from probierz.scoring.levels import LEVEL

LANGUAGES = ("en", "pl")

_SCRIPTS = (
    "vendor/diff.min.js",
    "texts.js",
    "state.js",
    "elements.js",
    "tables.js",
    "charts.js",
    "shown_texts.js",
    "filters.js",
    "lines.js",
    "scores.js",
    "slices.js",
    "classes.js",
    "features.js",
    "main.js",
)
_LICENCES = ("NOTICE-echarts", "LICENSE-d3", "LICENSE-zrender", "LICENSE-tslib", "LICENSE-diff")


def render(document: Mapping[str, Any], *, language: str = "en", title: str | None = None) -> str:
    """Return the page of a report.

    document: see `document.report_document`; it holds no NaN. language: that of the page when it is first opened.
    title: of the window; by default the name of the challenge and its split. Raises OptionError for a language that
    there is no page in.
    """
    if language not in LANGUAGES:
        raise OptionError(f"there is no report in the language {language!r}; choose {' or '.join(LANGUAGES)}")
    script, charts = _script(), _asset("vendor/charts.min.js")
    return Template(_asset("page.html")).substitute(
        language=language,
        title=html.escape(title or _title(document)),
        generator=html.escape(f"Probierz {document['probierz']}"),
        policy=_policy(script, charts),
        style=_asset("page.css"),
        script=script,
        charts=_packed_charts(),
        document=_packed(_as_json(document)),
        licences=_licences(),
        fallback=_fallback(document),
    )


def _title(document: Mapping[str, Any]) -> str:
    named = [text for text in (document["challenge"], document["split"]) if text]
    return " ".join(named) or ", ".join(output["name"] for output in document["outputs"])


# --- parts of the page -----------------------------------------------------------------------------------------------


@cache
def _asset(name: str) -> str:
    return files("probierz.reports").joinpath("page", name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    """All scripts as one, in a scope of its own."""
    return f'(() => {{\n"use strict";\nconst LEVEL = {LEVEL};\n' + "\n".join(map(_asset, _SCRIPTS)) + "})();\n"


def _licences() -> str:
    """The notices that copies of the libraries must carry; ECharts is under the licence of Probierz."""
    return "\n\n".join(_asset(f"vendor/{name}.txt").strip() for name in _LICENCES)


@cache
def _packed_charts() -> str:
    return _packed(_asset("vendor/charts.min.js"))


def _policy(*scripts: str) -> str:
    """Nothing may be loaded or sent; ECharts styles the pictures by style attributes, so these are allowed."""
    checksums = " ".join(f"'sha256-{_checksum(script)}'" for script in scripts)
    return (
        f"default-src 'none'; script-src {checksums}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _checksum(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# --- the document ----------------------------------------------------------------------------------------------------


def _as_json(document: Mapping[str, Any]) -> str:
    import json

    items = document.get("items")
    plain = dict(document)
    if items:
        plain["items"] = {**items, "rows": list(map(_row, items["rows"]))}
    return json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _row(row: Mapping[str, Any]) -> Sequence[Any]:
    return [row["number"], row["input"], row["expected"], row["outputs"], row["scores"]]


def _packed(text: str) -> str:
    """Raw deflate in base64; half of a pair of surrogates, which no encoding has, shows as replacement characters."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    packed = packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()
    return base64.b64encode(packed).decode()


def _fallback(document: Mapping[str, Any]) -> str:
    """The scores as a plain table, for where scripts do not run."""
    heads = "".join(f"<th>{html.escape(metric['name'])}</th>" for metric in document["metrics"])
    rows = "\n".join(
        f"<tr><th>{html.escape(output['name'])}</th>"
        + "".join(f"<td>{html.escape(str(score['shown']))}</td>" for score in scores)
        + "</tr>"
        for output, scores in zip(document["outputs"], document["scores"], strict=True)
    )
    return (
        f"<h1>{html.escape(_title(document))}</h1>\n<p>This report needs JavaScript for more than its scores.</p>\n"
        f"<table>\n<tr><td></td>{heads}</tr>\n{rows}\n</table>"
    )
