"""Systems that rate translations: sentence scores of the proceedings, and ridge regression on what tells quality."""

import json

import numpy as np
import pytest

from probierz.challenges.challenge import open_challenge
from probierz.cli.main import main
from probierz.errors import DataError, SystemFileError, Untrained
from probierz.scoring.score import score
from probierz.systems.encoder.encoding import open_encoder
from probierz.systems.quality.belonging import shifts
from probierz.systems.quality.features import Translation, alone, beside_human
from probierz.systems.quality.fluency import fluency
from probierz.systems.quality.notes import TranslatedLine, unrated_faults
from probierz.systems.quality.similarities import greedy_matching, vectors_beside
from probierz.systems.recipes import find_recipe
from probierz.systems.shared.human_ratings import evenly_spread, read_ratings
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training
from probierz.systems.training import read_pairs

HUMAN = "Kot śpi na starej kanapie w dużym pokoju ."
WORDS = HUMAN.split()


def spoilt(count):
    """The human translation with its first words replaced: the more, the worse."""
    return " ".join(["źle"] * count + WORDS[count:])


PAIRS = [Pair(f"{spoilt(count)}\tThe cat sleeps .\t{HUMAN}", str(5 - count / 2)) for count in range(8)] * 4


def test_a_nearer_translation_is_rated_better():
    system = find_recipe("quality/features").build(penalty=1.0)
    system.fit(PAIRS)
    rated = [
        answer.value for answer in system.answers(f"{spoilt(count)}\tThe cat sleeps .\t{HUMAN}" for count in range(8))
    ]
    assert rated == sorted(rated, reverse=True)
    assert rated[0] == pytest.approx(5, abs=0.3)
    assert rated[-1] == pytest.approx(1.5, abs=0.3)


def test_without_a_human_translation_its_lengths_and_marks_are_what_is_known():
    system = find_recipe("quality/blind").build(penalty=1.0)
    system.fit([Pair("Krótkie zdanie.", "5"), Pair("o wiele wiele wiele dłuższe zdanie, bez końca", "2")] * 5)
    short, long = (
        answer.value for answer in system.answers(["Inne zdanie.", "a to jest, znów, o wiele wiele dłuższe"])
    )
    assert short > long


def test_a_rating_is_saved_and_loaded(tmp_path):
    system = find_recipe("quality/features").build()
    with pytest.raises(Untrained):
        list(system.predict([PAIRS[0].input]))
    system.fit(PAIRS)
    save(system, tmp_path / "saved")
    inputs = [pair.input for pair in PAIRS[:8]]
    assert list(load(tmp_path / "saved").predict(inputs)) == list(system.predict(inputs))
    (tmp_path / "saved" / "weights.npz").write_bytes(b"PK")
    with pytest.raises(SystemFileError):
        load(tmp_path / "saved")


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        (PAIRS[:1], "there are 1 rated translations"),
        ([Pair("a\tb\tc", "4"), Pair("d\te\tf", "4")], "all ratings are 4"),
        ([Pair("a\tb\tc", "4"), Pair("d\te\tf", "good")], "line 2: 'good' is no rating"),
        ([Pair("a\tb\tc", "4"), Pair("d\te\tf", "nan")], "line 2: 'nan' is no rating"),
        ([Pair("a\tb\tc", "4"), Pair("d\te", "5")], "line 2: three columns are wanted"),
        ([*PAIRS[:12], PAIRS[0]._replace(expected="45"), *PAIRS[12:]], "line 13: the rating 45 is off the scale"),
        ([*PAIRS[:12], PAIRS[0]._replace(expected="9"), *PAIRS[12:]], "line 13: the rating 9 is off the scale"),
        ([*PAIRS[:12], PAIRS[0]._replace(expected="5.5"), *PAIRS[12:]], "line 13: the rating 5.5 is off the scale"),
        *(
            ([Pair("a\tb\tc", "4"), Pair("d\te\tf", odd), Pair("g\th\ti", "2")], f"line 2: the rating {odd} is off")
            for odd in ("4711", "101", "-7")
        ),
    ],
)
def test_what_cannot_be_learnt_from_is_told_with_its_line(pairs, told):
    with pytest.raises(DataError, match=told):
        find_recipe("quality/features").build().fit(pairs)


@pytest.mark.parametrize("ratings", [[1, 2, 9], [0.2, 55, 100], [3] * 9 + [5] * 9 + [0, 6], [-20, -3] * 10 + [-40]])
def test_ratings_of_another_scale_or_at_its_rare_ends_are_read(ratings):
    assert read_ratings(list(map(str, ratings))) == ratings


def test_empty_texts_have_numbers_too():
    rows = beside_human([Translation("", "", ""), Translation("kot", "cat", "")])
    assert np.isfinite(rows).all()
    assert np.isfinite(alone([Translation("")])).all()


def test_a_sentence_score_is_that_of_the_published_baseline():
    from probierz.suites.poleval2021.quality import sentence_bleu, sentence_gleu

    line = f"{spoilt(3)}\tThe cat sleeps .\t{HUMAN}"
    (bleu,) = find_recipe("quality/bleu-2").build().predict([line])
    assert bleu == f"{100 * sentence_bleu(spoilt(3), HUMAN, smoothing=2):.4f}"
    (gleu,) = find_recipe("quality/gleu").build().predict([line])
    assert gleu == f"{100 * sentence_gleu(spoilt(3), HUMAN):.4f}"


def test_greedy_matching_takes_the_nearest_piece_of_the_other_text():
    one, other = np.array([[1.0, 0], [0, 2.0]]), np.array([[3.0, 0]])
    precision, recall, both = greedy_matching(one, other)
    assert (precision, recall) == (0.5, 1.0)
    assert both == pytest.approx(2 * 0.5 / 1.5)
    assert greedy_matching(one, np.zeros((0, 2))) == (0.0, 0.0, 0.0)


def test_similarities_are_those_with_the_human_translation(small_encoder_folder):
    encoder = open_encoder(str(small_encoder_folder))
    near, vectors = vectors_beside(encoder, [Translation("kot śpi", "a cat sleeps", "pies")] * 2)
    turned, others = vectors_beside(encoder, [Translation("pies", "", "kot śpi")])
    np.testing.assert_allclose(near[0, ::4], turned[0, ::4], atol=1e-5)  # cosines, by layer
    np.testing.assert_allclose(near[0, 1::4], turned[0, 2::4], atol=1e-5)  # the precision of one is the other's recall
    mine, apart, product = np.split(vectors[0], 3)
    np.testing.assert_allclose(np.split(others[0], 3)[1], apart, atol=1e-5)
    np.testing.assert_allclose(mine * np.split(others[0], 3)[0], product, atol=1e-4)


@pytest.mark.parametrize("name", ["quality/encoder", "quality/blind-encoder"])
def test_an_encoder_adds_what_its_vectors_say(name, small_encoder_folder):
    system = find_recipe(name).build(backbone=str(small_encoder_folder), penalty=1.0)
    system.fit(PAIRS)
    inputs = [pair.input for pair in PAIRS[:8]]
    together = [answer.value for answer in system.answers(inputs)]
    alone = [next(system.answers([line])).value for line in inputs]
    np.testing.assert_allclose(together, alone, atol=1e-4)
    assert np.corrcoef(together, [float(pair.expected) for pair in PAIRS[:8]])[0, 1] > 0.5


def rated(folder, columns):
    """A challenge of rated translations without a train, as PolEval's are."""
    for split in ("dev-0", "test-A"):
        (folder / split).mkdir(parents=True)
        lines = ["\t".join(pair.input.split("\t")[:columns]) for pair in PAIRS]
        (folder / split / "in.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
        (folder / split / "expected.tsv").write_text("".join(f"{pair.expected}\n" for pair in PAIRS), "utf-8")
    (folder / "config.txt").write_text("--metric Pearson --precision 4\n")
    return folder


@pytest.mark.parametrize(("columns", "name"), [(3, "quality/features"), (1, "quality/blind")])
def test_the_baseline_of_rated_translations_is_told_from_the_columns(tmp_path, capsys, columns, name):
    challenge = rated(tmp_path / "rated", columns)
    assert not main(["baseline", str(challenge), "--format", "json"])
    captured = capsys.readouterr()
    assert name in captured.err
    assert json.loads(captured.out)
    outputs = (challenge / "test-A" / "out.tsv").read_text().split()
    assert score("Pearson", [pair.expected for pair in PAIRS], outputs).value > (0.9 if columns == 3 else 0.2)


def test_a_far_rating_is_told_with_its_file_and_line_also_of_two_splits(tmp_path, capsys):
    challenge = rated(tmp_path / "rated", 3)
    (challenge / "test-A" / "expected.tsv").write_text("\n".join(["5", "4711", "0", *["3"] * 29]) + "\n")
    assert main(["baseline", str(challenge), "--split", "dev-0", "--split", "test-A"])
    assert (
        "test-A/expected.tsv line 2: the rating 4711 is off the scale of the others, which lie from 1 to 5"
        in capsys.readouterr().err
    )


def test_a_score_without_a_value_is_undefined_and_said_why(tmp_path, capsys):
    challenge = rated(tmp_path / "rated", 3)
    (challenge / "test-A" / "expected.tsv").write_text("4\n" * len(PAIRS))
    assert not main(["baseline", str(challenge)])
    told = capsys.readouterr()
    assert "test-A\tundefined" in told.out
    assert "all expected numbers are the same, and a correlation needs different ones" in told.err


def test_on_real_ratings_features_beat_the_sentence_score(data_dir):
    challenge = open_challenge(data_dir / "poleval-2021" / "quality-nonblind")
    learnt, tried = (read_pairs(challenge.split(name))[0] for name in ("dev-0", "test-A"))
    expected = [pair.expected for pair in tried]
    found = {}
    for name in ("quality/features", "quality/bleu-2"):
        system = find_recipe(name).build()
        system.fit(learnt, Training())
        found[name] = score("Pearson", expected, list(system.predict(pair.input for pair in tried))).value
    assert found["quality/bleu-2"] == pytest.approx(0.50, abs=0.005)  # the proceedings print 0.50
    assert found["quality/features"] > found["quality/bleu-2"] + 0.02


@pytest.mark.parametrize(
    ("row", "is_odd"),
    [
        (("Nie wiem.", "The cat sleeps.", "Kot śpi."), True),
        (("Bardzo dobrze.", "Open the window.", "Otwórz okno."), True),
        (("Dziękuję bardzo!", "I lost it.", "Nie mam już tego."), True),
        (("Kotek usnął.", "The cat sleeps.", "Kotka śpi."), False),  # a form of a word of the human one
        (("Anna czeka.", "Anna waits.", "Ona stoi."), False),  # a word of the source
        (("Cześć!", "Hello!", "Witaj!"), False),  # a single word has several translations
        (("Nie wiem.", "The cat sleeps.", None), False),
    ],
)
def test_a_stock_phrase_for_a_few_words_is_noted_beside_a_human_translation(row, is_odd):
    assert ("no word of the human translation" in unrated_faults(TranslatedLine(*row))) == is_odd


@pytest.mark.parametrize(
    ("source", "translation", "note"),
    [
        ("The president visited Berlin in May .", "Prezydent odwiedził Berlin w maju .", ""),
        ("My mother never eats bread because she is not hungry .", "Pociąg stanął w polu pod miastem .", "nothing in"),
        ("My mother never eats bread because she is not hungry .", "Mama chleba nie jada .", ""),
        ("I am hungry", "Jestem gÅ‚odny", "letters of another encoding: Å‚"),
        ("Åland is far", "Ålandia, São Paulo i crème brûlée", ""),
        ("Click <b>here</b>", "Kliknij tutaj", "markup in the source alone: <b>"),
        ("Good morning", "Dzień dobry, {name}", "markup here alone: {name}"),
        ("You have %d messages", "Masz %d wiadomości", ""),
        ("There are seventy-two steps.", "Są siedemdziesiąt trzy stopnie.", "other numbers: 72 in the source, 73"),
        ("In 2019 three firms merged.", "W 2019 roku połączyły się cztery firmy.", "other numbers: 3 in the"),
        ("She took one pill.", "Wzięła dwie tabletki.", "other numbers: 1 in the source, 2"),
        ("We waited for half an hour.", "Czekaliśmy godzinę.", "other numbers: half an hour"),
        ("Hundreds of people came.", "Przyszły tysiące ludzi.", "other numbers: Hundreds"),
        ("A quarter of us stayed.", "Została jedna trzecia z nas.", "other numbers: a quarter"),
        ("It's half past four, dozens of men came twice.", "Wpół do piątej, dwa razy, dziesiątki mężczyzn.", ""),
        ("He waited four hours for the train.", "Czekał na pociąg.", "other numbers: four hours in the source"),
        ("We walked there two times a week.", "Chodziliśmy tam dwukrotnie co tydzień.", ""),
        ("The walls are 40 feet high.", "Mury mają 12 metrów wysokości.", ""),
        ("The walls are 40 feet high.", "Mury mają 20 metrów wysokości.", "other numbers: 40"),
        ("She drove sixty miles.", "Przejechała sto kilometrów.", ""),
        ("The bank works from 8 to 4.", "Bank działa od ósmej do szesnastej.", ""),
        ("The bank works from 8 to 4.", "Bank działa od ósmej do piętnastej.", "other numbers: 4"),
        ("Nothing is improbable here.", "Tu wszystko jest prawdopodobne.", ""),
        ("The minister announced new taxes on coal and diesel today.", "Minister nowe.", "much shorter than"),
        ("The mayor opened a new library on Monday morning.", "Burmistrz otworzył w poniedziałek rano nową i.", "ends"),
        ("The train is late.", "Pociąg się spóźni. Pociąg się spóźni. Pociąg się spóźni.", "the same sentence"),
        ("It is snowing.", "Pada ?nieg, s?ońca nie ma.", "letters of another encoding: s?ońca"),
        ("Sales grew.", "Sprzedaż spadła.", "the opposite of the source: grew there, spadła here"),
        ("Smoking is forbidden here.", "Tu wolno palić.", "the opposite of the source: forbidden there, wolno here"),
        ("The court convicted him.", "Sąd go uniewinnił.", "the opposite of the source: convicted there"),
        ("The bank made a profit.", "Bank poniósł stratę.", "the opposite of the source: profit there"),
        ("We open before noon.", "Otwieramy po południu.", "the opposite of the source: before noon there"),
        ("Finish it before dinner.", "Skończ to po obiedzie.", "the opposite of the source: before"),
        (
            "A few hundred francs went missing.",
            "Zginęło kilkaset euro.",
            "another currency: francs in the source, euro",
        ),
        ("He drove for euros and dollars.", "Jeździł za dolary.", ""),
        ("The bridge is no longer closed on Sunday.", "Most jest w niedzielę ciągle zamknięty.", "a negation of the"),
        ("My aunt still teaches.", "Moja ciotka już nie uczy.", "a negation that the source has not"),
        ("My aunt still teaches.", "Moja ciotka wciąż uczy.", ""),
        ("He is still out of work.", "Już rok nie ma pracy.", ""),
        ("They still have no water.", "Wody już nie mają.", ""),
        ("Her right knee hurts.", "Boli ją lewe kolano.", "the opposite of the source: right knee there, lewe here"),
        ("My suitcase is lighter.", "Moja walizka jest cięższa.", "the opposite of the source: lighter there"),
        ("He sat in the front row.", "Siedział w tylnym rzędzie.", "the opposite of the source: front row"),
        ("It is less expensive by train.", "Pociągiem jest taniej.", ""),
        ("It is never warmer before May.", "Przed majem nigdy nie jest cieplej.", ""),
        ("Prices rose, then fell again.", "Ceny wzrosły, a potem spadły.", ""),
        ("The nurse called the doctor.", "Lekarz wezwał pielęgniarkę.", "who and whom changed places: nurse"),
        ("Tom loves Mary.", "Toma kocha Mary.", "who and whom"),
        ("Mary loves Tom.", "Toma kocha Mary.", ""),
        ("The dog bit the man.", "Mężczyzna został ugryziony przez psa.", ""),
        ("Monica helped Paul.", "Paweł pomógł Monice.", "who and whom changed places: Monica … Paul there, Paweł … Mo"),
        ("George waved and called Helen.", "Jerzy pomachał i zadzwonił do Heleny.", ""),
        ("Thomas called George.", "Jerzy zadzwonił do Tomasza.", "who and whom"),
        ("Thomas beat George.", "Jerzy przegrał z Tomaszem.", ""),
        ("Eve pleased Victor.", "Wiktor był zadowolony z Ewy.", ""),
        ("Take 4 drops 2 times a day.", "Brać 2 krople 4 razy dziennie.", "numbers changed places: 2 times"),
        ("Two guests booked five rooms.", "Pięciu gości zajęło dwa pokoje.", "numbers changed places: Two guests"),
        ("Take 4 drops 2 times a day.", "Dwa razy dziennie 4 krople.", ""),
        ("It takes 2 hours and 20 minutes.", "Trwa to 20 minut i 2 godziny.", ""),
        ("Fold 8 napkins into 3 boxes.", "Złóż 3 serwetki do 8 pudełek.", "numbers in another order: 8 3"),
        ("The ticket includes a guide.", "Bilet nie obejmuje przewodnika.", "a negation that the source has not"),
        ("The bank took part in every event.", "Bank nie brał udziału w imprezach.", "a negation that"),
        ("The lift is working.", "Winda nie jest sprawna.", "a negation that the source has not"),
        ("He is missing.", "Nie ma go.", ""),
        ("The data are incomplete.", "Dane nie są pełne.", ""),
        ("The gallery is closed.", "Galeria nie jest otwarta.", ""),
        ("The gallery is not open today.", "Galeria jest dziś zamknięta.", ""),
        ("The union denied it.", "Związek to potwierdził.", "the opposite of the source: denied there"),
        ("You must not open it.", "Nie musisz tego otwierać.", "the opposite of the source: must not there"),
        ("You need not pay.", "Nie wolno płacić.", "the opposite of the source: need not there, Nie wolno here"),
        ("You must not worry.", "Nie musisz się martwić.", ""),
        ("She said no.", "Powiedziała tak.", "the opposite of the source: said no there, Powiedziała tak here"),
        ("Keep left here.", "Tu trzymaj się prawej.", "the opposite of the source: Keep left there, prawej here"),
        ("Her last book sold well.", "Jej pierwsza książka szła dobrze.", "the opposite of the source: Her last there"),
        ("We will sell the farm.", "Kupimy gospodarstwo.", "the opposite of the source: sell there"),
        ("Twenty-six ships sank.", "Zatonęło dwadzieścia statków.", "other numbers: 26 in the source, 20 here"),
        (
            "The ring cost fifty-three pounds.",
            "Pierścionek kosztował 50 funtów.",
            "other numbers: 53 in the source, 50",
        ),
        ("Four thousand workers went on strike.", "Robotnicy zastrajkowali.", "other numbers: Four thousand workers"),
        (
            "Four thousand workers went on strike.",
            "Zastrajkował tysiąc robotników.",
            "other numbers: 4000 in the source",
        ),
        ("He sold two hundred and sixty litres.", "Sprzedał dwieście sześćdziesiąt litrów.", ""),
        ("A twenty-two-year-old sailor won.", "Wygrał dwudziestodwuletni żeglarz.", ""),
        ("She was born in nineteen fifty-one.", "Urodziła się w tysiąc dziewięćset pięćdziesiątym pierwszym.", ""),
        ("It is twenty minutes to five.", "Jest za dwadzieścia piąta.", ""),
        ("The ferry sails at 6 p.m.", "Prom odpływa o 6 rano.", "another half of the day: 6 p.m. in the source, rano"),
        ("The cinema closes at 11 pm.", "Kino zamykają o 11.", "another half of the day: 11 pm in the source, 11"),
        ("The cinema closes at 11 pm.", "Kino zamykają o 11 w nocy.", ""),
        ("Tea is served at 4 p.m.", "Herbatę podają o czwartej.", ""),
        ("The measurements are inaccurate.", "Pomiary są dokładne.", "the opposite of the source: inaccurate there"),
        ("The ice is unsafe.", "Lód jest bezpieczny.", "the opposite of the source: unsafe there, bezpieczny here"),
        ("The ice is unsafe.", "Lód jest niepewny.", ""),
        ("Never forget your first teacher.", "Zapomnij o swoim pierwszym nauczycielu.", "a negation of the source"),
        ("Never forget your first teacher.", "Zawsze pamiętaj o swoim nauczycielu.", ""),
        ("Sweden invaded Russia.", "Rosja najechała Szwecję.", "who and whom changed places: Sweden"),
        (
            "Hungary attacked Sweden.",
            "Szwecja zaatakowała Węgry.",
            "who and whom changed places: Hungary … Sweden there",
        ),
        ("Hungary attacked Sweden.", "Szwecję zaatakowały Węgry.", ""),
        ("He eats porridge without salt.", "Jada owsiankę z solą.", "a negation of the source is lost"),
        ("He eats porridge with honey.", "Jada owsiankę bez miodu.", "a negation that the source has not"),
        ("Take after meals.", "Zażywać przed posiłkiem.", "the opposite of the source: after meals there, przed here"),
        ("Drink at least two litres.", "Pij najwyżej dwa litry.", "the opposite of the source: at least there"),
        ("The show couldn't have been better.", "Przedstawienie było świetne.", ""),
        ("They had no option but to sell.", "Musieli sprzedać.", ""),
        ("The old actor vanished.", "Stary actor vanished.", "partly not translated: vanished"),
        ("The jazz band played rock and blues.", "Zespół jazzowy grał rock i blues.", ""),
        (
            "Take two pills twice a week.",
            "Zażywać trzy pigułki dwa razy na tydzień.",
            "other numbers: 2 in the source, 3",
        ),
        (
            "Take two pills twice a week.",
            "Zażywać dwie pigułki raz w tygodniu.",
            "other numbers: twice in the source, raz",
        ),
        ("Take two pills twice a week.", "Dwa razy w tygodniu po dwie pigułki.", ""),
        ("Few voters came.", "Przyszło wielu wyborców.", "the opposite of the source: Few voters there"),
        ("Plenty of voters came.", "Przyszło niewielu wyborców.", "the opposite of the source: Plenty of there"),
        ("A few voters came.", "Przyszło niewielu wyborców.", ""),
        (
            "The chapel only opens in June.",
            "Kaplica nigdy nie jest otwarta w czerwcu.",
            "the opposite of the source: only",
        ),
        ("Nobody but the guard saw it.", "Strażnik i wszyscy inni to widzieli.", "a negation of the source is lost"),
        ("Nobody but the guard saw it.", "Widział to tylko strażnik.", ""),
        ("The pump failed to start.", "Pompa ruszyła.", "a negation of the source is lost"),
        ("The pump failed to start.", "Pompa zawiodła.", ""),
        ("Do not fail to write.", "Napisz koniecznie.", ""),
        ("The farm lost money.", "Gospodarstwo zarobiło.", "the opposite of the source: lost there"),
        ("The farm earned a little.", "Gospodarstwo straciło trochę.", "the opposite of the source: earned there"),
        ("An empty room scared her.", "Pełny pokój ją przestraszył.", "the opposite of the source: empty there, Pełny"),
        ("She filled the bottle.", "Opróżniła butelkę.", "the opposite of the source: filled there, Opróżniła here"),
        ("Fill out the empty boxes.", "Wypełnij puste pola.", ""),
        ("The full text is online.", "Cały tekst jest w sieci.", ""),
        ("Under thirty people came.", "Przyszło ponad trzydzieści osób.", "the opposite of the source: Under thirty"),
        ("It costs over 100 euros.", "Kosztuje poniżej 100 euro.", "the opposite of the source: over 100 there"),
        ("The tunnel runs under the river.", "Tunel biegnie nad rzeką.", "the opposite of the source: under the riv"),
        ("Over two thousand live under the bridge.", "Ponad dwa tysiące mieszka pod mostem.", ""),
        ("The teacher praised the director.", "Dyrektor pochwalił nauczyciela.", "who and whom changed places"),
        ("The guest thanked the host.", "Gospodarz podziękował gościowi.", "who and whom changed places: guest … host"),
        ("The mother called the doctor.", "Lekarz zadzwonił do matki.", "who and whom changed places: mother"),
        ("The boy lost his dog.", "Chłopcu zginął pies.", ""),
        ("The dog bit the postman.", "Listonosz ugryzł psa.", "who and whom changed places: dog … postman there"),
        (
            "The dog bit the postman.",
            "Pies został ugryziony przez listonosza.",
            "who and whom changed places: dog … pos",
        ),
        ("The dog bit the postman.", "Listonosz został ugryziony przez psa.", ""),
        ("The postman was bitten by the dog.", "Listonosz ugryzł psa.", "who and whom changed places: dog … postman"),
        ("The postman was bitten by the dog.", "Pies ugryzł listonosza.", ""),
        ("The parents thanked the teachers.", "Nauczyciele podziękowali rodzicom.", "who and whom changed places"),
        ("The coach stood by the player.", "Trener stał przy zawodniku.", ""),
        ("Open except on Mondays.", "Czynne tylko w poniedziałki.", "the opposite of the source: except on Mondays"),
        ("Open only on Sundays.", "Czynne oprócz niedziel.", "the opposite of the source: only on Sundays there"),
        ("Open except on Mondays.", "Czynne z wyjątkiem poniedziałków.", ""),
        ("She got a letter from Anna.", "Dostała list dla Anny.", "the opposite of the source: letter from there"),
        ("I have a gift for him.", "Mam prezent od niego.", "the opposite of the source: gift for there, od here"),
        ("A letter from Paris came for me.", "Przyszedł do mnie list z Paryża.", ""),
        ("The director got a call from the teacher.", "Nauczyciel zadzwonił do dyrektora.", ""),
        ("Over the past two decades it grew.", "Przez ostatnie dwadzieścia lat urosło.", ""),
        ("He waited eighteen months.", "Czekał półtora roku.", ""),
        ("It comes every sixty minutes.", "Przyjeżdża co godzinę.", ""),
        ("The tourist followed the guide.", "Przewodnik szedł za turystą.", "who and whom changed places: tourist"),
        ("Fewer than ten survived.", "Przeżyło ponad dziesięciu.", "the opposite of the source: Fewer than ten"),
        ("Three quarters of an hour passed.", "Minęło czterdzieści pięć minut.", ""),
        ("Two decades passed.", "Minęło trzydzieści lat.", "other numbers: 2 in the source, 30 here"),
        ("Two decades passed.", "Minęły dwa lata.", "another unit: Two decades in the source"),
        ("None of the jars broke.", "Pękły wszystkie słoiki.", "a negation of the source is lost"),
        ("He refused the medal.", "Przyjął medal.", "the opposite of the source: refused there"),
        ("They began the repairs.", "Wstrzymali naprawy.", "the opposite of the source: began there"),
        ("We met at a quarter to six.", "Spotkaliśmy się o 17.45.", ""),
        ("We met at a quarter to six.", "Spotkaliśmy się o 6:45.", "other numbers: 6 in the source, 6:45 here"),
        ("It starts at twenty past nine.", "Zaczyna się o 9.20.", ""),
        ("He woke up at 12 am.", "Obudził się o północy.", ""),
        ("He woke up at 12 am.", "Obudził się w południe.", "other numbers: 12 in the source, none here"),
        ("Two thirds of the roof burnt.", "Spłonęło 2/3 dachu.", ""),
        ("Three quarters of the voters agreed.", "Zgodziło się 75% wyborców.", ""),
        ("He walked two miles.", "Przeszedł trzy kilometry.", ""),
        ("Cats hate dogs.", "Koty nie cierpią psów.", ""),
        ("Stay calm and hold on.", "Nie denerwuj się i nie rozłączaj.", ""),
        ("He left the lamp on.", "Nie zgasił lampy.", ""),
        ("Nothing is impossible.", "Wszystko jest możliwe.", ""),
        ("Don't stop!", "Idź dalej!", ""),
        ("A cold drink stood there.", "Stał tam gorący napój.", "the opposite of the source: A cold drink there"),
        ("The strike ended on Monday.", "Strajk zaczął się w poniedziałek.", "the opposite of the source: ended there"),
        ("Pay by Friday at the latest.", "Zapłać najwcześniej w piątek.", "the opposite of the source: at the latest"),
        ("He voted in favour of the bill.", "Głosował przeciw ustawie.", "the opposite of the source: voted in fav"),
        ("Mozart died in Vienna.", "Mozart urodził się w Wiedniu.", "the opposite of the source: died there"),
        ("Reply within 14 days.", "Odpowiedz po 14 dniach.", "the opposite of the source: within 14 days there"),
        ("The former mayor spoke.", "Przemówił obecny burmistrz.", "the opposite of the source: former there"),
        ("He admitted the theft.", "Zaprzeczył kradzieży.", "the opposite of the source: admitted there"),
        ("Open daily until six.", "Zamknięte codziennie do szóstej.", "the opposite of the source: Open daily there"),
    ],
)
def test_what_no_translator_writes_is_noted(source, translation, note):
    found = unrated_faults(TranslatedLine(translation, source))
    assert found == () if not note else found[0].startswith(note)


BESIDE = [
    ("The president visited Berlin .", "Prezydent odwiedził Berlin ."),
    ("My mother has two dogs .", "Moja matka ma dwa psy ."),
    ("Children never read books .", "Dzieci nigdy nie czytają książek ."),
    ("The city has a new hospital .", "Miasto ma nowy szpital ."),
    ("Money is always a problem .", "Pieniądze to zawsze problem ."),
    ("The war began in 1939 .", "Wojna wybuchła w 1939 roku ."),
    ("Every teacher knows this question .", "Każdy nauczyciel zna to pytanie ."),
    ("Today the river is high .", "Dzisiaj rzeka jest wysoka ."),
]


def test_what_has_no_word_of_the_human_translation_and_none_of_the_source_is_noted():
    source, human = "The president signed the new law on Monday.", "Prezydent podpisał nową ustawę w poniedziałek."
    (note,) = unrated_faults(TranslatedLine("Kot śpi na kanapie przy oknie.", source, human))
    assert note.startswith("nothing in common")


@pytest.mark.parametrize("has_human", [False, True])
def test_where_lines_begin_to_be_shifted_is_told(has_human):
    source, human = zip(*BESIDE, strict=True)

    def found(translation):
        return shifts([(s, t, h if has_human else "") for s, t, h in zip(source, translation, human, strict=True)])

    assert found(human) == {}
    assert found([*human[::3], *human[1::3], *human[2::3]]) == {}  # in no order
    assert found([*human[:2], *human[3:], ""]) == {2: 1}
    assert found([*human[:2], "Sto lat .", *human[2:-1]]) == {3: -1}


def test_a_sentence_reads_better_than_its_words_in_any_order():
    whole, shuffled, empty = fluency([HUMAN, "w pokoju kanapie kot starej na śpi dużym", "?"])
    assert whole[0] > shuffled[0]  # words follow each other as others do
    assert whole[1] > shuffled[1]  # pairs that were seen
    assert whole[2] < shuffled[2]  # doubts about marks
    assert not empty.any()


def test_ratings_in_their_order_keep_mean_and_spread_whatever_their_distances():
    # mean 4.125 and spread 1.2311; the places 0.5, 2, 3.5 and 2 are spread by 1.0607: one of them is 1.1607
    assert evenly_spread([2, 4.75, 5, 4.75]) == pytest.approx([2.3839, 4.125, 5.8661, 4.125], abs=1e-4)
    assert evenly_spread([3, 3]) == pytest.approx([3, 3])
