"""Publishing versions of a challenge: what is copied, what is tested, what is hidden, and what stays."""

import shutil

import pytest
from django.core.exceptions import ValidationError

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.challenges.gathering import from_folder
from probierz.web.challenges.models import Challenge, Organiser, Version
from probierz.web.challenges.services import InvalidChallenge, create_unasked, publish_version, save_rules
from probierz.web.configuration import places

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path):
    return write_challenge(tmp_path / "numbers")


def write_challenge(folder, metrics="--metric RMSE --metric MAE:P<2>", gold="1\n2\n"):
    for split in ("dev-0", "test-A"):
        (folder / split).mkdir(parents=True, exist_ok=True)
        (folder / split / "in.tsv").write_text("one\ntwo\n")
        (folder / split / "expected.tsv").write_text("1\n2\n" if split == "dev-0" else gold)
    (folder / "config.txt").write_text(f"{metrics} --precision 3\n")
    (folder / "README.md").write_text("# Numbers\n\nRead numbers.\n")
    (folder / ".gitignore").write_text("*~\n")
    return folder


def test_a_version_has_a_test_for_every_split_and_metric(challenge, folder):
    version = publish_version(challenge, folder)
    rows = version.tests.values_list("split", "scheme", "priority", "position", "is_hidden", "lines", "precision")
    assert list(rows) == [
        ("dev-0", "RMSE", 1, 1, False, 2, 3),
        ("dev-0", "MAE:P<2>", 2, 2, False, 2, 3),
        ("test-A", "RMSE", 1, 1, True, 2, 3),
        ("test-A", "MAE:P<2>", 2, 2, True, 2, 3),
    ]
    assert (version.number, challenge.current, challenge.title) == ("1.0.0", version, "Numbers")
    assert challenge.summary == "Read numbers."
    assert (places.version_folder("numbers", version.folder) / "test-A" / "expected.tsv").read_text() == "1\n2\n"


def test_what_the_public_part_has_is_open(challenge, folder, tmp_path):
    public = write_challenge(tmp_path / "public")
    publish_version(challenge, folder, public=from_folder(public), tests_are_open=True)
    assert not challenge.tests.filter(is_hidden=True).exists()
    (public / "test-A" / "expected.tsv").unlink()
    publish_version(challenge, folder, public=from_folder(public))
    assert set(challenge.tests.filter(is_hidden=True).values_list("split", flat=True)) == {"test-A"}


@pytest.mark.parametrize("place", ["test", "testB", "TEST-B", "final-test", "test-A/more", "data/test-A"])
def test_expected_results_that_may_be_of_a_test_are_never_published(challenge, folder, place):
    (folder / place).mkdir(parents=True)
    (folder / place / "expected.tsv").write_text("3\n4\n")
    with pytest.raises(InvalidChallenge, match=f"{place} is neither a train set, a dev set nor a test set"):
        publish_version(challenge, folder)
    with pytest.raises(InvalidChallenge, match="everybody would read these"):
        publish_version(challenge, folder, public=from_folder(folder), tests_are_open=True)
    assert challenge.current is None


def test_train_sets_and_the_test_of_the_configuration_may_have_expected_results(challenge, folder):
    (folder / "train-more").mkdir()
    (folder / "train-more" / "expected.tsv").write_text("3\n4\n")
    shutil.copytree(folder / "test-A", folder / "final")
    (folder / "config.txt").write_text("--metric RMSE --precision 3 --test-name final\n")
    publish_version(challenge, folder)
    assert set(challenge.tests.filter(is_hidden=True).values_list("split", flat=True)) == {"test-A", "final"}


def test_links_outputs_and_git_are_not_copied(challenge, folder):
    secret = folder.parent / "secret.txt"
    secret.write_text("secret")
    (folder / "link.txt").symlink_to(secret)
    (folder / "folder-link").symlink_to(folder.parent)
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("x")
    version = publish_version(challenge, folder)
    kept = {
        str(path.relative_to(places.version_folder("numbers", version.folder)))
        for path in places.version_folder("numbers", version.folder).rglob("*")
        if path.is_file()
    }
    assert kept == {
        ".gitignore", "README.md", "config.txt", "dev-0/in.tsv", "dev-0/expected.tsv", "test-A/in.tsv",
        "test-A/expected.tsv",
    }  # fmt: skip


def test_unchanged_data_keep_their_tests_and_changed_gold_gets_new_ones(challenge, folder):
    first = publish_version(challenge, folder)
    revision = challenge.revision
    (folder / "README.md").write_text("# Better words\n\nRead numbers.\n")
    second = publish_version(challenge, folder)
    assert set(first.tests.all()) == set(second.tests.all())
    assert second.gold_hash == first.gold_hash
    third = publish_version(challenge, write_challenge(folder, gold="1\n3\n"), change="major")
    assert set(third.tests.filter(split="dev-0")) == set(first.tests.filter(split="dev-0"))
    assert not set(third.tests.filter(split="test-A")) & set(first.tests.filter(split="test-A"))
    assert (second.number, third.number, publish_version(challenge, folder, change="minor").number) == (
        "1.0.1", "2.0.0", "2.1.0",
    )  # fmt: skip
    assert challenge.revision == revision + 3


def test_a_broken_challenge_publishes_nothing_and_lists_everything(challenge, folder):
    (folder / "test-A" / "expected.tsv").write_text("1\n")
    (folder / "dev-0" / "expected.tsv").write_text("1\nfoo\n")
    with pytest.raises(InvalidChallenge) as raised:
        publish_version(challenge, folder)
    places_told = {problem.path for problem in raised.value.problems}
    assert {path.split("/")[0] for path in places_told} >= {"dev-0", "test-A"}
    assert str(folder) not in str(raised.value) + str(raised.value.problems)
    assert not Version.objects.exists()
    challenge.refresh_from_db()
    assert (challenge.current, challenge.revision) == (None, 0)
    assert not places.version_folder("numbers", "1").parent.exists()


@pytest.mark.parametrize("slug", ["numbers", "Upper", "../etc", "", "a" * 65, "ą", "a\n"])
def test_a_slug_is_plain_and_one_of_its_kind(challenge, slug):
    with pytest.raises(ValidationError):
        create_unasked(slug, User.objects.get())


def test_the_owner_organises_and_nobody_else_sees_it(challenge):
    assert [(one.user.username, one.role) for one in Organiser.objects.all()] == [("organiser", "owner")]
    assert Challenge.objects.filter(is_published=True).count() == 0


def test_two_challenges_never_take_one_name(challenge):
    owner = User.objects.get()
    other = create_unasked("words", owner)
    rules = {"daily_quota": 0, "total_quota": 0, "near_quota": 5, "variant_quota": 5,
             "open_submissions": False, "team": None, "by": owner}  # fmt: skip
    save_rules(challenge, aliases=["liczby"], **rules)
    for taken in ("liczby", "numbers"):
        with pytest.raises(Refused, match=taken):
            save_rules(other, aliases=[taken], **rules)
    with pytest.raises(ValidationError):
        create_unasked("liczby", owner)
    save_rules(challenge, aliases=["liczby", "cyfry"], **rules)
