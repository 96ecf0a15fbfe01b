"""PolEval 2021, task 1: punctuation restored in texts that were read aloud."""
