"""The network that comes with the package: what it reaches on texts that it has never seen, and how big it is."""

import re

import pytest

import probierz
from probierz.systems.punctuation.mixture import mixture
from probierz.systems.registry import find_system
from probierz.systems.storage import read_card

pytestmark = pytest.mark.xdist_group("punctuation/network")  # which takes seconds to load

LARGEST = 10_000_000


@pytest.fixture(scope="module")
def shipped():
    from probierz.systems import registry
    from probierz.systems.recipes import find_recipe

    return registry.shipped(find_recipe("punctuation/network"))


def test_it_is_small_and_its_card_credits_every_source(shipped):
    assert sum(path.stat().st_size for path in shipped.rglob("*")) < LARGEST
    card = read_card(shipped)
    assert {source.licence for source in mixture().values()} <= {one.licence for one in card.data}
    assert all(any(one.name.startswith(name) for one in card.data) for name in mixture())
    assert "test-A" not in {one.name.partition("/")[0] for one in card.data}


def test_it_restores_plain_sentences():
    system = find_system("punctuation/network")
    assert list(system.predict(["x\twszyscy wiedzą że jutro przyjedziemy", "y\tkto to jest"])) == [
        "wszyscy wiedzą, że jutro przyjedziemy.",
        "kto to jest?",
    ]
    assert probierz.punctuator()("nie wiem czy on wie że jutro przyjedziemy") == (
        "Nie wiem, czy on wie, że jutro przyjedziemy."
    )


@pytest.mark.parametrize(
    "text",
    [
        "she had never seen anything like that before and thought they should leave this city",
        "rychlá hnědá liška skáče přes líného psa a potom šla domů spát protože byla unavená",
    ],
)
def test_in_another_language_only_sentences_begin_with_capital_letters(text):
    words = probierz.punctuator(everything=True)(text).split(" ")
    large = [before for before, word in zip([".", *words], words, strict=False) if word[0].isupper()]
    assert all(before[-1] in ".?!" for before in large)


@pytest.mark.parametrize(
    "text",
    ["the meeting is on monday", "hello how are you", "i think that we should go", "thank you", "see you tomorrow"],
)
def test_short_lines_of_english_are_left_alone(text):
    assert probierz.punctuator()(text) == text


@pytest.mark.parametrize(
    "line",
    [
        "wir sind hier",
        "ich weiß nicht was soll es bedeuten dass ich so traurig bin",
        "heute abend gehen wir ins kino",
        "freude schöner götterfunken tochter aus elysium",
        "nobody knows where she went last night",
        "tomorrow morning everybody leaves london",
        "jak se máte",
        "nevím jestli přijde ale doufám že ano",
        "vlak jede v osm",
        "muj kamarad bydli v novem dome",
        "ďakujem pekne",
        "nie som doma",
    ],
)
def test_a_foreign_line_in_a_polish_text_is_left_alone_and_told(line):
    text = f"wczoraj poszedłem do sklepu bo chciałem kupić chleb\n{line}\npotem poszedłem spać bo byłem zmęczony"
    found = list(probierz.punctuator().stream([text]))
    assert "".join(one.text + one.space for one in found).split("\n") == [
        "Wczoraj poszedłem do sklepu, bo chciałem kupić chleb.",
        line,
        "Potem poszedłem spać, bo byłem zmęczony.",
    ]
    assert [one.kept for one in found] == ["", "foreign", ""]


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("turniej wygrała samantha stosur z australii", "Samantha Stosur"),
        ("graliśmy wczoraj w halo 3 do rana", "Halo 3"),
    ],
)
def test_words_are_joined_by_a_hyphen_only_where_it_is_sure(text, apart):
    assert apart.lower() in probierz.punctuator()(text).lower()
    assert "biało-czerwona" in probierz.punctuator()("nad domem wisi flaga biało czerwona")


@pytest.mark.parametrize(
    "text", ["dziękuję bardzo", "to jest on", "no i co", "kupiłem the best of tego zespołu w warszawie"]
)
def test_short_lines_of_polish_are_marked(text):
    assert probierz.punctuator()(text) != text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("zarząd firmy abc sp z o o w warszawie", "ABC sp. z o.o. w Warszawie"),
        ("spółka kowalski sp z o o ogłosiła upadłość", "Kowalski sp. z o.o. ogłosiła upadłość"),
    ],
)
def test_forms_of_companies_have_their_marks(text, written):
    assert written in probierz.punctuator()(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "szczegóły znajdziesz pod adresem https://example.com/a/b.html jutro otwieramy sklep",
            "b.html. Jutro otwieramy",
        ),
        ("jak się czujesz słyszałem że byłeś chory", "Jak się czujesz? Słyszałem, że byłeś chory."),
    ],
)
def test_sentences_end_behind_addresses_and_questions(text, written):
    assert written in probierz.punctuator()(text)


def test_any_threshold_from_0_to_1_can_be_asked_for():
    text = "jan poszedł do domu kasia nie"
    marks = [
        sum(not sign.isalnum() and sign != " " for sign in probierz.punctuator(threshold=one)(text)) for one in (0, 1)
    ]
    assert marks == [6, 0]


def test_a_capital_letter_goes_with_the_stop_that_is_not_sure_enough_and_a_name_keeps_it():
    text = "dziękujemy członkom naszej spółdzielni zawiadamiam że winda nie działa"
    assert "spółdzielni. Zawiadamiam" in probierz.punctuator()(text)
    assert "spółdzielni zawiadamiam" in probierz.punctuator(threshold=0.995)(text)
    names = "wczoraj spotkałem się z sąsiadem jan pojechał do warszawy"
    assert "sąsiadem Jan pojechał" in probierz.punctuator(threshold=0.99)(names)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("w warszawie grał zespół judas priest a przed nim motorhead i venom", "W Warszawie grał zespół Judas Priest"),
        ("škoda fabia stoi na parkingu", "Škoda Fabia stoi na parkingu"),
        ("gra václav havel", "Gra Václav Havel"),
        ("som to waluta kirgistanu", "Som to waluta"),
    ],
)
def test_foreign_names_do_not_make_a_polish_text_foreign(text, begins):
    assert probierz.punctuator()(text).startswith(begins)


def test_it_reaches_on_test_a_what_its_card_says_and_pauses_add_to_it(shipped, data_dir, tmp_path):
    challenge = probierz.open_challenge(data_dir / "poleval-2021" / "punctuation")
    texts = (challenge.path / "test-A" / "in.tsv").read_text("utf-8").splitlines()
    told = {(one.split, one.metric): one.value for one in read_card(shipped).scores}
    found = {}
    for name, alignments in (("test-A", ""), ("test-A with pauses", str(challenge.path / "fa"))):
        system = find_system("punctuation/network")
        system.change("alignments", alignments)
        out = tmp_path / "out.tsv"
        out.write_text("".join(f"{line}\n" for line in system.predict(texts)), "utf-8")
        found[name] = challenge.evaluate("test-A", out=out).scores[0].value
        assert found[name] == pytest.approx(told[name, "Weighted-F1"], abs=2e-3)
    assert found["test-A"] > 0.66
    assert found["test-A with pauses"] > found["test-A"] + 0.035


def test_items_of_lists_have_the_capital_letters_of_names_alone():
    text = "- kup mleko\n- kup jabłka i gruszki\n1. napisz do anny\n* jan kowalski"
    written = probierz.punctuator()(text)
    assert re.sub("[.!]$", "", written, flags=re.M) == (
        "- Kup mleko\n- Kup jabłka i gruszki\n1. Napisz do Anny\n* Jan Kowalski"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Panie prezesie, mam pytanie.", "Panie Prezesie, mam pytanie."),
        ("przyszli anna, jan i maria.", "Przyszli Anna, Jan i Maria."),
        ("jaki piękny ogród", "Jaki piękny ogród!"),
        ("jak tu pięknie", "Jak tu pięknie!"),
        ("co za pech", "Co za pech!"),
        ("jaki nowy samochód kupiłeś", "Jaki nowy samochód kupiłeś?"),
        ("jak długo", "Jak długo?"),
        ("kto pod kim dołki kopie ten sam w nie wpada", "Kto pod kim dołki kopie, ten sam w nie wpada."),
        ("mieszkam na os. zielonym w krakowie", "Mieszkam na os. Zielonym w Krakowie."),
        ("kościół pw. św. jana ma 3 x 4 metry", "Kościół pw. św. Jana ma 3 x 4 metry."),
    ],
)
def test_capitals_follow_the_marks_and_admiration_is_no_question(text, written):
    assert probierz.punctuator(everything=True)(text) == written


def test_a_few_finished_lines_do_not_finish_the_others():
    raw = "premier powiedział że rząd nie podniesie podatków"
    finished = "Wrócił, bo padał deszcz, a było zimno. Tak, to prawda. Kupił stół, szafę, łóżko, półkę i ławę. Spał."
    for lines in ([finished] * 3 + [raw] * 3, [raw] * 3 + [finished] * 3):
        written = probierz.punctuator()("\n".join(lines)).split("\n")
        assert all((before == after) == (before == finished) for before, after in zip(lines, written, strict=True))
