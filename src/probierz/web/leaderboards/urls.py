"""Addresses of boards, lists of submissions, and submissions."""

from __future__ import annotations

from django.urls import path

from probierz.web.leaderboards.views import boards, editor, exports, lists, plots, submissions

urlpatterns = [
    path("challenges/<slug:slug>/", boards.board, name="challenge"),
    path("challenges/<slug:slug>/boards/<slug:name>/", boards.board, name="board"),
    path("challenges/<slug:slug>/board.<slug:ending>", exports.export, name="board-export"),
    path("challenges/<slug:slug>/embed", exports.embed, name="board-embed"),
    path("challenges/<slug:slug>/arrange", editor.boards, name="board-editor"),
    path("challenges/<slug:slug>/arrange/<int:pk>", editor.board, name="board-edit"),
    path("challenges/<slug:slug>/arrange/<int:pk>/remove", editor.remove, name="board-remove"),
    path("challenges/<slug:slug>/plots", plots.plots, name="board-plots"),
    path("challenges/<slug:slug>/plots/history.json", plots.history, name="board-history"),
    path("challenges/<slug:slug>/plots/scatter.json", plots.scatter, name="board-scatter"),
    path("challenges/<slug:slug>/submissions", lists.all_submissions, name="challenge-submissions"),
    path("challenges/<slug:slug>/submissions/mine", lists.my_submissions, name="my-submissions"),
    path("submissions/<int:pk>/", submissions.submission, name="submission"),
    path("submissions/<int:pk>/variants/<int:variant>/", submissions.variant, name="variant"),
]
