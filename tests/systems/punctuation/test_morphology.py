"""Classes of words, as the dictionary of Morfeusz gives them."""

import pytest

from probierz.systems.punctuation.morphology import classifier

pytest.importorskip("morfeusz2", reason="Morfeusz 2, of the extra morfeusz, is not installed")


def test_a_class_is_all_readings_of_a_form_by_case_or_person():
    classify = classifier()
    assert classify("drzewo") == "subst:acc subst:nom subst:voc"
    assert classify("dobrze") == "adv"
    assert classify("robiłem") == "+aglt praet"
    assert {"fin:ter", "imię"} < set(classify("idzie").split())  # he goes; Ida, in the dative
    assert "nazwa_geograficzna" in classify("warszawa")


def test_what_the_dictionary_does_not_know_has_no_class():
    assert classifier()("qwrtzx") == ""
