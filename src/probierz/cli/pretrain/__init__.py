"""`probierz pretrain`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = (
    "A language model of your own, as HerBERT was made: raw text is cleaned, pieces of words are learnt, and a\n"
    "network learns to tell hidden words. What comes out is a backbone for every recipe that takes one."
)

COMMANDS = {
    "clean": "keep whole texts of one language, each once",
    "tokenizer": "learn pieces of words",
    "run": "let a network learn to tell hidden words",
}

EXAMPLES = """\
examples:
  probierz pretrain clean wiki/ crawl.jsonl.gz --to clean.txt
  probierz pretrain tokenizer clean.txt --size 50000 --to pieces
  probierz pretrain run clean.txt --vocabulary pieces --profile laptop --to model
"""
