"""Systems of PolEval 2021, task 4: the quiz, and the papers about it."""
