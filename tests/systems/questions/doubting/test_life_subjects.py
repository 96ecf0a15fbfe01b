"""Births, deaths, homes and marriages are told of the person that a question names; answers are not cut."""

import pytest

from probierz.systems.questions.doubting.life_subjects import tells_of_another
from probierz.systems.questions.reading.whole_answers import whole_answer

SCULPTOR = (
    "Roman Sikora (ur. 5 maja 1931 w Bieczu, zm. 2 lipca 2003 w Helu) był snycerzem. Jego syn Leon Sikora (ur. 1960)"
    " jest lutnikiem i mieszka w Sopocie."
)
MERCHANT = (
    "Jan Kot, syn Edwarda Kota, urodził się w Pucku. Ożenił się z Ewą Lis. Jego brat Michał Kot urodził się w Helu."
)
PAINTER = (
    "W 1920 r. wyszła za mąż za lekarza Karola Raka; mieli córkę Zofię."
    " Zmarła w 1967 r. w Rabce, gdzie została pochowana."
)
ACCOUNT = "61 1090 1014 0000 0712 1981 2874"
TERM = "Jest od 1 maja 2023 r. do 30 lipca 2025 r. i basta."
SMITH = "Adam Wrona był kowalem. Jego ojciec zginął w Jaśle."
CZECH = "František Vrba se narodil v Litomyšli a zemřel v Praze. Oženil se s Annou Hájkovou."


@pytest.mark.parametrize(
    ("title", "text", "answer", "own", "others"),
    [
        ("", SCULPTOR, "w Helu", "Gdzie zmarł Roman Sikora?", ["Gdzie zmarł Leon Sikora?"]),
        ("", SCULPTOR, "1960", "Kiedy urodził się Leon Sikora?", ["Kiedy urodził się Roman Sikora?"]),
        (
            "",
            SCULPTOR,
            "w Sopocie",
            "Gdzie mieszka Leon Sikora?",
            ["Gdzie urodził się Leon Sikora?", "Gdzie mieszka Roman Sikora?"],
        ),
        (
            "",
            MERCHANT,
            "w Pucku",
            "Gdzie urodził się Jan Kot?",
            ["Gdzie urodził się Edward Kot?", "Gdzie urodził się Michał Kot?"],
        ),
        ("", MERCHANT, "w Helu", "Gdzie urodził się Michał Kot?", ["Gdzie urodził się Jan Kot?"]),
        (
            "Irena Rak",
            PAINTER,
            "w Rabce",
            "Gdzie zmarła Irena Rak?",
            ["Gdzie zmarł Karol Rak?", "Gdzie zmarła Zofia Rak?"],
        ),
        ("Irena Rak", PAINTER, "w Rabce", "Gdzie pochowano Irenę Rak?", ["Gdzie pochowany jest Karol Rak?"]),
        ("Irena Rak", PAINTER, "Karola Raka", "Kto był mężem Ireny Rak?", ["Kto był mężem Zofii?"]),
        ("", SMITH, "w Jaśle", "Kim był ojciec Adama Wrony?", ["Gdzie zginął Adam Wrona?"]),
        ("František Vrba", CZECH, "v Praze", "Kde zemřel František Vrba?", ["Kde zemřela Anna Hájková?"]),
    ],
)
def test_a_life_is_told_of_its_subject_alone(title, text, answer, own, others):
    place = text.index(answer), text.index(answer) + len(answer)
    assert not tells_of_another(own, title, text, *place)
    assert [one for one in others if not tells_of_another(one, title, text, *place)] == []


@pytest.mark.parametrize(
    ("question", "text", "read", "whole"),
    [
        ("Jaki numer ma konto klubu?", f"Konto ma numer {ACCOUNT}.", "1090 1014 0000", ACCOUNT),
        ("Jaki telefon ma Jan Bąk?", "Telefon do niego to 12 999 88 77.", "niego to 12 999", "12 999 88 77"),
        ("Ile wynosi budżet?", "Budżet to 84 tys. euro.", "84 tys", "84 tys. euro"),
        ("Kolik stála oprava?", "Oprava stála 310 tis. Kč.", "310 tis", "310 tis. Kč"),
        ("Jaka firma zbuduje halę?", "Zbuduje to Bud-Rem sp. z o.o. z Opola.", "Bud-Rem sp", "Bud-Rem sp. z o.o."),
        ("Gdzie jest bal?", "Bal w restauracji „Pod Kogutem”; wstęp wolny.", "Kogutem", "w restauracji „Pod Kogutem”"),
        ("Do kiedy jest umowa?", TERM, "1 maja 2023 r", "do 30 lipca 2025 r."),
        ("Od kiedy jest umowa?", TERM, "30 lipca", "od 1 maja 2023 r."),
    ],
)
def test_an_answer_is_not_cut(question, text, read, whole):
    begin = text.index(read)
    assert text[slice(*whole_answer(question, text, begin, begin + len(read)))] == whole
