"""`probierz qa`: a group of commands, each a module of this package named like the command."""

__all__ = ["COMMANDS", "DESCRIPTION", "EXAMPLES"]

DESCRIPTION = "Quiz questions, as in PolEval 2021, task 4: how long they are, and how many answers they have."

COMMANDS = {
    "kinds": "slice questions by kind, and score each kind",
    "stats": "count questions: their tokens, and their answers",
}

EXAMPLES = """\
examples:
  probierz qa stats challenge                     the table of the proceedings
"""
