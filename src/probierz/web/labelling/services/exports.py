"""Labels as files: a row for each item, with what everybody said of it."""

from __future__ import annotations

import json
import math
from typing import Any

from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.reports.tables import safe_cell
from probierz.web.labelling.agreement import LabelledItem, together
from probierz.web.labelling.items import inputs_of
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.queries import LabellingSeat, items_of
from probierz.web.labelling.services.rounds import check_running

ENDINGS = {"tsv": "text/tab-separated-values; charset=utf-8", "json": "application/json"}


def export_labels(seat: LabellingSeat, ending: str) -> str:
    """Return all decisions as TSV or JSON; people by their numbers. Raises Refused."""
    check_running(seat)
    if ending not in ENDINGS:
        raise Refused(_("There is no such format."), "unknown")
    found = seat.round
    items = items_of(found)
    inputs = inputs_of(found)
    people = list(found.labellers.values_list("number", flat=True))
    return _json(found, items, inputs) if ending == "json" else _table(items, inputs, people)


def _table(items: list[LabelledItem], inputs: dict[int, str], people: list[int]) -> str:
    """Return a row for each item; what a spreadsheet would take for a formula has a quote before it."""
    rows = [["line", *(f"person-{number}" for number in people), "majority", "tied", "difficulty", "input"]]
    for item in items:
        given = [item.by.get(number, "") for number in people]
        hard = "" if item.difficulty is None else f"{item.difficulty:.3f}"
        rows.append([str(item.line), *given, item.majority, str(int(item.is_tied)), hard, inputs[item.line]])
    return "".join("\t".join(safe_cell(cell.replace("\t", " ")) for cell in row) + "\n" for row in rows)


def _json(found: LabellingRound, items: list[LabelledItem], inputs: dict[int, str]) -> str:
    agreement = together(items)
    document: dict[str, Any] = {
        "challenge": found.challenge.slug, "version": found.version.number, "split": found.split,
        "lines": found.of_lines, "sample": len(found.lines), "seed": found.seed, "labels": found.labels,
        "ordered_by_outputs": found.order,
        "alpha": None if math.isnan(agreement.alpha) else agreement.alpha,
        "shared": agreement.shared, "agreed": agreement.agreed,
        "items": [
            {
                "line": item.line, "input": inputs[item.line].split("\t"),
                "labels": {f"person-{number}": label for number, label in item.by.items()},
                "majority": item.majority, "tied": item.is_tied, "difficulty": item.difficulty,
            }
            for item in items
        ],
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
