"""An answer is doubted that another clause gives to what is asked about, or that is of another kind."""

import pytest

from probierz.systems.questions.answering.asking import ask
from probierz.systems.questions.doubting.contrasts import is_told_in_contrast
from probierz.systems.questions.doubting.doubts import is_of_other_kind, stands_in_other_clause, tells_all_words
from probierz.systems.questions.doubting.infinitives import is_only_wished, is_told_by_infinitive
from probierz.systems.questions.finding.index import PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.wanted.excepted_times import is_of_excepted_time
from probierz.systems.questions.wanted.units import is_of_other_unit

PLUMBER = "Wymiana kranu kosztuje 120 zł, dojazd jest gratis."
TRIP = "Zbiórka o 6:45 przed szkołą, powrót ok. godz. 19:00."
BREWER = "Pierwszą garbarnię założył Ignacy Wilk, a jego bratanek Jan Wilk otworzył browar."


@pytest.mark.parametrize(
    ("text", "answer", "own", "other"),
    [
        (PLUMBER, "120 zł", "Ile kosztuje wymiana kranu?", "Ile kosztuje dojazd?"),
        ("Kajak kosztuje 60 zł, wiosło jest w cenie.", "60 zł", "Ile kosztuje kajak?", "Ile kosztuje wiosło?"),
        (TRIP, "6:45", "O której jest zbiórka?", "O której jest powrót?"),
        (BREWER, "Ignacy Wilk", "Kto założył pierwszą garbarnię?", "Kto założył browar?"),
        ("Chór prowadzi Ewa Lis, a warsztaty Jan Kot.", "Ewa Lis", "Kto prowadzi chór?", "Kto prowadzi warsztaty?"),
    ],
)
def test_an_answer_of_another_clause_is_doubted(text, answer, own, other):
    place = text.index(answer), text.index(answer) + len(answer)
    assert not stands_in_other_clause(own, text, *place)
    assert stands_in_other_clause(other, text, *place)


@pytest.mark.parametrize(
    ("text", "answer", "own", "other"),
    [
        ("Dąb liczy 400 lat, lipa tylko 150.", "400", "Ile lat liczy dąb?", "Ile lat liczy lipa?"),
        ("Klacz waży 510 kg, klaczka 120.", "510 kg", "Ile waży klacz?", "Ile waży klaczka?"),
        ("Kopalnię otwarto w 1860 roku, a zamknięto sto lat później.", "1860", "Kiedy otwarto?", "Kiedy zamknięto?"),
        ("Najdalej skoczył Jan Kot, 81 m, a najbliżej Adam Gil.", "Jan Kot", "Kto najdalej?", "Kto najbliżej?"),
        ("Kupiono 40 ton węgla i 12 ton koksu.", "40 ton", "Ile kupiono węgla?", "Ile kupiono koksu?"),
        ("Na obiad był bigos, a dzieci jadły naleśniki.", "naleśniki", "Co jadły dzieci?", "Co było na obiad?"),
        ("Jan Żaba pokonał Piotra Klona, a Ewę Lis Leon Mysz.", "Jan Żaba", "Kto pokonał Piotra?", "Kto pokonał Ewę?"),
        ("Ewę Lis pokonał Jan Żaba, a Piotra Leon Mysz.", "Leon Mysz", "Kto pokonał Piotra?", "Kto pokonał Ewę Lis?"),
        ("Prezesem jest Jan Kot, skarbnikiem Ewa Lis.", "Jan Kot", "Kto jest prezesem?", "Kto jest skarbnikiem?"),
    ],
)
def test_an_answer_on_one_side_of_a_contrast_is_not_sure_of_what_stands_on_the_other(text, answer, own, other):
    place = text.index(answer), text.index(answer) + len(answer)
    assert not is_told_in_contrast(own, text, *place)
    assert is_told_in_contrast(other, text, *place)


@pytest.mark.parametrize(
    ("question", "answer", "is_other"),
    [
        ("Kto kieruje chórem?", "UO", True),
        ("Kto napisał list?", "Roku", True),
        ("Jaki numer KRS ma klub?", "KRS", True),
        ("Kto jest najemcą?", "Wynajmujący", True),
        ("Kto jest najemcą?", "Marta Kowalska", False),
    ],
)
def test_an_answer_of_another_kind_is_doubted(question, answer, is_other):
    assert is_of_other_kind(question, answer) is is_other


@pytest.mark.parametrize(
    ("question", "text", "is_other"),
    [
        ("Ile minut trwał bal?", "14 marca 2024", True),
        ("Ile minut trwał bal?", "15 min", False),
        ("Ile wynosi zadatek?", "80 kg", True),
        ("Za ile kupiono traktor?", "1974 roku", True),
        ("Za ile kupiono traktor?", "780 tys. zł", False),
        ("Ile wynosi zadatek?", "80 zł", False),
        ("Ile wynosi zadatek?", "30 procent", False),
        ("Ile waży klacz Zorza?", "12 lat", True),
        ("Ile waży klacz Zorza?", "510 kg", False),
        ("Ile waży burmistrz?", "52 członków", True),
        ("Ile kilogramów owsa zjada?", "7 lat", True),
        ("Ile lat ma Zorza?", "40 procent", True),
        ("Ile ma boksów?", "7", False),
        ("W jakiej temperaturze piec ciasto?", "45 minut", True),
        ("W jakiej temperaturze piec ciasto?", "180 stopni", False),
    ],
)
def test_a_number_of_another_unit_is_doubted(question, text, is_other):
    assert is_of_other_unit(question, text, 0, len(text)) is is_other


def test_rows_of_one_table_keep_no_text_away_that_has_the_very_word(tmp_path):
    table = [SourceDocument(f"a.md:{at}", "Zbiory", f"zbiór: {at}; zebrano: {at} kg") for at in range(2, 6)]
    texts = [SourceDocument("b.txt", "Zbiory", "Zbiory."), SourceDocument("c.txt", "", f"{'Szkoła. ' * 40}{TRIP}")]
    build_index(tmp_path / "my.index", [*table, *texts])
    with PassageIndex(tmp_path / "my.index") as index:
        assert "c.txt" in [one.document for one in ask(index, "O której jest zbiórka?").found]


def test_a_column_that_is_the_verb_answers_and_other_rows_are_told(tmp_path):
    head = "Linia: {}; Odjazd: {}; Przyjazd: {}; Kursuje: {}"
    rows = [("12", "9:30", "10:10", "sob., niedz."), ("3", "5:40", "6:02", "pn.–pt."), ("3", "7:10", "7:35", "pn.–pt.")]
    documents = [SourceDocument(f"a.tsv:{at}", row[0], head.format(*row)) for at, row in enumerate(rows, 2)]
    build_index(tmp_path / "my.index", documents)
    with PassageIndex(tmp_path / "my.index") as index:
        assert ask(index, "Kiedy kursuje linia 12?").answer == "sob., niedz."
        assert ask(index, "O której jest odjazd linii 3?").other_rows == 1


@pytest.mark.parametrize(
    ("text", "plain", "turned"),
    [
        (
            "Szkołą od 2010 roku kieruje Jan Gil.",
            "Kto od 2010 roku kieruje szkołą?",
            "Kto do 2010 roku kieruje szkołą?",
        ),
        ("Most zamknięto w 1962 roku.", "Kiedy zamknięto most?", "Dlaczego zamknięto most?"),
        ("Brat Jana Lisa uczył w Pile.", "Gdzie uczył Jan Lis?", "Gdzie uczył brat Jana Lisa?"),
        ("Chór prowadzi Ewa Lis.", "Kto prowadzi chór?", "Kto nie prowadzi chóru?"),
        ("Kosz stawia się 2 metry od pieca.", "Ile metrów od pieca stawia się kosz?", "Ile metrów ma staw?"),
    ],
)
def test_a_question_that_turns_what_a_sentence_tells_gets_no_sure_answer(text, plain, turned):
    assert tells_all_words(plain, "", text, 0, 1)
    assert not tells_all_words(turned, "", text, 0, 1)


def test_a_question_for_a_name_asks_for_no_manner():
    assert tells_all_words("Jak nazywa się dopływ Wisły?", "", "Dopływ Wisły nazywa się Osa.", 0, 1)


BELL = "Dzwon odlany w Gdańsku przez Immanuela Witta waży 850 kilogramów."
LAND = "Wieś Zalesie sprzedała parafii las za 500 rubli. Parafia sprzedała Zalesiu staw za 300 rubli."
ARREST = "W 1863 roku Rosjanie aresztowali wikarego Adama Zycha."
PRAISE = "Jana Horáčková pochválila Petra Vaňka za novou scénu."
RIBBON = "Pásku přestřihla Alena Veselá, loutku jí věnoval řezbář Tomáš Kopecký."
REWARD = "Teresę Guz nagrodził wójt Adam Kleszcz."
PRIZE = "První cenu předal starosta Ivo Novotný pěstitelce Daně Jelínkové."
BILLS = "Rachunek za lipiec wyniósł 2 340 zł, za sierpień 3 115 zł."
VOYAGE = "W 1978 roku załoga przepłynęła 28 696 mil i 30 mórz, wróciła w 1979."
GUESTS = "Na otwarcie przyszło 400 gości zagranicznych i 150 polskich, głównie uczestników spływu."
JURY = "W jury zasiadał skrzypek Bogdan Rosa, którego uczyła profesor Hanna Kulig."
CLOCK = "Zegar, którego strzegł Feliks Baran, naprawił za darmo Jerzy Kielich."
BREWER_HELPED = "Hospodář Ivan Kolář, jemuž radil sládek Otto Říha, uvařil první pivo."
FOUNTAIN = "Sochař Emil Hora, kterého podporoval hrabě Leo Thun, vytesal kašnu."
CUP = "Puchar dostał pływak, którym był Jacek Rybarczyk."
DOGS = "W 2019 roku przytulisko przyjęło 310 psów z miasta i 42 ze wsi, w 2020 roku 287 psów z miasta i 61 ze wsi."
OAKS = "W parku rosną cztery dęby, na skwerze siedem dębów."
LIFT = "V zimě jezdí lanovka dvě hodiny denně, v létě devět hodin."
ELECTED = "Zarząd wybrał Karola Sikorę, którego zgłosiła Ewa Mech."
AWARD = "Prezes nagrodził Ewę Lis, którą pochwalił kierownik."
TABLES = "Stoły kupił hotel w Pile za 1200 zł, a szafę sprzedano sąsiadowi za 80 zł."
BARN = "Młyn postawiono w 1720 roku, a stodołę spalono w 1915 roku."
KAPELA = "Kapela gra w soboty o 20, a w niedziele o 18; w lipcu nie gra."
DIVADLO = "Divadlo hraje v pátek v 19, v neděli v 17; v srpnu nehraje."
MASONS = "Murarza opłaciła pani Zofia, dekarza pan Bolesław."
ELECTION = "Burmistrz Anna Sójka pokonała w drugiej turze wyborów gminy Huberta Pyrę."
SOLD = "W 1931 roku staw od Jana Zawady odkupił Adam Pluta."
MILL = "Kuźnię kupił od Józefa Wrony rymarz Tomasz Sójka."
LENT = "Adam Ryś pożyczył harfę od Ireny Maj."
HEIR = "Drukarnię odziedziczyła po Stefanie Mruku bratanica Halina Mruk."
BOUGHT = "Pilu koupil od Václava Hrubého tesař Oldřich Svoboda."
PRODAL = "Emil Kvapil prodal louku Jaroslavu Novákovi."
GRANTS = (
    "W 2003 roku stypendium otrzymała Ewa Lis. W 2004 roku stypendium nie przyznano. W 2005 roku otrzymał je Jan Bem."
)
SCHOOLING = "Adam Ryś urodził się w Pile, uczył się w Kole, a zmarł w Turku."
STORE = "Chłodnię postawił w 1871 roku Karol Rej, a w 1924 roku kupił ją Jan Kot."
BATHS = (
    "Łaźnia jest czynna codziennie od 8 do 16. W ostatni wtorek maja łaźnia jest czynna wyjątkowo do 21. "
    "Kąpiel trwa godzinę."
)
BYLAWS = (
    "Starszy Cechu zwołuje zebrania, powołuje skarbnika i prowadzi kronikę. Pieczęci pilnuje sekretarz. "
    "Sieci naprawiają mistrzowie, łodzie malują rybacy. Komisja liczy trzech mistrzów."
)
GATE = "Bramę otwiera dozorca o 5:40, z wyjątkiem niedziel, kiedy otwiera ją ogrodnik o 8:20."
TOURS = "W majówkę przyjechało do schroniska z Piły 43 turystów, z Lipna 17."
ROOF = "Remont dachu został wykonany przez Jana Kota, a ganku przez księdza Adama Susa."
MAYORS = "Wójtem był w latach 1921–1934 Jan Kot, a od 1934 do 1939 roku Ewa Lis."
GRANARY = "Spichlerz wzniósł w 1847 roku Karol Hess, a w 1912 roku przebudował jego wnuk Rudolf."
PRICES = "Wejście kosztuje 12 zł, szafka 5 zł, a wypożyczenie nart 30 zł."
WAREHOUSE = "Magazyn został postawiony w 1889 roku przez kupca Leona Adlera, a przebudowany przez spółkę „Wist”."
ROWERS = "Wioślarki zdobyły w 2014 roku puchar w Pile, biegacze byli piąci."
VILLAGE = "Obec koupila v roce 1978 v Telči zvon, škola dostala nové lavice."
HOLDERS = "Jan Kos był starostą do 1931 roku, Ola Ryś pisarzem."
BRIDGE = "Lávka byla navržena architektem Petrem Hájem a postavena firmou bratří Kosů."
FERRY = "Prom z Helu odpływa o 10.15, a z Jastarni wraca o 15.40."
MOVED = "W 1905 roku brat Anny wyjechał z Elbląga do Łodzi i tam otworzył skład."
CHOIR = "Chór prowadził Jan Kot po Ewie Lis."
BOARD = "W 2010 roku Jan Kot był prezesem, Ewa Lis skarbnikiem."
ENGINE = "Do straży trafił pierwszy wóz bojowy, Star 25. Kosztował 340 tysięcy złotych."


@pytest.mark.parametrize(
    ("text", "question", "is_given"),
    [
        (GRANARY, "W którym roku Karol Hess przebudował spichlerz?", True),
        (ENGINE, "Co kosztowało 340 tysięcy?", False),
        ("Czynsz wynosi 2400 zł miesięcznie i jest płatny do piątego.", "Co wynosi 2400 zł?", False),
        (BELL, "Co waży 850 kilogramów?", True),
        (ARREST, "Kto aresztował Rosjan?", False),
        (LAND, "Komu parafia sprzedała las?", False),
        (LAND, "Za ile parafia sprzedała las?", True),
        (PRAISE, "Kdo pochválil Janu Horáčkovou?", False),
        (PRAISE, "Koho pochválil Petr Vaněk?", False),
        (RIBBON, "Kdo věnoval Tomáši Kopeckému loutku?", False),
        (REWARD, "Kogo nagrodziła Teresa Guz?", False),
        (
            "Za každou ztracenou bednu se platí 90 Kč, za rozbitou sklenici 12 Kč.",
            "Kolik se platí za ztracený klíč?",
            False,
        ),
        ("Składka wynosi 180 zł, dla uczniów 90 zł.", "Ile wynosi składka dla seniorów?", True),
        (JURY, "Kogo uczył Bogdan Rosa?", False),
        ("Zasadzono 40 dębów i 25 lip.", "Ile drzew zasadzono razem?", False),
        ("Pan Ryś uczy gry na lutni, pani Kos tańca.", "Kto uczy szycia?", False),
        ("Szkuner „Lot” klub kupił od Ireny Maj.", "Kto kupił szkuner od Ireny Maj?", False),
        ("Zasadzono 40 dębów i 25 lip.", "O ile więcej zasadzono dębów niż lip?", False),
        (SOLD, "Od kogo Jan Zawada odkupił staw?", False),
        (SOLD, "Komu Adam Pluta sprzedał staw?", False),
        (MILL, "Od kogo Józef Wrona kupił kuźnię?", False),
        (MILL, "Komu Tomasz Sójka sprzedał kuźnię?", False),
        (MILL, "Kto kupił kuźnię od Tomasza Sójki?", False),
        (LENT, "Od kogo pożyczyła harfę Irena Maj?", False),
        ("Irena Maj pożyczyła harfę Adamowi Rysiowi.", "Od kogo Irena Maj pożyczyła harfę?", False),
        ("Szablę dostał od Piotra Guza rotmistrz Jan Bąk.", "Od kogo dostał szablę Piotr Guz?", False),
        (HEIR, "Po kim Stefan Mruk odziedziczył drukarnię?", False),
        (HEIR, "Kto odziedziczył drukarnię po Halinie Mruk?", False),
        ("Gabinet przejęła po Janie Sadzie lekarka Maria Kurek.", "Po kim Jan Sad przejął gabinet?", False),
        ("Antoni Gaj zapisał ogród bratanicy Ewie Gaj.", "Komu Ewa Gaj zapisała ogród?", False),
        (BOUGHT, "Od koho koupil pilu Václav Hrubý?", False),
        (BOUGHT, "Komu prodal Oldřich Svoboda pilu?", False),
        (PRODAL, "Od koho koupil louku Emil Kvapil?", False),
        ("Malarz Adam Kura, z którego córką ożenił się Jan Sęk, zmarł nagle.", "Z kim ożenił się Jan Sęk?", False),
        ("Wójt podziękował strażakom za pomoc dla Anny Pióro.", "Komu podziękował wójt?", True),
        (CLOCK, "Kto naprawił zegar?", True),
        (BREWER_HELPED, "Komu radil Ivan Kolář?", False),
        (BREWER_HELPED, "Kdo uvařil první pivo?", False),
        (FOUNTAIN, "Koho podporoval Emil Hora?", False),
        ("Prezes Olga Mrozek odwołała kierowników po rozmowie z Rafałem Sikorą.", "Kogo odwołała Olga Mrozek?", False),
        ("Zbigniew Hak pochwalił zawodników wobec prezesa Marka Burego.", "Kogo pochwalił Zbigniew Hak?", True),
        ("Rada odvolala zastupitele na návrh Pavla Kříže.", "Koho odvolala rada?", True),
        (MASONS, "Kogo opłaciła pani Zofia?", True),
        (MASONS, "Kogo opłacił pan Bolesław?", False),
        ("Lektora vybrala paní Hanáková, korektora pan Zeman.", "Koho vybrala paní Hanáková?", False),
        ("Gmina przekazała szkole boisko w 1998 roku.", "Kiedy szkoła przekazała boisko?", True),
    ],
)
def test_words_of_the_question_and_turned_roles_give_no_sure_answer(tmp_path, text, question, is_given):
    said = _asked(tmp_path, text, question)
    assert said.guess
    assert not said.is_sure
    assert bool(said.answer) == is_given


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Trenerem Jana Kota jest Adam Bem. Jego opiekunem jest Piotr Gil.", "Kogo trenuje Jan Kot?"),
        ("Ředitelem je Jan Malý. Jeho zástupcem je Petr Nový.", "Koho zastupuje Jan Malý?"),
        ("Prezesem koła jest od 2009 roku Jan Kot.", "W którym roku Jan Kot przestał być prezesem?"),
        ("Sklep prowadzi od 1994 roku Ewa Lis.", "W którym roku Ewa Lis zbudowała sklep?"),
        ("Cegielnię węgla „Wanda” otwarto w maju 1880 roku.", "Kto otworzył cegielnię w 1880 roku?"),
        ("Most zbudował w 1907 roku Jan Kot.", "Kto zbudował most w 1930 roku?"),
        ("Zastępcą komendanta jest Jan Kot.", "Kto jest komendantem?"),
        ("Ogród przy ulicy Wąskiej sprzedano Annie Bąk.", "Kto sprzedał ogród przy ulicy Wąskiej?"),
        ("W 1931 roku tartak kupiła spółka Wir.", "Kto sprzedał tartak w 1931 roku?"),
        ("Starostou je od roku 2017 Jan Tichý, jeho zástupcem Eva Malá.", "Koho zastupuje Jan Tichý?"),
        (STORE, "Kto kupił chłodnię w 1871 roku?"),
        (PRICES, "Ile kosztuje wypożyczenie kijów?"),
        ("W 2016 roku przystań otworzyła Hanna Mruk, a w 2023 roku zamknięto ją na zimę.", "Kto zamknął przystań?"),
        ("Dzwonnica ma 40 metrów. Została rozebrana przez dwa lata.", "Kto rozebrał dzwonnicę?"),
        ("Sekretarką sołtysa jest Ewa Lis.", "Kto jest sołtysem?"),
        ("Zástupcem vedoucího je Petr Nový.", "Kdo je vedoucím?"),
        ("Most zbudował w 1907 roku Jan Kot.\n\nMost odnowiła w 1968 roku Ewa Lis.", "Kto zbudował most w 1968 roku?"),
        ("Zastępcą Leny Gaj była Ewa Kos. Skarbniczką jest Olga Maj.", "Kto był zastępcą Olgi Maj?"),
        ("Tramwaj wyjechał o 7:25 do Lipna.", "O której tramwaj wyjechał z Lipna?"),
        ("Kaucja wynosi 80 zł. Rower i kask wypożycza biuro.", "Ile wynosi kaucja za kask?"),
        ("Zastępcą Leny Gaj była Ewa Kos, a Olga Maj skarbniczką.", "Kto był zastępcą Olgi Maj?"),
        ("Les prodal kníže městu Český Brod.", "Kdo prodal les?"),
        ("Knihovna předala atlas škole Hvězda.", "Kdo předal atlas?"),
        ("Spolek zapůjčil stan oddílu Rys.", "Kdo zapůjčil stan?"),
        ("Żwir przekazano gminie Wilga.", "Kto przekazał żwir?"),
        ("W 1997 roku Ewa Kos odradzała zburzyć bramę.", "Kto zburzył bramę w 1997 roku?"),
        ("W 1998 roku Adam Bem nie zdołał naprawić zegara.", "Kto naprawił zegar w 1998 roku?"),
        ("W 1999 roku Olga Ryś chciała zostać burmistrzem.", "Kto został burmistrzem w 1999 roku?"),
        (ROWERS, "W jakim roku biegacze zdobyli puchar?"),
        (ROWERS, "Gdzie biegacze zdobyli puchar?"),
        ("W 1928 roku spichlerz wzmocnili kowale, tkacze bielili mur.", "Kiedy tkacze wzmocnili spichlerz?"),
        ("Szkoła kupiła za 70 złotych globus, poczta pożyczyła mapę.", "Za ile poczta kupiła globus?"),
        (VILLAGE, "V jakém roce koupila škola zvon?"),
        (VILLAGE, "Kde koupila škola zvon?"),
        (HOLDERS, "Do kiedy Ola Ryś była starostą?"),
        (HOLDERS, "Do kiedy Ola Ryś była pisarzem?"),
        (HOLDERS, "Do którego roku Jan Kos był pisarzem?"),
        (HOLDERS, "Kto był pisarzem do 1931 roku?"),
        ("Klub prowadził Jan Kos, po nim Ola Ryś.", "Kto prowadził klub po Oli Ryś?"),
        ("Správcem hradu byl Petr Kos.", "Kdo byl správcem hradu po Petru Kosovi?"),
        ("Wybory ogłasza sołtys. Odwołuje go rada.", "Kto odwołuje sołtysa wsi?"),
        ("Wjazd kosztuje 30 zł. Rowerzyści wjeżdżają za darmo.", "Ile kosztuje wjazd dla rowerzystów?"),
        ("Kozy pasł Jan Kot, owce strzygł Adam Bem.", "Kto pasł owce?"),
        ("Zofię obudził Leon Grab, gdyż Zofia zaspała.", "Kogo obudziła Zofia?"),
        ("Ojca wsparł Jan Dąb, kiedy ojciec stracił pracę.", "Kogo wsparł ojciec?"),
        ("Lekarzowi pomogła Irena Wilk, bo lekarz złamał rękę.", "Komu pomógł lekarz?"),
        ("Terezu nahradila Petra Bílá, protože Tereza onemocněla.", "Koho nahradila Tereza?"),
        (ELECTED, "Kogo wybrała Mech?"),
        ("Zarząd wybrał Karola Sikorę, bo zgłosił go Adam Mech.", "Kogo wybrał Adam Mech?"),
        (AWARD, "Kogo nagrodził kierownik?"),
        (AWARD, "Kogo pochwalił prezes?"),
        ("Mariana oskarżyła Anna Sęk.", "Kogo oskarżyła Sęk?"),
        ("Zdeňka porazil mistr Karel Vlk.", "Koho porazil mistr?"),
        (TABLES, "Za ile sprzedano stoły?"),
        (TABLES, "Komu sprzedano stoły?"),
        (BARN, "W którym roku spalono młyn?"),
        ("Młyn postawiono w 1720 roku, stodoła została spalona w 1915.", "W którym roku młyn został spalony?"),
        ("Klavír koupila škola za 9000 Kč, a housle byly prodány za 700 Kč.", "Za kolik byl prodán klavír?"),
        ("Dom kupiła Ewa Kot w 1990 roku, a działkę kupił Jan Lis w 2001.", "W którym roku Jan Lis kupił dom?"),
        (KAPELA, "O której gra kapela w lipcu?"),
        (DIVADLO, "V kolik hodin hraje divadlo v srpnu?"),
        (CHOIR, "Kto prowadził chór przed Ewą Lis?"),
        ("W Kole puchar zdobyły siatkarki, biegacze byli piąci.", "Gdzie biegacze zdobyli puchar?"),
        (BOARD, "W którym roku Ewa Lis była prezesem?"),
    ],
)
def test_another_year_the_other_end_and_the_other_side_answer_nothing(tmp_path, text, question):
    assert not _asked(tmp_path, text, question).answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Kino prowadził w latach 1930–1951 Jan Kot.", "Kto prowadził kino w 1940 roku?", "Jan Kot"),
        ("Prezesem koła jest od 2009 roku Jan Kot.", "W którym roku Jan Kot został prezesem koła?", "2009"),
        ("Cech założono w 1907 roku przez kowala Jana Zawadzkiego.", "Kto założył cech?", "Jana Zawadzkiego"),
        (
            "Szkołę otwarto w 1907 roku. Założona została przez Ewę Lis.",
            "Przez kogo założona została szkoła?",
            "Ewę Lis",
        ),
        ("Kasa zamyka się o godzinie 17:30. Bilet jest ważny rok.", "O której zamyka się kasa?", "17:30"),
        ("Pokladna se otevírá v 8:15 a zavírá v 16:45.", "V kolik hodin se zavírá pokladna?", "16:45"),
        ("Sala otwiera się o 21:00.", "O której otwiera się sala?", "21:00"),
        ("Zastępcą komendanta jest Jan Kot.", "Kto jest zastępcą komendanta?", "Jan Kot"),
        ("Komendantem straży jest Jan Kot.", "Kto jest komendantem straży?", "Jan Kot"),
        ("Wpisowe wynosi 25 zł. Klub jest czynny od 9:00 do 17:00.", "Ile wynosi wpisowe?", "25 zł"),
        (GATE, "O której otwiera bramę dozorca?", "o 5:40"),
        (GATE, "O której otwiera bramę ogrodnik?", "o 8:20"),
        (ELECTED, "Kogo wybrał zarząd?", "Karola Sikorę"),
        (ELECTED, "Kogo zgłosiła Ewa Mech?", "Karola Sikorę"),
        (AWARD, "Kogo pochwalił kierownik?", "Ewę Lis"),
        ("Wczoraj Lech pokonał Ruch Chorzów.", "Kogo pokonał Lech?", "Ruch Chorzów"),
        (TABLES, "Za ile sprzedano szafę?", "80 zł"),
        (
            "Remontowano kutry „Sum” i „Leszcz”, które zbudowano w Ustce.",
            "Gdzie zbudowano kutry „Sum” i „Leszcz”?",
            "w Ustce",
        ),
        (BARN, "W którym roku spalono stodołę?", "1915"),
        ("Młyn postawiono w 1720 roku, a częściowo spalono w 1915 roku.", "W którym roku spalono młyn?", "1915"),
        (KAPELA, "O której gra kapela w niedziele?", "o 18"),
        (DIVADLO, "V kolik hodin hraje divadlo v neděli?", "17"),
    ],
)
def test_what_is_told_of_this_year_end_and_side_answers(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer


@pytest.mark.parametrize(
    ("text", "question", "is_undone"),
    [
        ("Leon Gaj odmówił spalić listy.", "Kto spalił listy?", True),
        ("Listy spalić planował Leon Gaj.", "Kto spalił listy?", True),
        ("Leon Gaj groził, że wyburzy mur.", "Kto wyburzył mur?", True),
        ("Leon Gaj prosił, aby Jan Kos spalił listy.", "Kto spalił listy?", True),
        ("Leon Gaj marzył, by zostać starostą.", "Kto został starostą?", True),
        ("Leon Gaj chciał zostać w tej wsi starostą.", "Kto został starostą?", True),
        ("Leoš Gaj zapomněl zamknout vrata.", "Kdo zamknul vrata?", True),
        ("V roce 1990 měl Leoš Gaj otevřít lázně.", "Kdo otevřel lázně?", True),
        ("Leoš Gaj nechtěl být starostou.", "Kdo byl starostou?", True),
        ("Leon Gaj zaczął malować sufit.", "Kto malował sufit?", False),
        ("Leoš Gaj dokázal přeplavat kanál.", "Kdo přeplaval kanál?", False),
        ("Leon Gaj pojechał do Brna kupić organy.", "Kto kupił organy?", False),
    ],
)
def test_what_was_refused_promised_or_wished_was_not_done(text, question, is_undone):
    assert is_only_wished(question, text, 0, 8) == is_undone
    assert is_told_by_infinitive(question, text, 0, 8)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Leon Gaj chciał spalić listy, lecz spalił je brat.", "Kto spalił listy?"),
        ("Listy, które chciano zachować, spalił Leon Gaj.", "Kto spalił listy?"),
        ("Leon Gaj planował otwarcie kina.", "Kto planował otwarcie kina?"),
        ("Leon Gaj, który został starostą, nie chciał być posłem.", "Kto został starostą?"),
        ("Leoš Gaj byl zabit v lese.", "Kdo byl zabit?"),
        ("Leon Gaj wolał zostać w domu, gdy Adam Wid na dobre już był starostą.", "Kto był starostą?"),
    ],
)
def test_what_is_told_in_the_past_was_done(text, question):
    assert not is_told_by_infinitive(question, text, 0, 8)


@pytest.mark.parametrize(("day", "is_excepted"), [("3 maja", True), ("4 maja", False), ("w maju", True)])
def test_of_a_day_of_a_month_no_other_one_is_excepted(day, is_excepted):
    text = "Kasa jest czynna od 9 do 17, w dniu 3 maja do 12."
    assert is_of_excepted_time(f"Do której czynna kasa {day}?", text, 25, 27) == is_excepted


def test_when_something_opens_says_not_when_it_closes(tmp_path):
    assert not _asked(tmp_path, "Kasa zamyka się o godzinie 17:30.", "O której otwiera się kasa?").answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (GRANARY, "W którym roku Karol Hess wzniósł spichlerz?", "1847"),
        ("Stację przeniesiono z ulicy Polnej na ulicę Szkolną.", "Skąd przeniesiono stację?", "z ulicy Polnej"),
        ("Ogród przy ulicy Wąskiej sprzedano Annie Bąk.", "Komu sprzedano ogród przy ulicy Wąskiej?", "Annie Bąk"),
        (ARREST, "Kto aresztował wikarego Adama Zycha?", "Rosjanie"),
        (LAND, "Za ile wieś Zalesie sprzedała las?", "500"),
        (REWARD, "Kto nagrodził Teresę Guz?", "wójt Adam Kleszcz"),
        (PRIZE, "Kdo předal první cenu?", "Ivo Novotný"),
        (GRANTS, "Kto otrzymał stypendium w 2003 roku?", "Ewa Lis"),
        ("Dyplom wręczył Markowi Kilowi prezes Jan Bem.", "Komu Jan Bem wręczył dyplom?", "Markowi Kilowi"),
        ("W 1938 roku bróg odkupił od gminy Jan Sum.", "Od kogo Jan Sum odkupił bróg?", "gminy"),
        ("Karnet zdrożał o 20 zł.", "O ile zdrożał karnet?", "20 zł"),
        (SOLD, "Od kogo Adam Pluta odkupił staw?", "Jana Zawady"),
        (MILL, "Od kogo Tomasz Sójka kupił kuźnię?", "Józefa Wrony"),
        (MILL, "Kto kupił kuźnię?", "Tomasz Sójka"),
        (LENT, "Od kogo Adam Ryś pożyczył harfę?", "od Ireny Maj"),
        (HEIR, "Kto odziedziczył drukarnię?", "Halina Mruk"),
        (HEIR, "Po kim Halina Mruk odziedziczyła drukarnię?", "Stefanie Mruku"),
        ("Kurs szycia prowadzi Ola Sęk, tel. 501 200 300, w sali nr 4.", "Kto prowadzi kurs szycia?", "Ola Sęk"),
        ("Szkołę im. Marii Rey otworzył w 1967 r. prof. Adam Gil.", "Kto otworzył szkołę?", "Adam Gil"),
        ("Kapelę założył w XIX w. Franciszek Bąk.", "Kto założył kapelę?", "Franciszek Bąk"),
        ("Kavárna stojí na tř. Svobody 12 a vede ji Petr Malý.", "Kde stojí kavárna?", "na tř. Svobody 12"),
        ("Spolek sídlí na nám. Míru č. 7 a vede ho Jan Hora.", "Kde sídlí spolek?", "na nám. Míru č. 7"),
        ("Antoni Gaj zapisał ogród bratanicy Ewie Gaj.", "Komu Antoni Gaj zapisał ogród?", "Ewie Gaj"),
        (BOUGHT, "Od koho koupil pilu Oldřich Svoboda?", "Václava Hrubého"),
        ("Ewa Lis kupiła obraz od nauczyciela Jana Kosa.", "Od kogo Ewa Lis kupiła obraz?", "Jana Kosa"),
        ("Ewa Lis kupiła obraz od dyrektorki szkoły Anny Kos.", "Od kogo Ewa Lis kupiła obraz?", "Anny Kos"),
        (PRODAL, "Komu prodal Emil Kvapil louku?", "Jaroslavu Novákovi"),
        (PRODAL, "Kdo prodal louku?", "Emil Kvapil"),
        (VOYAGE, "Ile mil przepłynęła załoga?", "28 696"),
        (BILLS, "Ile wyniósł rachunek za sierpień?", "3 115 zł"),
        (GUESTS, "Ilu gości zagranicznych przyszło na otwarcie?", "400"),
        (GUESTS, "Ilu gości polskich przyszło na otwarcie?", "150"),
        (JURY, "Kto uczył Bogdana Rosę?", "Hanna Kulig"),
        (JURY, "Kogo uczyła Hanna Kulig?", "Bogdan Rosa"),
        (CLOCK, "Kto strzegł zegara?", "Feliks Baran"),
        (FOUNTAIN, "Koho podporoval Leo Thun?", "Sochař Emil Hora"),
        (CUP, "Kto dostał puchar?", "Jacek Rybarczyk"),
        ("Maria Lech, która uczyła Adama Bema, mieszkała w Pile.", "Kogo uczyła Maria Lech?", "Adama Bema"),
        ("Dyrektor zatrudnił w maju 2010 roku Adama Bąka.", "Kogo zatrudnił dyrektor?", "Adama Bąka"),
        ("Dyplom przyznano dla Heleny Kot.", "Komu przyznano dyplom?", "dla Heleny Kot"),
        (ELECTION, "Kogo pokonała Anna Sójka?", "Huberta Pyrę"),
        (OAKS, "Ile dębów rośnie na skwerze?", "siedem"),
        (LIFT, "Kolik hodin denně jezdí lanovka v zimě?", "dvě"),
        (DOGS, "Ile psów ze wsi przyjęło przytulisko w 2020 roku?", "61"),
        (DOGS, "Ile psów ze wsi przyjęło przytulisko w 2019 roku?", "42"),
        (DOGS, "Ile psów z miasta przyjęło przytulisko w 2020 roku?", "287"),
        (DOGS, "Ile psów z miasta przyjęło przytulisko w 2019 roku?", "310"),
        ("Młyn prowadził w latach 1920–1939 Adam Gil.", "Kto prowadził młyn?", "Adam Gil"),
        ("Chór Męski „Lipa” założył w 1931 roku organista Jan Ryś.", "Kto założył chór „Lipa”?", "Jan Ryś"),
        ("Gości powitała kierowniczka szpitala Ewa Kos.", "Kto powitał gości?", "Ewa Kos"),
        ("Hosty uvítal kronikář obce Petr Malý.", "Kdo uvítal hosty?", "Petr Malý"),
        ("Plány nakreslil Karel Dub z Písku, práci však vedl Jan Hora.", "Kdo vedl práci?", "Jan Hora"),
        (ROWERS, "W jakim roku wioślarki zdobyły puchar?", "2014"),
        (CHOIR, "Kto prowadził chór po Ewie Lis?", "Jan Kot"),
        ("Strażacy przyjechali w nocy, 3 godziny gasili las w Kole.", "Gdzie strażacy gasili las?", "w Kole"),
        ("Harcerze mieszkali w Kole, w 2010 roku wyjechali autokarami.", "W którym roku wyjechali harcerze?", "2010"),
        (HOLDERS, "Do którego roku Jan Kos był starostą?", "1931"),
        ("Drogę naprawiła spółka Bruk Mosina.", "Kto naprawił drogę?", "spółka Bruk Mosina"),
        (VILLAGE, "V jakém roce koupila obec zvon?", "1978"),
        (BATHS, "Do której jest czynna łaźnia w ostatni wtorek maja?", "do 21"),
        (BATHS, "Do której jest czynna łaźnia we wtorek?", "16"),
        ("Pastviny prodal obci Petr Kos.", "Kdo prodal pastviny?", "Petr Kos"),
        ("Basen jest czynny od 7 do 21, w ostatni wtorek maja do 15.", "Do której jest czynny basen we wtorek?", "21"),
        ("Zastępcą Leny Gaj była Ewa Kos.", "Kto był zastępcą Leny Gaj?", "Ewa Kos"),
        ("Ewa Lis została skarbniczką klubu.", "Kim jest Ewa Lis?", "skarbniczką klubu"),
        ("Jan Dub stal starostou obce.", "Kým je Jan Dub?", "starostou obce"),
        ("Jan Kot\nkardynał i pisarz\n\nEwa Lis\nlekarka pułku", "Kto jest kardynałem?", "Jan Kot"),
        ("Herbem gminy jest stalowy młot.", "Co jest herbem gminy?", "stalowy młot"),
        ("Drugą nagrodą był mały srebrny dzban.", "Co było drugą nagrodą?", "mały srebrny dzban"),
        ("Powodem pożaru była rozbita lampa.", "Co było powodem pożaru?", "rozbita lampa"),
        ("Symbolem vesnice je dřevěná zvonice.", "Co je symbolem vesnice?", "dřevěná zvonice"),
        (
            "Kościół zbudował w latach 1782–1789 Jakub Kubicki, architekt królewski.",
            "Kiedy zbudowano kościół?",
            "w latach 1782–1789",
        ),
    ],
)
def test_what_is_told_as_it_is_asked_stays_sure(tmp_path, text, question, answer):
    said = _asked(tmp_path, text, question)
    assert said.is_sure
    assert said.answer == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (GRANTS, "Kto otrzymał stypendium w 2004 roku?", "nie przyznano"),
        ("W latach 1950–1956 parafia pozostawała nieobsadzona. Do 1950 roku parafią kierował Jan Gil.",
         "Kto kierował parafią w 1953 roku?", "pozostawała nieobsadzona"),
        ("Do zarządu nie wybrano nikogo.", "Kogo wybrano do zarządu?", "nie wybrano nikogo"),
        ("Funkce pokladníka zůstává neobsazená.", "Kdo je pokladníkem?", "zůstává neobsazená"),
        ("V roce 2006 medaile nebyla udělena. V roce 2007 ji získala Jana Bílá.",
         "Kdo získal medaili v roce 2006?", "nebyla udělena"),
        (WAREHOUSE, "Kto postawił magazyn?", "kupca Leona Adlera"),
        (WAREHOUSE, "Przez kogo został przebudowany magazyn?", "spółkę „Wist”"),
        (BRIDGE, "Kdo navrhl lávku?", "architektem Petrem Hájem"),
        (BRIDGE, "Kým byla postavena lávka?", "firmou bratří Kosů"),
        (ROOF, "Przez kogo został wykonany remont ganku?", "księdza Adama Susa"),
        (BYLAWS, "Kto pilnuje pieczęci?", "sekretarz"),
        (BYLAWS, "Kto prowadzi kronikę?", "Starszy Cechu"),
        (BYLAWS, "Kto maluje łodzie?", "rybacy"),
        (TOURS, "Ilu turystów przyjechało z Lipna?", "17"),
        (MAYORS, "Kto był wójtem w 1934 roku?", "Ewa Lis"),
        ("Tunel ma 40 metrów. Został zasypany przez górników w 1943 roku.", "Kto zasypał tunel?", "górników"),
        (FERRY, "O której odpływa prom z Jastarni?", "o 15.40"),
        ("Kurs vedla při škole Jiskra.", "Kdo vedl kurs?", "Jiskra"),
        ("Kurs prowadziła przy bibliotece Opoka.", "Kto prowadził kurs?", "Opoka"),
        ("Sad koło szkoły, obok spółdzielni Opoka, kupił wójt.", "Kto kupił sad obok spółdzielni?", "Opoka"),
        ("Basen jest czynny codziennie od 7 do 21, w ostatni wtorek maja do 15.",
         "Do której jest czynny basen w ostatni czwartek czerwca?", "21"),
        (SCHOOLING, "Gdzie uczył się Adam Ryś?", "w Kole"),
        ("Wójtem był Adam Lis, Jan Kot wójtem przed nim.", "Kto był wójtem przed Adamem Lisem?", "Jan Kot"),
        (BOARD, "W którym roku Ewa Lis była skarbnikiem?", "2010"),
        ("Jan Kos był starostą, a młyn kupił od Ewy Lis w 1931 roku.",
         "W którym roku Jan Kos, gdy był starostą, kupił młyn?", "1931"),
        ("Uchwała została podpisana przez prezesa.", "Kto podpisał uchwałę?", "prezesa"),
        (PRICES, "Ile kosztuje wypożyczenie nart?", "30 zł"),
        (MOVED, "Skąd wyjechał brat Anny?", "z Elbląga"),
        (MOVED, "Dokąd wyjechał brat Anny?", "do Łodzi"),
        (ROWERS, "Gdzie wioślarki zdobyły puchar?", "w Pile"),
        ("Ławki kupiono w 2016 roku za 3 200 zł, ponieważ stare były zepsute.", "Za ile kupiono ławki?", "3 200 zł"),
        ("Karnet zdrożał z 90 do 110 zł.", "O ile zdrożał karnet?", "z 90 do 110 zł"),
        ("Klub Szachowy „Wieża” prowadzi od 2001 roku Ewa Gil.", "Kto prowadzi „Wieżę”?", "Ewa Gil"),
        ("Pan Ryś uczy gry na lutni, pani Kos tańca.", "Kto uczy tańca?", "pani Kos"),
        ("Pan Ryś uczy gry na lutni, pani Kos tańca.", "Kto uczy gry na lutni?", "Pan Ryś"),
        ("Ola Wrona prowadzi kronikę, Jan Sum archiwum.", "Kto prowadzi archiwum?", "Jan Sum"),
        ("Pan Kopal trénuje plavce, paní Jará veslaře.", "Kdo trénuje veslaře?", "paní Jará"),
        ("Cegielnię założono w 1887 roku, a zburzono w 1944 roku.", "Kiedy zburzono cegielnię?", "w 1944 roku"),
        ("Škola byla otevřena v roce 1910 a zavřena v roce 1975.", "Kdy byla zavřena škola?", "v roce 1975"),
    ],
)  # fmt: skip
def test_what_answers_by_half_is_told_with_perhaps(tmp_path, text, question, answer):
    said = _asked(tmp_path, text, question)
    assert not said.is_sure
    assert said.answer == answer


def _asked(folder, text, question):
    build_index(folder / "my.index", [SourceDocument("a.txt", "", text)])
    with PassageIndex(folder / "my.index") as index:
        return ask(index, question)


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Stolarz naprawił szafę Heleny.", "Kto naprawił szafę?"),
        ("Kovář opravil bránu Nováka.", "Kdo opravil bránu?"),
        ("Lekarka wyleczyła syna Zawady, a Zawada podziękował.", "Kto wyleczył syna?"),
        ("Kocur podrapał psa Wrony, a stróż Sum wygonił kocura.", "Kto podrapał kocura?"),
        ("Straż ugasiła stodołę Marka.", "Kto ugasił stodołę?"),
        ("Uczennice pomalowały płot Gawła.", "Kto pomalował płot?"),
        ("Dziecko stłukło wazon Ireny.", "Kto stłukł wazon?"),
        ("Woźna zamknęła bramę Nowaka.", "Kto zamknął bramę?"),
        ("Mládež uklidila park Evy.", "Kdo uklidil park?"),
        ("W sobotę Kuba naprawił szafę Heleny.", "Kto naprawił szafę?"),
        ("Bartek zgubił rower Kuby Sikory.", "Kto zgubił rower?"),
        ("Rada wybrała Annę Zator na miejsce Leszka Kity.", "Kto wybrał Annę Zator?"),
        ("Sąsiadka z góry zalała łazienkę Eweliny Toś.", "Kto zalał łazienkę?"),
        ("Zarząd wypłacił Ewie Nowak 300 zł.", "Kto wypłacił 300 zł?"),
        ("Dyrektor wręczył Barbarze Lis nagrodę.", "Kto wręczył nagrodę?"),
        ("Szkoła przekazała Monice Szpak laptop.", "Kto przekazał laptop?"),
        ("Wójt dał Zofii Gil klucz.", "Kto dał klucz?"),
        ("Burmistrz wręczył Halinie Wrona kwiaty.", "Kto wręczył kwiaty?"),
    ],
)
def test_whose_a_thing_is_does_not_do_what_was_done_to_it(tmp_path, text, question):
    assert _asked(tmp_path, text, question).answer == ""


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Jan Nowak sprzedał dom Adama Kosa.", "Komu Jan Nowak sprzedał dom?"),
        ("Rada przyznała nagrodę Adama Asnyka.", "Komu rada przyznała nagrodę?"),
        ("Sąsiad pożyczył Ewie Kos rower Kuby Gila.", "Komu sąsiad pożyczył rower?"),
        ("Jan Novák prodal dům Evy Svobodové.", "Komu prodal Jan Novák dům?"),
        ("Krytyk pochwalił powieść Jana Kosa.", "Kogo pochwalił krytyk?"),
        ("Nauczyciel pochwalił rysunek Zosi Maj.", "Kogo pochwalił nauczyciel?"),
    ],
)
def test_whose_a_thing_is_is_nobody_to_whom_it_was_given(tmp_path, text, question):
    assert not _asked(tmp_path, text, question).is_sure


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Hubert Cichy załatał dach Wandy.", "Kto załatał dach?", "Hubert Cichy"),
        ("Jan Kowalski naprawił rower Ewy Nowak.", "Kto naprawił rower?", "Jan Kowalski"),
        ("Ewa Nowak naprawiła rower Tomasza Kosa.", "Kto naprawił rower?", "Ewa Nowak"),
        ("W maju Tomasz Grab zaorał pole Józefa Cebuli.", "Kto zaorał pole?", "Tomasz Grab"),
        ("Irena Pająk podlała kwiaty sąsiadki Wandy Lipiec.", "Kto podlał kwiaty?", "Irena Pająk"),
        ("W Starych Babicach Jan Kos kupił dom Ewy Nowak.", "Kto kupił dom?", "Jan Kos"),
        ("Po śmierci Jana Lisa Anna Kos sprzedała dom Adama Bema.", "Kto sprzedał dom?", "Anna Kos"),
        ("Adam Sum założył w 1920 roku klub Orzeł.", "Kto założył klub?", "Adam Sum"),
        ("Anna Kania naprawiła rower Tomasza Kosa.", "Kto naprawił rower?", "Anna Kania"),
        ("Eva Svobodová opravila kolo Jana Nováka.", "Kdo opravil kolo?", "Eva Svobodová"),
        ("Żołnierze zburzyli dom Kality.", "Kto zburzył dom?", "Żołnierze"),
        ("Hasiči uhasili stodolu Nováka.", "Kdo uhasil stodolu?", "Hasiči"),
    ],
)
def test_who_is_named_before_the_verb_answers_and_no_owner(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Anna Nowak pomogła córce Jana Kowalskiego.", "Komu pomogła Anna Nowak?", "córce Jana Kowalskiego"),
        ("Kupiec sprzedał dom żonie wójta Jana Kosa.", "Komu kupiec sprzedał dom?", "żonie wójta Jana Kosa"),
        ("Policjant zatrzymał kierowcę Michała Wrony.", "Kogo zatrzymał policjant?", "kierowcę Michała Wrony"),
        ("Szef zwolnił sekretarkę Magdę Flis.", "Kogo zwolnił szef?", "Magdę Flis"),
        ("Ewa Lis kupiła dom od córki Jana Kosa.", "Od kogo Ewa Lis kupiła dom?", "córki Jana Kosa"),
        ("Anna Lis zatańczyła z bratem Adamem Kosem.", "Z kim zatańczyła Anna Lis?", "Adamem Kosem"),
        ("Rower naprawiła córka Jana Kowalskiego.", "Kto naprawił rower?", "córka Jana Kowalskiego"),
        ("Rada przyznała nagrodę Adama Asnyka Marcie Sum.", "Komu rada przyznała nagrodę?", "Marcie Sum"),
        ("Jan Nowak sprzedał dom Ewie Kos.", "Komu Jan Nowak sprzedał dom?", "Ewie Kos"),
        ("Milan Tichý pomohl synovi Aleny Markové.", "Komu pomohl Milan Tichý?", "synovi Aleny Markové"),
        ("Soused pomohl manželce Josefa Vaška.", "Komu pomohl soused?", "manželce Josefa Vaška"),
        ("Reporter zapytał Jana Klona o cenę wody.", "Kogo zapytał reporter?", "Jana Klona"),
        ("Adwokat Cezary Młot bronił Huberta Stonogi.", "Kogo bronił Cezary Młot?", "Huberta Stonogi"),
        ("Sztandar wyhaftowała Maria Pietrucha, żona Leona Wargi.", "Kto wyhaftował sztandar?", "Maria Pietrucha"),
        ("Mlýn koupil od Josefa Bartoše Jan Urban.", "Od koho koupil Jan Urban mlýn?", "Josefa Bartoše"),
    ],
)
def test_somebody_is_told_with_whose_relative_he_is(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("W sobotę naprawił szafę Jan Kos.", "Kto naprawił szafę?", "Jan Kos"),
        ("Latem pomalował dach Adam Sum.", "Kto pomalował dach?", "Adam Sum"),
        ("Jako pierwsza zdobyła szczyt Olga Maj.", "Kto zdobył szczyt?", "Olga Maj"),
        ("Rano pomalował dach Adam Sum.", "Kto pomalował dach?", "Adam Sum"),
        ("Rok później naprawił szafę Jan Kos.", "Kto naprawił szafę?", "Jan Kos"),
        ("Na prośbę Marka naprawił szafę Jan Kos.", "Kto naprawił szafę?", "Jan Kos"),
        ("Z pomocą sąsiada naprawiła szafę Ewa Kos.", "Kto naprawił szafę?", "Ewa Kos"),
        ("Od Anny Nowak kupił dom Jan Kos.", "Kto kupił dom?", "Jan Kos"),
        ("Adamowi Lisowi kupił rower Jan Kos.", "Kto kupił rower?", "Jan Kos"),
        ("Hotel Bristol zaprojektował Jan Kos.", "Kto zaprojektował hotel?", "Jan Kos"),
    ],
)
def test_who_stands_behind_the_thing_did_it_where_nobody_stands_before_the_verb(tmp_path, text, question, answer):
    said = _asked(tmp_path, text, question)
    assert (said.answer, said.is_sure) == (answer, True)


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("W Warszawie Maria Kos poznała Piotra Zycha.", "Kto poznał Piotra Zycha?", "Maria Kos"),
        ("W Nowym Sączu Leon Pik ochrzcił Dorotę Flis.", "Kto ochrzcił Dorotę Flis?", "Leon Pik"),
        ("W Bielsku-Białej Maria Kos poznała Jana.", "Kto poznał Jana?", "Maria Kos"),
        ("V Brně Petr Kubík potkal Janu Malou.", "Kdo potkal Janu Malou?", "Petr Kubík"),
        ("Młyn odkupiła od Bluma Helena Ostrowska.", "Od kogo Helena Ostrowska odkupiła młyn?", "Bluma"),
        ("Młyn odkupiła od Bluma Helena Ostrowska.", "Kto odkupił młyn?", "Helena Ostrowska"),
        ("Z Markiem Teresa Pol tańczyła walca.", "Kto tańczył z Markiem walca?", "Teresa Pol"),
        ("Na wojnie zabił Karola Piotr Dzik.", "Kogo zabił Piotr Dzik?", "Karola"),
        ("Zamek sprzedał Potockiemu Jan Zamoyski.", "Komu sprzedał zamek Jan Zamoyski?", "Potockiemu"),
        ("Obraz daroval Anně Jan Kruk.", "Kdo daroval obraz?", "Jan Kruk"),
        ("Nagrodę wręczyła Marii Lis Anna Kos.", "Kto wręczył nagrodę?", "Anna Kos"),
        ("Od Macieja Góry Ewa Sikora kupiła wóz drabiniasty.", "Kto kupił wóz?", "Ewa Sikora"),
        ("Inżynier Nowak zastępuje inżyniera Bielca.", "Kto zastępuje inżynier Nowak?", ""),
        ("Inżynier Nowak zastępuje inżyniera Bielca.", "Kto zastępuje inżyniera Bielca?", "Inżynier Nowak"),
    ],
)
def test_a_name_ends_where_another_one_begins_in_another_case(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Klub ma trzy sekcje: męską, żeńską i dziecięcą.", "Ile sekcji ma klub?", "trzy"),
        ("Obecni: 14 osób. Przewodniczyła Maria Gil, a protokołował Tomasz Bór.", "Kto protokołował?", "Tomasz Bór"),
        ("Porządek obrad: wybory. Zebranie otworzył Jan Kot.", "Kto otworzył zebranie?", "Jan Kot"),
        ("Uwaga: zebranie odbędzie się 5 maja. Prowadzi je Jan Kot.", "Kto prowadzi zebranie?", "Jan Kot"),
        ("Wieś ma dwie kaplice: starą i nową. Sołtysem jest Zenon Grzyb.", "Kto jest sołtysem?", "Zenon Grzyb"),
        ("Spolek má dva oddíly: starý a nový. Předsedou je Jan Holub.", "Kdo je předsedou?", "Jan Holub"),
    ],
)
def test_a_colon_makes_no_field_of_the_prose_around_a_value(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Jan Bem (3 maja 1902 – 17 listopada 1971) był malarzem.", "Kiedy zmarł Jan Bem?", "17 listopada 1971"),
        ("Jan Bem (3 maja 1902, Puck – 17 listopada 1971, Hel) malował.", "Kiedy urodził się Jan Bem?", "3 maja 1902"),
        ("Jan Bem (3 maja 1902 – 17 listopada 1971) był malarzem.", "W którym roku zmarł Jan Bem?", "1971"),
        ("Jan Bílek (3. května 1902 – 17. listopadu 1971) maloval.", "Kdy zemřel Jan Bílek?", "17. listopadu 1971"),
        ("Jan Bem (ur. 3 maja 1902 w Łodzi, zm. 17 listopada 1971 w Helu) malował.", "Gdzie zmarł Jan Bem?", "w Helu"),
        ("Jan Bem, ur. 3 maja 1902 w Łodzi, zm. 17 listopada 1971 w Helu.", "Gdzie urodził się Jan Bem?", "w Łodzi"),
        (
            "Jan Bílek (nar. 3. května 1902 v Brně, zem. 5. června 1971 v Praze).",
            "Kdy zemřel Jan Bílek?",
            "5. června 1971",
        ),
        ("Jan Bílek (nar. 3. května 1902 v Brně, zem. 5. května 1971 v Aši).", "Kde zemřel Jan Bílek?", "v Aši"),
    ],
)
def test_of_the_days_and_places_of_a_life_one_is_told(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (
            "Jan Bílek se narodil 3. května 1902 v Brně a zemřel 17. listopadu 1971 v Praze.",
            ("Kdy se narodil?", "3. května 1902", "Kde zemřel?", "v Praze"),
        ),
        (
            "Jan Bílek se narodil v Brně 3. května 1902, zemřel v Praze 17. listopadu 1971.",
            ("Kde se narodil Jan Bílek?", "v Brně", "Kdy zemřel Jan Bílek?", "17. listopadu 1971"),
        ),
        (
            "Urodził się w Łodzi 3 maja 1902 roku, a zmarł w Krakowie 17 listopada 1971 roku.",
            ("Kiedy się urodził?", "3 maja 1902 roku", "Gdzie zmarł?", "w Krakowie"),
        ),
        (
            "Zmarła 17 listopada 1971 w Krakowie, urodziła się 3 maja 1902 w Łodzi.",
            ("Kiedy się urodziła?", "3 maja 1902", "Gdzie zmarła?", "w Krakowie"),
        ),
        (
            "W 1902 roku w Łodzi urodziła się, a w 1971 roku w Krakowie zmarła Anna Sum.",
            ("Kiedy urodziła się Anna Sum?", "W 1902 roku", "Gdzie zmarła Anna Sum?", "w Krakowie"),
        ),
    ],
)
def test_a_birth_and_a_death_in_one_sentence_are_told_apart_in_any_order(tmp_path, text, answers):
    assert tuple(one for at in (0, 2) for one in (answers[at], _asked(tmp_path, text, answers[at]).answer)) == answers


@pytest.mark.parametrize(
    ("text", "own", "other"),
    [
        ("Wystawa jest czynna od 3 maja.", "Od kiedy wystawa jest czynna?", "Do kiedy wystawa jest czynna?"),
        (
            "Termin składania wniosków: do 15 maja.",
            "Do kiedy można składać wnioski?",
            "Od kiedy można składać wnioski?",
        ),
        ("Zapisy trwają do 10 czerwca.", "Do kiedy trwają zapisy?", "Od kiedy trwają zapisy?"),
        ("Jan Kot był prezesem do 1998 roku.", "Do kiedy Jan Kot był prezesem?", "Od kiedy Jan Kot był prezesem?"),
        ("Výstava potrvá do 15. července.", "Do kdy potrvá výstava?", "Od kdy potrvá výstava?"),
    ],
)
def test_until_when_is_not_answered_by_since_when(tmp_path, text, own, other):
    assert _asked(tmp_path, text, own).answer
    assert not _asked(tmp_path, text, other).answer


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Most jest zamknięty od 1 kwietnia. Prace potrwają do 15 lipca.", "Do kiedy most jest zamknięty?"),
        ("Podejrzewano, że młyn podpalił Jan Kot.", "Kto podpalił młyn?"),
        ("Młyn kupił ponoć Jan Kot.", "Kto kupił młyn?"),
        ("Podobno młyn sprzedano w 1920 roku.", "Kiedy sprzedano młyn?"),
        ("W poprzednim numerze podaliśmy, że młyn kupił Jan Kot.", "Kto kupił młyn?"),
        ("Mlýn údajně koupil Jan Kos.", "Kdo koupil mlýn?"),
        ("Sousedé se domnívali, že mlýn koupil Jan Kos.", "Kdo koupil mlýn?"),
        ("Gdyby nie deszcz, wygrałby mecz Jan Kot.", "Kto wygrał mecz?"),
        ("Jan Kos málem vyhrál zápas.", "Kdo vyhrál zápas?"),
        ("Jan Kot prawie wygrał mecz.", "Kto wygrał mecz?"),
        ("Ewa Lis zaproponowała, żeby bilet kosztował 30 zł.", "Ile kosztuje bilet?"),
        ("Planowano, że zjazd odbędzie się 5 maja, ale go odwołano.", "Kiedy odbędzie się zjazd?"),
        ("Jestli bude pěkně, slavnost se koná 5. května.", "Kdy se koná slavnost?"),
    ],
)
def test_a_rumour_a_supposition_a_condition_or_a_near_miss_is_not_sure(tmp_path, text, question):
    assert not _asked(tmp_path, text, question).is_sure


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Nieprawdą jest, że młyn podpalił Jan Kot.", "Kto podpalił młyn?"),
        ("Ewie śniło się, że młyn kupił Jan Kot.", "Kto kupił młyn?"),
        ("Omyłkowo podaliśmy, że młyn kupił Jan Kot.", "Kto kupił młyn?"),
        ("Gazeta napisała, że młyn kupił Jan Kot, ale to plotka.", "Kto kupił młyn?"),
        ("Pisano, że młyn kupił Jan Kot. To nieprawda.", "Kto kupił młyn?"),
        ("Není pravda, že mlýn koupil Jan Kos.", "Kdo koupil mlýn?"),
        ("Odrzucono wniosek, by prezesem został Jan Kot.", "Kto został prezesem?"),
        ("Burmistrzem Kota jest Jan Kos. Jest to nieprawda.", "Kto jest burmistrzem Kota?"),
    ],
)
def test_what_is_denied_or_taken_back_is_no_answer(tmp_path, text, question):
    assert not _asked(tmp_path, text, question).answer


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Młyn kupił Jan Kot. Podobno był bogaty.", "Kto kupił młyn?"),
        ("Rzecznik poinformował, że młyn kupił Jan Kot.", "Kto kupił młyn?"),
        ("Bieg przez płotki wygrał Jan Kot.", "Kto wygrał bieg?"),
    ],
)
def test_what_is_no_hearsay_is_sure(tmp_path, text, question):
    said = _asked(tmp_path, text, question)
    assert (said.answer, said.is_sure) == ("Jan Kot", True)


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Turniej wygrał nie Jan Kot, lecz Adam Bem.", "Kto wygrał turniej?", "Adam Bem"),
        ("Zebranie odbędzie się nie 3 maja, ale 5 maja.", "Kiedy odbędzie się zebranie?", "5 maja"),
        ("Mlýn koupil ne Jan Kos, nýbrž Petr Hora.", "Kdo koupil mlýn?", "Petr Hora"),
        ("Wnioski należy złożyć przed 12 maja.", "Kiedy należy złożyć wnioski?", "przed 12 maja"),
        ("Zjazd będzie nie wcześniej niż 4 grudnia.", "Kiedy będzie zjazd?", "nie wcześniej niż 4 grudnia"),
        ("Najpóźniej w 1820 roku zbudowano młyn.", "Kiedy zbudowano młyn?", "Najpóźniej w 1820 roku"),
        ("Roku 1901 shořelo čtrnáct domů.", "Kolik domů shořelo?", "čtrnáct"),
        ("V roce 1901 shořely domy.", "Kolik domů shořelo?", ""),
        ("Autobus nr 5 zawieszono 3 maja, nr 8 kursuje nadal.", "Kiedy zawieszono autobus nr 8?", ""),
        ("Vstupné stojí ne 30, nýbrž 25 korun.", "Kolik stojí vstupné?", "25 korun"),
    ],
)
def test_what_is_denied_limited_or_of_another_thing_is_told_so(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Zjazd wyznaczono na 7 maja 2024 r. Protokołował Leon Drąg.", "Kto protokołował 7 maja?"),
        ("Lokatorzy: Ewa Gil; Jan Gil wyprowadził się w 2020 roku.", "Kiedy wyprowadziła się Ewa Gil?"),
        ("Jan Wilk kupił młyn, a Roman Wilk sprzedał go w 1930 roku.", "Kiedy Jan Wilk sprzedał młyn?"),
    ],
)
def test_what_is_of_another_day_or_namesake_is_not_sure(tmp_path, text, question):
    assert not _asked(tmp_path, text, question).is_sure


NEWS = (
    "Puławy. Strażacy ugasili pożar młyna.\nLublin. Radni uchwalili budżet miasta.\nRemont. Pracownicy zamknęli most."
)


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (NEWS, "Gdzie ugaszono pożar młyna?", "Puławy"),
        (NEWS, "Kto ugasił pożar młyna?", "Strażacy"),
        (NEWS, "Gdzie uchwalono budżet?", "Lublin"),
        (NEWS, "Kto uchwalił budżet?", "Radni"),
        (NEWS, "Gdzie zamknięto most?", ""),
        (NEWS, "Gdzie naprawiono młyn?", ""),
        ("PUŁAWY, 3 maja. Strażacy ugasili pożar młyna.", "Gdzie ugaszono pożar?", "PUŁAWY"),
        ("Brno: Hasiči uhasili požár mlýna.", "Kde hasiči uhasili požár?", "Brno"),
        ("Puławy. Jan Kos wygrał turniej. Turniej odbył się w Lublinie.", "Gdzie odbył się turniej?", "w Lublinie"),
    ],
)
def test_the_town_that_news_begin_with_tells_where_it_was(tmp_path, text, question, answer):
    assert _asked(tmp_path, text, question).answer == answer
