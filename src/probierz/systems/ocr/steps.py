"""The steps of systems that correct pages, in order; what each does is said where it is made."""

STEPS = ("join", "diacritics", "lines", "space", "words")
HEURISTIC_STEPS = ("hyphens", "signs", "words", "letters", "trash", "phrases")
