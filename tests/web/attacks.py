"""Ways in which a platform like this one is attacked, and the tests that show each of them failing.

The guide to security says what is done against each; `test_attacks.py` holds guide, table and tests together.
"""

ATTACKS = {
    "git options": """
        intake/test_addresses.py::test_other_ways_than_https_are_refused
        intake/test_addresses.py::test_names_that_no_branch_may_have_are_refused
        intake/test_addresses.py::test_git_agrees_with_every_branch_that_is_taken
        intake/test_gitstore.py::test_a_branch_that_would_be_an_option_runs_nothing
        intake/test_gitstore.py::test_a_name_cannot_become_a_command_of_the_import
        submissions/test_handing_in.py::test_addresses_that_lead_elsewhere_are_refused_at_once
    """,
    "git transports": """
        intake/test_addresses.py::test_other_ways_than_https_are_refused
        intake/test_gitstore.py::test_git_itself_refuses_transports_that_were_not_asked_for
        intake/test_gitstore.py::test_a_store_without_permission_for_files_does_not_read_them
        intake/test_gitstore.py::test_git_knows_no_configuration_but_ours
        submissions/test_handing_in.py::test_addresses_that_lead_elsewhere_are_refused_at_once
    """,
    "requests into the inside": """
        intake/test_addresses.py::test_hosts_inside_private_networks_are_refused_by_their_look
        intake/test_addresses.py::test_names_that_lead_into_private_networks_are_refused
        intake/test_addresses.py::test_a_host_is_looked_up_once
        intake/test_addresses.py::test_no_address_is_public_that_the_library_calls_private
        intake/test_addresses.py::test_an_operator_may_trust_a_host_of_the_intranet_but_no_metadata_service
        intake/test_addresses.py::test_odd_addresses_are_refused
        intake/test_gitstore.py::test_the_connection_is_held_to_the_address_that_was_checked
        intake/test_gitstore.py::test_a_name_that_leads_inside_is_not_connected_to
        intake/test_gitstore.py::test_what_servers_say_instead_of_a_repository_is_told_by_class
    """,
    "webhooks out": """
        webhooks/test_sending.py::test_other_addresses_are_refused_and_their_secrets_not_repeated
        webhooks/test_sending.py::test_http_goes_only_where_operators_allow_it
        webhooks/test_sending.py::test_a_name_that_leads_inside_is_refused_when_it_is_looked_up
        webhooks/test_sending.py::test_the_connection_goes_to_the_address_that_was_checked_and_no_other
        webhooks/test_sending.py::test_redirects_are_not_followed
        webhooks/test_sending.py::test_proxies_of_the_environment_are_not_asked
        webhooks/test_sending.py::test_an_answer_that_never_ends_is_ended
        webhooks/test_sending.py::test_a_certificate_of_nobody_or_for_another_name_is_refused
        webhooks/test_sending.py::test_names_are_no_markup_in_discord
        webhooks/test_sending.py::test_names_are_no_markup_in_slack
        webhooks/test_webhooks.py::test_an_address_inside_is_refused_when_it_is_typed
        webhooks/test_webhooks.py::test_an_address_that_became_private_gets_nothing
        webhooks/test_webhooks.py::test_what_a_trusted_host_inside_answers_is_not_for_organisers
        webhooks/test_webhooks.py::test_what_a_phase_hides_is_never_told
        webhooks/test_webhooks.py::test_what_only_organisers_see_is_told_nobody
        webhooks/test_webhooks.py::test_no_expected_result_is_in_any_message
        webhooks/test_webhooks.py::test_scoring_does_not_wait_for_a_dead_service
        webhooks/test_webhooks.py::test_the_secret_is_kept_nowhere
        webhooks/test_webhook_pages.py::test_a_secret_is_shown_once
        webhooks/test_webhook_pages.py::test_hostile_answers_stay_text
        webhooks/test_webhook_pages.py::test_others_find_nothing
    """,
    "hostile repositories": """
        intake/test_gitstore.py::test_a_file_that_is_too_large_is_named
        intake/test_gitstore.py::test_a_branch_that_is_too_large_is_cut_off_while_it_comes
        intake/test_gitstore.py::test_too_many_files_are_refused
        intake/test_gitstore.py::test_a_few_objects_that_stand_for_billions_of_paths_are_refused
        intake/test_gitstore.py::test_a_link_is_not_followed
        intake/test_gitstore.py::test_a_submodule_is_neither_fetched_nor_read
        intake/test_gitstore.py::test_a_path_into_git_itself_is_refused
        intake/test_gitstore.py::test_paths_that_differ_in_case_alone_are_not_read
        intake/test_gitstore.py::test_hooks_and_attributes_of_a_repository_are_mere_files
        intake/test_gitstore.py::test_a_server_that_never_ends_is_left
        intake/test_outputs.py::test_links_and_submodules_in_place_of_outputs_are_problems
        submissions/test_handing_in.py::test_a_link_is_no_output
    """,
    "path traversal": """
        ../archives/test_archive_attacks.py::test_an_attack_is_refused_in_one_sentence_that_says_what_is_wrong
        ../archives/test_archive_attacks.py::test_no_reader_of_archives_is_harmed
        intake/test_uploaded_outputs.py::test_names_that_look_like_outputs_are_none
        intake/test_uploaded_outputs.py::test_a_checked_name_stays_below_its_folder
        api/test_leaks.py::test_names_of_uploaded_files_are_no_paths
        challenges/test_imports.py::test_archives_with_ways_out_are_refused
    """,
    "archive bombs": """
        suites/test_output_archives.py::test_an_archive_that_is_refused_has_been_uploaded_all_the_same
        suites/test_output_archives.py::test_an_archive_that_takes_too_long_to_unpack_is_refused
        suites/test_output_archives.py::test_one_archive_of_a_person_is_read_at_a_time
        ../archives/test_archive_attacks.py::test_an_attack_is_refused_in_one_sentence_that_says_what_is_wrong
        ../archives/test_archive_attacks.py::test_no_reader_of_archives_is_harmed
        intake/test_uploaded_outputs.py::test_an_upload_that_is_too_large_as_it_comes_is_refused
        intake/test_uploaded_outputs.py::test_an_archive_inside_an_archive_is_not_opened
        intake/test_outputs.py::test_zeros_without_end_in_a_small_file_are_a_problem
        sandbox/test_scorer.py::test_memory_is_limited_and_a_packed_bomb_is_to_blame
        sandbox/test_scorer.py::test_a_bomb_of_one_line_is_refused_before_it_is_unpacked
    """,
    "huge or odd outputs": """
        intake/test_outputs.py::test_an_output_is_judged_by_file_and_line
        intake/test_outputs.py::test_an_output_that_is_too_large_is_a_problem
        intake/test_outputs.py::test_there_is_a_most_number_of_variants
        sandbox/test_scorer.py::test_an_output_of_many_more_lines_is_refused_early
        sandbox/test_scorer.py::test_processor_time_is_limited_and_an_output_of_usual_size_is_not_to_blame
        sandbox/test_scorer.py::test_behind_the_walls_nobody_is_called_and_nothing_is_started
        submissions/test_handing_in.py::test_a_broken_output_fails_with_file_and_line_and_costs_nothing
    """,
    "runaway expressions": """
        sandbox/test_scorer.py::test_a_runaway_expression_is_stopped_and_named
        sandbox/test_scorer.py::test_a_runaway_expression_on_expected_results_is_not_the_submitters_fault
        challenges/test_imports.py::test_a_check_without_end_ends_and_the_worker_goes_on
    """,
    "configuration as code": """
        sandbox/test_challenge_rules.py::test_options_that_lead_out_of_the_challenge_are_refused
        sandbox/test_challenge_rules.py::test_links_that_lead_out_of_the_challenge_are_refused
        sandbox/test_challenge_rules.py::test_a_plugin_is_no_option
        sandbox/test_sandbox_rows.py::test_pickles_are_refused
        challenges/test_imports.py::test_config_leads_nowhere_else
    """,
    "folders from strangers": """
        ../cli/test_ocr_correct_command.py::test_nothing_outside_is_written_through_a_link
        ../cli/test_ocr_correct_command.py::test_a_link_in_a_folder_is_not_written_through_in_place
        ../cli/test_eval.py::test_pipes_that_lie_in_a_challenge_are_told_and_nobody_waits_for_them
    """,
    "metadata bombs": """
        intake/test_metadata.py::test_files_that_would_grow_without_end_are_refused
        intake/test_metadata.py::test_patterns_that_lead_elsewhere_or_run_away_are_refused
        intake/test_metadata.py::test_any_bytes_are_metadata_or_a_problem
        intake/test_metadata.py::test_only_pages_of_the_web_are_linked
    """,
    "hidden results by messages": """
        sandbox/test_failures.py::test_no_parser_tells_an_expected_line
        sandbox/test_failures.py::test_expected_results_that_cannot_be_read_are_not_the_submitters_fault
        sandbox/test_failures.py::test_the_length_of_an_expected_line_is_not_told
        sandbox/test_failures.py::test_expected_results_that_are_no_text_are_not_quoted
        sandbox/test_failures.py::test_too_many_lines_do_not_tell_the_line_that_is_missing
        sandbox/test_failures.py::test_a_bug_shows_its_class_and_nothing_else
        sandbox/test_scorer.py::test_the_public_signature_lacks_the_digest_of_the_expected_results
        jobs/test_queue.py::test_a_bug_is_tried_again_and_never_shown_to_the_submitter
    """,
    "hidden results by views": """
        api/test_leaks.py::test_no_route_shows_hidden_results_or_undisclosed_scores_and_looking_changes_nothing
        api/test_triggers.py::test_a_log_shows_no_score_that_the_phase_hides
        challenges/test_challenge_pages.py::test_hidden_results_are_not_served
        challenges/test_challenge_pages.py::test_no_page_shows_a_hidden_line
        challenges/test_imports.py::test_no_object_of_the_public_repository_has_a_hidden_line
        leaderboards/test_board_pages.py::test_no_digit_and_no_order_of_undisclosed_scores_appears
        leaderboards/test_board_pages.py::test_what_organisers_saw_is_not_remembered_for_others
        leaderboards/test_submission_page.py::test_lines_of_a_hidden_test_are_as_the_phase_says
        submissions/test_submission_pages.py::test_references_show_no_more_than_boards
        test_visibility.py::test_a_phase_decides_what_is_shown_of_hidden_tests
    """,
    "hidden results by digests": """
        submissions/test_digests.py::test_no_place_tells_others_a_digest_of_a_closed_output
        submissions/test_digests.py::test_a_digest_of_a_closed_output_is_unknown_to_others
        submissions/test_digests.py::test_the_commit_of_an_upload_cannot_be_computed_from_its_outputs
        submissions/test_digests.py::test_no_page_shows_what_makes_a_commit_unguessable
    """,
    "probing of hidden tests": """
        submissions/test_handing_in.py::test_nobody_hands_in_more_than_the_quota_of_a_day
        submissions/test_handing_in.py::test_a_team_has_no_more_than_its_members
        submissions/test_handing_in.py::test_a_dry_run_looks_at_the_input_alone
        submissions/test_keeping.py::test_deleting_gives_no_quota_back
        submissions/test_probing.py::test_a_script_that_changes_line_after_line_learns_at_most_a_few_labels
        submissions/test_probing.py::test_many_variants_at_once_are_no_way_around
        submissions/test_probing.py::test_a_team_gives_no_more_tries_and_neither_does_deleting
        leaderboards/test_board_pages.py::test_rounded_scores_have_no_more_digits_anywhere
        test_visibility.py::test_lines_are_not_shown_where_their_sum_is_not
    """,
    "private parts by side ways": """
        api/test_private_parts.py::test_no_page_tells_a_private_or_withheld_score_and_other_ones_would_change_nothing_that_anybody_sees
        api/test_private_parts.py::test_logs_webhooks_and_e_mails_tell_nothing_of_it
        api/test_private_parts.py::test_hiding_showing_and_selecting_tell_nothing_before_the_end
        submissions/test_parts.py::test_selections_stay_as_they_were_when_the_phase_ended
    """,
    "e-mails": """
        notifications/test_notifications.py::test_nobody_gets_an_e_mail_who_did_not_choose_it
        notifications/test_notifications.py::test_words_of_others_make_no_header
        notifications/test_notifications.py::test_nobody_ends_e_mails_of_others_by_a_guess
        notifications/test_notifications.py::test_hidden_scores_are_not_told
    """,
    "cheating by identity": """
        api/test_leaks.py::test_equal_outputs_of_different_teams_are_shown_to_organisers
        submissions/test_handing_in.py::test_nobody_hands_in_for_a_team_of_others
    """,
    "names that mislead": """
        accounts/test_account.py::test_a_name_of_somebody_else_is_refused
        accounts/test_account.py::test_a_name_that_claims_a_role_or_a_mark_is_refused
        accounts/test_registration.py::test_a_login_that_looks_like_another_is_refused_to_people_and_teams
        challenges/test_plain_texts.py::test_a_title_looks_like_that_of_no_challenge_of_others
        challenges/test_plain_texts.py::test_a_challenge_that_is_hidden_for_a_while_keeps_its_title
        challenges/test_plain_texts.py::test_a_challenge_of_a_team_takes_another_title_before_everybody_sees_it
        suites/test_suite_pages.py::test_a_suite_looks_like_none_of_others
        leaderboards/test_board_pages.py::test_a_board_looks_like_no_other_of_its_challenge
    """,
    "scripts in pages": """
        challenges/test_readme.py::test_attacks_are_words_or_nothing
        challenges/test_challenge_pages.py::test_files_come_as_downloads_and_pictures_as_pictures
        leaderboards/test_board_pages.py::test_hostile_text_stays_text
        leaderboards/test_submission_page.py::test_hostile_text_stays_text
        accounts/test_account.py::test_hostile_names_stay_text
        accounts/test_teams.py::test_hostile_team_names_stay_text
        test_looks.py::test_hostile_words_stay_words
        test_pages.py::test_every_answer_has_the_policy
        test_pages.py::test_nothing_is_inline_and_nothing_comes_from_elsewhere
    """,
    "formulas in exports": """
        leaderboards/test_board_pages.py::test_no_cell_is_taken_for_a_formula
        leaderboards/test_board_pages.py::test_latex_escapes_and_marks_the_best
    """,
    "forged requests": """
        api/test_leaks.py::test_no_route_shows_hidden_results_or_undisclosed_scores_and_looking_changes_nothing
        api/test_leaks.py::test_a_cookie_alone_changes_nothing_through_the_api
        api/test_leaks.py::test_pages_of_others_cannot_read_answers
        accounts/test_login.py::test_a_form_of_another_site_is_refused
        submissions/test_submission_pages.py::test_forms_without_the_right_token_are_refused
        leaderboards/test_board_pages.py::test_only_the_embedded_board_may_be_framed
    """,
    "tokens that leak": """
        api/test_leaks.py::test_no_token_stands_in_a_log
        accounts/test_tokens.py::test_only_a_hash_is_kept
        accounts/test_tokens.py::test_the_page_shows_a_new_token_once
        accounts/test_tokens.py::test_a_token_ends_in_time
        intake/test_masking.py::test_secrets_paths_and_control_characters_are_not_shown
        intake/test_addresses.py::test_credentials_are_refused_and_not_repeated
    """,
    "logs of others": """
        jobs/test_queue.py::test_a_log_belongs_to_who_handed_in
        submissions/test_submission_pages.py::test_logs_show_no_more_than_boards
        api/test_triggers.py::test_the_log_behind_a_login_is_its_submitters
        api/test_triggers.py::test_lines_for_operators_are_not_sent
    """,
    "accounts": """
        accounts/test_login.py::test_an_unknown_login_gets_the_page_of_a_wrong_password
        accounts/test_login.py::test_an_unknown_login_costs_one_password_hash_as_a_known_one_does
        accounts/test_login.py::test_an_address_is_stopped_after_ten_wrong_passwords_even_with_the_right_one
        accounts/test_login.py::test_passwords_are_kept_with_scrypt_outside_tests
        accounts/test_login.py::test_the_session_key_is_another_one_after_the_login
        accounts/test_login.py::test_a_login_never_goes_to_another_site
        accounts/test_passwords.py::test_the_answer_is_the_same_for_a_login_that_nobody_has
        accounts/test_passwords.py::test_a_reset_link_sets_a_password_once_and_ends_sessions
        accounts/test_registration.py::test_of_two_that_use_a_link_at_once_the_second_is_refused
    """,
    "rights that drift": """
        api/test_routes.py::test_every_role_gets_what_the_table_says
    """,
    "denial of service": """
        suites/test_output_archives.py::test_many_archives_at_once_pass_no_limit_of_what_waits
        api/test_leaks.py::test_a_thousand_submissions_of_one_token_wait_two_at_a_time
        api/test_leaks.py::test_nobody_asks_for_all_at_once
        jobs/test_queue.py::test_a_person_has_few_jobs_at_a_time_and_the_queue_an_end
        jobs/test_queue.py::test_a_log_has_an_end
        submissions/test_submission_pages.py::test_uploads_that_are_too_large_are_not_read
        challenges/test_git_http.py::test_too_many_fetches_at_a_time_are_told_to_come_back
        challenges/test_git_http.py::test_a_small_body_that_unpacks_to_much_never_reaches_git
    """,
    "supply chain": """
        test_pages.py::test_nothing_is_inline_and_nothing_comes_from_elsewhere
        test_pages.py::test_static_files_are_served_from_the_package
    """,
}
