"""`probierz annotate`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = (
    "Write data by hand, in the browser and alone on this machine; on a platform, several people do the same. "
    "Needs the extra web, for sqad the extra annotation, too."
)

COMMANDS = {
    "items": "label items of a challenge's test, those first of which a system is unsure if you wish (needs extra web)",
    "sqad": "write questions on Czech articles, as records of SQAD in a folder (needs extras web and annotation)",
}

EXAMPLES = """\
examples:
  probierz annotate sqad my-records        on a free port; the records lie in my-records
  probierz annotate items my-labels --challenge quiz --out probabilities.tsv
"""
