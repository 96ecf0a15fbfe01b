"""How commands end: with 0 where all is well."""

FINE = 0
PROBLEM = 1
"""Something is wrong with the data, the challenge or the output."""

USAGE = 2
"""The command line cannot be understood."""

INTERRUPTED = 130
BROKEN_PIPE = 141
"""The reader of the output went away."""
