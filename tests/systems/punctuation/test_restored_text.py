"""Real text with marks, capital letters and spaces: the words are those that went in, whatever a system says."""

import random
import re
from unicodedata import normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from probierz.errors import DataError, OptionError, ProbierzError, UnknownSystem
from probierz.systems.combinators import InputColumn
from probierz.systems.punctuation.labelling import Labelled, labeller
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.restoring import Punctuator, punctuator
from probierz.systems.punctuation.texts import read_words
from probierz.systems.punctuation.tokens import MARK_SIGNS, read_token
from probierz.systems.punctuation.wrapped import wrapped_runs
from probierz.systems.simple import Constant, Substitution

CASES = {"": 0, "A": 1, "AA": 2}


def says(labels, *, knows_capitals=True):
    """A system that says these labels.

    `,` is a comma, `A` a capital letter, `AA` capital letters, `|` that the next word adjoins, `_` nothing.
    """
    found = [re.fullmatch(r"(\.\.\.|[.,?!:-]?)(A|AA|)(\|?)", label.strip("_")).groups() for label in labels.split()]
    marks = [MARKS.index(mark) for mark, _, _ in found]
    cases, adjoins = [CASES[case] for _, case, _ in found], [int(bool(joined)) for _, _, joined in found]

    def label(texts, _pauses):
        assert [len(text) for text in texts] == [len(marks)], texts
        return [Labelled(marks, cases, adjoins) if knows_capitals else Labelled(marks)]

    return label


def nothing(texts, _pauses):
    return [Labelled([0] * len(text)) for text in texts]


def stops_every(count):
    """A system that ends a sentence after so many words."""
    return lambda texts, _pauses: [
        Labelled([int(at % count == count - 1) for at in range(len(text))]) for text in texts
    ]


def anything(seed):
    """A system that says anything whatever."""
    source = random.Random(seed)

    def label(texts, _pauses):
        return [
            Labelled(*([source.randrange(most) for _ in text] for most in (len(MARKS), 3, 2)[: source.choice([1, 3])]))
            for text in texts
        ]

    return label


# --- what is written -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "labels", "written"),
    [
        ("jan poszedł ale wrócił", "A , _ .", "Jan poszedł, ale wrócił."),
        ("co teraz nie wiem", "_ ? A .", "Co teraz? Nie wiem."),
        ("był o 10 45 w nato", "_ _ :| _ _ .AA", "Był o 10:45 w NATO."),
        ("ma 3 14 czy 2 7", "_ ,| _ _ , .", "Ma 3 14 czy 2 7."),
        ("konto 12 10 50 25", "_ :| -| , .", "Konto 12 10 50 25."),
        ("m 3 00-238 w", "_ :| -| _ _", "M 3 00-238 w"),
        ("od 7 30 do 8", "_ :| _ _ .", "Od 7:30 do 8."),
        ("flaga biało czerwona", "_ -| .", "Flaga biało-czerwona."),
        ("flaga biało czerwona", "_ -| .A", "Flaga biało-czerwona."),
        ("w bielsko białej", "_ -A| A", "W Bielsko-Białej"),
        ("w bielsko-białej", "_ A A", "W Bielsko-Białej"),
        ("tak odparł", "- .", "Tak – odparł."),
        ("był tam m in jan", "_ _ .| . .A", "Był tam m.in. Jan."),
        ("w 1999 r w lutym", "_ _ . _ .", "W 1999 r. w lutym."),
        ("wybiegł prof nowak wrócił", "_ . .A _", "Wybiegł prof. Nowak. Wrócił"),
        ('powiedział " nie wiem " i wyszedł', ": _ _ _ , _ .", 'Powiedział: "nie wiem", i wyszedł.'),
        ('czy " idziesz " spytał', "_ _ ? . .", 'Czy "idziesz?" spytał.'),
        ('czy "idziesz" spytał', "_ _ ? . .", 'Czy "idziesz?" spytał.'),
        ("( tak )", "A", "(Tak)"),
        ("(podobno) tak", ", .", "(Podobno), tak."),
        ("do 50 % osób", "_ _ , .", "Do 50%, osób."),
        ("tak albo", "_ -", "Tak albo"),  # there is nothing that a dash could divide
        ("zobacz http://x.pl/a,b jest", "_ A A A A , .", "Zobacz http://x.pl/a,b, jest."),
        ("ala ma😀 i 😀 kota", "_ , , .", "Ala ma😀, i, 😀 kota."),
        ("iPhone i eBay", "A _ .A", "iPhone i eBay."),
        ("o'neil wrócił", "A .", "O'Neil wrócił."),
    ],
)
def test_labels_become_readable_text(text, labels, written):
    assert Punctuator(says(labels), tidy=True)(text) == written


@pytest.mark.parametrize(
    ("text", "labels", "written"),
    [
        ("do 50 % osób", "_ _ , .", "Do 50 %, osób."),
        ("( tak ) ,  wiem", "_ .", "( Tak ) ,  wiem."),
        ('powiedział " nie wiem " i wyszedł', ": _ _ _ , _ .", 'Powiedział: " nie wiem ", i wyszedł.'),
        ("o 10 45", "_ :| .", "O 10:45."),
        ("o 10  45", "_ :| .", "O 10  45."),  # two columns
        ("biało\tczerwony", "-| .", "Biało –\tczerwony."),
    ],
)
def test_spaces_stay_but_for_one_that_a_mark_stands_for(text, labels, written):
    assert Punctuator(says(labels))(text) == written


@pytest.mark.parametrize(
    ("text", "labels", "kept", "again"),
    [
        ("tak, wiem", ". .", "Tak, wiem.", "Tak. Wiem."),
        ("tak , wiem !", ". .", "Tak, wiem!", "Tak. Wiem."),
        ("Tak – Wiem", ", .", "Tak – Wiem.", "Tak, Wiem."),
        ("– Tak? – spytał", "? .", "– Tak? – spytał.", "– Tak? – spytał."),
        ('"Tak."', "_ . _", '"Tak."', '"Tak."'),
        ("o 10:45 biało-czerwony np. tak", "_ : _ - _ _ .", "O 10:45 biało-czerwony np. tak.", None),
    ],
)
def test_marks_that_are_there_stay_or_are_set_again(text, labels, kept, again):
    assert Punctuator(says(labels), tidy=True)(text) == kept
    assert Punctuator(says(labels), again=True, tidy=True)(text) == (again or kept)


@pytest.mark.parametrize(
    ("text", "labels", "written"),
    [
        # who sets marks and capital letters means small letters, too; commas may be missing all the same
        ("Wiem, że Jan śpi. Ewa mówi że tak.", "_ _ _ .AA . , A .", "Wiem, że Jan śpi. Ewa mówi, że tak."),
        ("Wiem, że Jan śpi w Łodzi Ewa nie.", "_ _ _ _ _ . _ .", "Wiem, że Jan śpi w Łodzi. Ewa nie."),
        # names alone, as recognisers write them, say nothing of sentences
        ("wiem że Jan śpi ona nie", "_ _ _ . A .", "Wiem że Jan śpi. Ona nie."),
        # nor does the first letter, or a word of capital letters
        ("Wiem. nato śpi NATO nie", "_ .AA . _ .", "Wiem. NATO. Śpi. NATO nie."),
        # nor do marks before small letters
        ("Wiem. on śpi Jan nie", ", _ . . .", "Wiem. On śpi. Jan. Nie."),
        ("Jan (?) i Ewa :) nie :-( (ur. tam", "_ _ _ _ _ _", "Jan (?) i Ewa :) nie :-( (ur. tam"),
    ],
)
def test_who_has_set_capital_letters_and_marks_is_believed(text, labels, written):
    assert Punctuator(says(labels), everything=True)(text) == written


FINISHED = [
    "Wiem, że Jan śpi. Ewa mówi że tak.",  # most commas of clauses are there
    "Nie wiem.",
    "Jan kupił:",
    "– Kto tam? – spytała ewa.",
    "Rozdział pierwszy\n\nJan śpi. Nie wiem, gdzie śpi\newa, ale wiem. Pada.\n",  # a heading; a line that goes on below
]


@pytest.mark.parametrize("text", FINISHED)
def test_what_has_its_marks_is_left_alone(text):
    def comma_everywhere(texts, _pauses):
        return [Labelled([2] * len(words), [1] * len(words), [0] * len(words)) for words in texts]

    assert Punctuator(comma_everywhere)(text) == text
    assert Punctuator(comma_everywhere, everything=True)(text) != text
    assert {one.kept for one in Punctuator(comma_everywhere).stream([text]) if one.text} == {"finished"}


@pytest.mark.parametrize(
    ("text", "labels", "written"),
    [
        ("jan śpi. ewa nie.", ", _ A _", "Jan śpi. Ewa nie."),  # marks are there, capital letters are not
        ("Ewa mówi że tak.", "_ , A _", "Ewa mówi, że tak."),  # a comma that every editor sets is not
        ("Jan śpi i", "_ . _", "Jan śpi. I"),  # it has no end
    ],
)
def test_what_is_missing_comes_to_what_is_there(text, labels, written):
    assert Punctuator(says(labels))(text) == written


def test_a_long_stretch_without_marks_is_not_finished():
    text = "Jan " + "śpi " * 40 + "tak."
    assert Punctuator(lambda texts, _: [Labelled([2] * len(texts[0]))])(text).count(",") == 41


def test_marks_of_another_language_are_not_set():
    def foreign(texts, _pauses):
        return [Labelled([2] * len(words), is_foreign=True) for words in texts]

    assert Punctuator(foreign)("thank you  now") == "thank you  now"
    assert Punctuator(foreign, everything=True)("thank you now") == "Thank, you, now,"
    assert [one.kept for one in Punctuator(foreign).stream(["thank you"])] == ["foreign"]


def test_systems_that_know_no_capitals_get_those_of_sentences():
    marks = says(". _ . _ .", knows_capitals=False)
    assert Punctuator(marks)("wiem jan dr nowak wyszedł") == "Wiem. Jan dr. nowak wyszedł."
    assert punctuator("punctuation/comma-rule")("wiem. mówił że przyjdzie") == "Wiem. Mówił, że przyjdzie"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Był w 1999 r. w Łodzi. Wrócił.", 2),
        ("Przyszedł 5. raz.", 1),
        ("To jest np. Jan. I co? Nic!", 3),
        ("„Kto tam?” – spytał Jan.", 1),
        ("Mieszka na ul. Długiej.", 1),
        ("Ma psy, koty itd. Lubi je.", 2),
        ("Tak... Nie wiem.", 2),
        ("Tak... nie wiem.", 1),
    ],
)
def test_sentences_end_where_readers_see_an_end(text, count):
    """What is written with a capital letter is known to be; all other words are small."""

    def small(texts, _pauses):
        return [Labelled([0] * len(words), [0] * len(words), [0] * len(words)) for words in texts]

    assert len(Punctuator(small).sentences(text)) == count


def test_lines_and_what_is_no_space_stay():
    assert Punctuator(nothing)("\n  tak  nie \r\n\r\n \n1\t2\x0c3\n") == "\n  Tak  nie \r\n\r\n \n1\t2\x0c3\n"
    assert Punctuator(nothing)("") == ""
    assert Punctuator(nothing)("tak\n\n") == "Tak\n\n"
    assert Punctuator(nothing)("\ufefftak ") == "\ufeffTak "


def test_words_are_given_to_a_system_as_it_learnt_them():
    text = "„Tak – odparł O’Neil o 10:45 – wiem”. 50% biało-czerwony, np. d'italia AT&T"
    given = [word for token in text.split() for word in read_token(token).words]
    assert given == [word.text for word in read_words(text)]


@given(st.text(st.sampled_from("aĄż1 .,-–'’\"„”%&_/(é\u0301😀")))
def test_any_text_is_given_to_a_system_as_it_learnt_it(text):
    given = [word for token in text.split() for word in read_token(token).words]
    assert given == [word.text for word in read_words(text)]


# --- the law ---------------------------------------------------------------------------------------------------------

ODD = "aąĄßıİςǆŉǅ1०्я中é\u0301\u200d😀🇵🇱 \t\n\r\x00\x0b\x0c\x1c\x85\xa0\u2028.,?!:;…-–—‑\"'’„”«»()[]{}%/_@&¿"
TEXTS = st.one_of(st.text(), st.text(st.sampled_from(ODD), max_size=200))


def words_of(text):
    """Letters, digits and signs of a text, but punctuation marks."""
    return [sign for sign in text if not sign.isspace() and sign not in MARK_SIGNS]


def same_but_larger(before, after):
    """Whether signs are the same, or have become a capital letter that goes back to the same small one."""
    return before == after or (before == after.lower() and after == before.upper())


@settings(max_examples=400)
@given(TEXTS, st.integers(0, 10**6), st.booleans())
@example("a" * 2**20, 0, False)
@example(" ".join(["a", "?"] * 10_000), 0, True)
@example('" " " "', 1, True)
def test_the_words_out_are_the_words_in(text, seed, again):
    written = Punctuator(anything(seed), again=again)(text)
    before, after = words_of(text), words_of(written)
    assert len(before) == len(after)
    assert all(map(same_but_larger, before, after))
    assert written.count("\n") == text.count("\n")


@settings(max_examples=400)
@given(TEXTS, st.integers(0, 10**6))
def test_nothing_but_marks_and_capitals_comes_to_a_text(text, seed):
    """Sign by sign: what was read stands there, but that a mark may stand for one space inside of a line."""
    written = Punctuator(anything(seed))(text)
    at = 0
    for sign in written:
        if at < len(text) and same_but_larger(text[at], sign):
            at += 1
        elif text[at : at + 2].startswith(" ") and sign == text[at + 1 : at + 2]:
            at += 2  # 10:45
        else:
            assert sign in f"{MARK_SIGNS} "
    assert at == len(text)


@given(TEXTS, st.integers(0, 10**6))
def test_marks_that_are_there_stay_where_they_are(text, seed):
    rest = iter(sign for sign in Punctuator(anything(seed))(text) if not sign.isspace())
    assert all(any(same_but_larger(sign, found) for found in rest) for sign in text if not sign.isspace())


@given(TEXTS, st.integers(0, 10**6), st.booleans())
def test_the_sentences_have_the_words_too(text, seed, again):
    sentences = Punctuator(anything(seed), again=again).sentences(text)
    assert len(words_of("".join(sentences))) == len(words_of(text))


# --- streams ---------------------------------------------------------------------------------------------------------


def in_pieces(text, cuts):
    at = sorted({cut % (len(text) + 1) for cut in cuts})
    return [text[begin:end] for begin, end in zip([0, *at], [*at, len(text)], strict=True)]


def joined(sentences):
    return "".join(one.text + one.space for one in sentences)


@given(st.text(st.sampled_from(ODD), max_size=300), st.lists(st.integers(0, 400)), st.integers(2, 30))
def test_a_text_that_comes_in_pieces_becomes_the_same(text, cuts, count):
    punctuate = Punctuator(stops_every(count))
    assert joined(punctuate.stream(in_pieces(text, cuts))) == joined(punctuate.stream([text]))


@given(st.integers(0, 300), st.lists(st.integers(0, 2000)), st.integers(0, 10**6), st.booleans())
def test_a_stream_that_waits_loses_no_word(count, cuts, seed, again):
    text = " ".join(f"słowo{n}{random.Random(n).choice(['', ',', '.', ' ?', ' –'])}" for n in range(count))
    pieces = [one for piece in in_pieces(text, cuts) for one in (None, piece)]
    written = joined(Punctuator(anything(seed), again=again).stream(pieces))
    assert list(map(str.lower, words_of(written))) == words_of(text)


def test_a_stream_that_waits_gives_a_sentence_as_soon_as_it_is_sure():
    seen = []

    def slow():
        for number in range(80):
            yield f"w{number} "
            seen.append(("said", number))
            yield None

    for sentence in Punctuator(stops_every(10)).stream(slow()):
        seen.append(("given", sentence.text.split()[-1]))
    # 24 words behind the end make it sure, and twelve new ones are waited for
    assert seen.index(("given", "w9.")) < seen.index(("said", 36))


def test_a_line_is_given_when_it_ends():
    def slow():
        yield "jeden\ndwa"
        yield None
        raise AssertionError("the line was not given")

    assert next(iter(Punctuator(nothing).stream(slow()))).text == "Jeden"


def test_a_very_long_line_is_given_in_parts_and_needs_no_memory_for_all():
    longest = 0

    def label(texts, pauses):
        nonlocal longest
        longest = max(longest, *map(len, texts))
        return stops_every(10)(texts, pauses)

    sentences = list(Punctuator(label).stream(f"w{number} " for number in range(50_000)))
    assert longest < 21_000
    assert sum(len(sentence.words) for sentence in sentences) == 50_000
    assert [sentence.ends_line for sentence in sentences].count(True) == 1


def test_a_sentence_without_end_goes_on():
    sentences = list(Punctuator(nothing).stream(["w " * 15_000]))
    assert [sentence.ends for sentence in sentences] == [False] * (len(sentences) - 1) + [True]
    assert [sentence.text[0] for sentence in sentences] == ["W"] + ["w"] * (len(sentences) - 1)


def test_what_is_no_text_is_refused():
    with pytest.raises(DataError, match="no spaces"):
        list(Punctuator(nothing).stream("a" * 2**20 for _ in range(20)))


# --- systems ---------------------------------------------------------------------------------------------------------


def test_a_system_for_lines_of_the_task_is_given_bare_texts():
    system = InputColumn(2, Substitution(r"(\S+) że", r"\1, że"))
    assert punctuator(system)("Mówił że tak") == "Mówił, że tak"


def test_a_system_that_makes_other_words_is_refused():
    with pytest.raises(ProbierzError, match="made 1 words of 2"):
        punctuator(Constant("tak"))("a b")
    assert punctuator(Constant("tak"))("nie") == "Nie"  # its word is another, and so its marks do not count


CODE = "jan  mówi\n\n| imię | wiek |\n|---|---|\n| jan  | 12 . |\n"
CODE += "\n```python\ndef licz ( a ) :\n    return a\n```\nkasia nie\n"


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("manner", [{}, {"again": True}, {"everything": True}, {"tidy": True}])
def test_tables_and_code_of_markdown_stay(size, manner):
    def label(texts, _pauses):
        return [Labelled([1] * len(words)) for words in texts]

    pieces = [one for at in range(0, len(CODE), size) for one in (CODE[at : at + size], None)]
    found = list(Punctuator(label, **manner).stream(pieces))
    right = CODE.replace("jan  mówi\n", "Jan.  Mówi.\n").replace("kasia nie", "Kasia. Nie.")
    assert "".join(one.text + one.space for one in found) == right
    assert {one.kept for one in found if "return" in one.text or "|" in one.text} == {"code"}


def test_a_very_long_line_of_code_stays_and_what_follows_is_marked():
    def label(texts, _pauses):
        return [Labelled([1] * len(words)) for words in texts]

    text = f"```\n{'a = b ' * 9000}\n```\njan\n"
    pieces = [text[at : at + 5000] for at in range(0, len(text), 5000)]
    for some in ([text], pieces, [one for piece in pieces for one in (piece, None)]):
        found = Punctuator(label).stream(some)
        assert "".join(one.text + one.space for one in found) == text.replace("jan", "Jan.")


def test_wishes_that_cannot_be_met_are_refused():
    with pytest.raises(OptionError, match="has no threshold"):
        labeller(Constant("tak"), 0.5)
    with pytest.raises(OptionError, match="from 0 to 1"):
        punctuator(Constant("tak"), threshold=2)
    with pytest.raises(UnknownSystem, match="no system is called"):
        punctuator("no-such-system")


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("towar, sztuk, cena\nkoce, 4, 80 zł\nlampy, 2, 95 zł", True),
        ("dzień; godzina\nśroda; 9:00\npiątek; 10:30", True),
        ("wieczór, noc\ngwiazdy, księżyc\ncisza, sen", False),
        ("goście, jak zwykle\njan, 3 lata temu wdowiec\newa, 5 lat temu wdowa", False),
    ],
)
def test_records_stay_with_their_head_where_a_column_is_of_numbers(text, is_kept):
    assert (punctuator("punctuation/comma-rule")(text) == text) == is_kept


@pytest.mark.parametrize(
    "line",
    [
        "imię\tnazwisko\twiek",
        "jan\tkowalski\t45\r",
        "x = y + 2",
        "nazwa=jan kowalski",
        "if (a > b) return a;",
        "print(suma);",
        '{"imie": "jan", "wiek": 5},',
        "wynik = 5 if a is None and b else 6",
        "limit = 5  # ile osób może być razem",
        "i = 10 * a",
        "kupił(a);",
        "oblicz(a) if a and b;",
        "void pokaz(a) const override;",
        'adres = "http://a.b?x=1"',
        "adres=http://a.b?x=1",
        'pobierz("http://a.b?x=1");',
        "adres := http://a.b;",
        "\\section{wstęp}",
        "<p>tekst w html</p>",
        "<br/>",
        "anna wróbel | księgowa | tel 22 555 33 11",
        "środa      gimnastyka w sali      basen",
        "anna lis............. 15",
        "if x == 1: print(imie)",
        "from os import path",
        "print(sorted(names))",
        "select imie from osoby where wiek > 18",
        "$ sudo apt install vim",
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_rows_code_and_markup_stay_and_the_lines_around_them_are_marked(line, size):
    text = f"nie wiem że tak\n{line}\nwiem że nie\n"
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    found = list(punctuator("punctuation/comma-rule").stream(pieces))
    assert "".join(one.text + one.space for one in found) == f"Nie wiem, że tak\n{line}\nWiem, że nie\n"


@pytest.mark.parametrize(
    "line",
    [
        "wiem że tak (a nie inaczej);",
        "<i>wiem że tak</i>",
        "a\tb\tnie wiem że tak będzie jak było",
        "wynik = 5 zł było za mało i wiem że tak",
        "pracownik(a) szedł do domu i wiem że tak;",
        "wiem że to jest adres: http://a.b?x=1;",
        "wiem że tak   a nie inaczej było wtedy u nas",
        "import węgla wzrósł i wiem że tak",
    ],
)
def test_what_people_say_in_brackets_tags_and_long_cells_is_no_code(line):
    assert ", że" in punctuator("punctuation/comma-rule")(line)


def test_what_stands_between_backticks_stays_and_marks_come_behind_it():
    read = "wiem że `git commit m nie wiem że` działa a ``b że c`` nie"
    wanted = "Wiem, że `git commit m nie wiem że` działa a ``b że c`` nie"
    assert punctuator("punctuation/comma-rule")(read) == wanted


def test_sentences_are_cut_behind_a_letter_that_is_nobodys_initial():
    text = "Lekarz zalecił, żeby brać witaminę C. Potem chory wrócił do grupy A. Nie było go w składzie: J. Nowak."
    assert punctuator("punctuation/comma-rule").sentences(text) == [
        "Lekarz zalecił, żeby brać witaminę C.",
        "Potem chory wrócił do grupy A.",
        "Nie było go w składzie: J. Nowak.",
    ]
    for whole in ("Wybierz: A. Kiedy to było.", "A. Kiedy to było. B. Nie wiem.", "To jest praca A. Lis."):
        assert "A." not in punctuator("punctuation/comma-rule").sentences(whole)


def test_sentences_are_not_cut_behind_the_initials_of_names():
    text = "Wygrał zespół w składzie: J. Nowak i A. Lis. Drugi był zespół E. Kot."
    assert punctuator("punctuation/comma-rule").sentences(text) == [
        "Wygrał zespół w składzie: J. Nowak i A. Lis.",
        "Drugi był zespół E. Kot.",
    ]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("ul. marszałkowska 12 m. 5 00-950 warszawa", "Marszałkowska 12"),
        ("zob. rozdz. iii str. 45", " III"),
        ("[śmiech] no i co dalej", "[Śmiech] No i co dalej"),
        ("- [x] zadanie zrobione", "- [x] Zadanie zrobione"),
        ("miasto leży nad wisłą [12]", "nad Wisłą [12]."),
    ],
)
def test_numbers_noises_boxes_and_references_stay_what_they_are(text, right):
    assert right in punctuator()(text)


@pytest.mark.parametrize(
    ("text", "labels", "written"),
    [
        # a word that began a sentence begins none any more, and is no name
        ("Poszedł. Do domu. Bo Jan śpi. Ewa nie.", "A _ , _ A , A .", "Poszedł do domu, bo Jan śpi, Ewa nie."),
        ("Napisał dr. Nowak. NATO śpi", "A _ .A AA .", "Napisał dr. Nowak. NATO śpi."),
        ("Nie wiem. W Domu", "A _ _ .", "Nie wiem w Domu."),
    ],
)
def test_capital_letters_of_sentences_go_with_the_stops_that_are_taken_out(text, labels, written):
    assert Punctuator(says(labels), again=True)(text) == written


@pytest.mark.parametrize(
    ("text", "labels", "written"),
    [
        ("na mail jan@wp.pl jutro", "A . _ _ _ .", "Na mail jan@wp.pl jutro."),
        ("pod www.wp.pl", ". _ _ .", "Pod www.wp.pl."),
        ("czy znasz już stronę www.wp.pl", "A _ _ _ _ _ .", "Czy znasz już stronę www.wp.pl?"),
        ("poszli wczoraj do", "A _ .", "Poszli wczoraj do"),
        ("ala,ma,kota i psa", "A _ _ _ .", "Ala,ma,kota i psa."),
        ("ala,ma,kota", "", "ala,ma,kota"),
    ],
)
def test_marks_cut_no_address_off_and_follow_no_word_that_wants_another(text, labels, written):
    assert Punctuator(says(labels) if labels else nothing)(text) == written


def test_a_line_that_breaks_amid_a_sentence_goes_on_with_a_small_letter():
    def at_breaks(texts, _pauses):
        return [Labelled([int(word == "koniec") for word in text], [0] * len(text)) for text in texts]

    text = "wczoraj szli do\ndomu i był to długi\ndzień koniec\npotem spali\nwstęp\n\nszli do\n\ndomu"
    written = "Wczoraj szli do\ndomu i był to długi\ndzień koniec.\nPotem spali\nWstęp\n\nSzli do\n\nDomu"
    assert Punctuator(at_breaks)(text) == written
    assert joined(Punctuator(at_breaks).stream(text)) == written


def test_lines_that_go_on_are_looked_at_all_at_once():
    calls = []

    def breaks(texts, _pauses):
        calls.append(len(texts))
        return [Labelled([0] * len(text), [0] * len(text)) for text in texts]

    assert Punctuator(breaks)("na dwór wyszli potem dwaj\n" * 20).count("\nna") == 19
    assert calls == [20, 19]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("kupiliśmy nową lodó-\nwkę i pralkę", "Kupiliśmy nową lodó-\nwkę i pralkę."),
        (
            "w sobotę pojechaliśmy nad jezioro bo było bardzo gorąco i\nchcieliśmy popływać woda była ciepła więc"
            " siedzieliśmy tam\ndo wieczora a potem wróciliśmy pociągiem do domu",
            "W sobotę pojechaliśmy nad jezioro, bo było bardzo gorąco i\nchcieliśmy popływać. Woda była ciepła, więc"
            " siedzieliśmy tam\ndo wieczora, a potem wróciliśmy pociągiem do domu.",
        ),
    ],
)
def test_words_and_sentences_go_on_over_the_ends_of_lines(text, written):
    assert punctuator()(text) == written


def test_lines_go_on_where_a_paragraph_is_filled_and_a_small_letter_follows():
    assert list(wrapped_runs(["tu jest miejsce", "na to", "m" * 40])) == []
    assert list(wrapped_runs(["h" * 40, "i" * 40, "k" * 40, "", "l"])) == [range(3)]
    assert list(wrapped_runs(["h" * 40, "I" * 40, "k" * 40])) == [range(1, 3)]
    assert list(wrapped_runs(["tak", "nie", "może"])) == []


def test_letters_whose_signs_stand_apart_are_read_as_one_and_stay_apart():
    text = "późną nocą poszła do łodzi żeby spać czy już śpi"
    assert punctuator()(normalize("NFD", text)) == normalize("NFD", punctuator()(text))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "kanclerz spotkał się z emmanuelem macronem w berlinie",
            "Kanclerz spotkał się z Emmanuelem Macronem w Berlinie.",
        ),
        ("pani maria skłodowska curie odkryła polon", "Pani Maria Skłodowska-Curie odkryła polon."),
        ("autobusy są o 9 13 i 9 47", "Autobusy są o 9:13 i 9:47."),
        ("(01:15) witam państwa serdecznie", "(01:15) Witam państwa serdecznie."),
        ("mszę odprawili ks. adam i bp. marek z krakowa", "Mszę odprawili ks. Adam i bp. Marek z Krakowa."),
    ],
)
def test_names_times_and_stamps_stay_apart_or_together_as_they_belong(text, written):
    assert punctuator()(text) == written
