"""Addresses of annotation."""

from __future__ import annotations

from django.urls import path

from probierz.web.annotation.views import alone, coordinating, drafts, judging, projects, records, second

urlpatterns = [
    path("annotations", projects.projects, name="annotations"),
    path("annotations/new", projects.new, name="annotation-new"),
    path("annotations/alone/<str:key>", alone.enter, name="annotation-alone"),
    path("annotations/<slug:slug>", projects.overview, name="annotation"),
    path("annotations/<slug:slug>/help", projects.help_page, name="annotation-help"),
    path("annotations/<slug:slug>/guidelines", coordinating.guidelines, name="annotation-guidelines"),
    path("annotations/<slug:slug>/rename", coordinating.rename, name="annotation-rename"),
    path("annotations/<slug:slug>/archive", coordinating.archive, name="annotation-archive"),
    path("annotations/<slug:slug>/unarchive", coordinating.unarchive, name="annotation-unarchive"),
    path("annotations/<slug:slug>/people", coordinating.people, name="annotation-people"),
    path("annotations/<slug:slug>/people/<slug:login>", coordinating.member, name="annotation-member"),
    path("annotations/<slug:slug>/people/<slug:login>/out", coordinating.take_out, name="annotation-take-out"),
    path("annotations/<slug:slug>/second", second.answers, name="annotation-second"),
    path("annotations/<slug:slug>/second/<int:number>", second.answer, name="annotation-second-answer"),
    path("annotations/<slug:slug>/import", coordinating.take_in, name="annotation-import"),
    path("annotations/<slug:slug>/exports", coordinating.exports, name="annotation-exports"),
    path("annotations/<slug:slug>/challenge", coordinating.challenge, name="annotation-challenge"),
    path("annotations/<slug:slug>/mend", records.mend_all, name="annotation-mend"),
    path("annotations/<slug:slug>/judge", judging.judge, name="annotation-judge"),
    path("annotations/<slug:slug>/drafts", drafts.begin, name="annotation-begin"),
    path("annotations/<slug:slug>/drafts/<int:number>", drafts.draft, name="annotation-draft"),
    path("annotations/<slug:slug>/drafts/<int:number>/check", drafts.check, name="annotation-check"),
    path("annotations/<slug:slug>/drafts/<int:number>/discard", drafts.discard, name="annotation-discard"),
    path("annotations/<slug:slug>/records/<str:name>", records.record, name="annotation-record"),
    path("annotations/<slug:slug>/records/<str:name>/correct", records.correct, name="annotation-correct"),
    path("annotations/<slug:slug>/records/<str:name>/mend", records.mend, name="annotation-mend-one"),
    path("annotations/<slug:slug>/records/<str:name>/remarks", records.remark, name="annotation-remark"),
    path("annotations/<slug:slug>/records/<str:name>/withdraw", records.withdraw, name="annotation-withdraw"),
    path("annotations/<slug:slug>/records/<str:name>/back", records.back, name="annotation-back"),
]
