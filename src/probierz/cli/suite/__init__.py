"""`probierz suite`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = (
    "Benchmarks as ready, checked challenges: download them, look at their traits, and see a score next to all\n"
    "published ones."
)

COMMANDS = {
    "list": "list suites and their tasks",
    "show": "show what is known of a task: origin, licence, counts, traits, baselines",
    "get": "download a task and make a challenge directory of it",
    "check": "look for changed files, leaks, duplicates and drift",
    "board": "print the published results, with your own score ranked in them",
    "results": "print every number that papers print about a task, and where",
    "new": "make a suite of your own, of several tasks, with rules, phases, baselines and checks",
    "publish": "make tasks challenges of a platform, with the published results",
    "evaluate": "score outputs for all tasks of a suite here, with the average of its board",
    "submit": "hand in outputs for all tasks of a suite on a platform, as one archive",
    "disclose": "show everybody the scores of a phase, in all tasks of a suite on a platform",
    "export": "write a challenge as a Hugging Face data set, or as Parquet",
}

EXAMPLES = """\
examples:
  probierz suite list                       what there is
  probierz suite show poleval-2021/ocr      one task
  probierz suite get poleval-2021/ocr       the challenge, in a folder
  probierz suite check poleval-2021/ocr ocr  is it what it should be?
  probierz suite board poleval-2021/ocr --out ocr/test-A/out.tsv
"""
