"""NKJP-NER: reading the corpus, classes, undersampling, and splits that share no name."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from probierz.errors import ChallengeError, DataError
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.format import read_examples
from probierz.suites.klej.making.names import (
    NamedEntity,
    SentenceWithNames,
    class_of_sentence,
    groups,
    make_names,
)
from probierz.suites.klej.making.nkjp import read_annotated, read_nkjp


def sentence(text, *entities):
    return SentenceWithNames(text, tuple(NamedEntity(*entity.split(":")) for entity in entities))


@pytest.mark.parametrize(
    ("entities", "label"),
    [
        ([], "noEntity"),
        (["persName:Jan"], "persName"),
        (["persName:Jan", "persName:Ewa"], "persName"),
        (["date:3 maja"], "time"),
        (["time:południe"], "time"),
        (["date:3 maja", "time:południe"], "time"),
        (["persName:Jan", "date:3 maja"], None),
        (["placeName:Łódź", "geogName:Wisła"], None),
    ],
)
def test_a_sentence_has_the_class_of_all_its_entities_or_none(entities, label):
    assert class_of_sentence(sentence("…", *entities)) == label


def test_sentences_with_a_common_name_are_one_group_also_through_others():
    names = [{"jan"}, {"ewa"}, {"jan", "piotr"}, {"piotr"}, {"ola"}]
    assert sorted(map(sorted, groups([frozenset(one) for one in names]))) == [[0, 2, 3], [1], [4]]


def no_two_share(parts):
    return all(not (first & second) for first, second in combinations(parts, 2))


NAMED = some.lists(some.frozensets(some.sampled_from("abcdefghijklmnop"), min_size=1, max_size=3), max_size=40)


@given(NAMED, some.integers(0, 5))
def test_no_name_stands_in_two_splits_and_no_sentence_is_lost(names, seed):
    sentences = [
        SentenceWithNames(f"{at}", tuple(NamedEntity("orgName", name) for name in some_names))
        for at, some_names in enumerate(names)
    ]
    made = make_names(sentences, seed=seed)
    splits = [made.train, made.dev, made.test]
    parts = [{name for example in part for name in names[int(example.fields[0])]} for part in splits]
    assert no_two_share(parts)
    assert sorted(int(example.fields[0]) for part in splits for example in part) == list(range(len(names)))


def test_names_that_differ_in_case_alone_are_one():
    made = make_names([sentence(f"{n}", f"orgName:{'PKO' if n % 2 else 'pko'}") for n in range(20)])
    assert [len(made.train), len(made.dev), len(made.test)] == [20, 0, 0]


def test_two_classes_are_undersampled_and_the_others_are_whole():
    sentences = [sentence(f"p{n}", f"persName:osoba {n}") for n in range(100)]
    sentences += [sentence(f"n{n}") for n in range(100)]
    sentences += [sentence(f"o{n}", f"orgName:firma {n}") for n in range(100)]
    made = make_names(sentences, most={"persName": 30, "noEntity": 50})
    train, dev, test = (Counter(one.target for one in part) for part in (made.train, made.dev, made.test))
    assert train + dev + test == {"persName": 30, "noEntity": 50, "orgName": 100}
    assert dev["noEntity"] == test["noEntity"] == 5
    assert made.notes == ("300 sentences, 300 of one kind or none, 180 taken",)


def test_the_seed_decides_which():
    sentences = [sentence(f"p{n}", f"persName:osoba {n}") for n in range(100)]
    first, again, other = (make_names(sentences, most={"persName": 30}, seed=seed) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.slow
def test_on_real_sentences_splits_have_the_sizes_of_the_official_ones(klej, klej_data):
    """Words with a capital letter stand in for the names, which the official files do not tell."""
    examples = read_examples(klej_data / "nkjp-ner" / "train.tsv", format_of(klej.task("nkjp-ner")))
    sentences = []
    for example in examples:
        capital = [word for word in example.fields[0].split()[1:] if word[0].isupper()]
        kinds = [] if example.target == "noEntity" else [NamedEntity(example.target, word) for word in capital]
        sentences.append(SentenceWithNames(example.fields[0], tuple(kinds)))
    made = make_names(sentences)
    total = len(made.train) + len(made.dev) + len(made.test)
    assert len(made.train) / total == pytest.approx(15_794 / 19_793, abs=0.02)
    by_text = {one.text: {entity.name.casefold() for entity in one.entities} for one in sentences}
    splits = [made.train, made.dev, made.test]
    assert no_two_share([set().union(*(by_text[example.fields[0]] for example in part)) for part in splits])


# --- the corpus ------------------------------------------------------------------------------------------------------

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<teiCorpus xmlns="http://www.tei-c.org/ns/1.0"><TEI><text><body><p>'
FOOT = "</p></body></text></TEI></teiCorpus>"


def words(number, text):
    segments = "".join(
        f'<seg xml:id="morph_{number}.{at}-seg"><fs type="morph"><f name="orth"><string>{word}</string></f>'
        f'<f name="interps"><fs type="lex"><f name="base"><string>x</string></f></fs></f></fs></seg>'
        for at, word in enumerate(text.split())
    )
    return f'<s xml:id="morph_{number}-s">{segments}</s>'


def names(number, *entities):
    segments = "".join(
        f'<seg xml:id="named_{number}-s_n{at}"><fs type="named"><f name="type"><symbol value="{kind}"/></f>'
        f'<f name="orth"><string>{base}-orth</string></f><f name="base"><string>{base}</string></f></fs>'
        f"{pointers}</seg>"
        for at, (kind, base, pointers) in enumerate(entities)
    )
    return f'<s xml:id="named_{number}-s" corresp="ann_morphosyntax.xml#morph_{number}-s">{segments}</s>'


@pytest.fixture
def corpus(tmp_path):
    """Two texts: one with a person and a sentence without names, one with a university named after its town."""
    for text, word_part, name_part in [
        (
            "010-2-1",
            words("1.1", "Widział Jana Kowalskiego .") + words("1.2", "Padało ."),
            names("1.1", ("persName", "Jan Kowalski", '<ptr target="ann_morphosyntax.xml#morph_1.1.1-seg"/>'))
            + names("1.2"),
        ),
        (
            "020-2-2",
            words("2.1", "Uniwersytet Warszawski milczy ."),
            names(
                "2.1",
                ("orgName", "Uniwersytet Warszawski", '<ptr target="named_2.1-s_n1"/>'),
                ("placeName", "Warszawa", '<ptr target="ann_morphosyntax.xml#morph_2.1.1-seg"/>'),
            ),
        ),
    ]:
        (tmp_path / text).mkdir()
        (tmp_path / text / "ann_morphosyntax.xml").write_text(HEAD + word_part + FOOT, encoding="utf-8")
        (tmp_path / text / "ann_named.xml").write_text(HEAD + name_part + FOOT, encoding="utf-8")
    return tmp_path


def test_sentences_and_entities_are_read_from_tei(corpus):
    assert list(read_nkjp(corpus)) == [
        sentence("Widział Jana Kowalskiego .", "persName:Jan Kowalski"),
        sentence("Padało ."),
        sentence("Uniwersytet Warszawski milczy .", "orgName:Uniwersytet Warszawski", "placeName:Warszawa"),
    ]


def test_entities_inside_of_others_can_be_left_out(corpus):
    found = list(read_nkjp(corpus, outermost=True))[2]
    assert found.entities == (NamedEntity("orgName", "Uniwersytet Warszawski"),)
    assert class_of_sentence(found) == "orgName"


def test_a_text_that_lacks_a_file_is_told(corpus):
    (corpus / "020-2-2" / "ann_morphosyntax.xml").unlink()
    with pytest.raises(ChallengeError, match=r"020-2-2/ann_morphosyntax\.xml: there is no such file"):
        list(read_nkjp(corpus))


def test_files_that_do_not_belong_together_are_told(corpus):
    (corpus / "020-2-2" / "ann_named.xml").write_text(HEAD + names("9.9") + FOOT, encoding="utf-8")
    with pytest.raises(DataError, match=r"ann_named\.xml: a sentence is said to be 'morph_9\.9-s', which is not in"):
        list(read_nkjp(corpus))


def test_broken_xml_is_told_with_its_line(corpus):
    (corpus / "010-2-1" / "ann_named.xml").write_text(HEAD + "</s>", encoding="utf-8")
    with pytest.raises(DataError, match=r"ann_named\.xml line 2: this is not XML: mismatched tag"):
        list(read_nkjp(corpus))


def test_a_folder_without_texts_is_told(tmp_path):
    with pytest.raises(ChallengeError, match=r"there is no ann_named\.xml below; give the unpacked corpus"):
        list(read_nkjp(tmp_path))


def test_sentences_are_read_from_jsonl(tmp_path):
    path = tmp_path / "raw.jsonl"
    path.write_text(
        '{"text": "Ala ma kota .", "entities": [{"type": "persName", "name": "Ala"}]}\n{"text": "Pada ."}\n'
    )
    assert read_annotated(path) == [sentence("Ala ma kota .", "persName:Ala"), sentence("Pada .")]
    path.write_text('{"text": "Ala", "entities": [{"type": "persName"}]}\n')
    with pytest.raises(DataError, match=r"raw\.jsonl line 1: each of 'entities' must have the texts 'type' and 'name'"):
        read_annotated(path)
