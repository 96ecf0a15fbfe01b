"""`probierz klej make`: a task made anew from a raw corpus."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.klej.archives import klej
from probierz.cli.options import add_option, whole_number
from probierz.cli.terminal import printable
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.suites.klej.making.folders import Made
    from probierz.suites.klej.making.similarity import Similarity

EXAMPLES = """
examples:
  probierz klej make nkjp-ner NKJP-PodkorpusMilionowy --to made/nkjp-ner
  probierz klej make dyk questions.jsonl --to made/dyk
  probierz klej make psc articles.jsonl --bpe tokenizer.json --to made/psc
  probierz klej make polemo polemo2.0/ --to made        both tasks: made/polemo2.0-in, made/polemo2.0-out
  probierz klej make cdsc CDSCorpus/ --to made          both tasks: made/cdsc-e, made/cdsc-r
  probierz suite get klej/dyk --from made/dyk --unchecked         and a challenge of it

What the raw corpora look like is told in the guide to KLEJ.
The results repeat the paper's method, not its draws: the official files are what scores are computed on.
"""

TASKS = ("nkjp-ner", "cdsc", "cbd", "polemo", "dyk", "psc", "ar")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make a task from a raw corpus by the rules of the paper: train.tsv, dev.tsv, test_features.tsv, and "
        "test_gold.tsv with the expected results."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("task", choices=TASKS, metavar="TASK", help=", ".join(TASKS))
    parser.add_argument("raw", metavar="RAW", help="the corpus: a folder, or a file of JSONL")
    add_option(parser, "--to", required=True, metavar="FOLDER", help="the folder to write")
    add_option(parser, "--seed")
    parser.add_argument("--bpe", metavar="FILE", help="dyk, psc: a tokenizer.json (default: learn one from the texts)")
    parser.add_argument(
        "--pieces", type=whole_number(100, 10**6), default=50_000, metavar="N", help="to learn (default: 50000)"
    )
    parser.add_argument(
        "--measure", default="containment", metavar="NAME", help="dyk, psc: containment (default), dice or jaccard"
    )
    parser.add_argument(
        "--scale", type=float, nargs=2, default=(1, 5), metavar=("LOW", "HIGH"), help="ar: of the ratings in RAW"
    )
    parser.add_argument("--outermost", action="store_true", help="nkjp-ner: leave out entities inside of others")


def run(arguments: Namespace) -> None:
    """Make the task, or both of the corpus."""
    from probierz.suites.klej.builders import format_of
    from probierz.suites.klej.making.folders import write_folder
    from probierz.whole_files import refuse_occupied

    suite, target = klej(), Path(arguments.to)
    made = _MAKERS[arguments.task](arguments)
    places = {name: target / name if len(made) > 1 else target for name in made}
    for place in places.values():
        refuse_occupied(place)
    for name, one in made.items():
        _refuse_empty(arguments.raw, name, one)
        write_folder(places[name], format_of(suite.task(name)), one)
        print(printable(f"{places[name]}: train {len(one.train)}, dev {len(one.dev)}, test {len(one.test)}"))
        for note in one.notes:
            print(printable(f"  {note}"))


def _refuse_empty(raw: str, name: str, made: Made) -> None:
    if not made.train or not made.test:
        told = "".join(f"; {note}" for note in made.notes)
        raise ChallengeError(
            f"{raw}: too little for {name}: {len(made.train)} records for train, {len(made.test)} for test{told};"
            " give more"
        )


# --- each task -------------------------------------------------------------------------------------------------------


def _nkjp_ner(arguments: Namespace) -> dict[str, Made]:
    from probierz.suites.klej.making.names import make_names
    from probierz.suites.klej.making.nkjp import read_annotated, read_nkjp

    raw = Path(arguments.raw)
    sentences = read_nkjp(raw, outermost=arguments.outermost) if raw.is_dir() else read_annotated(raw)
    return {"nkjp-ner": make_names(sentences, seed=arguments.seed)}


def _cdsc(arguments: Namespace) -> dict[str, Made]:
    from probierz.suites.klej.making.unchanged import make_cdsc

    return dict(zip(("cdsc-e", "cdsc-r"), make_cdsc(Path(arguments.raw)), strict=True))


def _cbd(arguments: Namespace) -> dict[str, Made]:
    from probierz.suites.klej.making.unchanged import make_cbd

    return {"cbd": make_cbd(Path(arguments.raw))}


def _polemo(arguments: Namespace) -> dict[str, Made]:
    from probierz.suites.klej.making.reviews import make_polemo, read_polemo

    found = make_polemo(read_polemo(Path(arguments.raw)), seed=arguments.seed)
    return dict(zip(("polemo2.0-in", "polemo2.0-out"), found, strict=True))


def _dyk(arguments: Namespace) -> dict[str, Made]:
    from probierz.suites.klej.making.questions import make_questions, read_raw_questions

    questions = read_raw_questions(Path(arguments.raw))
    texts = (text for one in questions for text in (one.text, *one.right, *(" ".join(some) for some in one.wrong)))
    return {"dyk": make_questions(questions, _similarity(arguments, texts), seed=arguments.seed)}


def _psc(arguments: Namespace) -> dict[str, Made]:
    from probierz.suites.klej.making.summaries import make_summaries, read_articles

    articles = read_articles(Path(arguments.raw))
    texts = (text for article in articles for text in (*article.extracts, *article.abstracts))
    return {"psc": make_summaries(articles, _similarity(arguments, texts), seed=arguments.seed)}


def _ar(arguments: Namespace) -> dict[str, Made]:
    from probierz.suites.klej.making.reviews import make_ratings, read_reviews

    lowest, highest = arguments.scale
    if not lowest < highest:
        raise ChallengeError(f"--scale {lowest:g} {highest:g}: the lowest rating comes first, then the highest")
    return {"ar": make_ratings(read_reviews(Path(arguments.raw)), scale=(lowest, highest), seed=arguments.seed)}


def _similarity(arguments: Namespace, texts: Iterable[str]) -> Similarity:
    from probierz.suites.klej.making.similarity import Similarity, load_bpe, train_bpe

    pieces = load_bpe(Path(arguments.bpe)) if arguments.bpe else train_bpe(texts, size=arguments.pieces)
    return Similarity(pieces, arguments.measure)


_MAKERS: dict[str, Callable[[Namespace], dict[str, Made]]] = {
    "nkjp-ner": _nkjp_ner,
    "cdsc": _cdsc,
    "cbd": _cbd,
    "polemo": _polemo,
    "dyk": _dyk,
    "psc": _psc,
    "ar": _ar,
}
