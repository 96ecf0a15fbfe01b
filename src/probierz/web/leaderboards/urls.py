"""Addresses of boards and lists of submissions."""

from __future__ import annotations

from django.urls import path

from probierz.web.leaderboards.views import boards, comparing, editor, exports, lists, own, plots

_CHALLENGE = "challenges/<slug:slug>"

urlpatterns = [
    # A tab of the challenge, and printed in papers: the one board that every challenge has; others have names.
    path(f"{_CHALLENGE}/board", boards.board, name="challenge-board"),
    path(f"{_CHALLENGE}/boards/<slug:name>", boards.board, name="challenge-board-named"),
    path(f"{_CHALLENGE}/board.<slug:ending>", exports.export, name="board-export"),
    path(f"{_CHALLENGE}/embed", exports.embed, name="board-embed"),
    path(f"{_CHALLENGE}/plots", plots.plots, name="board-plots"),
    path(f"{_CHALLENGE}/plots/history.json", plots.history, name="board-history"),
    path(f"{_CHALLENGE}/plots/scatter.json", plots.scatter, name="board-scatter"),
    path(f"{_CHALLENGE}/submissions", lists.all_submissions, name="challenge-submissions"),
    path(f"{_CHALLENGE}/submissions.<slug:ending>", exports.export_list, name="list-export"),
    path(f"{_CHALLENGE}/submissions/mine", lists.my_submissions, name="my-submissions"),
    path(f"{_CHALLENGE}/organise/versions/<int:version>/ranks", editor.ranks, name="challenge-ranks"),
    path(f"{_CHALLENGE}/organise/boards", editor.boards, name="challenge-boards"),
    path(f"{_CHALLENGE}/organise/boards/<int:number>", editor.change, name="challenge-board-change"),
    path(f"{_CHALLENGE}/organise/boards/<int:number>/remove", editor.remove, name="challenge-board-remove"),
    path("submissions/mine", own.own_submissions, name="own-submissions"),
    path("submissions/<int:number>/compare", comparing.compare, name="submission-compare"),
]
