"""`probierz ocr`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = "Scanned pages, as in PolEval 2021, task 3: sizes, years, and what was read for which word."

COMMANDS = {
    "scans": "make scans of clean texts up, to learn from",
    "stats": "check and count pages: sizes, years",
    "steps": "score a correcting system after each of its steps",
    "tokens": "check and count token alignments, and list the most frequent confusions",
}

EXAMPLES = """\
examples:
  probierz ocr stats challenge                     sizes of splits, pages of each time
  probierz ocr scans novels.txt --to practice      made-up scans with their right texts
  probierz ocr steps challenge ocr/heuristics      what each step is worth, as its paper shows it
  probierz ocr tokens challenge/train/align.tsv.xz  what was read for what
"""
