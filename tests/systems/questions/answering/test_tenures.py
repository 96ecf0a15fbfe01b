"""A list of those who held an office one by one tells who held it in a year, and since and until when."""

import pytest

from probierz.systems.questions.answering.asking import ask
from probierz.systems.questions.answering.tenures import told_by_tenures
from probierz.systems.questions.finding.index import FoundPassage, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument

LINES = "Dyrygenci chóru:\n- Jan Kot (1950–1962)\n- Ewa Lis (1962–1970)\n- Adam Ryś (od 1970 roku)\n"
PROSE = "Starosty spolku byli: Karel Beran (1921–1930), Jan Hora (1931–1938) a Petr Mach (od 1946)."
LIVES = "Poetami gminy byli: Jan Kot (1820–1890), Ewa Lis (1830–1900)."


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (LINES, "Kto był dyrygentem w 1955 roku?", "Jan Kot"),
        (LINES, "Kto był dyrygentem chóru w 1999 roku?", "Adam Ryś"),
        (LINES, "Kto został dyrygentem w 1962 roku?", "Ewa Lis"),
        (LINES, "Kto był dyrygentem w 1962 roku?", ""),
        (LINES, "Kto był dyrygentem w 1949 roku?", ""),
        (LINES, "Kto nie był dyrygentem w 1955 roku?", ""),
        (LINES, "Kto był skarbnikiem w 1955 roku?", ""),
        (LINES, "Do kiedy dyrygentem była Ewa Lis?", "1970"),
        (LINES, "Od kiedy dyrygentem jest Adam Ryś?", "1970"),
        (LINES, "Kiedy dyrygentem chóru był Jan Kot?", "1950–1962"),
        (LINES, "Do kiedy dyrygentem był Adam Ryś?", ""),
        (LINES, "Kiedy skarbnikiem był Jan Kot?", ""),
        (PROSE, "Kdo byl starostou v roce 1935?", "Jan Hora"),
        (PROSE, "Kdo byl starostou v roce 1942?", ""),
        (LIVES, "Kto był poetą w 1825 roku?", ""),
    ],
)
def test_a_list_of_holders_answers_for_a_year_and_for_a_holder(text, question, answer):
    reading = told_by_tenures(question, [FoundPassage(1, "a", "", text, 0, 1.0, 1.0)], None)
    assert (reading.answer if reading else "") == answer


def test_years_of_a_list_are_told_with_perhaps_and_no_rest_of_it(tmp_path):
    text = "Prezesami koła byli kolejno: Olga Sum (1960–1971), Leon Karp (1971–1984) i Iga Wrona (od 1984)."
    build_index(tmp_path / "my.index", [SourceDocument("a.txt", "", text)])
    with PassageIndex(tmp_path / "my.index") as index:
        said = [ask(index, f"Do kiedy prezesem był{one}?") for one in ("a Olga Sum", " Leon Karp", "a Iga Wrona")]
    assert [(one.answer, one.is_sure) for one in said] == [("1971", False), ("1984", False), ("", False)]
