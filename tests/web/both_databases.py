"""What runs once more on PostgreSQL: the tests of what another database can change.

Whatever is not named here runs once, on SQLite: the words and the layout of pages, journeys in a browser, what commands
and clients say, what files hold. A test belongs here that would fail if PostgreSQL locked, ordered, counted, compared
or refused in another way. Paths are below tests/web; one test of a file stands behind `::`.
"""

from collections.abc import Mapping, Sequence

__all__ = ["ON_BOTH_DATABASES", "is_on_both"]

ON_BOTH_DATABASES: Mapping[str, Sequence[str]] = {
    "what processes and people do at once: locks, transactions, kills": (
        "test_kills.py", "jobs/test_queue.py",
        "webhooks/test_webhooks.py::test_a_worker_that_dies_while_it_sends_sends_again_and_tells_once_more_at_most",
        "webhooks/test_webhooks.py::test_a_webhook_to_which_nothing_arrives_is_switched_off",
        "webhooks/test_webhooks.py::test_a_new_best_is_told_and_anything_else_is_not",
        "webhooks/test_webhooks.py::test_there_are_never_too_many",
        "accounts/test_login.py", "accounts/test_teams.py", "accounts/test_tokens.py", "accounts/test_confirming.py",
        "annotation/test_short_locks.py", "annotation/test_rules_counted_anew.py",
        "annotation/test_together.py::test_the_page_of_people_counts_what_each_has_made",
        "annotation/test_together.py::test_the_page_of_people_draws_how_many_records_each_made_a_day",
        "annotation/test_together.py::test_a_record_is_replaced_only_where_that_was_chosen_and_the_one_before_comes_back",
        "annotation/test_together.py::test_records_that_are_no_utf_8_come_back_as_they_were",
        "annotation/test_together.py::test_records_become_a_challenge_with_whole_articles_in_each_split",
        "challenges/test_git_http.py::test_everybody_clones_a_published_challenge",
        "challenges/test_imports.py", "challenges/test_versions.py",
        "challenges/test_plain_texts.py::test_two_at_once_do_not_get_titles_that_look_alike",
        "challenges/test_plain_texts.py::test_two_at_once_do_not_get_names_of_teams_that_look_alike",
        "challenges/test_plain_texts.py::test_two_at_once_do_not_get_titles_of_suites_that_look_alike",
        "challenges/test_rescoring.py::test_a_repair_scores_everything_again_a_few_at_a_time",
        "challenges/test_rescoring.py::test_ranks_before_and_after_are_compared",
        "challenges/test_rescoring.py::test_equal_scores_share_a_rank",
        "challenges/test_rescoring.py::test_the_main_test_is_the_first_metric_of_the_last_split",
        "submissions/test_handing_in.py", "submissions/test_retrying.py", "submissions/test_unpacking_budget.py",
        "submissions/test_gold_fix.py::test_ranks_before_and_after_are_those_of_the_board",
        "submissions/test_gold_fix.py::test_groups_and_chance_are_found_anew_without_another_submission",
        "submissions/test_probing.py::test_many_variants_at_once_are_no_way_around",
        "submissions/test_probing.py::test_two_workers_that_end_at_the_same_moment_are_no_way_around",
        "submissions/test_probing.py::test_two_at_the_same_moment_are_no_way_around",
        "submissions/test_probing.py::test_what_waits_past_midnight_is_of_its_day",
        "suites/test_output_archives.py::test_one_archive_is_scored_as_all_tasks_of_a_suite",
        "suites/test_output_archives.py::test_an_archive_that_holds_the_best_of_each_task_stands_alone",
        "suites/test_output_archives.py::test_one_archive_of_a_person_is_read_at_a_time",
        "suites/test_output_archives.py::test_many_archives_at_once_pass_no_limit_of_what_waits",
    ),
    "migrations, backups, and rows beside files": (
        "operation/test_releases.py",
        "operation/test_backup.py::test_what_was_acknowledged_is_in_a_backup_made_while_people_hand_in",
        "operation/test_backup.py::test_every_row_comes_back_and_a_platform_of_an_older_release_comes_up_to_date",
        "operation/test_backup.py::test_a_restore_that_was_killed_is_begun_anew[load_database]",
    ),
    "constraints, uniqueness and JSON": (
        "annotation/test_drafts_and_records.py", "annotation/test_squad_imports.py", "annotation/test_many_accepted.py",
        "annotation/test_imports_into_folder.py", "accounts/test_account.py", "accounts/test_registration.py",
        "accounts/test_passwords.py", "submissions/test_digests.py::test_an_open_output_is_found_by_its_digest",
    ),
    "every address once for everybody, and values that a column refuses": (
        "api/test_routes.py", "api/test_api.py",
        "api/test_gonito.py::test_references_are_found_by_their_first_digits",
        "api/test_gonito.py::test_several_outputs_with_these_digits_are_ambiguous",
        "api/test_gonito.py::test_lists_of_submissions_have_the_known_shape",
        "api/test_triggers.py::test_a_branch_is_scored_and_the_log_ends_with_score_and_link",
        "api/test_schema.py::test_no_request_makes_a_server_error[unfitting]",
        "api/test_schema.py::test_no_address_makes_a_server_error",
        "annotation/test_pages_in_czech.py", "accounts/test_administration.py",
        "labelling/test_labelling_in_czech.py::test_every_page_of_a_round_is_whole_in_czech",
        "notifications/test_notifications.py::test_a_deadline_is_told_a_day_before_and_once",
        "notifications/test_notifications.py::test_whoever_loses_the_first_place_hears_of_it",
        "notifications/test_notifications.py::test_an_end_that_is_moved_again_and_again_is_told_twice_a_day",
        "test_visibility.py", "test_rights_of_services.py", "suites/test_visibility_of_suites.py",
    ),
    "orders, sums and what is the best": (
        "leaderboards/test_board.py", "leaderboards/test_beside.py", "leaderboards/test_best_scores.py",
        "leaderboards/test_board_groups.py",
        "leaderboards/test_pair_tests.py::test_a_page_reads_no_rows",
        "annotation/test_list_mended.py", "labelling/test_active_order.py",
        "annotation/test_second_answers.py::test_a_record_is_drawn_once_and_the_same_seed_draws_the_same",
        "annotation/test_second_answers.py::test_agreement_is_counted_as_by_hand",
        "annotation/test_second_answers.py::test_the_page_of_agreement_asks_as_little_of_many_answers_as_of_one",
        "submissions/test_parts.py::test_the_public_part_ranks_until_the_phase_ends_then_the_private_one",
        "submissions/test_parts.py::test_without_a_selection_the_best_public_submission_counts",
        "submissions/test_parts.py::test_of_public_scores_that_are_told_as_equal_the_earlier_counts",
        "submissions/test_parts.py::test_of_two_selected_submissions_the_better_private_one_stands",
        "submissions/test_parts.py::test_groups_are_found_for_both_parts",
        "submissions/test_parts.py::test_what_a_repair_did_is_told_of_the_part_that_ranked_before_it",
        "submissions/test_ranked.py", "submissions/test_whose.py",
        "suites/test_phases_of_all_tasks.py::test_times_of_a_phase_are_set_in_all_tasks_or_in_none",
        "challenges/test_phases.py", "test_first_page.py",
    ),
}  # fmt: skip
"""By what the other database can change there."""

_NAMED = frozenset(path for paths in ON_BOTH_DATABASES.values() for path in paths)


def is_on_both(path: str, name: str) -> bool:
    """Whether a test of a file below tests/web is named, by its file, by its name, or as one of its cases."""
    return bool(_NAMED & {path, f"{path}::{name}", f"{path}::{name.partition('[')[0]}"})
