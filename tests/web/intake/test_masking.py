import pytest

from probierz.web.intake.masking import LONGEST_LINE, masked


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("fatal: unable to access 'https://ala:pw@github.com/a'", "fatal: unable to access 'https://***@github.com/a'"),
        ("remote: use ghp_0123456789abcdefABCDEF", "remote: use ***"),
        (f"token prb_abcdefgh_{'x' * 40} came", "token *** came"),
        ("POST ?token=abc123&x=1", "POST ?***&x=1"),
        ("into /srv/stores/7/incoming-x/git", "into …/git"),
        ("\x1b[31mred\x1b[0m \x07bell\u202e", "red bell"),
        ("a\tb\u2060\ufeff\u2028c", "a\tbc"),
    ],
)
def test_secrets_paths_and_control_characters_are_not_shown(line, shown):
    assert masked(line, ["/srv/stores/7", "/srv/stores/7/incoming-x"]) == shown


def test_long_lines_are_cut():
    assert len(masked("x" * 10_000)) == LONGEST_LINE
