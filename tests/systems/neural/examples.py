"""Texts to learn by heart, and settings with which a toy does so in a second."""

from probierz.systems.system import Pair

PAIRS = [
    Pair("wiem że tak", "wiem, że tak."),
    Pair("dom który stoi to 10 45", "dom, który stoi, to 10: 45?"),
    Pair("ala ma kota nato nie", "ala ma kota nato- nie..."),
    Pair('" nie " krzyknął', '" nie! " krzyknął.'),
]
INPUTS = [pair.input for pair in PAIRS]
EXPECTED = [pair.expected for pair in PAIRS]

BY_HEART = {"epochs": 50, "batch": 4, "rate": 5e-3, "length": 64}
