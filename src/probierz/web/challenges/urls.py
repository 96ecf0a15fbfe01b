"""Addresses of challenges."""

from __future__ import annotations

from django.urls import path

from probierz.web.challenges.views import announcements, organising, pages

_ORGANISE = "challenges/<slug:slug>/organise"

urlpatterns = [
    path("challenges", pages.challenges, name="challenges"),
    path("challenges/new", organising.new, name="challenge-new"),
    path("challenges/<slug:slug>", pages.challenge, name="challenge"),
    path("challenges/<slug:slug>/about", pages.about, name="challenge-about"),
    path("challenges/<slug:slug>/how-to", pages.how_to, name="challenge-how-to"),
    path("challenges/<slug:slug>/data", pages.data, name="challenge-data"),
    path("challenges/<slug:slug>/announcements", announcements.announcements, name="challenge-announcements"),
    path("challenges/<slug:slug>/announcements.atom", announcements.feed, name="challenge-feed"),
    path("challenges/<slug:slug>/data.zip", pages.archive, name="challenge-archive"),
    path("challenges/<slug:slug>/files/<path:path>", pages.file, name="challenge-file"),
    path(f"{_ORGANISE}", organising.organise, name="challenge-organise"),
    path(f"{_ORGANISE}/rules", organising.rules, name="challenge-rules"),
    path(f"{_ORGANISE}/words", organising.words, name="challenge-words"),
    path(f"{_ORGANISE}/hidden-tests", organising.hidden_tests, name="challenge-hidden-tests"),
    path(f"{_ORGANISE}/hidden-tests/divide", organising.divide, name="challenge-divide"),
    path(f"{_ORGANISE}/tags", organising.tags, name="challenge-tags"),
    path(f"{_ORGANISE}/do/<slug:action>", organising.act, name="challenge-act"),
    path(f"{_ORGANISE}/delete", organising.delete, name="challenge-delete"),
    path(f"{_ORGANISE}/versions", organising.versions, name="challenge-versions"),
    path(f"{_ORGANISE}/imports/<uuid:job>", organising.import_page, name="challenge-import"),
    path(f"{_ORGANISE}/imports/<uuid:job>/cancel", organising.cancel_import, name="challenge-cancel-import"),
    path(f"{_ORGANISE}/imports/<uuid:job>/again", organising.import_again, name="challenge-import-again"),
    path(f"{_ORGANISE}/imports/<uuid:job>/delete", organising.delete_import, name="challenge-delete-import"),
    path(f"{_ORGANISE}/imports/<uuid:job>/confirm", organising.confirm_import, name="challenge-confirm-import"),
    path(f"{_ORGANISE}/imports/<uuid:job>/discard", organising.discard_import, name="challenge-discard-import"),
    path(f"{_ORGANISE}/phases", organising.phases, name="challenge-phases"),
    path(f"{_ORGANISE}/phases/<int:number>", organising.phase, name="challenge-phase"),
    path(f"{_ORGANISE}/phases/<int:number>/close", organising.close_phase, name="challenge-close-phase"),
    path(f"{_ORGANISE}/phases/<int:number>/remove", organising.remove_phase, name="challenge-remove-phase"),
    path(f"{_ORGANISE}/announce", announcements.announce, name="challenge-announce"),
    path(f"{_ORGANISE}/announcements/<int:number>/edit", announcements.edit, name="challenge-edit-announcement"),
    path(f"{_ORGANISE}/announcements/<int:number>/withdraw", announcements.withdraw, name="challenge-withdraw"),
    path(f"{_ORGANISE}/people", organising.people, name="challenge-people"),
    path(f"{_ORGANISE}/people/<slug:login>/remove", organising.remove_person, name="challenge-remove-person"),
]
