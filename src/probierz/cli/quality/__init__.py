"""`probierz quality`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = "Quality of translations, as in PolEval 2021, task 2: ratings of files, sentence BLEU and GLEU."

COMMANDS = {
    "rate": "rate the lines of a translation, with a human one beside it or without",
    "baseline": "write an output by sentence BLEU or GLEU",
    "table": "print how far each BLEU and GLEU goes with people's ratings",
}

EXAMPLES = """\
examples:
  probierz quality rate source.txt translation.txt --reference human.txt
  probierz quality table challenge                            the table of the proceedings
  probierz quality baseline challenge test-A > test-A/out.tsv
"""
