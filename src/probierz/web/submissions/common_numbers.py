"""By which number a score is compared with others: with the digits that all of them show."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from probierz.web.submissions.visibility import ShownScore, to_digits


def common_number(cells: Iterable[ShownScore]) -> Callable[[ShownScore], float | None]:
    """Return what says by which number a score is compared with these: as the one is shown that is rounded most.

    So 66.7 beside a rounded 67 counts as 67. A published result is known with more digits; those would put equal
    outputs apart.
    """
    alike = {id(cell.rounding): cell for cell in cells if cell.rounding is not None}  # few, and slow to tell apart
    rounded = {cell.rounding: cell.rounded_to for cell in alike.values() if cell.rounding is not None}
    if not rounded:
        return lambda cell: cell.number
    digits = [kept for rounding, kept in rounded.items() if rounding.digits is not None and kept is not None]
    steps = next((rounding for rounding in rounded if rounding.steps is not None), None)

    alone = next(iter(rounded)) if len(rounded) == 1 else None

    def number(cell: ShownScore) -> float | None:
        if cell.value is None or (alone is not None and cell.rounding == alone):  # as nearly all are
            return cell.value  # rounding once more would change nothing
        value = cell.value if steps is None else steps.stepped(cell.value)
        return float(to_digits(value, min(digits))) if digits else value

    return number
