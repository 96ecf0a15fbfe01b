"""Identifiers of licences, of the list on https://spdx.org/licenses: they travel with the data."""

from __future__ import annotations

from probierz.errors import ChallengeError
from probierz.suites.suite import Licence

__all__ = ["check_licence", "identifier_of"]


def check_licence(licence: Licence, where: str) -> None:
    """Raise ChallengeError for an identifier that is none: `CC BY 4.0` for `CC-BY-4.0`. None at all is allowed."""
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    if not licence.spdx:
        return
    try:
        found = canonicalize_license_expression(licence.spdx)
    except InvalidLicenseExpression:
        hint = identifier_of(licence.spdx) or identifier_of(licence.name)
        remedy = f"did you mean {hint}?" if hint else "write LicenseRef-NAME for a licence without one"
        raise ChallengeError(
            f"{where}: {licence.spdx!r} is no SPDX identifier (https://spdx.org/licenses); {remedy}"
        ) from None
    if found != licence.spdx:
        raise ChallengeError(f"{where}: the SPDX identifier {licence.spdx!r} is spelt {found!r}; write it so")


def identifier_of(name: str) -> str:
    """The identifier that a name stands for when its spaces are hyphens; empty where it is none."""
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

    try:
        return canonicalize_license_expression("-".join(name.split()))
    except InvalidLicenseExpression:
        return ""
