"""`probierz index`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = "Indexes of passages: your own documents in one file, in which questions find what answers them."

COMMANDS = {
    "build": "make an index of texts, tables of texts, SQuAD files, or dumps of Wikipedia",
    "search": "find the passages that fit questions",
}

EXAMPLES = """\
examples:
  probierz index build texts/ --to my.index       every .txt, .md, .tsv, .csv, .jsonl and .json of a folder
  probierz index search my.index "Kto odkrył polon?"        the passages that fit
  probierz ask my.index "Kto odkrył polon?"                 the words that answer
"""
