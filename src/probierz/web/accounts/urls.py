"""Addresses of accounts, teams and administration."""

from __future__ import annotations

from django.urls import path

from probierz.web.accounts.views import account, administration, door, teams
from probierz.web.http.moved import moved_to

urlpatterns = [
    path("login", door.login, name="login"),
    path("logout", door.logout, name="logout"),
    path("register", door.register, name="register"),
    path("password-reset", door.password_reset, name="password-reset"),
    path("language", door.set_language, name="set-language"),
    path("account", account.account, name="account"),
    path("account/email", account.ask_to_confirm, name="ask-to-confirm"),
    path("account/email/<str:token>", account.confirm_email, name="confirm-email"),
    path("account/password", account.password, name="password"),
    path("account/blocked/<slug:login>/unblock", account.unblock, name="account-unblock"),
    path("account/tokens", account.tokens, name="tokens"),
    path("account/tokens/<str:prefix>/revoke", account.revoke, name="token-revoke"),
    path("teams", teams.teams, name="teams"),
    path("teams/<slug:slug>", teams.team, name="team"),
    path("teams/<slug:slug>/rename", teams.rename, name="team-rename"),
    path("teams/<slug:slug>/invite", teams.invite, name="team-invite"),
    path("teams/<slug:slug>/leave", teams.leave, name="team-leave"),
    path("teams/<slug:slug>/people/<slug:login>/remove", teams.remove, name="team-remove"),
    path("teams/<slug:slug>/people/<slug:login>/captain", teams.captain, name="team-captain"),
    path("teams/<slug:slug>/invitations/<int:number>/withdraw", teams.withdraw, name="team-withdraw"),
    path("invitations/decline", teams.decline_all, name="invitations-decline"),
    path("invitations/<str:key>", door.invitation, name="invitation"),
    path("invitations/<int:number>/block", teams.block, name="invitation-block"),
    path("invitations/<int:number>/join", teams.accept, name="invitation-join"),
    path("invitations/<int:number>/decline", teams.decline, name="invitation-decline"),
    path("people", administration.people, name="people"),
    path("people/links", administration.account_link, name="people-link"),
    path("people/links/withdraw", administration.withdraw_links, name="people-links-withdraw"),
    path("people/links/<int:number>/withdraw", administration.withdraw_link, name="people-link-withdraw"),
    path("people/<slug:login>/password-link", administration.password_link, name="person-password-link"),
    path("people/<slug:login>/<slug:action>", administration.change, name="person-change"),
    path("audit", administration.audit_log, name="audit"),
    # As they were up to 0.2: links in e-mails and open pages go on to work.
    path("invitation/<str:key>", moved_to("invitation"), name="invitation-of-before"),
    path("people/link", moved_to("people-link")),
    path("people/link/<int:number>/withdraw", moved_to("people-link-withdraw")),
]
