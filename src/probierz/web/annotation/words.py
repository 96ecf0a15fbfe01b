"""What people are told while they write records: hints and examples by field, what to do about each rule, the types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from probierz.suites.sqad.drafts import RULE_CODES, DraftFinding

Words = str | Promise


class FieldWords(NamedTuple):
    """What stands at a field: its name, what to write, and a real example, Czech as records are; empty: none is needed.

    czech: its name as who writes Czech records would say it, on pages in another language.
    """

    label: Words
    hint: Words
    example: str
    czech: str


FIELDS = {
    "url": FieldWords(
        _("Address of the article"), _("An article of the Czech Wikipedia."),
        "https://cs.wikipedia.org/wiki/Karibská_krize", "adresa článku",
    ),
    "question": FieldWords(
        _("Question"), _("In your own words, not those of the article."), "Ve kterém roce vypukla Karibská krize?",
        "otázka",
    ),
    "extraction": FieldWords(
        _("Exact answer"), _("As short as possible, just as it stands in the sentence; mark it in the article."),
        "1962", "přesná odpověď",
    ),
    "selection": FieldWords(
        _("Answer sentence"), _("The one sentence that has the answer, as the article has it."),
        "Vypukla v roce 1962 v důsledku rozmístění sovětských raket středního doletu na Kubě.", "věta s odpovědí",
    ),
    "answer": FieldWords(
        _("Answer"), _("As you would say it; often the exact answer. For yes-no questions: ano or ne."), "v roce 1962",
        "odpověď",
    ),
    "context": FieldWords(
        _("Sentences before it"), _("Only where the sentence needs them, because it says he, it or there."),
        "Karibská krize byla mezinárodní politická krize.", "věty před ní",
    ),
    "question_type": FieldWords(
        _("Type of question"), _("Set by the button that began the record; imported records may have none."), "",
        "typ otázky",
    ),
    "answer_type": FieldWords(
        _("Type of answer"), _("Often the same as that of the question."), "", "typ odpovědi",
    ),
}  # fmt: skip


class RuleWords(NamedTuple):
    """A rule as people read it, what is wrong where it is broken, and what to do about it."""

    says: Words
    broken: Words
    remedy: Words


RULES = {
    "files-present": RuleWords(_("Every part is there."), _("A part is missing"), _("Fill this field.")),
    "files-not-empty": RuleWords(_("No part is empty."), _("A part is empty"), _("Fill this field.")),
    "one-selection-sentence": RuleWords(
        _("The answer sentence is one sentence."),
        _("The answer sentence is not one sentence"),
        _("Keep the one with the answer; put the others into Sentences before it."),
    ),
    "selection-in-text": RuleWords(
        _("The answer sentence stands in the article, word by word."),
        _("The answer sentence does not stand in the article"),
        _("Click the sentence in the article; it is taken over exactly."),
    ),
    "extraction-in-selection": RuleWords(
        _("The exact answer is a part of the answer sentence, as it is written there."),
        _("The exact answer does not stand in the answer sentence"),
        _("Mark it in the article; what you would say instead belongs in Answer."),
    ),
    "yes-no-answer": RuleWords(
        _("A yes-no question is answered ano or ne."),
        _("A yes-no question is not answered ano or ne"),
        _("Write ano or ne into Answer."),
    ),
    "known-types": RuleWords(_("Both types are known."), _("A type is not known"), _("Choose one from the list.")),
    "plausible-types": RuleWords(
        _("The type of the answer goes with that of the question."),
        _("The type of the answer does not go with that of the question"),
        _("Look at the table of types, and change one of them; leave it where you are sure."),
    ),
    "context-before-selection": RuleWords(
        _("Sentences before it stand in the article, before the answer sentence."),
        _("Sentences before it do not stand in the article before the answer sentence"),
        _("Take them from the article, from above the answer sentence."),
    ),
    "context-needed": RuleWords(
        _("Sentences before it are there only where they are needed."),
        _("There are sentences before it, though they are not needed"),
        _("Empty the field: the answer sentence says it all."),
    ),
    "context-missing": RuleWords(
        _("An answer sentence that refers back has the sentences it refers to."),
        _("The answer sentence refers back, and sentences before it are missing"),
        _("Add the sentence above that names what is asked about."),
    ),
    "wikipedia-url": RuleWords(
        _("The address is that of an article of the Czech Wikipedia."),
        _("The address is not that of an article of the Czech Wikipedia"),
        _("Copy it from the browser; it begins with https://cs.wikipedia.org/wiki/"),
    ),
    "same-url-same-text": RuleWords(
        _("Records with one address have one article."),
        _("Records with this address have different articles"),
        _("Another record has another article under this address: take that one, or correct the address."),
    ),
    "no-repeated-question": RuleWords(
        _("No question is asked twice about an article."),
        _("The question is asked twice about an article"),
        _("Ask something else, or discard this one."),
    ),
    "three-fields": RuleWords(
        _("Every word has a lemma and a tag."),
        _("A word lacks its lemma or tag"),
        _("Write word, lemma and tag with TABs between, or retag the field."),
    ),
    "closed-sentences": RuleWords(
        _("Sentences are marked by <s> and </s>."), _("Sentences are not marked by <s> and </s>"), _("Retag the field.")
    ),
    "utf-8": RuleWords(
        _("Files are UTF-8."), _("A file is not UTF-8"), _("Mend the record by rule, or type the field anew.")
    ),
    "composed-letters": RuleWords(
        _("Letters and their accents are one."), _("Letters and their accents are apart"), _("Mend the record by rule.")
    ),
    "line-ends": RuleWords(
        _("Lines end as they should."), _("Lines do not end as they should"), _("Mend the record by rule.")
    ),
    "short-answer": RuleWords(
        _("The answer is as short as possible."), _("The answer is longer than it has to be"), _("Shorten it.")
    ),
    "record-name": RuleWords(
        _("The folder of a record is called by six digits."),
        _("The folder of the record is not called by six digits"),
        _("Rename its folder, and import it again."),
    ),
}


def remedy_of(finding: DraftFinding) -> Words:
    """Return what to do about a finding."""
    known = RULES.get(finding.rule)
    return known.remedy if known else finding.message


def rule_rows() -> list[tuple[str, str, RuleWords]]:
    """Return code, name and words of each rule, for the page of help."""
    rows = [(RULE_CODES.get(name, ""), name, words) for name, words in RULES.items()]
    return sorted(rows, key=lambda row: (int(row[0][1:] or 99) if row[0] else 99, row[1]))


class ShownEase(NamedTuple):
    """What our reader says of a question, and what to do about it. tag: in a word; empty where it says nothing.

    is_asked: it is not known yet.
    """

    tag: Words = ""
    says: Words = ""
    remedy: Words = ""
    is_asked: bool = False


EASE_WORDS = {
    "elsewhere": ShownEase(
        _("too easy"), _("From another article (%(title)s) our reader answers without this one: %(answer)s."),
        _("Ask something that only this article tells."),
    ),
    "overlap": ShownEase(
        _("too easy"),
        _("The sentence with most words of the question has the answer, and our reader takes it: %(answer)s."),
        _("Ask in other words than those of the sentence."),
    ),
    "nothing": ShownEase(
        _("unanswerable"), _("No word of the question stands in the article, so that our reader finds nothing."),
        _("Name in the question what it is about."),
    ),
}  # fmt: skip


def shown_ease(found: Mapping[str, Any] | None) -> ShownEase:
    """Return in words what `services.told_ease` tells."""
    if found is None:
        return ShownEase(is_asked=True)
    words = EASE_WORDS.get(str(found.get("ease", "")))
    if words is None:
        return ShownEase()
    about = {"answer": found.get("answer", ""), "title": found.get("title") or "–"}
    return ShownEase(words.tag, str(words.says) % about, words.remedy)


class TypeRow(NamedTuple):
    """A type with its meaning and an example; of answers the question is empty. czech: its meaning in Czech."""

    name: str
    says: Words
    question: str
    answer: str
    czech: str


QUESTION_TABLE = (
    TypeRow("ABBREVIATION", _("what letters stand for, or how something is shortened"),
            "Co znamená zkratka EKG?", "elektrokardiogram", "co zkratka znamená, nebo jak se něco zkracuje"),
    TypeRow("ADJ_PHRASE", _("a property, or one of a group, by an adjective"),
            "V jakém klimatickém pásmu leží Německo?", "v mírném", "vlastnost, nebo jedno z více přídavným jménem"),
    TypeRow("CLAUSE", _("why or how: the answer is a clause"),
            "Proč je Měsíc vidět?", "protože odráží sluneční světlo", "proč nebo jak: odpovědí je věta"),
    TypeRow("DATETIME", _("when"), "Ve kterém roce vypukla Karibská krize?", "1962", "kdy"),
    TypeRow("ENTITY", _("what: a thing"), "Jak se nazývá nejmenší zvuková jednotka?", "foném", "co: věc"),
    TypeRow("LOCATION", _("where"), "Kde leží Jura?", "ve Francii a Švýcarsku", "kde"),
    TypeRow("NUMERIC", _("how many, how much"), "Kolik pruhů má vlajka Ekvádoru?", "tři", "kolik"),
    TypeRow("PERSON", _("who"), "Kdo napsal Babičku?", "Božena Němcová", "kdo"),
    TypeRow("VERB_PHRASE", _("whether something is so, or what somebody does"),
            "Jsou Galapágy součástí Ekvádoru?", "ano", "zda něco platí, nebo co kdo dělá"),
    TypeRow("OTHER", _("none of these"), "", "", "nic z toho"),
)  # fmt: skip

ANSWER_TABLE = (
    TypeRow("ABBREVIATION", _("letters, or what they stand for"), "", "EKG", "zkratka, nebo co znamená"),
    TypeRow("DATETIME", _("a date, a year, a time"), "", "1962", "datum, rok, čas"),
    TypeRow("DENOTATION", _("the name of a field or an approach"), "", "fonologie", "název oboru nebo přístupu"),
    TypeRow("ENTITY", _("a thing"), "", "foném", "věc"),
    TypeRow("LOCATION", _("a place"), "", "na Kubě", "místo"),
    TypeRow("NUMERIC", _("a number"), "", "tři", "číslo"),
    TypeRow("ORGANIZATION", _("a company, a band, an office"), "", "Škoda Auto", "firma, kapela, úřad"),
    TypeRow("PERSON", _("a person"), "", "Božena Němcová", "osoba"),
    TypeRow("YES_NO", _("ano or ne"), "", "ano", "ano nebo ne"),
    TypeRow("OTHER", _("none of these"), "", "v mírném", "nic z toho"),
)
