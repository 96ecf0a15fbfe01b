"""What a sentence tells of other roles, in another clause, or of what does nothing, is not told as a fact."""

import pytest

from probierz.systems.questions.answering.asking import ask
from probierz.systems.questions.finding.index import PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument

TREASURER = "Księgowego zatrudnia komisja skarbowa."
RACE = "Witold Sowa wyprzedził Marka Dudę w wyścigu o Złotą Ostrogę."
BELLS = "Nowy dzwon parafia dostała w 1931 roku od hrabiego, stary oddała do Kępna."
BAND = "Orkiestrę „Echo” założył młynarz Karol Bieda, kabaret „Sowa” bawił gości bez kierownika."
POSTS = "Na starszego cechu wybrano Macieja Zięba, na pisarza Helenę Kruk."
CRATES = "Skrzynie zbijał Leon Kret, malowała je także spółka „Dąb”."
SHIPPED = "Skrzynie przewieziono statkiem z Elbląga do Sztutowa."
COUNCIL = "Stanovy schvaluje výroční schůze."


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (TREASURER, "Kto zatrudnia komisję skarbową?"),
        ("Gońca posyła magistrat.", "Kto posyła magistrat?"),
        ("Plan przyjmuje sejmik.", "Kto przyjmuje sejmik?"),
        (COUNCIL, "Kdo schvaluje výroční schůzi?"),
        (RACE, "Kto wyprzedził Witolda Sowę?"),
        (RACE, "KTO WYPRZEDZIŁ WITOLDA SOWĘ?"),
        (RACE, "kto wyprzedził witolda sowę?"),
        (BELLS, "Dokąd parafia oddała nowy dzwon?"),
        (BELLS, "Od kogo parafia dostała stary dzwon?"),
        (BAND, "Kto założył kabaret „Sowa”?"),
        (CRATES, "Kto malował skrzynie?"),
        (POSTS, "Na kogo wybrano Helenę Kruk?"),
        ("Bruno Karaś wsparł Zofię Wit.", "Kto wsparł Bruna Karasia?"),
        ("Bruno Karaś wsparł Zofię Wit.", "Kogo wsparła Zofia Wit?"),
        ("Łódź „Jaskółka” sprzedano rybakom, „Mewa” stoi w porcie.", "Kto sprzedał rybakom łódź „Jaskółka”?"),
    ],
)
def test_other_roles_and_other_clauses_give_no_sure_answer(tmp_path, text, question):
    assert not _asked(tmp_path, text, question).is_sure


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Witold Sowa wyprzedził Marka Dudę.", "Kto wyprzedził Marka Dudę?", "Witold Sowa"),
        ("Witold Sowa wyprzedził Marka Dudę.", "KTO WYPRZEDZIŁ MARKA DUDĘ?", "Witold Sowa"),
        (BELLS, "Od kogo parafia dostała nowy dzwon?", "hrabiego"),
        (CRATES, "Kto zbijał skrzynie?", "Leon Kret"),
        (SHIPPED, "Skąd przewieziono skrzynie?", "z Elbląga"),
        (SHIPPED, "Dokąd przewieziono skrzynie?", "do Sztutowa"),
        ("Pierwszy turniej wygrała Wisła.", "Kto wygrał pierwszy turniej?", "Wisła"),
        ("Organy ufundował w 1903 r. hrabia Stefan Rola.", "Kto ufundował organy?", "Stefan Rola"),
        ("W starej kuźni Jan Bąk odkrył obraz.", "Kto odkrył obraz?", "Jan Bąk"),
    ],
)
def test_what_is_told_in_these_words_is_told_as_a_fact(tmp_path, text, question, answer):
    said = _asked(tmp_path, text, question)
    assert answer in said.answer
    assert said.is_sure


def _asked(folder, text, question):
    build_index(folder / "my.index", [SourceDocument("a.txt", "", text)])
    with PassageIndex(folder / "my.index") as index:
        return ask(index, question)
