"""Addresses that clients of Gonito know."""

from __future__ import annotations

from django.urls import path

from probierz.web.gonito import logs, triggers, views

urlpatterns = [
    path("trigger-remotely", triggers.remotely, name="trigger"),
    path(
        "trigger-remotely-simple/<str:token>/<str:challenge>/<str:url>/<str:branch>",
        triggers.remotely_simple,
        name="trigger-simple",
    ),
    path("trigger-by-webhook/<str:token>/<str:challenge>", triggers.by_webhook, name="trigger-webhook"),
    path("open-view-progress/<str:job>", logs.open_log, name="open-log"),
    path("view-progress/<str:job>", logs.log, name="log"),
    path("api/list-challenges", views.list_challenges, name="gonito-challenges"),
    path("api/list-challenges-by-tag/<str:tags>", views.list_challenges, name="gonito-challenges-by-tag"),
    path("api/challenge-info/<str:name>", views.challenge_info, name="gonito-challenge"),
    path("api/challenge-repo/<str:name>", views.challenge_repo, name="gonito-repository"),
    path("api/challenge-readme/<str:name>/markdown", views.challenge_readme, name="gonito-readme"),
    path("api/challenge-img/<str:name>", views.challenge_image, name="gonito-image"),
    path("api/version-info/<str:commit>", views.version_info, name="gonito-version"),
    path("api/leaderboard/<str:name>", views.leaderboard, name="gonito-leaderboard"),
    path("api/challenge-all-submissions/<str:name>", views.all_submissions, name="gonito-submissions"),
    path("api/challenge-my-submissions/<str:name>", views.my_submissions, name="gonito-my-submissions"),
    path("api/query/<str:prefix>", views.query, name="gonito-query"),
    path("api/txt/score/<path:reference>", views.text_score, name="gonito-score"),
    path("api/list-tags", views.list_tags, name="gonito-tags"),
    path("api/my-teams", views.my_teams, name="gonito-teams"),
    path("api/user-info", views.user_info, name="gonito-user"),
    path("api/full-user-info", views.full_user_info, name="gonito-full-user"),
    path("api/my-evaluation-trigger-token", views.trigger_token, name="gonito-token"),
    path("api/challenge-submission/<str:name>", views.submit, name="gonito-submit"),
    path("api/make-public/<int:number>", views.make_public, name="gonito-open"),
    path("api/delete-submission/<int:number>", views.delete_submission, name="gonito-delete"),
    path("api/edit-submission/<int:number>/<str:tags>/<path:description>", views.edit_submission, name="gonito-edit"),
    path("api/current-time", views.current_time, name="gonito-time"),
    path("api/format-as-local-time/<str:utc>", views.local_time, name="gonito-local-time"),
]
