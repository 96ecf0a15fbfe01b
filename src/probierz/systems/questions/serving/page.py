"""A page on this machine that answers questions, shows where the answer stands, and takes down who found it right.

Without a question it says what the index holds, which questions it answers, and what the confidence means. It speaks
Polish where the browser asks for that, else English.

It is for one person at their own machine: it listens on 127.0.0.1 alone, answers requests that name this address alone
(so that no page of another site can reach it under a name of its own), and has no scripts. Each request has a thread,
and ten seconds to say what it wants, so that a slow one keeps nobody waiting; questions are asked one after the other.
What is judged is looked up by number, so that nothing but "right" and "wrong" comes from a form, and a form has to know
a word that only the page has told. Texts are other people's, and are escaped.
"""

from __future__ import annotations

import hmac
import re
import secrets
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedReader, RawIOBase
from itertools import count, pairwise
from socket import SHUT_RDWR, socket
from threading import Lock
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from probierz.errors import OptionError, ProbierzError
from probierz.systems.questions.answering.asking import LIKELY, SURE, Said
from probierz.systems.questions.answering.places import place_of, table_place
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.serving.first_page import IndexFacts
from probierz.systems.questions.serving.judgements import VERDICTS, Judgements
from probierz.systems.questions.serving.page_words import WORTH, in_language, language_asked_for, words_in
from probierz.systems.questions.wording.markdown import marks_of_markdown
from probierz.systems.questions.wording.words import MOST_CHARACTERS

Asking = Callable[[str], Said]
Telling = Callable[[], IndexFacts]

_HERE = "127.0.0.1"
_SECONDS = 10  # that a client may take to send its request, and to take the answer
_MOST_BYTES = 10_000  # of a form; a verdict takes a hundred
_MOST_DIGITS = 9  # of a number; a header of 64 KiB could hold more than Python makes a number of
_REMEMBERED = 1_000  # answers that can still be judged
_STYLE = """
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
form.ask { display: flex; gap: .5rem; } input[name=q] { flex: 1; }
input, button { font: inherit; padding: .4rem .6rem; }
.answer { font-size: 1.4rem; margin: 1.5rem 0 .2rem; } .perhaps { font-style: italic; } mark { padding: 0 .15em; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: .2rem solid; }
blockquote { white-space: pre-wrap; overflow-wrap: anywhere; }
.small { opacity: .75; overflow-wrap: anywhere; } form.judge { margin: 1rem 0; display: flex; gap: .5rem; }
"""
_NONCE_BYTES = 16
_MARKDOWN = re.compile(r"\.md(?:\.|:|$)", re.IGNORECASE)
"""In the name of a document that is, or is a row of, a file of Markdown."""


class AnswerServer(ThreadingHTTPServer):
    """Serves the page until it is told to stop; `url` says where. Closing it ends what is still open."""

    daemon_threads = False  # closing waits for them

    def __init__(
        self,
        ask: Asking,
        judgements: Judgements,
        port: int,
        title: str,
        facts: Telling | None = None,
        sure: float = LIKELY,
    ) -> None:
        """Listen. facts: tells of the index, for the first page; sure: of the least sure answers that are given.

        Raises OptionError for a port that is taken or not allowed.
        """
        self.connections: set[socket] = set()
        try:
            super().__init__((_HERE, port), _Handler)
        except OSError as error:
            raise OptionError(f"port {port} cannot be listened on ({error.strerror}); try --port 0") from None
        self.ask, self.judgements, self.title = ask, judgements, title
        self.facts, self.sure = facts, sure
        self.word = secrets.token_urlsafe(_NONCE_BYTES)
        self.answers: OrderedDict[int, Said] = OrderedDict()
        self.verdicts: dict[int, tuple[Said, str]] = {}
        """The answer and what was said of it, by the number of the answer, from 1."""
        self.turn = Lock()  # an index is used by one thread at a time, and so is a file
        self._numbers = count(1)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{_HERE}:{self.server_port}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a request may call this machine."""
        return f"{_HERE}:{self.server_port}", f"localhost:{self.server_port}"

    def server_close(self) -> None:
        """Hang up, and wait until every thread has ended."""
        for connection in tuple(self.connections):
            with suppress(OSError):  # it has gone by itself
                connection.shutdown(SHUT_RDWR)
        super().server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say what went wrong in here; that somebody hung up is nothing of the kind."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def remember(self, said: Said) -> int:
        """Keep an answer, so that it can be judged. Returns its number."""
        number = next(self._numbers)
        self.answers[number] = said
        while len(self.answers) > _REMEMBERED:
            self.verdicts.pop(self.answers.popitem(last=False)[0], None)
        return number


class _TimelyBytes(RawIOBase):
    """What a client sends, up to a moment of `monotonic`; then reading raises TimeoutError, whatever came before."""

    def __init__(self, connection: socket, until: float) -> None:
        self._connection, self._until = connection, until

    def readable(self) -> bool:
        """Whether it can be read, which it can."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what is there, at least a byte; 0 at the end."""
        left = self._until - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    server: AnswerServer
    timeout = _SECONDS
    server_version, sys_version = "probierz", ""

    def setup(self) -> None:
        """Read with one deadline for the whole request."""
        super().setup()
        self.server.connections.add(self.connection)
        self.rfile.close()
        self.rfile = BufferedReader(_TimelyBytes(self.connection, monotonic() + _SECONDS))

    def finish(self) -> None:
        """Forget the connection."""
        self.server.connections.discard(self.connection)
        super().finish()

    def do_GET(self) -> None:
        """The page, with the answer to the question in its address."""
        if not self._is_from_here():
            return
        address = urlsplit(self.path)
        if address.path != "/":
            self._say(HTTPStatus.NOT_FOUND, self._sentence("There is no such page."))
            return
        question = _first(address.query, "q").strip()
        kept = self.server.verdicts.get(_number(_first(address.query, "kept")) or 0)
        if kept:
            self._say(HTTPStatus.OK, self._judged(*kept), kept[0].question)
        elif not question:
            self._begin()
        elif len(question) > MOST_CHARACTERS:
            self._say(HTTPStatus.BAD_REQUEST, self._sentence("A question has {} characters at most.", MOST_CHARACTERS))
        else:
            self._answer(question)

    def do_POST(self) -> None:
        """A verdict on an answer."""
        if not self._is_from_here():
            return
        length = _number(self.headers.get("Content-Length", ""))
        if length is None or length > _MOST_BYTES:
            self._say(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, self._sentence("That is no verdict."))
            return
        form = self.rfile.read(length).decode("utf-8", "replace")
        number, verdict = _number(_first(form, "number")) or 0, _first(form, "verdict")
        said = self.server.answers.get(number)
        if not hmac.compare_digest(_first(form, "word").encode(), self.server.word.encode()):
            self._say(HTTPStatus.FORBIDDEN, self._sentence("This form is of an earlier start; ask again."))
        elif said is None or verdict not in VERDICTS:
            self._say(HTTPStatus.BAD_REQUEST, self._sentence("This answer is no longer known; ask again."))
        else:
            self._judge(number, said, verdict)

    def _is_from_here(self) -> bool:
        if self.headers.get("Host", "") in self.server.hosts:
            return True
        self._say(HTTPStatus.FORBIDDEN, self._sentence("Open {} instead.", self.server.url))
        return False

    @property
    def _language(self) -> str:
        return language_asked_for(self.headers.get("Accept-Language", ""))

    def _words(self, text: str, *values: object) -> str:
        return words_in(self._language, text, *values)

    def _sentence(self, text: str, *values: object) -> str:
        return _sentence(self._words(text, *values))

    def _begin(self) -> None:
        """The page before any question."""
        try:
            with self.server.turn:
                facts = self.server.facts() if self.server.facts else None
        except ProbierzError as error:
            self._say(HTTPStatus.OK, _sentence(f"{error}"))
            return
        self._say(HTTPStatus.OK, _first_page(facts, self.server.sure, self._language))

    def _answer(self, question: str) -> None:
        try:
            with self.server.turn:
                said = self.server.ask(question)
                number = self.server.remember(said)
        except ProbierzError as error:
            self._say(HTTPStatus.BAD_REQUEST, self._sentence(f"{error}"), question)
            return
        self._say(HTTPStatus.OK, _said(said, self._language) + self._verdicts(said, number), question)

    def _verdicts(self, said: Said, number: int) -> str:
        if not said.guess:
            return ""
        marked = self._words("The likely answer is" if _is_likely(said) else "The marked words are")
        buttons = "".join(f'<button name="verdict" value="{one}">{self._words(one)}</button>' for one in VERDICTS)
        return (
            f'<form class="judge" method="post" action="/"><input type="hidden" name="word" value="{self.server.word}">'
            f'<input type="hidden" name="number" value="{number}">{marked} {buttons}</form>'
        )

    def _judge(self, number: int, said: Said, verdict: str) -> None:
        try:
            with self.server.turn:
                self.server.judgements.add(said, verdict)
        except OSError as error:
            reason = self._sentence("This was not kept: {}", f"{self.server.judgements.path}: {error.strerror}")
            self._say(HTTPStatus.INSUFFICIENT_STORAGE, reason, said.question)
            return
        self.server.verdicts[number] = said, verdict
        self.send_response(HTTPStatus.SEE_OTHER)  # so that the page can be loaded again, and nothing is kept twice
        self.send_header("Location", f"/?kept={number}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _judged(self, said: Said, verdict: str) -> str:
        path = self.server.judgements.path
        kept = self._sentence("Kept in {}: “{}” is {}.", path, said.guess, self._words(verdict))
        return kept + _said(said, self._language)

    def _say(self, status: HTTPStatus, content: str, question: str = "") -> None:
        self.connection.settimeout(_SECONDS)
        nonce = secrets.token_urlsafe(_NONCE_BYTES)
        body = _page(self.server.title, content, question, nonce, self._language).encode("utf-8", "replace")
        self.send_response(status)
        for name, value in _headers(nonce).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Questions are nobody else's affair."""


def _headers(nonce: str) -> dict[str, str]:
    policy = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }


def _number(text: str) -> int | None:
    """A whole number of a form or a header; None for what is none, or longer than any that is sent."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else None


def _first(form: str, name: str) -> str:
    """The first value of a field; empty without one, and for what is no form."""
    try:
        return parse_qs(form, max_num_fields=20, errors="replace").get(name, [""])[0]
    except ValueError:
        return ""


# --- HTML ------------------------------------------------------------------------------------------------------------


def _page(title: str, content: str, question: str, nonce: str, language: str) -> str:
    name, label, ask = escape(title), words_in(language, "Question"), words_in(language, "Ask")
    return (
        f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>{name}</title>'
        f'<meta name="viewport" content="width=device-width"><style nonce="{nonce}">{_STYLE}</style></head><body>'
        f'<h1>{name}</h1><form class="ask" action="/"><input name="q" value="{escape(question)}" required autofocus '
        f'maxlength="{MOST_CHARACTERS}" aria-label="{label}"><button>{ask}</button></form><main>{content}</main>'
        "</body></html>"
    )


def _sentence(text: str) -> str:
    return f'<p role="status">{escape(text)}</p>'


def _first_page(facts: IndexFacts | None, sure: float, language: str) -> str:
    """What the index holds, how to ask it, and what an answer is worth."""
    parts = []
    if facts:
        told = "Documents: {}, passages: {}. Built on {}."
        parts.append(words_in(language, told, facts.documents, facts.passages, f"{facts.made:%Y-%m-%d %H:%M}"))
    how = "Ask in full sentences, in the words of the documents"
    if facts and facts.examples:
        parts.append(words_in(language, f"{how}. For example:"))
    else:
        parts.append(words_in(language, f"{how}: who, where, when, how much, at what time."))
    shown = [f"<p>{escape(part)}</p>" for part in parts]
    if facts and facts.examples:
        links = (f'<li><a href="/?{urlencode({"q": one})}">{escape(one)}</a></li>' for one in facts.examples)
        shown.append(f"<ul>{''.join(links)}</ul>")
    bands = (in_language(language, f"{limit:.2f}") for limit in (max(sure, SURE), sure))
    return "".join((*shown, f'<p class="small">{escape(words_in(language, WORTH, *bands))}</p>'))


def _is_likely(said: Said) -> bool:
    """Whether an answer is given, and as no fact."""
    return bool(said.answer) and not said.is_sure


def _said(said: Said, language: str) -> str:
    """The answer, or why there is none; the passage with what is marked; the other passages that were read."""
    why = escape(words_in(language, "No answer: {}.", words_in(language, said.why)))
    perhaps = f'<span class="perhaps">{words_in(language, "perhaps")}</span> ' if _is_likely(said) else ""
    answer = f"{perhaps}<bdi>{escape(said.answer)}</bdi>" if said.answer else why
    if said.other_rows:
        answer += f" {escape(_other_rows(said.other_rows, language))}"
    sureness = in_language(language, said.sureness)
    sure = f'<p class="small">{words_in(language, "confidence {}", sureness)}</p>' if said.guess else ""
    parts = [f'<p class="answer">{answer}</p>{sure}']
    if said.evidence:
        parts.append(_passage(said.evidence.title, _place(said.evidence, said.begin, language), _marked(said)))
    others = [one for one in said.found if one != said.evidence]
    if others:
        shown = "".join(
            _passage(one.title, _place(one, 0, language), escape("".join(_shown(one, 0)))) for one in others
        )
        parts.append(
            f"<details><summary>{words_in(language, 'Other passages that were read')}</summary>{shown}</details>"
        )
    return "".join(parts)


def _marked(said: Said) -> str:
    """The passage with the answer marked; of a likely one all of its sentence is, and the answer is bold there."""
    assert said.evidence
    if not _is_likely(said):
        before, marked, after = map(escape, _shown(said.evidence, 0, said.begin, said.end))
        return f"{before}<mark>{marked}</mark>{after}"
    begin, end = said.sentence
    before, first, bold, last, after = map(escape, _shown(said.evidence, 0, begin, said.begin, said.end, end))
    return f"{before}<mark>{first}<strong>{bold}</strong>{last}</mark>{after}"


def _other_rows(count: int, language: str) -> str:
    """How many more rows fit as well."""
    one, more = "(and 1 other row fits)", "(and {} other rows fit)"
    return words_in(language, one) if count == 1 else words_in(language, more, count)


def _shown(found: FoundPassage, *seams: int) -> list[str]:
    """The text of a passage in parts that begin at `seams`, of a file of Markdown without its marks."""
    text = found.text
    marks = marks_of_markdown(text) if _MARKDOWN.search(found.document) else frozenset()
    return [
        "".join(text[at] for at in range(begin, end) if at not in marks) for begin, end in pairwise((*seams, len(text)))
    ]


def _place(found: FoundPassage, begin: int, language: str) -> str:
    """Where a character stands, in the language of the page."""
    table = table_place(found.document, found.text, begin)
    if table is None:
        return place_of(found, begin)
    if not table.column:
        return words_in(language, "{}, row {}", table.file, table.row)
    return words_in(language, "{}, row {}, column {}", *table)


def _passage(title: str, place: str, shown: str) -> str:
    told = " · ".join(f"<bdi>{escape(one)}</bdi>" for one in (title, place) if one)
    where = f'<p class="small">{told}</p>'
    return f"{where}<blockquote><bdi>{shown}</bdi></blockquote>"
