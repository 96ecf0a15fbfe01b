"""What the corrector for people never loses, on the very texts that it once harmed; and what it still mends there."""

from unicodedata import normalize

import pytest

import probierz
from probierz.systems import registry
from probierz.systems.ocr.keeping import keep, keep_suggestions
from probierz.systems.ocr.laid import Suggestion
from probierz.systems.ocr.tracing import Change, Corrected
from probierz.systems.recipes import find_recipe


@pytest.mark.parametrize(
    "text",
    [
        '- Zrobi się - powiedział Maniuś.\n- Nie - odparł.\n"Idź do domu" powiedziała.',
        "W wypadku zginął 80-letni Jan K.",
        "W wypadku zginął 74-letni Jan K.",
        "Dawka 5 mg dziennie.",
        "Na rzecz p o w o d z i a n przyjmuje Redakcya.",
        "Wyprawił\nw maju bal.",
        "Była to 20-\nlecie.",
        "Dawka 5 mg dziennie przez 247 dni, jak mówiła TV.",
        "1 | Chleb | 3,50",
        "1 | Chleb | 3,50\n2 | Masło | 7,20\n3 | Mleko | 4,10\n4 | Ser | 9,99\n5 | Sól | 1,20\n6 | Mąka | 3,00",
        "x + y = 12",
        "tak / nie",
        "E=mc2",
        'W kinie grali „Zimna wojna" i nic więcej.',
        "Byli tam JAN KOWALSKI i EWA NOWAK.",
        "Była to Wielka Śmierć, czyli dżuma.",
        "Ustawa z dnia 5 maja, §. 1.\nKażdy ma prawo.\n§. 2.\nPrawa są równe dla wszystkich obywateli.",
        "Zasolenie Bałtyku wynosi 7 ‰, oceanu 35 ‰. Cena 5 £, 7 €, a kurs 5 $.",
        "Słońce zaszło.\n\n* * *\n\nRano padał deszcz.",
        "Słońce zaszło.\n—\nRano padał deszcz.",
        "D'Artagnan spotkał się z O'Connorem, a d'Alembert z D'Annunziem.",
        "Za czasów w. ks. Witolda był kr. pol. sekretarz i w. marszałek.",
        "Kaj żeś boł?",
        "Byliż tam, gdzie otaczałaś go opieką?",
        "Była już noc . . . Pan Jan wyszedł. Nie wiem . . . może . . . jutro",
        "zapłacić . . . . . . zł do dnia . . . . . . r.",
        "Dnia .. marca 19.. r.",
        "Wstęp . . . . . . . . 3\nO miodzie i wosku ... 45",
        "Profesor K—i; O Janie!",
        "p. Z—ski i pani K—a, i pan W—ch",
        "Nigdy —.",
        "Było super 😀 i pięknie ★ dziś. 👍🏽\n\n★ ★ ★\n\nHotel ☆ nad morzem.",
        "Wszy scy patrzyli na niego.\nNie chciał mó wić prawdy.\nW oddali wid ać było światło.",
        "Kupił koniai wóz.",
        "Hetman *), jak podaje Bielski **), umarł.",
        "Ile to 4 + 5 = ? Liczby 2, 4, 8, ? rosną.",
        "Zapłacono zł. 145.— oraz 12.— gotówką. Skala 1 : 25 000, a : b = 3 : 4.",
        "Był tam p. viceminister.",
        "Wiatr płd.-\nwsch. wiał od rana.",
        "Cisza ćmiąca zmysły.",
        "W glebie brakuje Ca oraz Mg, a stop Ir i Pt jest twardy.",
        "Trzmiel zapyla pomidory. Pszczoły zapylają drzewa w sadzie.",
        "Napisz E-\nmail i weź T-\nshirt.",
        "Kruk zwyczajny (Corvus corax) jest dużym ptakiem. Nazwa (łac. corax) jest dawna.",
        "Stary lak kruszył się w palcach.\nKupił wosk oraz lak.\nSprzedawano tam lak, wosk i świece.",
        "Śpiewał „Mazowsze” i „Śląsk”; wyraz „wziąć” (nie „wziąść”) pisze się przez „ą”. Krzyknął: „Idź!”",
        "Działka ma 30 m x 40 m, taras 3 m × 12 m, a deska 20 cm x 30 cm x 2 m.",
        "Wybór wierszy, red.: Jan Kos, wyd.: PWN, oprac.: Ewa Lis, tel.: 22 123 45 67.",
    ],
)
def test_a_correct_text_stays_as_it_is(correct, text):
    found = correct(text)
    assert (found.text, found.changes) == (text, [])


def test_a_misread_word_is_mended_before_the_mark_that_closes_a_quotation(correct):
    found = correct("Mieszkał w „doliuie”, pisał o „zielonej dolinie”, czytał „stara ksiązkę”.")
    assert found.text == "Mieszkał w „dolinie”, pisał o „zielonej dolinie”, czytał „stara książkę”."
    assert [one.read for one in found.changes] == ["„doliuie”,", "ksiązkę”."]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Był to ko-\n\fniec wojny.\nPotem nastała cisza.", "Był to koniec\n\fwojny.\nPotem nastała cisza."),
        ("Szli po dro-\r\n\fdze do miasta.\r\n", "Szli po drodze\r\n\fdo miasta.\r\n"),
        ("Stary ksią-\n\f13 HISTORYA POLSKA\n\nżę umarł.", "Stary książę\n\f13 HISTORYA POLSKA\n\numarł."),
        ("i pa-\nDzieje 14\n\f  trzył, jak idą.", "i patrzył,\nDzieje 14\n\f  jak idą."),
        ("Rzekł mu Pan-\n\fŻona milczała.\nKoniec ko-", "Rzekł mu Pan-\n\fŻona milczała.\nKoniec ko-"),
    ],
)
def test_a_word_broken_between_two_pages_is_joined_and_half_a_word_is_never_changed(correct, text, right):
    found = correct(text)
    assert found.text == right
    assert all(text[one.start : one.end] == one.read for one in found.changes)


@pytest.mark.parametrize(
    "numbers", ["1\n2\n3\n4\n5\n6\n7\n8", "1. Chleb\n2. Masło\n3. Ser\n4. Sól\n5. Mąka\n6. Ryż\n7. Kawa"]
)
def test_numbers_of_rows_stay(correct, numbers):
    assert correct(numbers).text == numbers


@pytest.mark.parametrize("heading", ["Rozdział 3", "ROZDZIAŁ V.", "XII", "2."])
def test_numbers_of_chapters_stay_where_numbers_of_pages_go(correct, heading):
    body = "Stara matka usiadła przy oknie i powiedziała, że nikt\nnie wie, co będzie z dzieckiem.\n" * 5
    assert correct(f"{heading}\n\n{body}").text == f"{heading}\n\n{body}"
    assert correct(f"— 12 —\n\n{body}").text == f"\n\n{body}"


def kept(text, right, step="words", start=0, end=None):
    """What stands for a piece of a text, all of it by itself, for which something was chosen."""
    end = len(text) if end is None else end
    change = Change(step, 0, text[start:end], right, 0.9, start, end)
    return keep(text, Corrected("", [change])).text


@pytest.mark.parametrize(
    ("read", "right"),
    [
        ("-", ""), ("—", ""), ('"', ""), ("•", ""), ("|", ""), ("/", ""), ("+", ""), ("=", ""), ("—", "-"), ("|", "I"),
        ("80-letni", "30-letni"), ("74-letni", "4-letni"), ("247", ""), ("3,50", "350"), ("1 000", "1000"),
        ("50%", "50"), ("H2O", "HZO"), ("mc2", "mc"), ("rok", "r0k"), ("TV", "IV"), ("NOWAK", ""), ("PKO", "PKo"),
        ("matka", ""), ("dom matki", "matki"), ("dom", "—"), ("(zajął", "zajął"), ("-Tak", "Tak"), ('"Tak', "Tak"),
        ('wojna"', "wojna“"), ('wojna"', "wojna”"), (",,Tak", "Tak"), ("1914-\n1918", "19141918\n"),
    ],
)  # fmt: skip
def test_a_change_that_loses_something_is_not_made(read, right):
    assert kept(read, right, "join" if "\n" in read else "words") == read


@pytest.mark.parametrize(
    ("read", "right", "found"),
    [
        ("u1icy", "ulicy", "ulicy"),
        ("1ecz", "lecz", "lecz"),
        ("— —", "—", "— —"),
        ("--", "—", "—"),
        (".,", "", ""),
        ('"ldź', "Idź", '"Idź'),
        ('„wojua",', "wojna“,", '„wojna",'),
        ("„dom*", "„dom“", "„dom“"),
        ("( dom", "(dom", "(dom"),
        ("144—", "144 —", "144 —"),
        ("w iedział", "wiedział", "wiedział"),
        ("WKRAKOWIE", "W KRAKOWIE", "W KRAKOWIE"),
    ],
)
def test_what_loses_nothing_is_made_as_far_as_it_goes(read, right, found):
    assert kept(read, right) == found


def test_a_unit_is_what_stands_after_a_number():
    assert kept("Dawka 5 mg.", "się.", start=8) == "Dawka 5 mg."
    assert kept("Dawka mg.", "się.", start=6) == "Dawka się."


def test_a_letter_beside_an_operator_stays():
    assert kept("x + y", "z", start=0, end=1) == "x + y"
    assert kept("x + y", "j", start=4) == "x + y"
    assert kept("ż tym", "z", start=0, end=1) == "z tym"
    assert kept("4 m x 5 m", "z", start=4, end=5) == "4 m x 5 m"


def test_capitals_get_their_signs_back_on_a_page_that_has_lost_them():
    assert kept("LODZ", "ŁÓDŹ", "diacritics") == "ŁÓDŹ"
    assert kept("LODZ", "ŁÓDŹ") == "LODZ"


def test_a_capital_amid_a_sentence_stays_while_its_word_is_mended():
    assert kept("Wielka Śmlerć, a", "śmierć,", start=7, end=14) == "Wielka Śmierć, a"
    assert kept("dom. Śmierć, a", "śmierć,", start=5, end=12) == "dom. śmierć, a"


def test_a_hyphen_at_the_end_of_a_line_goes_when_its_word_is_put_together():
    assert kept("WAR-\nSZAWA ", "WARSZAWA\n", "join") == "WARSZAWA\n"
    assert kept('"dzie-\ncko ', "dziecko\n", "join+words") == '"dziecko\n'


def test_a_word_whose_rest_stands_far_below_is_put_together_or_left_as_a_whole():
    page = "czy=\n12\ntała tak"
    rest = Change("join", 2, "tała ", "", 0.9, 8, 13)
    for right, text in (("czytała", "czytała\n12\ntak"), ("czytała2", page)):
        changes = [Change("join+words", 0, "czy=", right, 0.9, 0, 4), rest]
        assert keep(page, Corrected("", changes)).text == text


def test_words_of_layouts_are_kept_too():
    lines = [["5", "mg", "eo", '"ldź', "po-"], ["wie", "247"]]
    chosen = [("mg", "się", 1), ("eo", "co", 2), ('"ldź', "Idź", 3)]
    found = [Suggestion("words", ((0, at),), read, right, 0.9) for read, right, at in chosen]
    found += [
        Suggestion("join", ((0, 4), (1, 0)), "po- wie", "powie", 1.0),
        Suggestion("words", ((1, 1),), "247", "241", 0.9),
    ]
    made = keep_suggestions(lines, found)
    assert [(one.read, one.right) for one in made] == [("eo", "co"), ('"ldź', '"Idź'), ("po- wie", "powie")]


# --- what printers set -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "W latach 1914—1918 trwała wojna, zob. s. 45—47 i linia Kraków—Warszawa.",
        "Pisał o tym Król* w swojej książce.",
        "Pisał tak Kraszewski*) w liście do brata.",
        "Rano stał tam dwór.* Potem zgorzał.",
        "Sędzia zmarł w lecie.** Nikt o nim nie mówi.",
        "(Zapisał to sąsiad.*) Rękopis zaginął.",
        "były tam dwu-\ni trzyletnie dzieci",
        "literatura przed-\ni powojennej Polski",
        "to był XIX-\nwieczny pałac i nic",
        "poszedł do PKP-\nu po bilet",
        "on był pół-\nPolak i pół Niemiec",
        "adres www.sejm-\ngov.pl jest stary",
    ],
)
def test_dashes_stars_and_hyphens_that_were_set_so_stay(correct, text):
    assert correct(text).text == text


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("tak sobie mnie—mówił to", "tak sobie mnie — mówił to"),
        ("Powiedział: „to jest mój dom* i odszedł.", "Powiedział: „to jest mój dom“ i odszedł."),
        ("Powiedział: „to jest mój dom.* I odszedł.", "Powiedział: „to jest mój dom.“ I odszedł."),
        ("to zna-\nczy dużo, a rze-\nczy zabrał", "to znaczy\ndużo, a rzeczy\nzabrał"),
        ("Stary oﬁcer i proﬁl króla, ﬂaga", "Stary oficer i profil króla, flaga"),
        ("Leży oﬁ-\ncer na u1icy.", "Leży oficer\nna ulicy."),
    ],
)
def test_what_was_misread_there_is_mended_all_the_same(correct, text, right):
    assert correct(text).text == right


@pytest.mark.parametrize(
    "line",
    [
        "EPIZOD TRZECI. — W LESIE", "KONIEC.", "Luty 1852.", "1945 r.", "3 Maja", "NOWELE i SATYRY", "§ 12.", "§ 3",
        "Art. 7a.", "Cz. I", "Rozdz. IV.", "Ust. 2", "10%", "2,5 ‰", "15 km", "250 zł", "40 m²",
    ],
)  # fmt: skip
def test_lines_that_say_something_stay_at_the_edges_of_a_page(correct, line):
    body = "Stara matka usiadła przy oknie i powiedziała, że nikt\nnie wie, co będzie z dzieckiem.\n" * 4
    for page in (f"{line}\n\n{body}", f"{body}\n{line}"):
        assert correct(page).text == page


@pytest.mark.parametrize("line", ["186 PRZEZ RÓŻOWE SZKIEŁKA.", "KLEMENS JUNOSZA. 199", "EMZEE OZI Z i w"])
def test_running_heads_and_scraps_of_capitals_go_from_the_edges(correct, line):
    body = "Stara matka usiadła przy oknie i powiedziała, że nikt\nnie wie, co będzie z dzieckiem.\n" * 4
    assert correct(f"{line}\n\n{body}").text == f"\n\n{body}"


@pytest.mark.parametrize(
    "page",
    [
        "Stary zegar na wieży wy-   Burmistrz wysłał po-\nbił dwunastą i zamilkł,   słańca do króla, któ-\n"
        "a ludzie, którzy prze-    ry bawił na polowa-\nchodzili przez rynek,     niu w lasach nad rze-\n"
        "zdejmowali czapki.        ką.",
        "Noc zapadła i ogni- | Cena chleba po-\nska zgasły, a lu- | szła o trzy gro-\ndzie zasnęli. | sze w górę.",
        "Noc zapadła i ogni-  Cena chleba po-\nska zgasły, a lu-  szła o trzy gro-\ndzie zasnęli.  sze w górę.",
        "Ziemia rodziła\tMorze było spo-\npsze-\tkojne, a żag-\nnicę i żyto.\tle białe.",
    ],
)
def test_no_word_is_put_together_across_columns(correct, page):
    assert correct(page).text == page


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Kupiono 3 egz. tej książki i 2 opak. herbaty.", "Kupiono 3 egz. tej książki i 2 opak. herbaty."),
        ("Ad 1. Wniosek przyjęto jednogłośnie.", "Ad 1. Wniosek przyjęto jednogłośnie."),
        ("Papież Pius lX umarł, a Ludwik XlV żył.", "Papież Pius IX umarł, a Ludwik XIV żył."),
        ("Król Zygmunt Ill Waza i Jan Paweł Il w Polsce.", "Król Zygmunt III Waza i Jan Paweł II w Polsce."),
        ("Oglądamy Polsat+ i Apple+ codziennie.", "Oglądamy Polsat+ i Apple+ codziennie."),
        ("Zdomu wyszła. Umnie nie ma nikogo.", "Z domu wyszła. U mnie nie ma nikogo."),
        ("Zob. tabl. IIl. i rozdz. IV.", "Zob. tabl. III. i rozdz. IV."),
        ("Był to ex-\nburmistrz i vice-\nwojewoda.", "Był to ex-burmistrz\ni vicewojewoda."),
        ("Tak mówił pseudo-\nprorok z miasta.", "Tak mówił pseudoprorok\nz miasta."),
        ("Kobieta-\nszpieg weszła.", "Kobieta-szpieg\nweszła."),
        ("Szedł przez las czerwono-\n-złoty w maju.", "Szedł przez las czerwono-złoty\nw maju."),
        ("Był to spór graniczno-\ncelny.", "Był to spór graniczno-celny."),
        ("Było to mieszkanie jedno-\npokojowe.", "Było to mieszkanie jednopokojowe."),
        ("Pismo od dnia wczorajszego o mlodoSci i radoSci.", "Pismo od dnia wczorajszego o młodości i radości."),
        ("Noc zapadła. lnżynier wszedł do sali.", "Noc zapadła. Inżynier wszedł do sali."),
        ("Zebrało się dwanas- cie kobiet z sąsiedniej wsi.", "Zebrało się dwanas- cie kobiet z sąsiedniej wsi."),
        ("Stanęli w progu i cze-\nkali.\n\nNikt nie wyszedł.", "Stanęli w progu i czekali.\n\nNikt nie wyszedł."),
        ("Wpływy niż. i wyż. od średniej podano niżej.", "Wpływy niż. i wyż. od średniej podano niżej."),
        ("Pies ma I1 lat, a kot 1I lat.", "Pies ma 11 lat, a kot 11 lat."),
        ("Należy do grupy I1 i do grupy I2.", "Należy do grupy I1 i do grupy I2."),
        ("Wlej 1 l mleka i 2 l soku.", "Wlej 1 l mleka i 2 l soku."),
        ("Pole [ zielone ] kwitło w maju.", "Pole [ zielone ] kwitło w maju."),
        ("Mówił po-\nczesku i po-\nstaremu.", "Mówił po-czesku\ni po-staremu."),
        ("Dał to po-\ntrzebnemu na po-\nczątku.", "Dał to potrzebnemu\nna początku."),
        ("Zagrał ćwierć-\nnutę i pauzę.", "Zagrał ćwierćnutę\ni pauzę."),
        ("Zużył 30 kW/h, a ciepła 5 J/K.", "Zużył 30 kW/h, a ciepła 5 J/K."),
        ("Zob. dz. 3l/5O2 i 1l/20, a spalanie 2l/100 km.", "Zob. dz. 31/502 i 1l/20, a spalanie 2l/100 km."),
        ("Zapo\u00admniał o spot¬kaniu z kole\u00adgą.", "Zapomniał o spotkaniu z kolegą."),
        ("Matka postawiła Iampę na stole.", "Matka postawiła lampę na stole."),
    ],
)
def test_what_is_meant_stays_and_letters_are_told_apart_by_their_place(correct, text, right):
    assert correct(text).text == right


def test_a_line_that_stays_keeps_the_rest_of_its_word_below():
    page = "dom czy-\n;\ntała\na\nb\nc\nd"
    changes = [Change("lines", 0, "dom czy-", "", 0.9, 0, 8), Change("join", 2, "tała", "", 0.9, 11, 15)]
    assert keep(page, Corrected("", changes)).text == page


@pytest.mark.parametrize(
    ("confidence", "right"),
    [(0, "to jest co sie\nCzy matka widziała?\nDom."), (1, "to jest eo sie\nCzy matka wi-\ndziała? Dom.")],
)
def test_any_confidence_from_0_to_1_can_be_asked_for(confidence, right):
    folder = str(registry.shipped(find_recipe("ocr/cascade")))
    read = "to jest eo sie\nCzy matka wi-\ndziała? Dom."
    assert probierz.ocr_corrector(folder, confidence)(read).text == right


def test_letters_and_signs_that_stand_apart_are_read_as_one_and_stay_apart(correct):
    text = "Późną nocą szła po u1icy i już się bała. Żółw wy-\nszedł."
    apart = normalize("NFD", text)
    found = correct(apart)
    assert found.text == normalize("NFD", correct(text).text) != apart
    assert all(apart[one.start : one.end] == one.read for one in found.changes)


# --- pages that were read badly --------------------------------------------------------------------------------------


def count(word):
    """How often each word was seen."""
    return {"matka": 900, "j": 900}.get(word, 0)


def kept_beside_mended_words(page, read, right):
    """What stands for `read` on a page on which two words were misread and are mended."""
    changes = [
        Change("words", page[: page.index(one)].count("\n"), one, new, 0.9, page.index(one), page.index(one) + len(one))
        for one, new in [(read, right), ("spójrz", "spojrzał"), ("dcm", "dom")]
    ]
    return keep(page, Corrected("", changes), count).text


@pytest.mark.parametrize("stain", ["|", "*", "j", "ą", "Ę", "mcy", "-"])
def test_stains_go_from_a_page_that_was_read_badly_and_from_no_other(stain):
    page = f"Stał — tam {stain} znów\nspójrz na dcm"
    assert kept_beside_mended_words(page, f"{stain} ", "") == "Stał — tam znów\nspojrzał na dom"
    assert kept(page, "", start=11, end=13 + len(stain) - 1) == page


@pytest.mark.parametrize("before", ["Wstał.", "Już po-\n", "Oto\n\n"])
def test_a_single_letter_goes_there_where_no_sentence_goes_on_with_it(before):
    page = f"{before} h znów\nspójrz na dcm"
    assert kept_beside_mended_words(page, "h ", "").startswith(f"{before} znów")
    near = f"{before} h znów, b c\nspójrz na dcm"
    assert kept_beside_mended_words(near, "h ", "").startswith(f"{before} h znów")


@pytest.mark.parametrize(
    ("read", "right"),
    [('"Teraz', "Teraz"), ("(óż", "Cóż"), ("„wiem", "wiem"), ("c0", "co"), ("0d", "od")],
)
def test_what_nothing_closes_and_noughts_for_letters_go_there(read, right):
    assert kept_beside_mended_words(f"{read} był\nspójrz na dcm", read, right).startswith(f"{right} był")


@pytest.mark.parametrize(
    "meant",
    ["—", "24", "5 mg", "matka", "Piak", "NE", "i", "w", "/", "=", "3 j", "*)", "klasie\nc", "bok h", "y", "poz. j"],
)
def test_numbers_dashes_units_and_words_stay_even_there(meant):
    page = f"Stał tam {meant} znów\nspójrz na dcm"
    last = meant.split()[-1]
    assert kept_beside_mended_words(page, f"{last} ", "").startswith(f"Stał tam {meant} znów\nspojrzał")


def test_a_mark_that_is_closed_and_the_lines_of_a_table_stay_even_there():
    for page, read in [('"Teraz był" tam\nspójrz na dcm', '"Teraz'), ("1 | dom | pan |\nspójrz na dcm", "| ")]:
        right = read.strip('"| ')
        assert kept_beside_mended_words(page, read, right).startswith(page.split("\n")[0])


def test_a_mark_before_a_gap_stays_there_that_is_closed():
    assert kept_beside_mended_words("„ Dobrze ” rzekł\nspójrz na dcm", "„ ", "").startswith("„ Dobrze ” rzekł")
    assert kept_beside_mended_words("„ Dobrze rzekł\nspójrz na dcm", "„ ", "").startswith("Dobrze rzekł")


@pytest.mark.parametrize("sign", ["*", "-", "•"])
def test_the_sign_before_the_words_of_a_line_stays_there(sign):
    page = f"Stał — tam\n{sign} Zob. tom drugi\nspójrz na dcm"
    assert kept_beside_mended_words(page, f"{sign} ", "") == f"Stał — tam\n{sign} Zob. tom drugi\nspojrzał na dom"


def test_no_word_goes_at_the_end_of_a_text_there():
    assert kept_beside_mended_words("spójrz na dcm mcy", "mcy", "") == "spojrzał na dom mcy"


def test_a_row_of_stars_stays_there():
    page = "Dom * * * tam\nspójrz na dcm"
    assert kept_beside_mended_words(page, "* * ", "") == "Dom * * * tam\nspojrzał na dom"


def test_a_line_of_scraps_goes_there_and_one_of_words_or_a_number_stays():
    for line, left in [("zk", ""), ("* ź *", ""), ("XVI", "XVI"), ("matka", "matka"), ("1271.", "1271.")]:
        page = f"Tak\nbył\n{line}\nspójrz na dcm\ntam\nznów"
        changes = [Change("lines", 2, line, "", 0.9, 8, 8 + len(line))]
        for read, right in [("spójrz", "spojrzał"), ("dcm", "dom")]:
            changes.append(Change("words", 3, read, right, 0.9, page.index(read), page.index(read) + len(read)))
        assert keep(page, Corrected("", changes), count).text.split("\n")[2] == left


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("| 2 | Kowal | b | 4 |", "b "),
        ("Ludność  k   m", "k   "),
        ("grupa\ta\tb\tc", "b\t"),
        ("x = a + b * c", "* "),
        ("spełnia a + b > c", "> "),
        ("trójkąt o bokach a, b, c spełnia", "b, "),
        ("litery ą i ę są polskie", "ą "),
    ],
)
def test_letters_of_tables_formulas_and_lists_stay_even_there(line, read):
    assert kept_beside_mended_words(f"{line}\nspójrz na dcm", read, "") == f"{line}\nspojrzał na dom"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Nie umioł czytać, ale boł dobry.", "Nie umioł czytać, ale boł dobry."),
        ("W ie lk a n o w in a: k r ó l p r z y b y ł.", "W ie lk a n o w in a: k r ó l p r z y b y ł."),
        ("Po chwili zo - stał sam.", "Po chwili zo - stał sam."),
        ("To jest dru-\n— 77 —\ngi wiersz.", "To jest drugi\n— 77 —\nwiersz."),  # over the number of a page
    ],
)
def test_forms_of_dialects_and_letters_apart_stay_and_words_go_on_over_a_number_of_a_page(correct, text, right):
    assert correct(text).text == right


def test_marks_that_end_a_sentence_at_a_dash_and_long_rows_of_dots_stay_even_on_a_page_that_was_read_badly(correct):
    assert correct("On zaś -- .").text == "On zaś — ."
    for meant in ["--.", "—!", ". . . . . .", "........"]:
        page = f"Stał tam {meant}\nspójrz na dcm"
        assert kept_beside_mended_words(page, meant, "") == f"Stał tam {meant}\nspojrzał na dom"
    assert kept_beside_mended_words("Stał . . tam\nspójrz na dcm", ". . ", "") == "Stał tam\nspojrzał na dom"
    assert kept_beside_mended_words("tak.. był\nspójrz na dcm", "tak..", "tak...").startswith("tak... był")


def test_rows_of_dots_stay_as_lines_and_in_layouts():
    page = "Tak\n. . . .\nbył"
    assert keep(page, Corrected("", [Change("lines", 1, ". . . .", "", 0.9, 4, 11)])).text == page
    lines = [["ncc", ".", ".", ".", "K—i;"]]
    found = [("ncc", 0, "noc"), (".", 1, ","), (".", 2, "—"), ("K—i;", 4, "Ki")]
    kept_here = keep_suggestions(lines, [Suggestion("words", ((0, at),), read, new, 0.9) for read, at, new in found])
    assert [one.right for one in kept_here] == ["noc"]


def test_a_strange_word_becomes_the_one_that_looks_like_it_and_that_is_not_sure(correct):
    changes = correct("tata ina psa, ona ina kota\n").changes
    assert [(one.right, one.chance < 0.6) for one in changes] == [("ma", True)] * 2
