"""`probierz klej`: a group of commands, each a module of this package named like the command."""

DESCRIPTION = (
    "KLEJ as a whole: check and score an archive with predictions for its nine tasks, see it among published\n"
    "systems, make baselines, and make the tasks anew from raw corpora. The tasks themselves come by\n"
    "probierz suite get klej."
)

COMMANDS = {
    "check": "say what is wrong with an archive of predictions",
    "evaluate": "score an archive of predictions: each task, and the average",
    "board": "print the published results, with archives of your own ranked among them",
    "baseline": "make an archive of predictions that look at training labels alone",
    "run": "train a system on the tasks at hand, several times, and score it beside the paper",
    "make": "make a task anew from a raw corpus, as the paper tells",
}

EXAMPLES = """\
examples:
  probierz klej check mine.zip                       before you hand it in
  probierz klej evaluate mine.zip --expected klej    with expected results below the folder klej
  probierz klej board mine.zip --expected klej       among the published systems
  probierz klej baseline random --data klej --to random.zip
  probierz klej run features --data klej --to features      train on all tasks, and see the table
  probierz klej make dyk raw.jsonl --to made/dyk     Czy wiesz? from questions and answers of your own
"""
