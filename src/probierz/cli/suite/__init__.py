"""`probierz suite`: a group of commands, each a module of this package named like the command."""

__all__ = ["COMMANDS", "DESCRIPTION", "EXAMPLES"]

DESCRIPTION = (
    "Benchmarks as ready, checked challenges: download them, look at their traits, and see a score next to all\n"
    "published ones."
)

COMMANDS = {
    "list": "list suites and their tasks",
    "show": "show what is known of a task: origin, licence, counts, traits, baselines",
    "export": "write a challenge as a Hugging Face data set, or as Parquet",
}

EXAMPLES = """\
examples:
  probierz suite list                       what there is
  probierz suite show poleval-2021/ocr      one task
"""
