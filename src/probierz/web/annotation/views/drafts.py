"""The form for a record, which keeps what is typed, and the final check with lemmas and tags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from probierz.errors import Refused
from probierz.suites.sqad.drafts import TEXTS, DraftFinding, TypedRecord, draft_of, sentence_capital
from probierz.suites.sqad.squad_files import MOST_LETTERS
from probierz.suites.sqad.vertical import Vertical, readable
from probierz.web.annotation import services
from probierz.web.annotation.fetching import can_fetch
from probierz.web.annotation.files import article_of, record_of
from probierz.web.annotation.forms import RecordForm
from probierz.web.annotation.models import AnnotatedRecord, UnfinishedRecord
from probierz.web.annotation.pasting import grouped, taken_out
from probierz.web.annotation.queries import Seat, own_draft, record_findings, seat_in
from probierz.web.annotation.services.article_sentences import can_cut, can_join, cut_sentence, join_sentences
from probierz.web.annotation.services.drafts import (
    RecordChanged,
    changed_meanwhile,
    fetch_article,
    save_tags,
    tagged_anew,
    take_known_article,
    typed_record,
)
from probierz.web.annotation.views.listing import list_address, next_in_list, remembered_list
from probierz.web.annotation.views.numbers import asked_number
from probierz.web.annotation.views.reviewing import after_accepting
from probierz.web.annotation.words import FIELDS, RULES, Words, remedy_of, shown_ease
from probierz.web.html.forms import made_or_told, tell
from probierz.web.http.form_addresses import require_POST


class ShownFinding(NamedTuple):
    """A finding as it stands on the page.

    other: the record that has the same question.
    has_known: another record has another article under the address, and a button takes that.
    """

    field: str
    label: Words
    code: str
    is_error: bool
    says: Words
    remedy: Words
    other: str
    has_known: bool


@login_required
@require_POST
def begin(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a record of the type whose button was pressed."""
    seat = seat_in(request, slug)
    made = made_or_told(request, lambda: services.begin(seat, request.POST.get("type", "")))
    return redirect("annotation-draft", slug, made.pk) if made else redirect("annotation", slug)


MENDED = {
    "join": gettext_lazy("They are one sentence of the article now."),
    "cut": gettext_lazy("It is a sentence of the article now."),
}
"""What is told of an article whose sentences are mended, by the button."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a draft; keep what is typed in it, and go on to the check.

    act: "keep", sent by the page with every pause, answers with what changed; "article" takes the pasted one;
    "fetch" the one at the address; "known" the one that other records with the address have; "join" makes one sentence
    of those over which the answer sentence goes, and "cut" one of the part of a sentence that it is; "continue" leads
    to the check, or back to the first field that keeps the record from being saved (stopped, in the address).
    """
    seat = seat_in(request, slug)
    opened = own_draft(seat, number)
    if request.method != "POST":
        return _gone(request, seat, number) if opened is None else _form(request, seat, opened)
    found = opened or _begun_anew(request, seat)
    if found is None:
        return _gone(request, seat, number)
    act = request.POST.get("act", "")
    revision = asked_number(request, "revision", 0) if opened else found.revision
    try:
        kept, trouble = _kept(request, seat, found, act, revision)
    except Refused as refusal:
        return _refused(request, seat, found, refusal.message)
    return _answered(request, seat, kept, trouble, is_apart=kept.pk != number, had=found.article_id)


def _answered(
    request: HttpRequest, seat: Seat, kept: UnfinishedRecord, trouble: str, *, is_apart: bool, had: int | None
) -> HttpResponse:
    """Tell what became of what was typed. is_apart: whether it became a draft of its own; had: the article before."""
    act = request.POST.get("act", "")
    if trouble and act != "keep" and not is_apart and request.POST.get("article"):
        return _refused(request, seat, kept, trouble)  # what was pasted stays to be mended
    has_new = kept.article_id != had
    went = _taken_out(request.POST.get("article", "")) if has_new else ""
    if act == "keep":
        about = {**_about(seat, kept), "trouble": trouble, "has_new_article": has_new, "taken_out": went}
        return render(request, "annotation/kept.html", about)
    if has_new and went:
        messages.info(request, went)
    if trouble:
        messages.error(request, trouble)
    elif is_apart:
        messages.warning(request, _("Another page has changed this draft; what you typed here is a draft of its own."))
    elif act == "continue":
        return _gone_on(seat, kept)
    elif act in MENDED:
        messages.success(request, MENDED[act])
    return redirect("annotation-draft", seat.project.slug, kept.pk)


def _gone_on(seat: Seat, kept: UnfinishedRecord) -> HttpResponse:
    """Lead on to the check, or back to what keeps the record from being saved."""
    if _stops(shown_findings(seat.project, kept)):
        return redirect(f"{reverse('annotation-draft', args=(seat.project.slug, kept.pk))}?stopped=1")
    services.ask_reader(kept)
    return redirect("annotation-check", seat.project.slug, kept.pk)


def _taken_out(pasted: str) -> str:
    """Tell how much went from what was pasted; empty for nothing."""
    out = taken_out(pasted)
    marks = ngettext(
        "%(n)d mark of a footnote or link to edit was taken out of the article.",
        "%(n)d marks of footnotes and links to edit were taken out of the article.", out.marks,
    )  # fmt: skip
    wikitext = ngettext(
        "%(n)d piece of wiki markup was taken out of the article: of links and quotes their text stays.",
        "%(n)d pieces of wiki markup were taken out of the article: of links and quotes their text stays.",
        out.wikitext,
    )  # fmt: skip
    tables = ngettext(
        "%(n)d table was taken out of the article.", "%(n)d tables were taken out of the article.", out.tables
    )
    parts = ((marks, out.marks), (wikitext, out.wikitext), (tables, out.tables))
    return " ".join(said % {"n": count} for said, count in parts if count)


LONG_PARAGRAPH = 10
"""Sentences."""
FORM_ORDER = ("url", "text", "question", "extraction", "selection", "answer", "question_type", "answer_type", "context")
"""Fields as they stand in the form; text is the article."""


def _form(request: HttpRequest, seat: Seat, opened: UnfinishedRecord) -> HttpResponse:
    """Show the form, begun where something is missing; where it stopped somebody, with what to do beside each field."""
    about = _about(seat, opened)
    stops = _stops([*about["findings"], *about["missing"]]) if "stopped" in request.GET else {}
    if stops:
        about |= {"form": _advised(opened, stops), "stop": stops.get("text", "")}
    about["focus"] = next(iter(stops), _first_empty(opened))
    if about["focus"] in about["form"].fields:
        about["form"].fields[about["focus"]].widget.attrs["autofocus"] = True
    return render(request, "annotation/draft.html", about)


def _stops(findings: Iterable[ShownFinding]) -> dict[str, Words]:
    """What to do, by field, before a record can be saved; lemmas and tags (C10) are mended at the check itself."""
    wrong = [one for one in findings if one.is_error and one.code != "C10"]
    stops = {one.field: one.remedy for one in reversed(wrong)}  # the first of a field counts
    return {field: stops[field] for field in FORM_ORDER if field in stops}


def _advised(opened: UnfinishedRecord, stops: Mapping[str, Words]) -> RecordForm:
    form = RecordForm(data=opened.texts)
    for field in form.fields.keys() & stops.keys():
        form.errors[field] = form.error_class([str(stops[field])])
    return form


def _first_empty(opened: UnfinishedRecord) -> str:
    """The field in which a form goes on: the address, the article or the question; none where all are there."""
    filled = {"url": opened.texts.get("url"), "text": opened.article_id, "question": opened.texts.get("question")}
    return next((name for name, value in filled.items() if not value), "")


def _gone(request: HttpRequest, seat: Seat, number: int) -> HttpResponse:
    """Lead somebody who went back to a draft that is none any more to the list, or who opened one of somebody else."""
    if seat.project.drafts.filter(pk=number).exists():
        messages.warning(request, _("Somebody else is still typing this; nobody sees it until it is finished."))
    else:
        messages.warning(request, _("This draft was finished or discarded; finished records stand in the list."))
    return redirect("annotation", seat.project.slug)


def _begun_anew(request: HttpRequest, seat: Seat) -> UnfinishedRecord | None:
    """Begin another draft for what is typed in a page whose own was finished or discarded in another one."""
    try:
        return services.begin(seat, request.POST.get("question_type", ""))
    except Refused:
        return None


def _refused(request: HttpRequest, seat: Seat, found: UnfinishedRecord, why: str) -> HttpResponse:
    """Say why what was typed was not kept, and leave it in the form, the article that was pasted with it."""
    found.texts = {**found.texts, **{name: request.POST[name] for name in FIELDS if name in request.POST}}
    pasted = request.POST.get("article", "")
    about = _about(seat, found)
    about["missing"] = [one for one in about["missing"] if not (pasted and one.field == "text")]
    if request.POST.get("act") == "keep":
        return render(request, "annotation/kept.html", {**about, "trouble": why, "has_new_article": False})
    messages.error(request, why)
    return render(request, "annotation/draft.html", {**about, "pasted": pasted, "is_refused": True})


def _record_form(seat: Seat, texts: Mapping[str, Any]) -> RecordForm:
    """The form with these texts, to read and copy alone where the project is archived."""
    return RecordForm(initial=texts, is_readonly=seat.project.archived is not None)


def _kept(
    request: HttpRequest, seat: Seat, found: UnfinishedRecord, act: str, revision: int
) -> tuple[UnfinishedRecord, str]:
    """Keep what was typed; then take the article, and say why that could not be. Raises Refused for texts."""
    texts = {name: request.POST[name] for name in FIELDS if name in request.POST}
    kept = services.save_draft(seat, found, revision, texts)
    if act == "known":
        return take_known_article(seat, kept), ""  # in the place of what may still be pasted
    try:
        if act == "fetch":
            return fetch_article(seat, kept), ""
        if act == "join":
            return join_sentences(seat, kept), ""
        if act == "cut":
            return cut_sentence(seat, kept), ""
        return services.save_draft(seat, kept, kept.revision, {}, request.POST.get("article", "")), ""
    except Refused as refusal:
        return kept, refusal.message


def _about(seat: Any, found: UnfinishedRecord) -> dict[str, Any]:
    findings = shown_findings(seat.project, found)
    missing = sorted((one for one in findings if _is_empty(one, found)), key=_place)
    return {
        "seat": seat, "project": seat.project, "draft": found, "form": _record_form(seat, found.texts),
        "article": article_of(found.article) if found.article is not None else None,
        "most": MOST_LETTERS, "most_words": grouped(MOST_LETTERS), "capital": sentence_capital(typed_record(found)),
        "findings": [one for one in findings if one not in missing], "missing": missing,
        "is_ready": not any(one.is_error for one in findings), "can_fetch": can_fetch(),
        "lacks_paragraphs": found.article is not None and _lacks_paragraphs(article_of(found.article)),
        "can_join": can_join(found), "can_cut": can_cut(found),
    }  # fmt: skip


def _lacks_paragraphs(article: Vertical) -> bool:
    """Whether nothing bounds paragraphs in an article that is longer than one."""
    return len(article.sentences) > LONG_PARAGRAPH and not any(line.startswith("<p") for line in article.lines)


def _place(one: ShownFinding) -> int:
    """Where its field stands in the form."""
    return FORM_ORDER.index(one.field) if one.field in FORM_ORDER else len(FORM_ORDER)


def _is_empty(one: ShownFinding, found: UnfinishedRecord) -> bool:
    """Whether it says no more than that nothing is typed there yet; a type that is missing breaks C5."""
    return one.code == "C1" or (one.code == "C5" and not str(found.texts.get(one.field) or "").strip())


def shown_findings(project: Any, found: UnfinishedRecord) -> list[ShownFinding]:
    """Return what the rules say of what is typed by now."""
    findings = record_findings(project, typed_record(found), but=found.record_id, is_typed=True)
    return list(dict.fromkeys(map(shown_finding, findings)))  # those that read the same ask for one thing


def shown_finding(one: DraftFinding) -> ShownFinding:
    """Return a finding in words."""
    label = FIELDS[one.field].label if one.field in FIELDS else _("Article") if one.field == "text" else ""
    known = RULES.get(one.rule)
    other = one.message if one.rule == "no-repeated-question" else ""
    return ShownFinding(
        one.field, label, one.code, one.level == "error", known.says if known else "", remedy_of(one), other,
        has_known=one.rule == "same-url-same-text",
    )  # fmt: skip


@login_required
@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Throw a draft away."""
    seat = seat_in(request, slug)
    found = own_draft(seat, number)
    if found is None:
        return _gone(request, seat, number)
    is_theirs_kept = found.record is not None and "theirs" in request.POST
    done = (
        _("Your draft is discarded; the record stays as it is now.") if is_theirs_kept else _("The draft is discarded.")
    )
    tell(request, lambda: services.discard(seat, found), done)
    if found.record is not None and is_theirs_kept:
        return redirect("annotation-record", slug, found.record.name)
    return redirect("annotation", slug)


# --- the final check -------------------------------------------------------------------------------------------------


class TaggedField(NamedTuple):
    """A field of the check: its text, and its lines with lemmas and tags."""

    name: str
    label: Words
    text: str
    lines: str
    rows: int


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show each field with its lemmas and tags; retag one or all, or save the record."""
    seat = seat_in(request, slug)
    found = own_draft(seat, number)
    if found is None:
        return _gone(request, seat, number)
    trouble = ""
    if request.method == "POST":
        try:
            _keep_tags(request, seat, found)
            if "retag" in request.POST:
                return redirect("annotation-check", slug, number)
            accepts = "accept" in request.POST
            made = services.finish(seat, found, base=asked_number(request, "base", found.base), accepts=accepts)
        except RecordChanged:
            return redirect("annotation-check", slug, number)  # which compares, also when it is loaded again
        except Refused as refusal:
            trouble = refusal.message
        else:
            return _finished(request, seat, made, is_corrected=found.record_id is not None)
    about = _about(seat, found)
    about |= {"may_accept": _may_accept(seat, found)}
    about |= {"ease": shown_ease(services.told_ease(found))}
    about |= {"fields": _tagged_fields(found), "trouble": trouble, "base": found.base}
    changed = changed_meanwhile(found)
    if changed is not None:
        other = changed.record
        about |= {"other": other, "differences": _differences(found, record_of(other)), "base": other.revision}
        about |= {"trouble": trouble or changed.message}
    return render(request, "annotation/check.html", about)


def _may_accept(seat: Seat, found: UnfinishedRecord) -> bool:
    """Whether a correction may be accepted as it is saved; who works alone accepts nothing."""
    is_open = found.record is not None and found.record.state != AnnotatedRecord.State.ACCEPTED
    return seat.reviews and is_open and not seat.project.folder


def _finished(request: HttpRequest, seat: Seat, made: AnnotatedRecord, *, is_corrected: bool) -> HttpResponse:
    """Lead on: to the next record that is to be mended or reviewed, to a corrected one, which is still to be accepted,
    or to the overview.
    """
    if is_corrected and remembered_list(request, seat.project.slug):
        return _mended_on(request, seat, made.name)
    if "accept" in request.POST:
        return after_accepting(request, seat, made.name)
    messages.success(request, _("Record %(name)s is saved.") % {"name": made.name})
    if is_corrected and seat.reviews:
        return redirect("annotation-record", seat.project.slug, made.name)
    return redirect("annotation", seat.project.slug)


def _mended_on(request: HttpRequest, seat: Seat, name: str) -> HttpResponse:
    """Lead to the next record of the list of broken rules; behind its last one, to that list."""
    following = next_in_list(request, seat, name)
    done = _("Record %(name)s is done; this is the next one of the list.")
    last = _("Record %(name)s is done; it was the last one of the list. What is left stands here.")
    messages.success(request, (done if following else last) % {"name": name})
    slug = seat.project.slug
    if following:
        return redirect("annotation-record", slug, following)
    return redirect(list_address(remembered_list(request, slug), slug))


ALL_FIELDS = "all"
"""What the button sends that retags every field."""


def _keep_tags(request: HttpRequest, seat: Seat, found: UnfinishedRecord) -> None:
    """Keep the lemmas and tags that somebody corrected; a field that is retagged gets them anew. Raises Refused."""
    record = typed_record(found)
    tagged = {str(part): str(lines) for part, lines in dict(found.texts.get("tagged") or {}).items()}
    for part in TEXTS:
        lines = request.POST.get(f"tagged-{part}", "").replace("\r\n", "\n").replace("\0", "")
        if lines.strip() and part in record.parts and lines.strip() != readable(record.parts[part].text).strip():
            tagged[part] = lines
    retag = request.POST.get("retag", "")
    fresh = tagged_anew(found).parts if retag in (*TEXTS, ALL_FIELDS) else {}
    wanted = TEXTS if retag == ALL_FIELDS else (retag,)
    tagged |= {part: fresh[part].text for part in wanted if part in fresh}
    save_tags(seat, found, tagged)


def _tagged_fields(found: UnfinishedRecord) -> list[TaggedField]:
    record = typed_record(found)
    order = ("question", "answer", "extraction", "selection", "context")
    parts = [(part, record.parts[part]) for part in order if part in record.parts]
    return [
        TaggedField(
            part, FIELDS[part].label, readable(record.says(part)), readable(one.text).rstrip("\n"),
            min(12, len(one.vertical.lines)),
        )
        for part, one in parts
    ]  # fmt: skip


def _differences(found: UnfinishedRecord, theirs: Any) -> list[tuple[Words, str, str]]:
    """Label, what was typed, and what the other one says, for each field in which they differ."""
    mine, other = TypedRecord.of(found.texts), draft_of(theirs)
    return [
        (words.label, getattr(mine, name), getattr(other, name))
        for name, words in FIELDS.items()
        if getattr(mine, name) != getattr(other, name)
    ]
