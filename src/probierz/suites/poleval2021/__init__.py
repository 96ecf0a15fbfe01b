"""What the tasks of PolEval 2021 need beyond a challenge directory: their formats, alignments, counts and baselines."""
