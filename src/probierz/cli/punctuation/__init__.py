"""`probierz punctuation`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = (
    "Texts with punctuation, as in PolEval 2021, task 1: JSON, CSV and TSV, scores of each mark, and when words were\n"
    "read aloud."
)

COMMANDS = {
    "evaluate": "score a folder of texts: each mark, each text, and the weighted score of the challenge",
    "check": "check JSON files by the schema of the task",
    "convert": "turn JSON, CSV and TSV into each other without loss",
    "prepare": "make other texts look like those of the challenge, to learn from them",
    "timings": "join forced alignments to texts: when each word was read, and the pause after it",
    "stats": "count marks, words and texts of each split",
}

EXAMPLES = """\
examples:
  probierz punctuation evaluate expected/ system/            two folders with a JSON file for each text
  probierz punctuation convert challenge texts --format json
"""
