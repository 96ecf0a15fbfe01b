"""`probierz annotate sqad`: AddQA for one person, on a folder of records."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NoReturn

from probierz.cli.options import add_option

if TYPE_CHECKING:
    from probierz.web.accounts.models import User
    from probierz.web.annotation.services.imports import TakenRecords

EXAMPLES = """
examples:
  probierz annotate sqad my-records          new records, or those that lie there; the address is printed
  probierz annotate sqad my-records --open   the same, and a browser opens it
  probierz annotate sqad my-records --articles wiki.index            articles come from there, without a network
  probierz sqad check my-records             what the rules say of them, at any time

Only this machine can open the pages, and only who has the printed address. Each record that is saved lies in the folder
at once; what is unfinished, and the history, are in my-records/.probierz. Ctrl-C stops it, and nothing is lost.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Write questions on Czech articles in the browser, as records of SQAD, and correct such records. "
        "Needs the extras web and annotation."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder of the records; it is made where it is missing")
    parser.add_argument(
        "--articles", metavar="INDEX", help="fetch articles from this file of  probierz index build, not from Wikipedia"
    )
    parser.add_argument(
        "--morphodita", metavar="MODEL", help="lemmas and tags by this model of MorphoDiTa (extra morphodita)"
    )
    add_option(parser, "--port", help="port to listen on; 0 takes a free one (default: 0)", default=0)
    add_option(parser, "--open")


def run(arguments: Namespace) -> NoReturn:
    """Take what lies in the folder, then keep the processes running."""
    from probierz.cli.alone import own_folder, serve_alone
    from probierz.errors import OptionError, need_all
    from probierz.suites.sqad.records import is_record_itself
    from probierz.suites.sqad.tagging import need_tagger
    from probierz.web.operation.start import need_libraries

    model = str(Path(arguments.morphodita).resolve()) if arguments.morphodita else ""
    need_all(need_libraries, partial(need_tagger, model))
    name = arguments.folder
    advice = f"records of such a file become a folder by  probierz sqad convert {quote(name)} --to DIRECTORY"
    folder = own_folder(name, advice=advice)
    if is_record_itself(folder):
        raise OptionError(f"{name} is a record itself; name the folder around it")
    index = _index(arguments.articles) if arguments.articles else ""
    settings = {"PROBIERZ_ARTICLES": index or "wikipedia", "PROBIERZ_MORPHODITA": model}
    serve_alone(folder, partial(_take, folder), port=arguments.port, opens=arguments.open, settings=settings)


def _index(name: str) -> str:
    """Return where an index lies. Raises what `PassageIndex` raises."""
    from probierz.errors import OptionError
    from probierz.systems.questions.finding.index import PassageIndex

    if "," in str(Path(name).resolve()):
        raise OptionError(f"{name}: a comma in its path would part it into two; move it to another folder")
    with PassageIndex(name) as index:
        return str(index.path.resolve())


def _take(folder: Path, person: User) -> str:
    from probierz.suites.sqad.records import place_of_records
    from probierz.web.annotation.services import open_folder

    _project, taken = open_folder(folder, person)
    return _said(taken, place_of_records(folder))


def _said(taken: TakenRecords, place: Path) -> str:
    count = taken.new + taken.changed + taken.same
    if not count:
        return f"There is no record yet; they will lie in {place}"
    parts = [f"{taken.new} new", f"{taken.changed} changed since the last time"]
    return f"{count} record{'s' * (count != 1)} in {place}: {', '.join(parts)}."
