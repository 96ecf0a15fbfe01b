"""`probierz sqad`: a group of commands on records of SQAD 3.0, each a module of this package named like the command."""

DESCRIPTION = (
    "Records of SQAD 3.0, the Czech question answering database: check and mend, count and split them, and make\n"
    "challenges of them. A record is a folder such as 000001; the commands take the folder that holds all records.\n"
    "Those that change none take a file of JSON lines, too, as SQAD is passed on and as projects of annotation export."
)

COMMANDS = {
    "check": "list what is wrong with records, by rule, with file and line",
    "fix": "mend records where that is safe",
    "stats": "count records, articles, tokens and types",
    "score": "score rankings, with what publications call the scores",
    "split": "divide records 60 : 10 : 30, or into folds, with the types in proportion",
    "build": "make a challenge: select documents, or sentences",
    "tables": "make the tables of the publication anew: build, train, score",
    "convert": "turn JSON lines into records, and records into JSON lines",
}

EXAMPLES = """\
examples:
  probierz sqad check sqad_v3                     what is wrong, by rule
  probierz sqad fix sqad_v3 --dry-run             what could be mended
  probierz sqad build sqad_v3 sentences --to sqad-sentences
"""
