"""Sentences, tokens, lemmas and tags of Czech texts that people type or paste, by simplemma (extra `annotation`).

simplemma cuts texts and knows lemmas, and no parts of speech. So tags say what a token's letters say: signs and numbers
have those of the Czech attributive tagset (`kIx.`, `k4`), and words have `-`, which is what a record writes for "not
known". Where `choose_model` names a model of MorphoDiTa, its lemmas and tags are those of words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from probierz.errors import MissingExtra, need_all
from probierz.suites.sqad.morphodita import morphodita
from probierz.suites.sqad.sentences import cut_behind_levels, join_at_abbreviations
from probierz.suites.sqad.vertical import (
    Vertical,
    VerticalToken,
    adjoining_sentences,
    plain_key,
    run_inside,
    together,
    vertical_lines,
)

LANGUAGE = "cs"
_SIGNS = {".": "kIx.", "!": "kIx.", "?": "kIx.", "…": "kIx.", ",": "kIx,", "(": "kIx(", "[": "kIx(", "{": "kIx("}
_SIGNS |= dict.fromkeys(")]}", "kIx)") | dict.fromkeys("\"'„“”‚‘’«»", 'kIx"')
_NUMBER, _OTHER_SIGN, _UNKNOWN = "k4", "kIx~", "-"


_chosen = {"model": ""}


def choose_model(path: str) -> None:
    """Let a model of MorphoDiTa give the lemmas and tags of words; an empty path: simplemma again."""
    _chosen["model"] = path


def chosen_model() -> str:
    """Return the path of the model that is chosen; empty: none."""
    return _chosen["model"]


def need_tagger(model: str = "") -> None:
    """Raise MissingExtra where simplemma, or what a model needs, is not installed, and Refused for no model.

    model: asked for in place of the chosen one.
    """
    model = model or chosen_model()
    need_all(_need_simplemma, *([partial(morphodita, model)] if model else []))


def _need_simplemma() -> None:
    try:
        import simplemma  # noqa: F401
    except ImportError as error:
        raise MissingExtra("simplemma", "annotation", "cutting articles into sentences and words") from error


def tagged_sentences(text: str) -> list[list[VerticalToken]]:
    """Return the sentences of a text; paragraphs, which line ends bound, end sentences. Letters are composed (NFC).

    Raises MissingExtra.
    """
    return [sentence for paragraph in _tagged_paragraphs(text) for sentence in paragraph]


def _tagged_paragraphs(text: str) -> Iterator[list[list[VerticalToken]]]:
    """The sentences of each line that has one."""
    for line in unicodedata.normalize("NFC", text).splitlines():
        found = [sentence for sentence in map(tagged_tokens, paragraph_sentences(line)) if sentence]
        if found:
            yield found


def paragraph_sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph as texts. Raises MissingExtra."""
    need_tagger()
    from simplemma import split_sentences

    return cut_behind_levels(join_at_abbreviations(split_sentences(text, LANGUAGE)))


def tagged_tokens(text: str) -> list[VerticalToken]:
    """Return the tokens of a text, whatever sentences it has; every letter of it is in one of them.

    What the tokenizer leaves out (pictures, odd signs) stands as a token of its own. Raises MissingExtra.
    """
    need_tagger()
    words = list(_words(unicodedata.normalize("NFC", text)))
    known = _known_words([word for _, word in words])
    tokens: list[VerticalToken] = []
    end = -1
    for (start, word), (lemma, tag) in zip(words, known, strict=True):
        tokens.append(VerticalToken(word, lemma, tag, start == end, 0))
        end = start + len(word)
    return tokens


def with_tags(tokens: Sequence[VerticalToken]) -> Sequence[VerticalToken]:
    """Return the tokens as they are where any has a lemma or a tag, else with those of their words.

    Articles that were read from plain JSON lines have neither. Raises MissingExtra.
    """
    if any((token.lemma, token.tag) != (_UNKNOWN, _UNKNOWN) for token in tokens):
        return tokens
    need_tagger()
    known = _known_words([token.word for token in tokens])
    return [token._replace(lemma=lemma, tag=tag) for token, (lemma, tag) in zip(tokens, known, strict=True)]


def _known_words(words: Sequence[str]) -> list[tuple[str, str]]:
    """The lemma and the tag of each word; numbers and signs are their own lemmas."""
    from simplemma import lemmatize

    if chosen_model():
        found = morphodita(chosen_model())(words)
    else:
        found = [(lemmatize(word, LANGUAGE), _UNKNOWN) for word in words]
    plain = [(word, _tag(word)) for word in words]
    return [one if tag == _UNKNOWN else (word, tag) for one, (word, tag) in zip(found, plain, strict=True)]


def _words(text: str) -> Iterator[tuple[int, str]]:
    """The words of a text with their places."""
    from simplemma import simple_tokenizer

    at = 0
    for word in simple_tokenizer(text):
        place = text.index(word, at)
        yield from _left_out(text, at, place)
        yield place, word
        at = place + len(word)
    yield from _left_out(text, at, len(text))


def _left_out(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    at = start
    for part in text[start:end].split():
        at = text.index(part, at)
        if part.isprintable():
            yield at, part
        at += len(part)


def _tag(word: str) -> str:
    if any(map(str.isalpha, word)):
        return _UNKNOWN
    if any(map(str.isnumeric, word)):
        return _NUMBER
    return _SIGNS.get(word[0], _OTHER_SIGN)


def tagged_article(text: str) -> Vertical:
    """Return an article as a vertical file; each line with words is a paragraph of it. Raises MissingExtra."""
    lines: list[str] = []
    for paragraph in _tagged_paragraphs(text):
        lines += ["<p>", *vertical_lines(paragraph)[:-1], "</p>"]
    return Vertical((*lines, ""))


def tagged_text(sentences: Sequence[Sequence[VerticalToken]]) -> Vertical:
    """Return sentences as a vertical file."""
    return Vertical(vertical_lines(sentences))


# --- what stands in the article already ------------------------------------------------------------------------------


def known_sentences(
    text: str, article: Vertical, cut: Callable[[str], Sequence[Sequence[VerticalToken]]] = tagged_sentences
) -> list[Sequence[VerticalToken]]:
    """Return a text's sentences as the article has them, cut and tagged in the same way; others as `cut` gives them.

    Sentences are equal that have the same letters. A part of one is one sentence, too. Raises MissingExtra.
    """
    known = {plain_key(sentence.words): sentence.tokens for sentence in reversed(article.sentences)}
    composed = unicodedata.normalize("NFC", text)
    whole = known.get(plain_key(composed.split()))
    if whole is not None:
        return [whole]
    together = adjoining_sentences(composed, article)
    if together:
        return [article.sentences[number].tokens for number in together]
    part = run_inside(composed, article)
    if part:
        return [part]
    return [known.get(plain_key([token.word for token in one]), one) for one in cut(text)]


def run_in(text: str, sentence: Sequence[VerticalToken]) -> Sequence[VerticalToken]:
    """Return the tokens of a sentence that are the letters of a text together; none where they are not there."""
    key = "".join(unicodedata.normalize("NFC", text).split())
    run = together(key, [token.word for token in sentence])
    return sentence[run.start : run.stop] if run else ()
