r"""The flags of a scheme, each beside its function: `Accuracy:lm<\d+>N<digits>`.

| flag | effect |
| --- | --- |
| `l` `u` `c` | lower case, upper case, case folding |
| `m<re>` | keep all matches, concatenated |
| `t<re>` | keep the tokens in which re matches |
| `s<re><replacement>` | replace all matches |
| `S` | sort the words |
| `f<feature>` | only lines that have the feature |
| `p<P>` | only the P percent most confident lines |
| `N<name>` `P<n>` | display name, priority on a leaderboard |

An argument runs from `<` to the next `>`; there is no escape. Source: GEval 1.42.2.0.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

from probierz.errors import SchemeError
from probierz.schemes import patterns
from probierz.text import lower_case, words

TextStep = Callable[[str], str]


class FlagKind(NamedTuple):
    """What a flag letter means: which part of scoring it changes, how many arguments it has, and a sentence of help."""

    letter: str
    changes: Literal["text", "lines", "presentation"]
    arguments: tuple[str, ...]
    summary: str
    make: Callable[..., TextStep] | None = None


class Flag(NamedTuple):
    """A flag with its arguments, as written."""

    letter: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Print the flag as it is written in a scheme."""
        return self.letter + "".join(f"<{argument}>" for argument in self.arguments)


def _sort_words(text: str) -> str:
    return " ".join(sorted(words(text)))


FLAGS: dict[str, FlagKind] = {
    kind.letter: kind
    for kind in [
        FlagKind("l", "text", (), "lower case, each character on its own", lambda: lower_case),
        FlagKind("u", "text", (), "upper case", lambda: str.upper),
        FlagKind("c", "text", (), "case folding (ß becomes ss)", lambda: str.casefold),
        FlagKind("S", "text", (), "split into words, sort them, join with spaces", lambda: _sort_words),
        FlagKind("m", "text", ("re",), "keep all matches, concatenated", patterns.find_all),
        FlagKind("t", "text", ("re",), "keep the words in which the expression matches", patterns.keep_tokens),
        FlagKind("s", "text", ("re", "replacement"), "replace all matches", patterns.substitute),
        FlagKind("f", "lines", ("feature",), "only lines that have the feature, e.g. in[2]:foo"),
        FlagKind("p", "lines", ("percent",), "only the most confident lines"),
        FlagKind("N", "presentation", ("name",), "display name"),
        FlagKind("P", "presentation", ("priority",), "1 main table, 2 secondary table, 3 details"),
    ]
}


@cache
def text_step(flag: Flag) -> TextStep:
    """Return the function that a text flag stands for.

    Raises PatternError for a broken expression, SchemeError for a flag that changes no text.
    """
    make = FLAGS[flag.letter].make
    if make is None:
        raise SchemeError(f"the flag {flag.letter} does not change text")
    return make(*flag.arguments)


@cache
def step_between_words(flag: Flag) -> TextStep | None:
    """A quicker function that leaves the same words, perhaps with other white space between them; None for none."""
    return patterns.substitute_between_words(*flag.arguments) if flag.letter == "s" else None


_ARGUMENT = re.compile(r"<([^>]*)>")


def parse_flags(text: str) -> tuple[Flag, ...]:
    """Read the flags after the colon of a scheme.

    If the text ends where an argument should begin, the flag is dropped without a word, as in GEval.
    Raises SchemeError.
    """
    flags: list[Flag] = []
    at = 0
    while at < len(text):
        kind = FLAGS.get(text[at])
        if kind is None:
            why = f"no flag is called {text[at]!r}; there are {' '.join(FLAGS)}"
            # To GEval the flags end where no letter stands, and then the metric is not read to its end.
            raise _broken(text[at:], why) if text[at].isalpha() else _broken(text[at:], why, _NO_PARSE)
        at += 1
        arguments: list[str] = []
        for argument in kind.arguments:
            if at == len(text):
                return tuple(flags)
            found = _ARGUMENT.match(text, at)
            if found is None:
                raise _broken(text[at:], f"the flag {kind.letter} wants its {argument} as <…>")
            arguments.append(found[1])
            at = found.end()
        flags.append(_checked(Flag(kind.letter, tuple(arguments))))
    return tuple(flags)


def _checked(flag: Flag) -> Flag:
    if flag.letter == "P":
        try:
            return Flag("P", (str(int(flag.arguments[0])),))
        except ValueError:
            raise _unreadable(flag, "a whole number") from None
    if flag.letter == "p":
        try:
            percent = float(flag.arguments[0])
        except ValueError:
            raise _unreadable(flag, "a number of percent") from None
        if not 0 <= percent <= 100:
            raise SchemeError(f"the flag {flag} wants a percentage from 0 to 100")
    if FLAGS[flag.letter].changes == "text":
        text_step(flag)  # a broken expression is an error of the scheme, not of the first line
    return flag


def _unreadable(flag: Flag, wanted: str) -> SchemeError:
    return SchemeError(f"the flag {flag} wants {wanted}", geval=_NO_PARSE)


_NO_PARSE = "Prelude.read: no parse"


def _broken(rest: str, why: str, geval: str = "") -> SchemeError:
    return SchemeError(
        f"unknown or broken metric flags at {rest!r}: {why}", geval=geval or f"Unknown or broken metric flags: {rest}"
    )
