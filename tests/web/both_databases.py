"""What runs once more on PostgreSQL: the tests of what another database can change.

Whatever is not named here runs once, on SQLite: the words and the layout of pages, journeys in a browser, what commands
and clients say, what files hold. A test belongs here that would fail if PostgreSQL locked, ordered, counted, compared
or refused in another way. Paths are below tests/web; one test of a file stands behind `::`.
"""

from collections.abc import Mapping, Sequence

__all__ = ["ON_BOTH_DATABASES", "is_on_both"]

ON_BOTH_DATABASES: Mapping[str, Sequence[str]] = {
    "what processes and people do at once: locks, transactions, kills": (
        "test_kills.py", "jobs/test_queue.py", "webhooks/test_webhooks.py", "webhooks/test_sending.py",
        "accounts/test_login.py", "accounts/test_teams.py", "accounts/test_tokens.py", "accounts/test_confirming.py",
        "annotation/test_short_locks.py", "annotation/test_rules_counted_anew.py", "annotation/test_together.py",
        "challenges/test_git_http.py", "challenges/test_imports.py", "challenges/test_versions.py",
        "challenges/test_rescoring.py", "submissions/test_handing_in.py", "submissions/test_retrying.py",
        "submissions/test_unpacking_budget.py", "submissions/test_gold_fix.py", "submissions/test_probing.py",
        "suites/test_output_archives.py",
    ),
    "migrations, backups, and rows beside files": (
        "operation/test_releases.py",
        "operation/test_backup.py::test_what_was_acknowledged_is_in_a_backup_made_while_people_hand_in",
        "operation/test_backup.py::test_every_row_comes_back_and_a_platform_of_an_older_release_comes_up_to_date",
        "operation/test_backup.py::test_a_restore_that_was_killed_is_begun_anew[load_database]",
        "operation/test_reconcile.py::test_a_kill_after_the_end_is_mended",
    ),
    "constraints, uniqueness and JSON": (
        "annotation/test_drafts_and_records.py", "annotation/test_squad_imports.py", "annotation/test_many_accepted.py",
        "annotation/test_imports_into_folder.py", "accounts/test_account.py", "accounts/test_registration.py",
        "accounts/test_passwords.py", "submissions/test_digests.py", "suites/test_taking_suites_back.py",
    ),
    "every address once for everybody, and values that a column refuses": (
        "api/test_routes.py", "api/test_api.py", "api/test_gonito.py", "api/test_triggers.py",
        "api/test_schema.py::test_no_request_makes_a_server_error[unfitting]",
        "api/test_schema.py::test_no_address_makes_a_server_error",
        "annotation/test_pages_in_czech.py", "labelling/test_labelling_in_czech.py", "accounts/test_administration.py",
        "notifications/test_notifications.py", "test_visibility.py", "test_rights_of_services.py",
        "suites/test_visibility_of_suites.py",
    ),
    "orders, sums and what is the best": (
        "leaderboards/test_board.py", "leaderboards/test_beside.py", "leaderboards/test_best_scores.py",
        "leaderboards/test_board_groups.py", "leaderboards/test_pair_tests.py", "leaderboards/test_acts.py",
        "annotation/test_list_mended.py", "annotation/test_second_answers.py", "labelling/test_active_order.py",
        "submissions/test_parts.py", "submissions/test_ranked.py", "submissions/test_whose.py",
        "suites/test_phases_of_all_tasks.py", "challenges/test_phases.py", "test_first_page.py",
    ),
}  # fmt: skip
"""By what the other database can change there."""

_NAMED = frozenset(path for paths in ON_BOTH_DATABASES.values() for path in paths)


def is_on_both(path: str, name: str) -> bool:
    """Whether a test of a file below tests/web is named, by its file, by its name, or as one of its cases."""
    return bool(_NAMED & {path, f"{path}::{name}", f"{path}::{name.partition('[')[0]}"})
