"""`probierz quality rate`: a rating and a word for each line of a translation."""

import json
from unicodedata import normalize

import pytest

from probierz.cli.main import main
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import save
from probierz.systems.system import Pair

HUMAN = "Kot śpi na starej kanapie w dużym pokoju ."
WORDS = HUMAN.split()
SPOILT = [" ".join(["źle"] * count + WORDS[count:]) for count in range(8)]


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Eight translations, the best first, with systems that learnt from the like."""
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "models"))
    for name, columns in (("quality/features", 3), ("quality/blind", 1)):
        system = find_recipe(name).build(penalty=1.0)
        rows = ["\t".join((text, "The cat sleeps .", HUMAN)[:columns]) for text in SPOILT]
        system.fit([Pair(row, str(5 - count / 2)) for count, row in enumerate(rows)] * 4)
        save(system, tmp_path / "models" / name.replace("/", "-"))
    texts = {"source": ["The cat sleeps ."] * 8, "translation": SPOILT, "human": [HUMAN] * 8}
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *arguments):
    try:
        code = main(["quality", "rate", *map(str, arguments)])
    except SystemExit as stop:
        code = stop.code
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_each_line_has_a_rating_and_a_word(files, capsys):
    code, out, err = run(capsys, "source.txt", "translation.txt", "--reference", "human.txt")
    rows = [line.split("\t") for line in out.splitlines()]
    told = "warning: translation.txt lines 3, 4, 5, 6, 7 and 1 more: odd in a way that ratings hardly tell;"
    told += " see the notes\n"
    assert (code, err, rows[0]) == (0, told, ["line", "rating", "word", "notes"])
    assert rows[-1][3] == "one word over and over: źle"
    ratings = [float(row[1]) for row in rows[1:]]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[0] == pytest.approx(5, abs=0.3)
    assert [row[2] for row in rows[1:]] == [
        "very good", "very good", "middling", "middling", "middling", "weak", "weak", "poor",
    ]  # fmt: skip


def test_a_file_that_lost_a_line_is_warned_of(files, capsys):
    english = ["The president visited Berlin .", "My mother has two dogs .", "Children never read books ."] * 3
    polish = ["Prezydent odwiedził Berlin .", "Moja matka ma dwa psy .", "Dzieci nigdy nie czytają książek ."] * 3
    (files / "source.txt").write_text("\n".join(english), "utf-8")
    (files / "translation.txt").write_text("\n".join([*polish[:2], *polish[3:], "Koniec ."]), "utf-8")
    _, out, err = run(capsys, "source.txt", "translation.txt")
    note = "from about here on, lines fit the next line of the source; one is missing"
    assert f"translation.txt line 3: {note}" in err
    assert note in out.splitlines()[3]


def test_no_rating_is_beyond_the_scale(files, capsys):
    """Translations that are better, and worse, than all that were learnt from."""
    (files / "source.txt").write_text("The cat sleeps .\n" * 3, "utf-8")
    (files / "human.txt").write_text(f"{HUMAN}\n" * 3, "utf-8")
    (files / "translation.txt").write_text(f"{HUMAN}\n{HUMAN * 9}\n{'źle ' * 90}\n", "utf-8")
    for more in (["--reference", "human.txt"], []):
        _, out, _ = run(capsys, "source.txt", "translation.txt", "--format", "json", *more)
        assert all(1 <= float(one["rating"]) <= 5 for one in json.loads(out))


def test_who_rates_for_the_first_time_is_given_the_command_that_is_missing(files, capsys, monkeypatch):
    monkeypatch.setenv("PROBIERZ_MODELS", str(files / "none"))
    code, _, err = run(capsys, "source.txt", "translation.txt")
    assert code == 1
    assert (
        "train it with  probierz train quality/blind poleval-2021/quality-blind --split dev-0 --split test-A"
        " --accept-licence (which agrees to the licence of the data: not stated), or name a folder" in err
    )


def test_without_a_human_translation_the_blind_system_rates(files, capsys):
    code, out, _ = run(capsys, "source.txt", "translation.txt", "--format", "json")
    assert code == 0
    assert [one["line"] for one in json.loads(out)] == list(range(1, 9))
    assert all(isinstance(one["rating"], float) for one in json.loads(out))


def test_what_is_no_translation_is_called_so_whatever_its_rating(files, capsys):
    (files / "other.txt").write_text("!!!\n\nThe cat  sleeps .\n" + "Kot śpi .\n" * 5, "utf-8")
    _, out, _ = run(capsys, "source.txt", "other.txt")
    assert [line.split("\t")[2] for line in out.splitlines()[1:4]] == ["empty", "empty", "not translated"]
    _, out, _ = run(capsys, "source.txt", "other.txt", "--summary")
    assert out.splitlines()[-2:] == ["empty\t2", "not translated\t1"]


def test_what_is_no_translation_has_no_rating_and_no_part_in_the_mean(files, capsys):
    good = (files / "translation.txt").read_text("utf-8").splitlines()[:5]
    (files / "other.txt").write_text("\n".join(["!!!", "", "The cat  sleeps .", *good, ""]), "utf-8")
    _, out, _ = run(capsys, "source.txt", "other.txt", "--format", "json")
    ratings = [one["rating"] for one in json.loads(out)]
    assert ratings[:3] == [None, None, None]
    _, out, _ = run(capsys, "source.txt", "other.txt", "--summary", "--format", "json")
    found = json.loads(out)
    assert (found["lines"], found["rated"], found["empty"], found["not translated"]) == (8, 5, 2, 1)
    assert found["mean rating"] == pytest.approx(sum(ratings[3:]) / 5, abs=1e-3)
    (files / "none.txt").write_text("!!!\n" * 8, "utf-8")
    _, out, _ = run(capsys, "source.txt", "none.txt", "--summary")
    assert out.splitlines()[1:] == ["lines\t8", "rated\t0", "mean rating\t", "empty\t8"]


def test_a_summary_tells_the_mean_and_how_many_are_how_good(files, capsys):
    _, out, _ = run(capsys, "source.txt", "translation.txt", "--reference", "human.txt", "--summary")
    rows = dict(line.split("\t") for line in out.splitlines())
    assert rows["lines"] == "8"
    assert float(rows["mean rating"]) == pytest.approx(3.25, abs=0.05)
    assert [rows[word] for word in ("poor", "weak", "middling", "good", "very good")] == [
        "1",
        "2",
        "3",
        "0",
        "2",
    ]  # no word that is there twice is good


def test_a_system_that_learnt_from_nobody_gives_numbers_alone(files, capsys):
    _, out, _ = run(
        capsys, "source.txt", "translation.txt", "--reference", "human.txt", "--system", "quality/bleu-2", "--summary"
    )
    assert [line.split("\t")[0] for line in out.splitlines()] == ["what", "lines", "rated", "mean rating"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["source.txt", "short.txt"], "short.txt line 1: ends here, and source.txt goes on"),
        (["empty.txt", "empty.txt"], "empty.txt: has no line to rate"),
        (["source.txt", "nothing.txt"], "nothing.txt"),
        (["source.txt", "bad.txt"], "bad.txt"),
        (["source.txt", "translation.txt", "--system", "quality/features"], "name one with --reference"),
        (["source.txt", "translation.txt", "--system", "quality/encoder"], "probierz train quality/encoder"),
    ],
)
def test_what_cannot_be_rated_is_told_in_a_sentence(files, capsys, arguments, message):
    (files / "short.txt").write_text("jeden\n")
    (files / "empty.txt").write_text("")
    (files / "bad.txt").write_bytes(b"a\xff\n" * 8)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (1, "")
    assert message in err
    assert "Traceback" not in err


def test_a_year_before_a_number_is_no_part_of_it(files, capsys):
    (files / "source.txt").write_text("There were 100 people in 2020 .\nIt costs 12,100 in all .\n", "utf-8")
    (files / "translation.txt").write_text("W 2020 100 osób było .\nKosztuje 12 100 łącznie .\n", "utf-8")
    code, _, err = run(capsys, "source.txt", "translation.txt")
    assert (code, err) == (0, "")


@pytest.mark.parametrize("more", [["--reference", "human.txt"], []])
def test_a_warning_names_lines_with_other_numbers_than_the_source(files, capsys, more):
    (files / "source.txt").write_text("He paid 1,234.50 dollars in 2021 .\nIt was 5 .\nIt was 5 .\n", "utf-8")
    (files / "human.txt").write_text("W 2021 zapłacił 1234,50 dolara .\nByło 5 .\nByło 5 .\n", "utf-8")
    (files / "translation.txt").write_text("W 2021 zapłacił 1 234,50 dolara .\nByło 6 .\nByło .\n", "utf-8")
    code, out, err = run(capsys, "source.txt", "translation.txt", *more)
    assert (code, len(out.splitlines())) == (0, 4)
    told = "translation.txt lines 2, 3: other numbers than in the source; no rating tells of that"
    assert err == f"warning: {told}\n"
    assert [line.split("\t")[3] for line in out.splitlines()[1:]] == [
        "", "other numbers: 5 in the source, 6 here", "other numbers: 5 in the source, none here",
    ]  # fmt: skip
    assert run(capsys, "source.txt", "translation.txt", *more, "--quiet")[2] == ""


WORDS_AND_NOTES = [
    ("The cat sleeps on the old sofa .", "The cat sleeps on THE old sofa", "not translated", ""),
    ("Stop!", "Stop!", "", ""),
    ("Jan Kowalski", "Jan Kowalski", "", ""),
    ("Pfizer, Moderna, AstraZeneca", "Pfizer, Moderna, AstraZeneca", "", ""),
    ("He lives here .", "asdf qwer zxcv uiop hjkl", "not Polish", ""),
    ("He lives here .", "Die Katze schläft auf dem Sofa .", "not Polish", ""),
    ("He lives here .", "Кошка спит на старом диване .", "not Polish", ""),
    ("He left .", "Министр ушёл.", "not Polish", ""),
    ("He resigned .", "大臣は金曜日に辞任した。", "not Polish", ""),
    ("The show starts at 10 pm .", "Pokaz zaczyna się o 22:00 .", "", ""),
    ("It opens at 8:30 a.m. daily .", "Otwierają codziennie o 8.30 .", "", ""),
    ("In the 19th century 5 men lived here .", "W XIX wieku żyło tu pięciu mężczyzn .", "", ""),
    (
        "Sales grew by 10.5 percent .",
        "Sprzedaż wzrosła o 105 procent .",
        "",
        "other numbers: 10.5 in the source, 105 here",
    ),
    ("It costs 1.50 dollars .", "Kosztuje 1,5 dolara .", "", ""),
    ("It was -5 degrees outside .", "Na dworze było 5 stopni .", "", "other numbers: -5 in the source, 5 here"),
    ("At 10 it was 5 degrees below zero .", "O 10 było tu -5 stopni .", "", ""),
    ("Take two tablets daily .", "Trzeba brać trzy tabletki dziennie .", "", "other numbers: 2 in the source, 3 here"),
    (
        "About 7 million men lived here .",
        "Mieszkało tu około 7 tysięcy ludzi .",
        "",
        "other numbers: 7 million in the source, 7 tysięcy here",
    ),
    ("He paid half a million for it .", "Zapłacił za to pół miliona .", "", ""),
    ("It cost us 4 billion .", "To kosztowało nas 4 miliardy .", "", ""),
    (
        "Nine people live here now .",
        "Mieszka tu dziewięćdziesiąt osób .",
        "",
        "other numbers: 9 in the source, 90 here",
    ),
    ("Twelve men died there .", "Zginęło tam trzystu ludzi .", "", "other numbers: 12 in the source, 300 here"),
    ("King Louis XIV ruled us .", "Rządził nami król Ludwik XV .", "", "other numbers: XIV in the source, XV here"),
    (
        "One third of us left .",
        "Dwie trzecie z nas wyszły .",
        "",
        "other numbers: one third in the source, dwie trzecie here",
    ),
    ("It leaves us at 10:45 .", "Odjeżdża od nas o 10:54 .", "", "other numbers: 10:45 in the source, 10:54 here"),
    ("She bought 12 fresh eggs .", "Kupiła tuzin świeżych jaj .", "", ""),
    ("In the 1980s he was here, on 07/02/1985 .", "W latach 80. był tu, 7 lutego 1985 .", "", ""),
    ("I would like to have a cup of tea, please .", "Poproszę filiżankę herbaty .", "", ""),
    ("Twenty people came to us .", "Przyszło do nas 20 osób .", "", ""),
    ("All of the 90,000 hours .", "Wszystkie te 90 tys. godzin .", "", ""),
    ("The cat sleeps on the old sofa .", "KOT ŚPI NA STAREJ KANAPIE .", "", "in capitals"),
    ("The shop opens at half past eight .", "Sklep otwierają o wpół do dziewiątej .", "", ""),
    ("He came at half past two .", "Przyszedł o 14.30 .", "", ""),
    ("He came at half past two .", "Przyszedł o 13.30 .", "", "other numbers: 2:30 in the source, 13.3 here"),
    ("It was so in the eighteenth century .", "Wiek XVIII był taki .", "", ""),
    ("The castle is from the 15th century .", "Zamek jest z piętnastego wieku .", "", ""),
    (
        "The castle is from the twelfth century .",
        "Zamek jest z XIII wieku .",
        "",
        "other numbers: twelfth in the source, XIII here",
    ),
    ("The fund lost $3.7bn last year .", "Fundusz stracił 3,7 mld dolarów .", "", ""),
    ("She won 6-3 7-5 in the final .", "Wygrała w finale 6:3, 7:5 .", "", ""),
    (
        "She won 6-3 7-5 in the final .",
        "Wygrała w finale 6:3, 5:7 .",
        "",
        "numbers changed places: 7 5 in the source, 5 7 here",
    ),
    ("See section 3.1.4 of it .", "Patrz punkt 3.1.5 .", "", "other numbers: 3.1.4 in the source, 3.1.5 here"),
    ("3 in 10 voters stayed home .", "30% wyborców zostało w domu .", "", ""),
    ("We meet on Tuesday .", "Spotykamy się w czwartek .", "", "another weekday: Tuesday in the source, czwartek here"),
    ("You may go in March .", "Możesz iść w marcu .", "", ""),
    ("It is 12 miles away .", "To 12 km stąd .", "", "another unit: 12 miles in the source, 12 km here"),
    ("Take it every six hours .", "Brać co sześć dni .", "", "another unit: six hours in the source, sześć dni here"),
    ("It cost £800 .", "Było za 800 dolarów .", "", "another currency: £800 in the source, 800 dolarów here"),
    ("I paid fifty dollars .", "Dałem 50 zł .", "", "another currency: fifty dollars in the source, 50 zł here"),
    ("It costs 5 million dollars .", "Kosztuje 5 mln dolarów .", "", ""),
    ("Two days of the first week", "Dwa dni pierwszego tygodnia", "", ""),
    (
        "He saw 5 cats and 9 dogs .",
        "Widział 9 kotów i 5 psów .",
        "",
        "numbers changed places: 5 9 in the source, 9 5 here",
    ),
    ("The mayor opened it .", "Burmistrz burmistrz to otworzył .", "", "a word twice: Burmistrz burmistrz"),
    ("She does not eat meat .", "Ona je mięso .", "", "a negation of the source is lost"),
    ("The costs did not exceed it .", "Koszty to przekroczyły .", "", "a negation of the source is lost"),
    ("Do not touch the wires .", "Dotknąć przewodów .", "", "a negation of the source is lost"),
    ("It is not safe to swim .", "Pływanie jest bezpieczne .", "", "a negation of the source is lost"),
    ("Smoking is allowed .", "Nie wolno palić .", "", "a negation that the source has not"),
    ("She eats meat .", "Ona nie je mięsa .", "", "a negation that the source has not"),
    ("He no longer works here .", "On tu pracuje .", "", "a negation of the source is lost"),
    ("She hardly ever sings .", "Rzadko śpiewa .", "", ""),
    ("It is impossible to say .", "Nie da się powiedzieć .", "", ""),
    ("The cat sleeps .", "Kot kot kot kot kot kot .", "", "one word over and over: kot"),
    ("The cat sleeps .", "Kot śpi sobie . Kot śpi sobie . Kot śpi sobie .", "", "the same sentence over and over"),
    ("Only adults may use this lift .", "Only adults may use the lift .", "not Polish", ""),
]


def test_words_and_notes_tell_what_ratings_do_not(files, capsys):
    for name, column in (("source", 0), ("other", 1)):
        (files / f"{name}.txt").write_text("".join(f"{row[column]}\n" for row in WORDS_AND_NOTES), "utf-8")
    _, out, err = run(capsys, "source.txt", "other.txt")
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    faults = ("not translated", "not Polish")
    assert [(row[2] if row[2] in faults else "", row[3]) for row in rows] == [row[2:] for row in WORDS_AND_NOTES]
    assert "other.txt lines 5, 6, 7, 8, 9 and 1 more: not Polish; no rating is given" in err
    assert all(row[2] not in ("good", "very good") for row in rows if row[3].startswith(("a word twice", "other num")))


def test_files_that_seem_to_be_swapped_are_told_once(files, capsys):
    english = "The cat sleeps on the sofa .\nThe window of this room was open .\nShe lives here with her brother .\n"
    polish = "Kot śpi na kanapie .\nOkno tego pokoju było otwarte .\nMieszka tu z bratem .\n"
    (files / "source.txt").write_text(polish, "utf-8")
    (files / "translation.txt").write_text(english, "utf-8")
    _, _, err = run(capsys, "source.txt", "translation.txt")
    assert err.count("the two files seem to be swapped") == 1
    (files / "source.txt").write_text(english, "utf-8")
    (files / "translation.txt").write_text(normalize("NFD", polish), "utf-8")
    assert run(capsys, "source.txt", "translation.txt")[2] == ""


def test_a_line_without_its_human_translation_is_not_rated(files, capsys):
    turned = " ".join(reversed(HUMAN.split()))
    (files / "source.txt").write_text("The cat sleeps .\n" * 2, "utf-8")
    (files / "human.txt").write_text(f"\n{HUMAN}\n", "utf-8")
    (files / "translation.txt").write_text(f"{HUMAN}\n{turned}\n", "utf-8")
    _, out, err = run(capsys, "source.txt", "translation.txt", "--reference", "human.txt", "--format", "json")
    first, second = json.loads(out)
    assert (first["rating"], first["word"], second["notes"]) == (None, "no reference", ["other order of words"])
    assert "translation.txt line 1: no reference; no rating is given" in err
