"""`probierz pretrain tokenizer`: pieces of words are learnt from a corpus."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option, add_options, whole_number
from probierz.cli.pretrain.clean import add_corpus_options
from probierz.cli.progress import WorkProgress

EXAMPLES = """
examples:
  probierz pretrain tokenizer clean.txt --to pieces                 50,000 pieces, as HerBERT has
  probierz pretrain tokenizer wolnelektury/ nkjp/ --size 8000 --to pieces
  probierz pretrain tokenizer lines.txt --read-as lines --to pieces

Then:  probierz pretrain run clean.txt --vocabulary pieces --to model
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Learn pieces of words by byte-pair encoding, the end of a word marked as HerBERT does; write a folder that "
        "Transformers opens."
    )
    parser.epilog = EXAMPLES
    add_corpus_options(parser)
    add_option(parser, "--to", required=True, metavar="FOLDER")
    parser.add_argument(
        "--size", type=whole_number(64, 1_000_000), default=50_000, metavar="N", help="pieces (default: 50000)"
    )
    add_options(parser, "--quiet")


def run(arguments: Namespace) -> int:
    """Learn, write, and say how many there are."""
    from probierz.systems.pretraining.corpora import read_corpus
    from probierz.systems.pretraining.tokenizer import learn_tokenizer, save_tokenizer
    from probierz.whole_files import refuse_occupied

    refuse_occupied(arguments.to)
    texts = read_corpus(arguments.corpus, arguments.read_as or "", is_lenient=arguments.encoding_errors == "replace")
    with WorkProgress("tokenizer", enabled=not arguments.quiet) as progress:

        def paragraphs() -> Iterator[str]:
            for number, one in enumerate(texts, 1):
                progress("reads texts", number, 0)
                yield from one.text.split("\n")

        tokenizer = learn_tokenizer(paragraphs(), arguments.size)
    save_tokenizer(tokenizer, Path(arguments.to))
    found = tokenizer.get_vocab_size()
    fewer = "" if found >= arguments.size else f"; the texts have no more than these, of {arguments.size:,}"
    print(f"{arguments.to}: {found:,} pieces{fewer}")
    return FINE
