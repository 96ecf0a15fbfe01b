"""Cells of rows and lines of sheets answer what they are named for, and an empty one lets no other answer for it."""

import re
from itertools import cycle

import pytest

from probierz.systems.questions.answering.asking import ask
from probierz.systems.questions.finding.documents import read_documents
from probierz.systems.questions.finding.index import PassageIndex, build_index
from probierz.systems.questions.finding.traced_text import file_place

TEXTS = {
    "namioty.tsv": (
        "sprzęt\tstawka za noc\tstawka za tydzień\n"
        "Namiot duży\t44 zł\t—\nNamiot mały\t29 zł\t170 zł\nPrzyczepa\tbrak\t900 zł\nMata\t\t12 zł\n"
    ),
    "promy.tsv": "kurs\todjazd z\tdokąd\tgodzina\tpomost\n71\tUstka\tNexø\t8:15\t4\n72\tUstka\tRønne\t17:50\t6\n",
    "szkola.txt": (
        "Numery w szkole\n\nŚwietlica\nOpiekun: Iga Sowa\nTelefon: 59 700 31 01\n\n"
        "Pracownia\n\nOpiekun: Leon Duda\nTelefon: 59 700 31 02\n"
    ),
    "osoby.txt": "Spis\n\nOsoba: Ida Żak\nTel.: 59 11 20\n\nOsoba: Jan Mech\nTel.: 59 11 30\n",
    "kino.md": (
        "# Kino Bajka\n\n| Seans | Wstęp | Dzień |\n| :-- | --: | --- |\n| **poranek** | 14 zł | niedziela |\n"
        "| nocny | 33 zł | piątek |\n\nW kinie jest 90 miejsc.\n"
    ),
    "odloty.tsv": "odjazd\tprzyjazd\tdokąd\tautobus\tperon\n7:05\t9:40\tHel\t550\t2\n7:30\t8:10\tReda\t560\t1\n",
    "pokoje.tsv": "osoba\tfunkcja\tpokój\nWit Ryba\tarchiwista\t21\nZoja Len\tkasjerka\t22\n",
    "festyn.md": (
        "# Festyn w Rogowie\n\nPiątek\n\n17:00 – koncert kapeli Stok\n19.30 - pokaz ogni\n\n"
        "Sobota, trzeciego dnia festynu\n\n- 10:15 bieg na 5 km\n- 12:00–13:00 – „Mały rycerz”\n\n2.50 zł za los\n"
    ),
    "lekcje.txt": "Plan zajęć w ognisku\n\nGarncarstwo – 15:45\nChór dziecięcy - 16:30\nRazem z dziećmi\n",
    "rozlozone.txt": "Jo\u0301zef Zie\u0328ba\n\nPoczta\u0328 kierował w 1911 roku Jo\u0301zef Zie\u0328ba.",
    "strona.txt": "<p>Sklep &bdquo;R&amp;D&rdquo; za&lstrok;o&zdot;y&lstrok;a Ewa Lin.</p>",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    for name, content in TEXTS.items():
        (folder / name).write_text(content, "utf-8")
    build_index(folder / "an.index", read_documents([str(folder)]))
    with PassageIndex(folder / "an.index") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Ile kosztuje duży namiot za noc?", "44 zł"),
        ("Ile kosztuje namiot duży za tydzień?", ""),
        ("Jaka jest stawka za przyczepę za noc?", ""),
        ("Jaka jest stawka za matę za noc?", ""),
        ("Jaka jest stawka za matę za tydzień?", "12 zł"),
        ("Z którego pomostu odjeżdża kurs 72?", "6"),
        ("O której odjeżdża kurs 71?", "8:15"),
        ("Dokąd odjeżdża kurs 72?", "Rønne"),
        ("O której przyjeżdża autobus do Helu?", "9:40"),
        ("O której odjeżdża autobus do Helu?", "7:05"),
        ("O której jest autobus do Redy?", "7:30"),
        ("Jakim autobusem dojadę do Redy?", "560"),
        ("Dokąd jedzie autobus 550?", "Hel"),
        ("W którym pokoju pracuje kasjerka?", "22"),
        ("O której jest koncert kapeli Stok?", "17:00"),
        ("O której zaczyna się pokaz ogni?", "19.30"),
        ("Kiedy jest bieg na 5 km?", "10:15"),
        ("O której grają „Małego rycerza”?", "12:00–13:00"),
        ("Co jest o 17:00?", "koncert kapeli Stok"),
        ("O której jest chór dziecięcy?", "16:30"),
        ("O której jest koncert na skrzypce?", ""),
        ("Jaki telefon ma świetlica?", "59 700 31 01"),
        ("Jaki jest numer telefonu do pracowni?", "59 700 31 02"),
        ("Kto jest opiekunem pracowni?", "Leon Duda"),
        ("Jaki telefon ma Jan Mech?", "59 11 30"),
        ("Jaki jest numer telefonu Idy Żak?", "59 11 20"),
        ("Ile kosztuje wstęp na seans nocny w kinie Bajka?", "33 zł"),
        ("Kto kierował pocztą w 1911 roku?", "Józef Zięba"),
        ("Kto kierowa\u0142 poczta\u0328 w 1911 roku?", "Józef Zięba"),
    ],
)
def test_the_field_that_is_asked_for_answers_and_no_other(index, question, answer):
    assert ask(index, question, passages=3).answer == answer


def test_rows_of_markdown_are_documents_and_entities_signs(tmp_path):
    for name in ("kino.md", "strona.txt"):
        (tmp_path / name).write_text(TEXTS[name], "utf-8")
    found = {one.name: one.text.strip() for one in read_documents([str(tmp_path)])}
    assert found["kino.md:5"] == "Seans: poranek; Wstęp: 14 zł; Dzień: niedziela"
    assert found["kino.md"].split() == ["#", "Kino", "Bajka", "W", "kinie", "jest", "90", "miejsc."]
    assert found["strona.txt"] == "Sklep „R&D” założyła Ewa Lin."


ENDS = {"CRLF": ["\r\n"], "CR": ["\r"], "mixed": ["\r\n", "\n", "\r", "\r\n", "\r\n"], "BOM": ["\n"]}
OF_LINES = {
    "zarzad.txt": "Klub Perkoz\n\nZarząd\nPrezes: Ewa Lin\nSkarbnik: Jan Róg\nSekretarz: Ola Żak\n\nSkładka to 9 zł.\n",
    "miody.csv": "miód;cena\nlipowy;42 zł\n\ngryczany;38 zł\n",
    "sery.jsonl": '{"title": "Ser", "text": "Bundz\\r\\nważy 7 kg."}\n{"title": "Ser", "text": "Oscypek waży 1 kg."}\n',
    "strona.txt": "<p>Sklep &bdquo;R&amp;D&rdquo;\nzałożył</p>\n\n<p>Jan\nLin.</p>\n",
}


@pytest.mark.parametrize("ends", ENDS)
def test_ends_of_lines_change_no_answer_and_no_place(tmp_path, ends):
    files = OF_LINES | {name: TEXTS[name] for name in TEXTS if name.endswith((".md", ".tsv"))}
    told = {}
    for way, seams in {"LF": ["\n"], ends: ENDS[ends]}.items():
        folder = tmp_path / way
        folder.mkdir()
        for name, content in files.items():
            written = "".join(map("".join, zip(content.split("\n"), cycle(seams))))
            (folder / name).write_text("\ufeff" * (way == "BOM") + written, "utf-8", newline="")
        told[way] = [_with_places(one, folder) for one in read_documents([str(folder)])]
    assert told[ends] == told["LF"]
    build_index(tmp_path / "an.index", read_documents([str(tmp_path / ends)]))
    with PassageIndex(tmp_path / "an.index") as opened:
        asked = ("Kto jest prezesem?", "Kto jest skarbnikiem klubu Perkoz?", "Ile kosztuje miód gryczany?")
        assert [ask(opened, question).answer for question in asked] == ["Ewa Lin", "Jan Róg", "38 zł"]


def _with_places(document, folder):
    """A document with the words of its file that each of its own stands for, and their lines."""
    words, file = [], document.file and (folder / document.file).read_bytes().decode("utf-8-sig")
    for word in re.finditer(r"\S+", document.text):
        place = file_place(document.stretches, document.text, *word.span())
        words.append((word[0], place and (file[place.begin : place.end], place.line)))
    return document.name, document.title, document.text, words


BUSES = [("Lesko", f"{5 + at}:{5 + at:02}") for at in range(12)] + [
    ("Sanok", "9:10"),
    ("Lesko", "17:55"),
    ("Sanok", "8:20"),
]
SHEETS = [
    (
        {
            "kapielisko.md": (
                "# Kąpielisko „Delfin”\n\nKąpielisko jest czynne w soboty do 14, w pozostałe dni od 6 do 22. Jadalnia "
                "jest otwarta codziennie od 10 do 19, z wyjątkiem piątków, kiedy zamyka się o 16. Biuro czynne jest "
                "od 8 do 15, we wtorki od 10 do 18.\n"
            ),
            "pralnia.txt": "Od wtorku do soboty pralnia jest czynna od 7 do 17, a w pozostałe dni nieczynna.\n",
            "spolek.txt": "Klubovna je otevřena v úterý od 14 do 20 hodin, v ostatní dny od 9 do 12 hodin.\n",
        },
        {
            "Do której czynne jest kąpielisko w środy?": "22",
            "Do której czynne jest kąpielisko w soboty?": "do 14",
            "Do której otwarta jest jadalnia w piątki?": "16",
            "Do której otwarta jest jadalnia w czwartki?": "19",
            "Do której czynne jest biuro w czwartki?": "15",
            "Do której czynne jest biuro we wtorki?": "18",
            "Do której czynna jest pralnia w poniedziałek?": "nieczynna",
            "Do której czynna jest pralnia w środę?": "17",
            "Do kolika hodin je klubovna otevřena v pátek?": "12",
        },
    ),
    (
        {
            "terminarz.csv": (
                "data,godzina,wydarzenie,miejsce,prowadzi\n2025-05-10,9:00,giełda sadzonek,plac,Halina Pawlak\n"
                "2025-07-19,11:00,szkolenie o pszczołach,świetlica,Bożena Lis\n"
                "2025-08-30,14:00,ognisko,polana,Jan Kot\n"
            ),
        },
        {
            "Co prowadzi Bożena Lis?": "szkolenie o pszczołach",
            "Co jest na polanie?": "ognisko",
            "Co jest o 9:00?": "giełda sadzonek",
            "Kto prowadzi ognisko?": "Jan Kot",
        },
    ),
    (
        {
            "zlot.txt": (
                "Zlot rowerowy\n\nTrasę wytyczył klub.\n\n"
                "Kierownik zlotu: mgr Iga Sad, tel. 600 200 300. Obiady: bar „U Wita” za 25 zł.\n"
            ),
            "bieg.txt": (
                "Bieg leśny w Oksie\n\nNagrody dla biegaczy:\nI miejsce – rower i 900 zł\nII miejsce – namiot\n"
                "III miejsce – plecak\n\nBiegacze losują także kubki.\n"
            ),
            "plener.md": (
                "# Plener malarski\n\n| Turnus | Początek | Malarka |\n|---|---|---|\n| I | 2 maja | Ada Kos |\n"
                "| II | 9 maja | Ula Wrona |\n| III | 16 maja | Iza Dzwoniec |\n"
            ),
            "pytania.md": (
                "# Pytania o kajaki\n\n### Jak spakować kajak na spływ?\n\n"
                "Lekkie rzeczy kładzie się na dziobie. Resztę z tyłu.\n"
            ),
            "umowa.txt": (
                "Umowa\n\nW imieniu sprzedającego łódź wydał Olaf Mewa, w imieniu kupującego Inga Rybitwa.\n\n"
                "Zamek zamyka wieczorem Ignacy Sowa. W maju dyżuruje Ula Kos, a 3 i 4 lipca Kaja Czajka.\n\n"
                "Czapka damska kosztuje 45 zł, męska 52 zł. Kwasu nie wolno wylewać do zlewu; zlew służy do wody.\n\n"
                "Praktykantom, których przyjęto czworo, wypłaca się 2100 zł.\n"
            ),
            "pijalnia.txt": (
                "Pijalnia Zdrój w Rabczy\n\nPijalnię zbudowano w 1911 roku.\n\n"
                "Godziny otwarcia\nponiedziałek: nieczynne\n"
                "wtorek–piątek: 7:30–18:15\nsobota: 9:00–20:00\n\nRecepcja\nTelefon: 18 300 40 50\n"
                "Czynna: poniedziałek–środa 6:45–14:15\n"
            ),
            "koncerty.tsv": (
                "dzień\tgodzina\tkoncert\tmiejsce\nsobota\t16:20\tWalce w pijalni\tpijalnia\n"
                "wtorek\t12:00\tKwartet w pijalni\tpijalnia\nponiedziałek\t19:00\tPieśni\tpijalnia\n"
            ),
        },
        {
            "O której godzinie otwiera się pijalnia w sobotę?": "9:00",
            "Do której czynna jest pijalnia we czwartek?": "18:15",
            "O której zamyka się pijalnia w sobotę?": "20:00",
            "O której otwiera się pijalnia w poniedziałek?": "nieczynne",
            "Do której czynna jest recepcja w środę?": "14:15",
            "W jakich godzinach czynna jest pijalnia we wtorek?": "7:30–18:15",
            "O której w sobotę są walce?": "16:20",
            "Kto jest kierownikiem zlotu?": "mgr Iga Sad",
            "Kto wydał łódź w imieniu kupującego?": "Inga Rybitwa",
            "Kto wydał łódź w imieniu sprzedającego?": "Olaf Mewa",
            "Kto zamyka zamek?": "Ignacy Sowa",
            "Ile kosztuje czapka męska?": "52 zł",
            "Dzień dobry, proszę powiedzieć, ile kosztuje czapka damska? Z góry dziękuję": "45 zł",
            "Jak spakować kajak na spływ?": "Lekkie rzeczy kładzie się na dziobie",
            "Jaka jest nagroda za drugie miejsce w biegu leśnym?": "namiot",
            "Co jest nagrodą za III miejsce w biegu?": "plecak",
            "Jaka jest nagroda za czwarte miejsce w biegu leśnym?": "",
            "Kiedy jest początek trzeciego turnusu?": "16 maja",
            "Kto jest malarką na turnusie 2?": "Ula Wrona",
            "Kto jest malarką na czwartym turnusie?": "",
        },
    ),
    (
        {
            "szkutnia.md": (
                "# Załoga szkutni\n\n## Zofia Cis\nBosmanka portu. Pływa od 1990 roku.\n\n## Jan Olcha\n"
                "Zastępca szkutnika.\n\n## Piotr Grab\nSzkutnik od 2015 roku.\n\n"
                "## Byli szkutnicy\n\n| Osoba | Od | Do |\n|---|---|---|\n"
                "| Leon Wiąz | 1980 | 1996 |\n| Maria Buk | 1996 | 2015 |\n"
            ),
            "dyzury.tsv": (
                "dzień\tgodzina\tosoba\tfunkcja\nwtorek\t8:00\tEwa Lipa\tkapitan jachtu\nśroda\t9:00\tAdam Sosna\t\n"
            ),
            "klub.txt": (
                "Klub Fala\n\nKomandor: dr Iga Jawor\nSkarbnik: Tomasz Klon\n\nPoprzedni zarząd\nKomandor: Wit Dąb\n"
            ),
            "kontakt.txt": "Biuro\n\nMagazynier\nJerzy Olsza\nTelefon: 509 771 046\n\nAdam Brzost\nE-mail: a@fala.pl\n",
            "list.txt": "Rejs prowadził Karol Głóg – żeglarz z Helu. Żagle szyje Nina Wrzos.\n",
        },
        {
            "Kim jest Zofia Cis?": "Bosmanka portu",
            "Kto to jest Ewa Lipa?": "kapitan jachtu",
            "Kto to jest Adam Sosna?": "",
            "Kim jest Iga Jawor?": "Komandor",
            "Kim był Karol Głóg?": "żeglarz z Helu",
            "Kto to jest Nina Wrzos?": "",
            "Kim jest Jerzy Olsza?": "Magazynier",
            "Kim jest Adam Brzost?": "",
            "Kto jest szkutnikiem?": "Piotr Grab",
            "Kto jest obecnie szkutnikiem?": "Piotr Grab",
            "Kto jest zastępcą szkutnika?": "Jan Olcha",
            "Od kiedy Maria Buk była szkutnikiem?": "1996",
            "Kto jest komandorem klubu Fala?": "dr Iga Jawor",
        },
    ),
    (
        {
            "basen.csv": "dzień;pływalnia;sauna\npn–pt;6:15–21:30;14:00–21:00\nsob.;8:30–19:00;nieczynna\n",
            "sauna.md": "# Sauna Żar\n\n| | dni robocze | sobota |\n|---|---|---|\n| kasa | 14–20 | 9–18 |\n",
            "kursy.csv": "kurs;dni;godzina\nSzycie;pon., śr.;18:10\nSzycie;sob.;10:20\nRzeźba;wt–czw;17:30\n",
            "rejs.csv": "rejs;cena [zł];uwagi\nRejs na wyspę;30;w jedną stronę\nRejs na wyspę;50;w obie strony\n",
            "obozy.csv": "obóz;cena w euro;termin\nObóz G4 Jar;350;1–10 lipca\nObóz G4 Jar;420;12–22 lipca\n",
            "szlak.csv": "szlak;długość w km;czas (min);otwarcie (godz.)\nCzarny Bór;12;240;9\nBiały Jar;5,5;95;10\n",
        },
        {
            "W jakich godzinach jest czynna pływalnia w sobotę?": "8:30–19:00",
            "W jakich godzinach jest czynna pływalnia we wtorek?": "6:15–21:30",
            "W jakich godzinach czynna jest kasa w czwartek?": "14–20",
            "O której jest szycie w sobotę?": "10:20",
            "O której jest szycie w środę?": "18:10",
            "O której jest rzeźba w środę?": "17:30",
            "Ile kosztuje rejs na wyspę w obie strony?": "50 zł",
            "Ile kosztuje rejs na wyspę w jedną stronę?": "30 zł",
            "Ile kosztuje G4 Jar od 12 lipca?": "420 euro",
            "Jak długi jest szlak Biały Jar?": "5,5 km",
            "Ile trwa szlak Czarny Bór?": "240 min",
            "O której jest otwarcie szlaku Czarny Bór?": "9",
        },
    ),
    (
        {
            "klub.txt": (
                "Klub Wir\n\nWystawę otwarto 5 marca, zamknięto 20 kwietnia. Tokarkę kupiono 3 sierpnia 1999 roku,"
                " a frezarkę 7 września 2001 roku.\n"
            ),
        },
        {
            "Kiedy zamknięto wystawę?": "20 kwietnia",
            "Kiedy kupiono tokarkę?": "3 sierpnia 1999 roku",
            "Kiedy kupiono frezarkę?": "7 września 2001 roku",
        },
    ),
    (
        {
            "zarzad.txt": ("Zarząd\n\nPrezes: Jan Kot\nSkarbnik: brak\nGospodarz: Piotr Żuk (tel. 600 100 200)\n"),
        },
        {
            "Jaki telefon ma skarbnik?": "",
            "Jaki telefon ma prezes?": "",
            "Jaki telefon ma gospodarz?": "600 100 200",
            "Jaki jest numer telefonu do gospodarza?": "600 100 200",
            "Kto jest prezesem?": "Jan Kot",
            "Kto jest skarbnikiem?": "",
            "Kto jest gospodarzem?": "Piotr Żuk",
            "Jaki telefon ma Jan Kot?": "",
            "Jaki telefon ma Piotr Żuk?": "600 100 200",
        },
    ),
    (
        {
            "biuro.txt": (
                "Stowarzyszenie Wilga\n\nPrezes: Jan Kot\nSkarbnik: Ewa Lis\nTelefon do biura: 600 100 200\n"
            ),
        },
        {
            "Jaki telefon ma skarbnik?": "",
            "Jaki telefon ma prezes?": "",
            "Jaki telefon ma biuro?": "600 100 200",
            "Kto jest skarbnikiem?": "Ewa Lis",
            "Jaki jest telefon do biura?": "600 100 200",
            "Jaki telefon ma Jan Kot?": "",
        },
    ),
    (
        {
            "s.txt": ("Zarząd\n\nSkarbnik: brak\nSekretarz – Ewa Sowa\n"),
        },
        {
            "Kto jest skarbnikiem?": "",
            "Kto jest sekretarzem?": "Ewa Sowa",
        },
    ),
    (
        {
            "klub_treningi.tsv": (
                "grupa\tdzień\tgodzina\ttrener\tmiejsce\n"
                "żaki\twtorek\t16:00\tAdam Nowak\tboisko przy szkole\n"
                "juniorzy\tśroda\t18:00\tIga Mróz\thala sportowa\n"
            ),
        },
        {
            "Gdzie trenują żaki?": "boisko przy szkole",
            "O ktorej maja trening juniorzy?": "18:00",
            "O której mają trening juniorzy?": "18:00",
            "Kto trenuje juniorów?": "Iga Mróz",
            "Kiedy trenują żaki?": "wtorek",
            "W ktorym dniu trenuja juniorzy?": "środa",
            "Która grupa trenuje w środę?": "juniorzy",
            "Ile kosztuje trening żaków?": "",
        },
    ),
    (
        {
            "oplaty.tsv": ("Opłata\tKwota\tTermin\nczynsz\t640 zł\tdo 10 marca\nenergia\t210 zł\tdo 20 marca\n"),
        },
        {
            "Do kiedy płaci się za energię?": "do 20 marca",
            "Kiedy płaci się czynsz?": "do 10 marca",
            "Ile kosztuje energia?": "210 zł",
            "Jaka jest kwota czynszu?": "640 zł",
            "Gdzie płaci się czynsz?": "",
            "Kto płaci czynsz?": "",
        },
    ),
    (
        {
            "urzad.tsv": (
                "Wydział\tKierownik\tPokój\tTelefon\n"
                "Wydział podatków i opłat\tAnna Wilk\t12\t34 555 10 10\n"
                "Wydział dróg\tJan Sęk\t14\t34 555 10 20\n"
            ),
        },
        {
            "Kto jest kierownikiem wydziału podatków?": "Anna Wilk",
            "Jaki telefon ma wydział dróg?": "34 555 10 20",
            "Kto kieruje wydziałem dróg?": "Jan Sęk",
            "Gdzie jest wydział dróg?": "14",
            "W ktorym pokoju jest wydział dróg?": "14",
        },
    ),
    (
        {
            "miod.md": (
                "# Pasieka\n"
                "| Produkt | Cena | Odbiór |\n"
                "|---|---|---|\n"
                "| miód | 40 zł | sobota |\n"
                "| wosk | 15 zł | piątek |\n"
            ),
        },
        {
            "Gdzie jest wosk?": "",
            "Kiedy jest odbiór wosku?": "piątek",
            "Ile kosztuje wosk?": "15 zł",
            "Kto ma wosk?": "",
            "Ile kosztuje wosk w pasiece?": "15 zł",
            "Który produkt kosztuje 40 zł?": "miód",
        },
    ),
    (
        {
            "plan.tsv": (
                "lekcja\tgodzina\tprzedmiot\tsala\n1\t8:00\tmatematyka\t5\n2\t8:55\thistoria\t7\n3\t9:50\tfizyka\t12\n"
            ),
        },
        {
            "Co jest na lekcji 5?": "",
            "Jaki przedmiot jest na lekcji 2?": "historia",
            "O której jest lekcja 5?": "",
            "O której jest lekcja 3?": "9:50",
            "Jaki przedmiot jest w sali 5?": "matematyka",
            "O której zaczyna się lekcja 7?": "",
            "W której sali jest lekcja 2?": "7",
        },
    ),
    (
        {
            "hotel.md": (
                "# Hotel dla zwierząt\n"
                "\n"
                "## Pies\n"
                "| Usługa | Cena |\n"
                "|---|---|\n"
                "| nocleg | 50 zł |\n"
                "| kąpiel | 30 zł |\n"
                "\n"
                "## Kot\n"
                "\n"
                "| Usługa | Cena |\n"
                "|---|---|\n"
                "| nocleg | 35 zł |\n"
                "| kąpiel | 45 zł |\n"
            ),
        },
        {
            "Ile kosztuje nocleg psa?": "50 zł",
            "Ile kosztuje kąpiel kota?": "45 zł",
            "Ile kosztuje nocleg dla kota?": "35 zł",
        },
    ),
    (
        {
            "stolowka.md": (
                "# Stołówka\n"
                "\n"
                "| Posiłek | Uczeń | Pracownik |\n"
                "|---|---|---|\n"
                "| zupa | 4 zł | 7 zł |\n"
                "| obiad | 9 zł | 16 zł |\n"
            ),
            "basen.tsv": ("Usługa\tDzieci\tDorośli\nbasen\t8 zł\t15 zł\nsauna\t10 zł\t22 zł\n"),
        },
        {
            "Ile kosztuje zupa dla ucznia?": "4 zł",
            "Ile kosztuje zupa dla pracownika?": "7 zł",
            "Ile kosztuje zupa?": "",
            "Ile kosztuje sauna dla dorosłych?": "22 zł",
            "Ile kosztuje basen dla dziecka?": "8 zł",
            "Ile kosztuje basen?": "",
            "Ile kosztuje obiad dla pracowników?": "16 zł",
        },
    ),
    (
        {
            "biblioteka.txt": (
                "Biblioteka\n"
                "\n"
                "Godziny otwarcia\n"
                "poniedziałek–piątek: 9:00–17:00\n"
                "sobota: 10:00–13:00\n"
                "niedziela: nieczynne\n"
            ),
        },
        {
            "W jakich godzinach czynna jest biblioteka w środę?": "9:00–17:00",
            "O której otwarta jest biblioteka w sobotę?": "10:00–13:00",
            "W jakich godzinach jest czynna biblioteka w niedzielę?": "nieczynne",
            "Od której do której czynna jest biblioteka we wtorek?": "9:00–17:00",
            "Jakie są godziny otwarcia biblioteki w piątek?": "9:00–17:00",
            "Do której jest czynna biblioteka w czwartek?": "17:00",
            "Czy biblioteka jest czynna w niedzielę?": "",
            "O której otwiera się biblioteka w niedziele?": "nieczynne",
        },
    ),
    (
        {
            "proza.txt": (
                "Klub Orzeł\n"
                "\n"
                "Prezesem klubu Orzeł jest Jan Kot, który mieszka przy Polnej 5. "
                "Skarbnik klubu ma telefon komórkowy marki Nokia.\n"
            ),
        },
        {
            "Jaki telefon ma skarbnik klubu?": "",
            "Jaki jest numer telefonu prezesa klubu Orzeł?": "",
        },
    ),
    (
        {
            "wypożyczalnia.txt": (
                "Wypożyczalnia\n\nTelefon: 17 225 30 40. Dzwonić po 10.\nAdres: ul. Leśna 5. Parking za rogiem.\n"
                "Cena kajaka: 40 zł. Dzieci płyną gratis.\n"
            ),
        },
        {
            "Jaki jest telefon wypożyczalni?": "17 225 30 40",
            "Jaki jest adres wypożyczalni?": "ul. Leśna 5",
            "Ile kosztuje kajak?": "40 zł",
        },
    ),
    (
        {
            "sklep.txt": (
                "Sklep Malwa\n\nAdres: ul. Polna 3, Iława\nTelefon: 89 640 10 10\nGodziny otwarcia:\n"
                "pon.–pt.: 8–18\nsob.: 9–14\nnd.: zamknięte\nKasa czynna: wtorek 16–18\n"
            ),
            "dom.txt": (
                "Ogłoszenie\n\nAdministrator Jan Pik ma telefon 502 111 222, a dozorca Leon Wic pracuje pod numerem 7."
                "\n"
            ),
            "port.md": (
                "# Przystań\n\nBosman Jan Ryba, tel. 501 334 210, dyżur w hangarze\n"
                "Biuro przystani, tel. 41 388 20 07, czynne we wtorki i czwartki od 16 do 18\n"
            ),
            "muzeum.txt": (
                "Muzeum loutek\n\nŘeditelka: Eva Bílá\nTelefon: 495 588 114\nPokladna: Věra Nová, tel. 495 588 120\n\n"
                "Otevřeno\n- úterý–pátek: 9–16\n- sobota a neděle: 10–18\n- pondělí: zavřeno\n"
            ),
        },
        {
            "Gdzie jest sklep Malwa?": "ul. Polna 3, Iława",
            "Gdzie jest kasa?": "",
            "W jakich godzinach otwarty jest sklep Malwa we wtorek?": "8–18",
            "Do której jest otwarty sklep Malwa w sobotę?": "14",
            "Jakie są godziny otwarcia sklepu Malwa w niedzielę?": "zamknięte",
            "Jaki telefon ma administrator?": "502 111 222",
            "Jaki telefon ma dozorca?": "",
            "Jaki telefon ma bosman?": "501 334 210",
            "Jaki telefon ma biuro przystani?": "41 388 20 07",
            "Jaký telefon má pokladna?": "495 588 120",
            "Do kolika hodin je muzeum otevřené v sobotu?": "18",
            "Do kolika hodin je muzeum otevřené ve středu?": "16",
        },
    ),
    (
        {
            "straz.txt": (
                "Straż w Lipnicy – kontakt\n\nPrezes: Jan Gil\nTelefon: 601 222 318\nE-mail: jan@straz.example\n\n"
                "Naczelnik: Marek Wójt\nTelefon: 605 119 407\n\nRada\nSkarbnik: Ewa Lis\nKronikarz: Iga Wit\n"
                "E-mail: rada@straz.example\nStrona: www.straz.example\n"
            ),
            "zwroty.txt": "Zwroty\n\nUszkodzoną paczkę prosimy zgłosić pod adresem zwroty@sklep.example.\n",
        },
        {
            "Jaki e-mail ma prezes?": "jan@straz.example",
            "Jaki jest adres e-mail do prezesa?": "jan@straz.example",
            "Jaki mail ma Jan Gil?": "jan@straz.example",
            "Jaki adres poczty elektronicznej ma rada?": "rada@straz.example",
            "Jaki e-mail ma naczelnik?": "",
            "Jaki e-mail ma skarbnik?": "",
            "Jaki telefon ma prezes?": "601 222 318",
            "Pod jaki adres e-mail zgłosić uszkodzoną paczkę?": "zwroty@sklep.example",
            "Jaką stronę internetową ma rada?": "www.straz.example",
            "Jaki jest adres strony internetowej prezesa?": "",
        },
    ),
    (
        {
            "zebranie.txt": (
                "Zebranie rady osiedla\n\nData: 14 października\nObecni: Irena Malec, Tomasz Bąk\n"
                "Nieobecna usprawiedliwiona: Olga Ptak\n"
            ),
            "badania.tsv": "badanie\tcena\nEKG z opisem\t60 zł\nUSG bez opisu\t90 zł\n",
        },
        {
            "Kto był na zebraniu?": "Irena Malec, Tomasz Bąk",
            "Kto był obecny na zebraniu?": "Irena Malec, Tomasz Bąk",
            "Kogo nie było na zebraniu?": "Olga Ptak",
            "Kto był nieobecny na zebraniu?": "Olga Ptak",
            "Ile kosztuje EKG bez opisu?": "",
            "Ile kosztuje EKG z opisem?": "60 zł",
            "Ile kosztuje USG z opisem?": "",
            "Ile kosztuje USG bez opisu?": "90 zł",
            "Ile kosztuje USG?": "90 zł",
        },
    ),
    (
        {
            "cennik.tsv": (
                "nr\tnazwa\tproducent\tcena\n101\tMiód lipowy\tPasieka Barć\t46 zł\n"
                "102\tSer kozi dojrzewający\tSpółdzielnia Hala 7\t89 zł\n"
            ),
            "dostawa.txt": "Dostawa\n\nKurier kosztuje 16,90 zł.\n\nOd 2014 roku sklep prowadzi Anna Pająk.\n",
        },
        {
            "Który produkt kosztuje 46 zł?": "Miód lipowy",
            "Co kosztuje 89 zł?": "Ser kozi dojrzewający",
            "Jaki numer ma miód lipowy?": "101",
            "Kto produkuje ser kozi?": "Spółdzielnia Hala 7",
            "Kto jest producentem miodu lipowego?": "Pasieka Barć",
            "Ile kosztuje masło?": "",
            "Kto prowadzi kawiarnię?": "",
            "Kto prowadzi sklep?": "Anna Pająk",
        },
    ),
    (
        {
            "osoby.txt": (
                "Ida Żak\nFunkcja: prezes\nTelefon: 604 200 300\n\n"
                "Jan Mech\nFunkcja: skarbnik\nE-mail: j.mech@x.example\n"
            ),
            "kryta.md": (
                "# Kasa\n\nponiedziałek: 8:00-15:00\nniedziela: nieczynne\n\n"
                "# Basen\n\nponiedziałek: 6:00-22:00\nniedziela: 9:00-20:00\nTelefon: 22 555 10 20\n"
            ),
            "zarzad.tsv": ("funkcja\tosoba\tod\tdo\nsołtys\tOlga Ryś\t1998\t2011\nkronikarz\tWit Len\t2011\t\n"),
        },
        {
            "Jaki e-mail ma Ida Żak?": "",
            "Jaki e-mail ma Jan Mech?": "j.mech@x.example",
            "Jaki telefon ma Ida Żak?": "604 200 300",
            "Kiedy czynna jest kasa w niedzielę?": "nieczynne",
            "Kiedy otwarta jest kasa w poniedziałek?": "8:00-15:00",
            "Kiedy kasa jest nieczynna?": "",
            "Kiedy czynny jest basen w niedzielę?": "9:00-20:00",
            "Jaki telefon ma kasa?": "",
            "Od kiedy Olga Ryś była sołtysem?": "1998",
            "Do kiedy Olga Ryś była sołtysem?": "2011",
            "Do którego roku sołtysem była Olga Ryś?": "2011",
            "Kiedy Olga Ryś przestała być sołtysem?": "2011",
            "Do kiedy Wit Len jest kronikarzem?": "",
        },
    ),
    (
        {
            "ogrody.csv": (
                "ogród,użytkownik,dzierżawa od,dzierżawa do\n7,Ida Żak,2018-03-15,na czas nieokreślony\n"
                "8,Jan Mech,2019-04-01,\n9,Wit Len,2020-05-01,2031-04-30\n"
            ),
            "pracownie.csv": (
                "pracownia,artysta,data rozpoczęcia,data zakończenia\nwitrażu,Zoja Len,2021-01-04,stale\n"
                "batiku,Iga Sowa,2022-02-01,2033-01-31\n"
            ),
            "chaty.csv": "chata,zahájení provozu,konec provozu\nU Lípy,3. května,do prvního sněhu\n",
            "bary.csv": "bar,otwarcie,zamknięcie\nRybka,7:30,do ostatniego gościa\nMewa,9:00,22:15\n",
        },
        {
            "Do kiedy jest dzierżawa ogrodu 7?": "na czas nieokreślony",
            "Do kiedy dzierżawi ogród Ida Żak?": "na czas nieokreślony",
            "Od kiedy jest dzierżawa ogrodu 7?": "2018-03-15",
            "Do kiedy jest dzierżawa ogrodu 8?": "",
            "Do kiedy dzierżawi ogród Jan Mech?": "",
            "Do kiedy jest dzierżawa ogrodu 9?": "2031-04-30",
            "Do kiedy działa pracownia witrażu?": "stale",
            "Od kiedy działa pracownia batiku?": "2022-02-01",
            "Do kdy je v provozu chata U Lípy?": "do prvního sněhu",
            "Od kdy je v provozu chata U Lípy?": "3. května",
            "Do której otwarty jest bar Mewa?": "22:15",
            "Od której czynna jest Rybka?": "7:30",
        },
    ),
    (
        {
            "chor.md": (
                "# Chór Skowronki\n\n| rola | osoba | telefon |\n|---|---|---|\n"
                "| dyrygent chóru | Zoja Len | 601 222 301 |\n"
                "| kronikarz | Wit Ryba | 601 222 302 |\n"
            ),
            "ramki.md": (
                "# Oprawa\n\n| praca | rozmiar B2 | rozmiar B1 | czas |\n|---|---|---|---|\n"
                "| oprawa plakatu | 45 zł | 70 zł | 2 dni |\n| laminowanie | 12,50 zł | 19 zł | od ręki |\n"
            ),
            "poradnie.md": (
                "# Poradnie\n\n| poradnia | przyjmuje |\n|---|---|\n| skórna | dr Iga Sowa, wtorek 9–13 |\n"
                "| słuchu | lek. Jan Mech, czwartek 14–18 |\n"
            ),
            "konkurs.csv": (
                "rok,konkurs,zwycięzca,sponsor\n2018,Srebrny Grzebień,Leon Duda,Bank\n"
                "2019,Srebrny Grzebień,nie wyłoniono,Bank\n"
            ),
            "rada.csv": "funkce,jméno,dveře\nstarosta,Ivo Hora,3\npokladník,neobsazeno,4\n",
        },
        {
            "Jaki telefon ma chór?": "",
            "Jaki telefon ma chór Skowronki?": "",
            "Jaki telefon ma dyrygent chóru?": "601 222 301",
            "Jaki telefon ma kronikarz?": "601 222 302",
            "Ile kosztuje oprawa plakatu B1?": "70 zł",
            "Ile kosztuje laminowanie B2?": "12,50 zł",
            "Ile kosztuje laminowanie B3?": "",
            "Kiedy przyjmuje poradnia skórna?": "wtorek 9–13",
            "Kiedy przyjmuje Jan Mech?": "czwartek 14–18",
            "Kto przyjmuje w poradni słuchu?": "lek. Jan Mech",
            "Kto był zwycięzcą konkursu Srebrny Grzebień w 2019 roku?": "nie wyłoniono",
            "Kto był zwycięzcą konkursu Srebrny Grzebień w 2018 roku?": "Leon Duda",
            "Kdo je pokladník?": "neobsazeno",
        },
    ),
    (
        {
            "mail.txt": (
                "Wycieczka klasy\n\nPolisa nr 1072-44518 jest ważna do maja. Rampa jest w wagonie nr 3.\n\n"
                "W razie deszczu damy wagony kryte. Numer dyżurny: 604 118 392.\n\n"
                "Piotr Malec nie przyjął kandydatury. Ewa Lis poparła wniosek.\n"
            ),
        },
        {
            "Jaki jest numer faktury?": "",
            "Jaki jest numer konta szkoły?": "",
            "Jaki jest numer umowy?": "",
            "Jaki jest numer telefonu dyżurnego?": "604 118 392",
            "Pod jakim numerem odbiera dyżurny?": "604 118 392",
            "Kto przyjął kandydaturę?": "",
            "Kto nie przyjął kandydatury?": "Piotr Malec",
            "Kto nie poparł wniosku?": "",
            "Kto poparł wniosek?": "Ewa Lis",
        },
    ),
    (
        {
            "kursy.csv": (
                "trasa;odjazd;przyjazd;kursuje\nSanok – Lesko;7:10;7:35;pn–pt\nLesko – Sanok;19:30;19:55;codziennie\n"
            ),
            "kolej.csv": "skąd;dokąd;odjazd;dni\nNowy Targ;Chabówka;5:50;wtorek\nChabówka;Nowy Targ;17:15;piątek\n",
        },
        {
            "O której jest odjazd z Leska do Sanoka?": "19:30",
            "O której jest odjazd z Sanoka do Leska?": "7:10",
            "O której jest przyjazd do Leska?": "7:35",
            "O której jest odjazd do Sanoka w niedzielę?": "19:30",
            "O której jest odjazd do Leska w niedzielę?": "",
            "O której jest odjazd z Chabówki?": "17:15",
            "O której jest odjazd do Chabówki?": "5:50",
            "O której jest odjazd do Chabówki w piątek?": "",
        },
    ),
    (
        {
            "busy.csv": "przystanek;odjazd\n" + "".join(f"{to};{at}\n" for to, at in BUSES),
            "wywoz.md": "| Wieś | Szkło |\n|---|---|\n| Zalesie | co środę |\n| Lipno | co piątek |\n",
            "uwagi.txt": "Zabieramy też choinki, 3 stycznia w Lipnie i 4 stycznia w Zalesiu. Papier ma być suchy.\n",
            "rada.txt": (
                "Protokół nr 7\nz posiedzenia Rady Osiedla „Lipa” sp. z o.o.\nz dnia 4 maja 2026 r.\n\n"
                "Posiedzenie trwało w świetlicy do godz. 18:30. Protokołowała Ida Lis.\n\nNastępne będzie w maju.\n"
            ),
            "ludzie.txt": "Kierownik\nPaweł Kurek\nTelefon: 22 555 10 20\nZastępuje go: Ola Żak\n",
        },
        {
            "O której odjeżdża ostatni autobus do Leska?": "17:55",
            "O której odjeżdża pierwszy bus do Leska?": "5:05",
            "O której jest ostatni odjazd do Sanoka?": "9:10",
            "Kiedy zabieracie szkło z Zalesia?": "co środę",
            "Kto zastępuje Pawła Kurka?": "Ola Żak",
            "Kto protokołował posiedzenie Rady Osiedla?": "",
            "Kto prowadził posiedzenie Rady Osiedla?": "",
        },
    ),
    (
        {
            "sprzet.csv": "sprzęt;cena;ze zniżką;w święta\ndeska;30 zł;24 zł;38 zł\nszatnia;za darmo;;\n",
            "narty.md": "| narty | cena [zł] | cena z kaskiem [zł] |\n|---|---|---|\n| biegówki | 40 | 47 |\n",
            "uslugi.csv": "usługa;cena\nstrzyżenie psa;60 zł\nnaprawa roweru;45 zł\nwynajem sali;200 zł\n",
            "jachty.csv": "kapitan;jacht\nEwa Lis;jacht Orlik II\nJan Gaj;jacht Orlik III\n",
            "rejsy-2023.csv": "rejs;cena\nRejs nocny;20 zł\n",
            "rejsy-2024.csv": "rejs;cena\nRejs nocny;25 zł\n",
        },
        {
            "Ile kosztuje rejs nocny w 2024 roku?": "25 zł",
            "Ile kosztuje rejs nocny w 2023 roku?": "20 zł",
            "Ile kosztuje rejs nocny w 2022 roku?": "",
            "Ile kosztuje deska?": "30 zł",
            "Ile kosztuje deska ze zniżką?": "24 zł",
            "Ile kosztuje deska w święta?": "38 zł",
            "Ile kosztuje szatnia?": "za darmo",
            "Ile kosztują biegówki?": "40 zł",
            "Ile kosztują biegówki z kaskiem?": "47 zł",
            "Ile kosztuje strzyżenie psa?": "60 zł",
            "Ile kosztuje strzyżenie psa rasowego?": "",
            "Ile kosztuje naprawa roweru naprężonego?": "",
            "Kto jest kapitanem jachtu Orlik III?": "Jan Gaj",
            "Kto?": "",
        },
    ),
    (
        {
            "wladze.md": "# Zarząd\n\n* Jan Kot (2009–2015)\n* Ewa Ryś, 1970–1999\n\nPatron to Leon Bąk (1921–1994).\n",
            "kontakt.md": (
                "# Kontakt\n\n## Sekretariat\n\nTelefon: 22 555 10 20\nE-mail: biuro@b.example\n\n"
                "## Kasa\n\nTelefon: 22 555 10 30\nE-mail: kasa@k.example\n"
            ),
            "wiesci.md": (
                "# Wieści\n\n## Wielki kiermasz książek (5 marca 2026)\n\nKiermasz odbędzie się 21 marca w holu.\n\n"
                "## Jesienny rajd rowerowy (7 maja 2026)\n\nPojedziemy do Pucka.\n"
            ),
            "park.md": (
                "# Tężnia\n\nTężnię zbudowano w 2011 roku.\n\n## Godziny\n\n- sobota: 10:00–18:00\n\n"
                "# Palmiarnia\n\n## Godziny\n\n- sobota: 14:00–22:00\n"
            ),
            "klub.txt": "Klub Lipa ma numer KRS 0000123456.\n\nKlucze leżą w szafie nr 2; jest ich w szafie 48.\n",
        },
        {
            "Kiedy umarł Jan Kot?": "",
            "Kiedy urodziła się Ewa Ryś?": "",
            "Kiedy umarł Leon Bąk?": "1994",
            "Jaki adres e-mail ma sekretariat?": "biuro@b.example",
            "Jaki adres e-mail ma kasa?": "kasa@k.example",
            "Kiedy odbędzie się wielki kiermasz książek?": "21 marca",
            "Kiedy odbędzie się jesienny rajd rowerowy?": "7 maja 2026",
            "Od której czynna jest tężnia w sobotę?": "10:00",
            "Od której czynna jest palmiarnia w sobotę?": "14:00",
            "Jaki numer KRS ma klub Lipa?": "KRS 0000123456",
            "Ile kluczy jest w szafie?": "48",
        },
    ),
    (
        {
            "zajecia-2026.csv": (
                "data,temat,prowadzący,sala,koszt [zł],wolne miejsca\n"
                "12.01.2026,Akwarela,Iwona Zych,pracownia na piętrze,30,0\n"
                "19.01.2026,Linoryt,Paweł Gil,dawna kotłownia,45,5\n"
            ),
            "ludzie.md": (
                "# Dom kultury\n\n| funkcja | imię i nazwisko | telefon |\n|---|---|---|\n"
                "| bibliotekarka | Zofia Krawiec | 600 100 200 |\n| kierowca | Jan Wilga | 600 100 300 |\n"
            ),
            "linia.csv": "przystanek;kurs 1;kurs 2\nBrzeziny;6:05;7:15\nBrzeziny, szkoła;6:09;7:19\n",
            "kasa.txt": "Szatnia\nTelefon: 84 555 12 30\nGodziny: wt–pt 10–18, sobota: nieczynne\n",
            "protokol.txt": (
                "Uchwałę o piecu odrzucono: 12 głosów za, 25 przeciw. Uchwała o drzwiach: za 31 osób, przeciw 4.\n"
            ),
            "wiesci.md": (
                "# Wieści\n\n## 3 marca 2026: Plener rzeźbiarski\n\n"
                "Zapisy na plener rzeźbiarski trwają do 20 marca 2026 roku. Pojedziemy do Pucka.\n"
            ),
        },
        {
            "Kto prowadzi zajęcia z akwareli?": "Iwona Zych",
            "Ile kosztują zajęcia z linorytu?": "45 zł",
            "Ile jest wolnych miejsc na linoryt?": "5",
            "Gdzie jest akwarela?": "pracownia na piętrze",
            "Gdzie mieści się kotłownia?": "",
            "Ile lat ma Paweł Gil?": "",
            "Ile drzwi ma pracownia?": "",
            "Jaki adres ma Iwona Zych?": "",
            "Kto jest bibliotekarzem?": "Zofia Krawiec",
            "Kto spalił bibliotekę?": "",
            "Kto jest kierownikiem?": "",
            "O której kurs 2 jest w Brzezinach?": "7:15",
            "O której kurs 3 jest w Brzezinach?": "",
            "Kiedy szatnia jest czynna w sobotę?": "nieczynne",
            "Do której szatnia jest czynna w środę?": "18",
            "Do której można dzwonić do szatni?": "",
            "Ile głosów było przeciw uchwale o piecu?": "25",
            "Ile osób było za uchwałą o drzwiach?": "31",
            "Kiedy jest plener rzeźbiarski?": "",
        },
    ),
    (
        {
            "cennik.csv": (
                'usługa,cena,uwagi\nmycie auta,50 zł,"motocykle 30 zł, w poniedziałek 25 zł"\nwoskowanie,70 zł,\n'
                "pranie foteli,140 zł,stali klienci nie płacą\nodkurzanie,35 zł,w środę 20 zł\n"
                'polerowanie,90 zł,"w sobotę 15 zł drożej, za godzinę 60 zł, studenci 70 zł, emeryci 50 zł lub 45 zł"\n'
            ),
            "cenik.csv": (
                "služba;cena;poznámka\nvstupné dospělí;80 Kč;ve středu 40 Kč\nvstupné děti;40 Kč;do 6 let zdarma\n"
                "dílna loutek;120 Kč;senioři 70 Kč, členové 60 Kč\n"
            ),
            "stawki.csv": (
                "przyczepa,opłata za godzinę,opłata za tydzień,zastaw\nlaweta,30 zł,niedostępna,300 zł\n"
                "platforma,do uzgodnienia,500 zł,400 zł\nbagażowa,15 zł,,brak\n"
            ),
            "biura.md": (
                "# Adresy i numery\n\n## Wydział budownictwa\n\nul. Sadowa 8, parter\nTelefon: 22 111 22 33\n"
                "Kierowniczka: Iga Sowa\n\n## Teatr lalek „Kacperek”\n\nal. Dębowa 4\n"
                "Przedstawienia są w soboty, a kasa jest czynna godzinę przed nimi.\n\n"
                "## Przedszkole im. Marii Kownackiej\n\nTelefon: 22 111 22 44\n"
            ),
            "sale.tsv": "sala\tmiejsc\tdla niepełnosprawnych\tdla prasy\nlustrzana\t12\t2\t—\nkominkowa\t20\t3\t4\n",
            "parking.txt": "Parking\n\nNa parkingu jest 40 miejsc, w tym 6 dla niepełnosprawnych.\n",
            "wynik.txt": "Drużyna zajęła drugie miejsce w turnieju „Kłos”. Puchar odebrała kapitan Ada Rak.\n",
        },
        {
            "Ile kosztuje mycie auta?": "50 zł",
            "Ile kosztuje mycie motocykla?": "30 zł",
            "Ile kosztuje mycie auta w poniedziałek?": "25 zł",
            "Ile kosztuje pranie foteli dla stałych klientów?": "nie płacą",
            "Ile miejsc dla niepełnosprawnych ma sala lustrzana?": "2",
            "Ile miejsc ma sala kominkowa?": "20",
            "Ile miejsc na parkingu jest dla niepełnosprawnych?": "6",
            "Ile kosztuje odkurzanie w środę?": "20 zł",
            "Ile kosztuje odkurzanie?": "35 zł",
            "Ile kosztuje polerowanie w sobotę?": "",
            "Ile kosztuje polerowanie dla studentów?": "70 zł",
            "Ile kosztuje polerowanie dla emerytów?": "",
            "Kolik stojí vstupné pro dospělé ve středu?": "40 Kč",
            "Kolik stojí vstupné pro děti ve středu?": "",
            "Kolik stojí vstupné pro děti?": "40 Kč",
            "Kolik stojí dílna loutek pro seniory?": "70 Kč",
            "Kolik stojí dílna loutek pro členy?": "60 Kč",
            "Kolik stojí dílna loutek?": "120 Kč",
            "Ile kosztuje laweta za godzinę?": "30 zł",
            "Ile kosztuje laweta za tydzień?": "niedostępna",
            "Ile kosztuje platforma za godzinę?": "do uzgodnienia",
            "Ile kosztuje bagażowa za tydzień?": "",
            "Jaki telefon ma wydział budownictwa?": "22 111 22 33",
            "Kto jest kierowniczką wydziału budownictwa?": "Iga Sowa",
            "Gdzie jest wydział budownictwa?": "ul. Sadowa 8, parter",
            "Gdzie jest teatr lalek?": "al. Dębowa 4",
            "Gdzie jest przedszkole?": "",
            "Które miejsce zajęła drużyna w turnieju?": "",
        },
    ),
    (
        {
            "osiedle.txt": (
                "Kontakt\nKasa: 22 814 33 50\nSerwis bram: 605 118 240\nObsługa klienta: 22 814 33 51\n"
                "Faks: 22 814 33 52\nNIP: 525 118 240\nKlub czynny: wtorek–czwartek 9:15–16:45, sobota 10:30–12:30\n"
            ),
            "budzet.txt": "Wydatki\nRemonty: 605 300 200\nZieleń: 120 300 100\n",
        },
        {
            "Jaki telefon ma kasa?": "22 814 33 50",
            "Jaki jest numer telefonu do serwisu bram?": "605 118 240",
            "Jaki telefon ma obsługa klienta?": "22 814 33 51",
            "Jaki telefon ma skarbnik?": "",
            "Jaki telefon mają remonty?": "",
            "W jakich godzinach czynny jest klub?": "wtorek–czwartek 9:15–16:45, sobota 10:30–12:30",
            "Do której czynny jest klub w sobotę?": "12:30",
            "O której otwiera się klub w środę?": "9:15",
            "Do której czynna jest kasa w sobotę?": "",
        },
    ),
    (
        {
            "pasieka.txt": (
                "Pasieka Lipa\n\nPszczelarz – Adam Wosk\nLiczba uli – 48\nCena słoika – 35 zł\n\n"
                "Sklepik pasieki jest otwarty od środy do piątku w godzinach 10–16, a w soboty do 14.\n"
            ),
            "szewc.txt": "Warsztat rymarski. Mistrz: Leon Sum, adres: ul. Garbarska 8, naprawa siodła: 90 zł.\n",
            "basen.txt": "Sauna jest czynna codziennie od 14:00 do 21:00. Wstęp: 20 zł.\n",
            "kino.txt": "Pokladna kina je otevřena od úterý do pátku od 15 do 20 hodin, v sobotu jen do 18.\n",
            "skansen.txt": "Skansen jest otwarty od 2 kwietnia do 30 października, w godzinach od 9 do 16.\n",
            "jaz.txt": "Śluza jest otwarta od 10 maja do 20 września. Tama pracuje od 3 do 17 lipca.\n",
            "bramka.txt": "Furtka otwarta jest od 20 minut przed koncertem.\n",
            "hriste.txt": "Hřiště je otevřeno od 5. dubna do 12. října.\n",
        },
        {
            "Kto jest pszczelarzem?": "Adam Wosk",
            "Ile uli ma pasieka?": "48",
            "Ile kosztuje słoik?": "35 zł",
            "O której zamyka się sklepik w sobotę?": "do 14",
            "O której otwiera się sklepik w czwartek?": "10",
            "O której otwiera się sklepik w sobotę?": "",
            "Do której jest otwarty sklepik w środę?": "16",
            "Do której jest otwarty sklepik w poniedziałek?": "",
            "W jakie dni sklepik jest otwarty?": "od środy do piątku w godzinach 10–16, a w soboty do 14",
            "Czy sklepik jest otwarty w poniedziałek?": "",
            "Kto jest mistrzem?": "Leon Sum",
            "Jaki jest adres warsztatu?": "ul. Garbarska 8",
            "Ile kosztuje naprawa siodła?": "90 zł",
            "Do której czynna jest sauna w niedzielę?": "21:00",
            "V kolik hodin se zavírá pokladna ve čtvrtek?": "20",
            "Do kolika hodin je otevřena pokladna v sobotu?": "do 18",
            "Do kolika hodin je otevřena pokladna v pondělí?": "",
            "Kiedy otwarty jest skansen?": "od 2 kwietnia do 30 października",
            "Do kiedy otwarty jest skansen?": "do 30 października",
            "Do której otwarty jest skansen?": "16",
            "Kiedy śluza jest otwarta?": "od 10 maja do 20 września",
            "Do kiedy śluza jest otwarta?": "do 20 września",
            "Kiedy pracuje tama?": "od 3 do 17 lipca",
            "O której otwiera się furtka?": "",
            "V kolik hodin se otevírá hřiště?": "",
        },
    ),
    (
        {
            "hodiny.txt": "Palmiarnia jest czynna codziennie od 11 do 18, w Trzech Króli nieczynna.\n\n"
            "Warsztat jest otwarty od wtorku do piątku od 7 do 14, w trzeci i czwarty czwartek miesiąca zamknięty.\n\n"
            "Kręgielnia jest czynna od 15 do 23, a w Sylwestra i w Nowy Rok od 18 do 21, w maju zamknięta.\n\n"
            "Zamek je otevřen denně od 9 do 16 hodin, v listopadu jen v sobotu.\n\n"
            "Bazén je otevřen denně od 7 do 21, na Nový rok zavřen, první úterý v měsíci do 15.\n\n"
            "Wieża jest czynna codziennie od 12 do 19, w dniach 2 i 3 maja zamknięta.\n\n"
            "Oranżeria jest czynna od 9 do 20, nieczynna w Sylwestra i w lutym.\n"
        },
        {
            "Od której jest czynna palmiarnia?": "11",
            "Od której jest czynna palmiarnia w niedzielę?": "11",
            "Od której jest czynna palmiarnia w Trzech Króli?": "nieczynna",
            "Do której jest otwarty warsztat w trzeci czwartek miesiąca?": "zamknięty",
            "Do której jest otwarty warsztat w czwartek?": "14",
            "Do której jest czynna kręgielnia w Sylwestra?": "21",
            "Do której jest czynna kręgielnia w maju?": "zamknięta",
            "Do której jest czynna kręgielnia w Nowy Rok?": "21",
            "Do kolika hodin je otevřen zámek v listopadu?": "",
            "Do kolika hodin je otevřen zámek v neděli?": "16",
            "Od kolika hodin je otevřen bazén na Nový rok?": "zavřen",
            "Do kolika hodin je otevřen bazén první úterý v měsíci?": "do 15",
            "Do której jest czynna wieża 2 maja?": "zamknięta",
            "Do której jest czynna wieża?": "19",
            "Do której jest czynna wieża w maju?": "",
            "Od której jest czynna oranżeria w lutym?": "nieczynna",
            "Od której jest czynna oranżeria?": "9",
        },
    ),
    (
        {
            "zebranie.txt": "Protokół zebrania rady\n\nPrzewodnicząca: Maria Gil\nSkarbnik: Jan Kos\n",
            "posiedzenie.txt": "Posiedzenie zarządu\n\nPrzewodnicząca: Olga Maj\nProtokolantka: Ewa Lis\n",
            "remont.txt": "Remont szkoły\n\nProjektant: Leon Kos\nKierownik budowy: Adam Wrona\n",
            "basnie.txt": "Baśnie z Podlasia\n\nAutor: Leon Bem\nTłumacz: Anna Sum\nIlustracje: Ida Żak\n",
            "auto.txt": "Prodej auta\n\nKupující: Petr Malý\nProdávající: Jana Nová\n",
        },
        {
            "Kto protokołował zebranie rady?": "",
            "Kto przewodniczył zebraniu rady?": "Maria Gil",
            "Kto protokołował posiedzenie zarządu?": "Ewa Lis",
            "Kto zaprojektował remont szkoły?": "Leon Kos",
            "Kto remontował szkołę?": "",
            "Kto przetłumaczył baśnie?": "Anna Sum",
            "Kto zilustrował baśnie?": "Ida Żak",
            "Kto napisał baśnie?": "Leon Bem",
            "Kto wydał baśnie?": "",
            "Kdo koupil auto?": "Petr Malý",
            "Kdo prodal auto?": "Jana Nová",
        },
    ),
    (
        {
            "swieta.txt": (
                "Program świąteczny\n\n12 grudnia, 17:00 – koncert kolęd\n15 grudnia – kiermasz ozdób\n"
                "20. prosince: jarmark\n"
            ),
            "przychodnia.txt": "Przychodnia\n\nRejestracja: 7:30–18:00\nLaboratorium: 7:00–10:00\n",
            "kino.txt": "Kino\n\nBilety: dorośli 80 zł, dzieci 40 zł\nVstupné: dospělí 90 Kč, děti 50 Kč\n",
            "basen.txt": "Basen\n\nBasen jest czynny do 22. Sauna działa w godzinach 16–21. Telefon: 81 452 10 33.\n",
            "biblioteka.txt": "Biblioteka\n\nJednorazowo wypożyczamy 6 książek na 30 dni, a 2 filmy na 7 dni.\n",
        },
        {
            "Kiedy jest koncert kolęd?": "12 grudnia",
            "O której jest koncert kolęd?": "17:00",
            "Kiedy jest kiermasz ozdób?": "15 grudnia",
            "Co jest 15 grudnia?": "kiermasz ozdób",
            "Kiedy jest bal?": "",
            "Kdy je jarmark?": "20. prosince",
            "Do której czynna jest rejestracja?": "18:00",
            "O której zamykają laboratorium?": "10:00",
            "Do której czynna jest apteka?": "",
            "Ile kosztuje bilet dla dzieci?": "40 zł",
            "Ile kosztuje bilet dla dorosłych?": "80 zł",
            "Ile kosztuje bilet dla seniorów?": "",
            "Kolik stojí vstupné pro děti?": "50 Kč",
            "Ile książek wypożyczamy?": "6",
            "Na ile dni wypożyczamy książki?": "30",
            "W jakich godzinach działa sauna?": "16–21",
            "Jaki jest numer telefonu basenu?": "81 452 10 33",
        },
    ),
]


@pytest.mark.parametrize(("files", "answers"), SHEETS)
def test_a_sheet_answers_with_the_kind_that_is_asked_for_and_for_nobody_else(tmp_path, files, answers):
    for name, content in files.items():
        (tmp_path / name).write_text(content, "utf-8")
    build_index(tmp_path / "an.index", read_documents([str(tmp_path)]))
    with PassageIndex(tmp_path / "an.index") as opened:
        assert {question: ask(opened, question).answer for question in answers} == answers


def test_a_row_is_sure_only_of_what_its_first_cells_name(tmp_path):
    (tmp_path / "zbiorki.csv").write_text(
        "data,rajd,zbiórka,cena [zł]\n4.05.2026,Rajd Czapli,parking pod lasem,40\n9.05.2026,Rajd Bobra,młyn,25\n",
        "utf-8",
    )
    build_index(tmp_path / "an.index", read_documents([str(tmp_path)]))
    with PassageIndex(tmp_path / "an.index") as opened:
        said = [ask(opened, question) for question in ("Ile kosztuje rajd Bobra?", "Ile kosztuje parking?")]
    assert [(one.guess, one.is_sure) for one in said] == [("25 zł", True), ("40 zł", False)]


PRICES = {
    "sprzet.csv": (
        "sprzęt;cena [zł];za tydzień [zł];po 16:00 [zł];uwagi\nnamiot;30;;20;\nprzyczepa nr 2;;400;;gaz osobno 25 zł\n"
    ),
    "kursy.md": "# Kurs\n\n| kurs | cena | seniorzy |\n|---|---|---|\n| krój | 90 zł | — |\n| haft | 80 zł | 55 zł |\n",
    "pujcovna.csv": "vybavení,cena,na týden\nstan,60 Kč,\nspacák,20 Kč,90 Kč\n",
}


def test_the_price_that_a_question_narrows_down_to_is_sure_and_no_other_stands_for_it(tmp_path):
    for name, content in PRICES.items():
        (tmp_path / name).write_text(content, "utf-8")
    build_index(tmp_path / "an.index", read_documents([str(tmp_path)]))
    answers = {
        "Ile kosztuje namiot za tydzień?": "",
        "Ile kosztuje namiot po 16:00?": "20 zł",
        "Ile kosztuje namiot?": "30 zł",
        "Ile kosztuje przyczepa nr 2 za tydzień?": "400 zł",
        "Ile płacą seniorzy za krój?": "",
        "Ile kosztuje haft dla seniorów?": "55 zł",
        "Kolik stojí stan na týden?": "",
        "Kolik stojí spacák na týden?": "90 Kč",
    }
    with PassageIndex(tmp_path / "an.index") as opened:
        said = {question: ask(opened, question) for question in answers}
    assert {question: one.answer for question, one in said.items()} == answers
    assert all(one.is_sure for one in said.values() if one.answer)


def test_what_a_note_says_is_not_done_has_not_the_price_of_its_row(tmp_path):
    rows = "usługa,cena,uwagi\npranie,40 zł,futro: nie wykonujemy\nkrój,90 zł,zniżka nie dotyczy sukien\n"
    (tmp_path / "krawiec.csv").write_text(rows, "utf-8")
    build_index(tmp_path / "an.index", read_documents([str(tmp_path)]))
    answers = {
        "Ile kosztuje pranie futra?": "nie wykonujemy",
        "Ile kosztuje pranie?": "40 zł",
        "Ile kosztuje krój sukien?": "90 zł",
    }
    with PassageIndex(tmp_path / "an.index") as opened:
        assert {question: ask(opened, question).answer for question in answers} == answers
