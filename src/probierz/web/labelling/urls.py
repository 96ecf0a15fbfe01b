"""Addresses of labelling."""

from __future__ import annotations

from django.urls import path

from probierz.web.labelling.views import items, rounds

urlpatterns = [
    path("challenges/<slug:slug>/labellings", rounds.of_challenge, name="challenge-labellings"),
    path("challenges/<slug:slug>/labellings/new", rounds.new, name="labelling-new"),
    path("challenges/<slug:slug>/labellings/passages", rounds.passages, name="labelling-passages"),
    path("labellings", rounds.mine, name="labellings"),
    path("labellings/<int:number>", rounds.overview, name="labelling"),
    path("labellings/<int:number>/delete", rounds.delete, name="labelling-delete"),
    path("labellings/<int:number>/people", rounds.people, name="labelling-people"),
    path("labellings/<int:number>/people/<slug:login>/out", rounds.out, name="labelling-out"),
    path("labellings/<int:number>/leave", rounds.leave, name="labelling-leave"),
    path("labellings/<int:number>/hand-in", rounds.hand_in, name="labelling-hand-in"),
    path("labellings/<int:number>/systems", rounds.systems, name="labelling-systems"),
    path("labellings/<int:number>/labels.<slug:ending>", rounds.labels, name="labelling-labels"),
    path("labellings/<int:number>/judged.zip", rounds.judged, name="labelling-judged"),
    path("labellings/<int:number>/items", items.go_on, name="labelling-go-on"),
    path("labellings/<int:number>/items/<int:place>", items.item, name="labelling-item"),
]
