"""Made-up pages: sentences of known words with the errors that scanners make, always the same for a seed."""

import random

from probierz.systems.system import Pair

WORDS = """
matka ojciec dziecko ogród wieczór zegar książka okno podróż przyjaciel żołnierz kościół wiosna jesień
widziała czytał opowiadała pamiętał usłyszała kochał zobaczyła przyniósł otworzyła zrozumiał
stary cichy jéj swojéj bardzo dawno zawsze wczoraj jeszcze między wielki piękny nagle powoli
"""
NOUNS, VERBS, REST = (line.split() for line in WORDS.strip().splitlines())
ERRORS = [("é", "ć"), ("ł", "l"), ("n", "u"), ("rz", "rx"), ("ą", "a"), ("ó", "o")]


def sentence(random_one):
    words = [random_one.choice(kind) for kind in (REST, NOUNS, VERBS, REST, NOUNS)]
    return " ".join(words).capitalize() + random_one.choice(".!?")


def misread(text, random_one):
    """One word in eight is misread."""
    words = text.split(" ")
    for at, word in enumerate(words):
        read, seen = random_one.choice(ERRORS)
        if random_one.random() < 0.5:
            words[at] = word.replace(read, seen, 1)
    return " ".join(words)


def broken(words, random_one):
    """Lines of seven words; the last word of a line may be broken."""
    lines, rest = [], ""
    for at in range(0, len(words), 7):
        line = words[at : at + 7]
        line[0] = rest + line[0] if rest else line[0]
        rest = ""
        if random_one.random() < 0.5 and len(line[-1]) > 5 and at + 7 < len(words):
            line[-1], rest = line[-1][:3] + "-", line[-1][3:] + " "
        lines.append(" ".join(line))
    return lines


def pages(count, seed=0):
    random_one = random.Random(seed)
    for number in range(count):
        right = " ".join(sentence(random_one) for _ in range(8))
        lines = broken(misread(right, random_one).split(" "), random_one)
        yield Pair("\\n".join([f"— {number + 11} —", "", *lines]), right)
