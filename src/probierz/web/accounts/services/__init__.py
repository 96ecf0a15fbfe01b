"""What changes people, tokens and teams; an idea per file, and every verb from here."""

from probierz.web.accounts.services.audit import audit
from probierz.web.accounts.services.confirming import confirm_email, person_to_confirm, send_confirmation
from probierz.web.accounts.services.links import (
    find_link,
    first_administrator_link,
    link_address,
    make_link,
    use_link,
    void_link,
)
from probierz.web.accounts.services.people import (
    administrating,
    change_password,
    deactivate,
    make_administrator,
    reactivate,
    register,
    save_preferences,
    send_password_link,
    take_administration_away,
    withdraw_account_link,
)
from probierz.web.accounts.services.teams import (
    create_team,
    decline,
    invite,
    join,
    leave,
    name_captain,
    remove_member,
    rename_team,
    withdraw_invitation,
)
from probierz.web.accounts.services.throttle import forget_attempts, take_back, try_once
from probierz.web.accounts.services.tokens import make_token, revoke_token, user_of_token

__all__ = [
    "administrating",
    "audit",
    "change_password",
    "confirm_email",
    "create_team",
    "deactivate",
    "decline",
    "find_link",
    "first_administrator_link",
    "forget_attempts",
    "invite",
    "join",
    "leave",
    "link_address",
    "make_administrator",
    "make_link",
    "make_token",
    "name_captain",
    "person_to_confirm",
    "reactivate",
    "register",
    "remove_member",
    "rename_team",
    "revoke_token",
    "save_preferences",
    "send_confirmation",
    "send_password_link",
    "take_administration_away",
    "take_back",
    "try_once",
    "use_link",
    "user_of_token",
    "void_link",
    "withdraw_account_link",
    "withdraw_invitation",
]
