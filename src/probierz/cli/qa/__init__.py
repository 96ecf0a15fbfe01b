"""`probierz qa`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = "Quiz questions, as in PolEval 2021, task 4: what they are like, a reader and a retriever that learn."

COMMANDS = {
    "candidates": "find passages that people judge",
    "errors": "tell where answers were lost: not found, misread, ill-formed",
    "kinds": "slice questions by kind, and score each kind",
    "reader": "learn from questions with answers to read passages",
    "retriever": "tune an encoder to passages that were judged",
    "stats": "count questions: their tokens, and their answers",
}

EXAMPLES = """\
examples:
  probierz qa stats challenge                     the table of the proceedings
"""
