"""What systems do, for who only wants it done: `probierz.punctuator`, `probierz.ocr_corrector`."""

import probierz
from probierz.systems.simple import Substitution


def test_a_text_is_punctuated():
    punctuate = probierz.punctuator("punctuation/comma-rule")
    assert punctuate("mówił że tak") == "Mówił, że tak"


def test_a_text_is_corrected():
    correct = probierz.ocr_corrector(Substitution("jćj", "jéj"))
    assert correct("przy jćj\noknie").text == "przy jéj\noknie"
