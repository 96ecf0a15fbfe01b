"""What scores of a hidden test can tell is counted, limited, and shown to organisers; attackers do as they did."""

import csv
import io
import math
import random
import re
from collections import Counter
from datetime import timedelta
from fractions import Fraction

import pytest
from django.db.models import F
from submission_examples import write_challenge

from browser import log_in
from probierz.scoring.score_steps import steps_for
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Division, Ladder, Part, Phase, Test
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.challenges.usual_quotas import usual_quotas
from probierz.web.jobs.registry import JobFailed
from probierz.web.leaderboards.models import PairTest
from probierz.web.submissions import handlers
from probierz.web.submissions.bits_told import P_VALUE_BITS, bits_of_score, given_away
from probierz.web.submissions.models import Output, Submission
from probierz.web.submissions.services import Handing, cancel, quota_left, submit_files
from probierz.web.submissions.visibility import Rounding

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 100
LABELS = random.Random(11).choices("ab", k=LINES)


def made(people, tmp_path, metric, expected):
    """A challenge as its organiser publishes it."""
    folder = write_challenge(tmp_path / "attacked", metrics=f"--metric {metric}")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * len(expected))
        (folder / split / "expected.tsv").write_text("".join(f"{one}\n" for one in expected))
    challenge = create_unasked("attacked", people["organiser"])
    publish_version(challenge, folder)
    Challenge.objects.filter(pk=challenge.pk).update(is_published=True)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def labels(people, tmp_path):
    return made(people, tmp_path, "Accuracy", LABELS)


@pytest.fixture
def attack(people, uploaded, work):
    """Hand in variants, each a list of lines; return the submission as it ends, or None where it is not taken."""

    def act(challenge, *variants, by="ala"):
        from probierz.errors import Refused

        files = [
            uploaded("".join(f"{line}\n" for line in lines), f"out-k={number}.tsv")
            for number, lines in enumerate(variants)
        ]
        try:
            sent = submit_files(challenge, files, Handing(people[by])).submission
        except Refused:  # nothing is left for today
            return None
        work()
        sent.refresh_from_db()
        return sent

    return act


def guesses(count, seed=3):
    chosen = random.Random(seed)
    return [[chosen.choice("ab") for _ in range(LINES)] for _ in range(count)]


def test_a_hundred_random_variants_in_one_submission_tell_nothing(labels, attack):
    sent = attack(labels, *guesses(100))
    assert (sent.state, sent.failure["class"]) == ("failed", "TooManyVariants")
    assert not sent.scores.exists()
    assert not sent.counts
    assert [(one.outputs, one.bits) for one in given_away(labels)] == [(0, 0.0)]


def scores_in_table(client, people, challenge, metric):
    """What the submitter reads in the table of all submissions, by submission and variant."""
    client.force_login(people["ala"])
    table = client.get(f"/challenges/{challenge.slug}/submissions.csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(table)))
    places = [(int(row["address"].rpartition("/")[2]), row["variant"]) for row in rows]
    return {place: float(row[f"test-A {metric}"]) for place, row in zip(places, rows, strict=True)}


def whole_quota(challenge, attack, variants):
    """Hand in five variants at a time, as many days as there is something left; return what was taken by its names."""
    taken = {}
    for first in range(0, len(variants), 5):
        sent = attack(challenge, *variants[first : first + 5])
        if sent is None:
            Submission.objects.update(created=F("created") - timedelta(days=1))
            sent = attack(challenge, *variants[first : first + 5])
        if sent is None:
            break
        for at, variant in enumerate(variants[first : first + 5]):
            taken[sent.pk, f"out-k={at}"] = variant
    return taken


def known_of(guessed, labels):
    return sum(guess == label for guess, label in zip(guessed, labels, strict=True))


def held_by(labels):
    """Bits of a label each, by how often both stand there."""
    shares = [count / len(labels) for count in Counter(labels).values()]
    return -len(labels) * sum(share * math.log2(share) for share in shares)


ZEROS_AND_ONES = random.Random(4).choices([0, 1], k=LINES)
MOST_KNOWN = 70
"""Of a hundred labels of two classes; fifty are known by chance."""


@pytest.mark.usual_rules
@pytest.mark.parametrize("metric", ["MAE", "RMSE"])
def test_scores_do_not_spell_labels(people, tmp_path, attack, client, metric):
    """A quarter, an eighth, a sixteenth … on twenty lines: the digits of a score were the labels of these lines."""
    challenge = made(people, tmp_path, metric, ZEROS_AND_ONES)
    assert (challenge.ladder, challenge.daily_quota, challenge.total_quota) == (Ladder.LINES, 10, 10)
    weights = [Fraction(1, 2 ** (place + 2)) for place in range(20)]
    variants = []
    for first in range(0, LINES, 20):
        lines = [Fraction(0)] * LINES
        lines[first : first + 20] = weights
        variants.append([repr(float(value)) for value in lines])
    taken = whole_quota(challenge, attack, [*variants, *reversed(variants)])
    shown = scores_in_table(client, people, challenge, metric)
    power = 1 if metric == "MAE" else 2
    base, guessed = sum(weight**power for weight in weights), [0] * LINES
    for name, score in shown.items():
        first = 20 * variants.index(taken[name])
        told = base - Fraction(score) ** power * LINES  # each label of 1 takes twice its weight away, and adds 1
        digits = round((told - math.floor(told)) * 2**20) % 2**20
        guessed[first : first + 20] = [digits >> (19 - place) & 1 for place in range(20)]
    assert known_of(guessed, ZEROS_AND_ONES) < MOST_KNOWN  # without steps all hundred, from one submission
    [told] = given_away(challenge)
    assert told.held == pytest.approx(held_by(ZEROS_AND_ONES))
    assert told.one <= told.allowed
    assert told.may_be_known, "by as many scores as there are below the bound and with it, 8.6 bits each"


@pytest.mark.usual_rules
def test_a_score_that_is_far_from_any_is_told_as_a_bound_alone_everywhere(people, tmp_path, attack, client):
    """Lines each twice as large as the next: their sum had the lines that count as its binary digits."""
    challenge = made(people, tmp_path, "MAE", [str(1 + number % 9) for number in range(LINES)])
    for size in (1e6, 1e90):
        attack(challenge, [repr(5 + size * 2.0 ** (23 - line)) if line < 24 else "5" for line in range(LINES)])
    client.force_login(people["ala"])
    api = "/api/v1/challenges/attacked"
    scores = [
        score
        for one in client.get(f"{api}/submissions").json()["items"]
        for variant in one["variants"]
        for score in variant["scores"]
        if score["test"] == "test-A"
    ]
    assert [(score["text"], score["value"], score["is_rounded"]) for score in scores] == [(">10", None, True)] * 2
    for page in ("submissions.csv", "submissions", "how-to", ""):
        text = client.get(f"/challenges/attacked/{page}".rstrip("/"), follow=True).content.decode()
        assert re.search(r"(>|&gt;|beyond )10\b", text), page
        assert "Infinity" not in text
        assert not re.search(r"\d{5}\.\d|e\+\d", text)
    for person in ("ala", "organiser"):
        client.force_login(people[person])
        for page in ("board", "plots"):  # with marks at the edge
            text = client.get(f"/challenges/attacked/{page}").content.decode()
            assert "<circle" in text, page
            told = re.findall(r"<text[^>]*>([^<]*)</text>", text)
            assert (told[0] == "&gt;10") == (person == "ala"), "who runs it sees all digits, of few on an axis"
            assert max(map(len, told[:-1])) <= len("1.5e+95")
            assert "inf" not in re.findall(r'c[xy]="([^"]*)"', text)
        assert client.get("/challenges/attacked/plots/history.json").status_code == 200


@pytest.mark.usual_rules
def test_random_variants_on_many_days_and_integer_programming_do_not_tell_labels(labels, attack, people, client):
    """Thirty outputs with all digits gave all hundred labels on the third day."""
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp

    taken = whole_quota(labels, attack, guesses(100))
    shown = scores_in_table(client, people, labels, "Accuracy")
    assert len(shown) == len(taken) == labels.total_quota == 10
    is_a = numpy.array([[label == "a" for label in taken[name]] for name in shown])
    matched = numpy.array(list(shown.values())) * LINES - (~is_a).sum(axis=1)  # those of a that are, less those of b
    signs = numpy.where(is_a, 1, -1)
    half = float(steps_for("Accuracy", LINES).step) * LINES / 2
    numpy.testing.assert_array_less(abs(signs @ [label == "a" for label in LABELS] - matched), half + 1e-9)
    within = LinearConstraint(signs, matched - half, matched + half)
    found = milp(numpy.zeros(LINES), constraints=within, bounds=Bounds(0, 1), integrality=numpy.ones(LINES))
    likely = 0.5 + numpy.linalg.lstsq(signs, matched - signs.sum(axis=1) / 2, rcond=None)[0]
    for solution in (found.x, likely):
        assert known_of(["a" if value > 0.5 else "b" for value in solution], LABELS) < MOST_KNOWN
    [told] = given_away(labels)
    pairs = PairTest.objects.exclude(p_value=None).count()
    assert pairs > 0
    # By hand: of 51 steps, ten times; and of each pair whether it differs, or cannot be told.
    assert told.one == told.bits == pytest.approx(10 * 5.672425 + PairTest.objects.count() * 1.584963, abs=1e-3)
    assert told.one <= told.allowed == pytest.approx(10 * (5.672425 + 2 * 1.584963), abs=1e-3)
    assert told.allowed < told.held == pytest.approx(held_by(LABELS))


def state_of(client, people, challenge):
    client.force_login(people["organiser"])
    return " ".join(client.get(f"/challenges/{challenge.slug}/organise").content.decode().split())


@pytest.mark.usual_rules
@pytest.mark.parametrize(
    ("metrics", "lines", "told"),
    [
        ("Accuracy --metric MCC --metric WER", 100, "MCC and WER"),
        ("Accuracy --metric Cohen-Kappa", 199, "Cohen-Kappa"),
        ("Accuracy --metric MCC", 200, ""),
        ("MCC", 100, ""),
        ("Accuracy --metric Macro-F1", 100, ""),
    ],
)
def test_metrics_that_tell_single_errors_of_small_tests_are_warned_of(people, tmp_path, client, metrics, lines, told):
    """Of outputs with equal steps of Accuracy, MCC and WER told which one has an error more."""
    challenge = made(people, tmp_path, metrics, (LABELS * 2)[:lines])
    warned = [one["message"] for one in challenge.current.problems if "single errors" in one["message"]]
    said = f"beside other metrics {told} gives single errors of test-A away, as that hidden test has {lines} lines"
    assert warned == ([said] if told else [])
    assert (f"Beside other metrics {told} gives single errors of test-A" in state_of(client, people, challenge)) == (
        bool(told)
    )
    Challenge.objects.update(ladder=Ladder.PAIRED)
    assert "gives single errors" not in state_of(client, people, challenge)


def test_a_test_that_has_told_all_it_holds_is_to_be_taken_as_known(people, tmp_path, attack, client):
    challenge = made(people, tmp_path, "Accuracy", LABELS[:20])
    assert "take its expected results as known" not in state_of(client, people, challenge)
    Challenge.objects.update(total_quota=50)
    assert "A whole quota may tell as many bits as test-A holds" in state_of(client, people, challenge)
    attack(challenge, *[lines[:20] for lines in guesses(5)])
    assert "test-A has told as many bits as it holds, or more" in state_of(client, people, challenge)


@pytest.mark.usual_rules
def test_no_way_shows_more_digits_than_lines_justify(labels, attack, people, client):
    """Outputs of 53 and 61 right lines; with steps of two hundredths 0.52 and 0.62, or 0.6."""
    right = [[label if at < count else "c" for at, label in enumerate(LABELS)] for count in (53, 61)]
    numbers = [attack(labels, lines, by=who).pk for lines, who in zip(right, ("ala", "ola"), strict=True)]
    numbers.append(attack(labels, [*right[0][:-1], "d"]).pk)
    exact = re.compile(r"\b0[.,](53|61)(?!\d)|\bp = ")
    ways = [
        "board", "board.csv", "board.json", "board.tex", "embed", "plots", "plots/history.json", "plots/scatter.json",
        "submissions", "submissions.csv", "submissions.json", "submissions/mine", "how-to",
    ]  # fmt: skip
    addresses = [f"/challenges/attacked/{way}" for way in ways]
    addresses += ["/", "/challenges", "/api/v1/challenges/attacked/board", "/api/v1/challenges/attacked/submissions"]
    addresses += [f"{root}/submissions/{number}" for root in ("", "/api/v1") for number in numbers]
    answered = 0
    for who in ("ala", "stranger"):
        client.force_login(people[who])
        for address in addresses:
            page = client.get(address)
            body = b"".join(page) if page.streaming else page.content
            answered += page.status_code == 200 and b"0.6" in body
            assert not exact.search(re.sub(r"<svg.*?</svg>", "", body.decode(), flags=re.DOTALL)), address
    assert answered > 20
    client.force_login(people["organiser"])
    assert "Accuracy of test-A is told in steps of 0.02." in client.get("/challenges/attacked/how-to").content.decode()
    assert b"0.53" in client.get("/challenges/attacked/board").content
    assert b"all digits" in client.get("/challenges/attacked/board").content
    board = client.get("/api/v1/challenges/attacked/board").json()
    assert "0.53" in str(board)


def test_variants_that_write_numbers_otherwise_count_as_the_same_output(people, tmp_path, attack):
    """500, 500.0 and 500.00 made every line another text, so that one line after another could be probed on MAE."""
    expected = [random.Random(5).randrange(1000) for _ in range(14)] + [500] * 186
    challenge = made(people, tmp_path, "MAE", expected)
    Challenge.objects.update(daily_quota=0, total_quota=0)
    challenge.refresh_from_db()
    scored = 0
    for line in range(14):
        text = "500" + ("." + "0" * line if line else "")
        lines = [text] * 200
        lines[line] = "0"
        sent = attack(challenge, lines)
        scored += sent.state == "scored"
    assert scored == 6  # the first one, and five nearly equal ones a day
    assert Output.objects.exclude(changed=None).count() == 5
    refused = Submission.objects.order_by("-pk")[0]
    assert refused.failure["class"] == "NearlyEqualScores"
    told = 6 * bits_of_score(challenge.tests.get(split="test-A"), None) + 8  # a bit for each refusal
    told += P_VALUE_BITS * PairTest.objects.exclude(p_value=None).count()
    assert given_away(challenge)[0].bits == pytest.approx(told)
    assert refused.counts  # that the scores are nearly equal tells something
    assert not any(word.isdigit() and word != "5" for word in refused.failure["message"].split())


def test_other_wrong_answers_do_not_make_an_output_another_one(labels, attack):
    """Who changes a label, and also lines that are wrong whatever they say, still changes one label."""
    Challenge.objects.update(daily_quota=0, total_quota=0, near_quota=1)
    labels.refresh_from_db()
    states = []
    for try_ in range(4):
        lines = [f"nothing{try_}"] * 20 + ["a"] * 80
        lines[20 + try_] = "b" if try_ else "a"
        states.append(attack(labels, lines).state)
    assert states == ["scored", "scored", "failed", "failed"]


@pytest.mark.parametrize(("noise", "states"), [
    (1e-9, ["scored", "scored", "failed"]), (2.0, ["scored", "scored", "failed"]), (100.0, ["scored"] * 3),
])  # fmt: skip
def test_a_noise_that_no_score_shows_does_not_make_an_output_another_one(people, tmp_path, attack, noise, states):
    """Errors of each line are some hundreds; a hundred more or less make another output, two or less do not."""
    chance = random.Random(5)
    challenge = made(people, tmp_path, "MAE --metric RMSE", [chance.randrange(1000) for _ in range(200)])
    Challenge.objects.update(daily_quota=0, total_quota=0, near_quota=1)
    challenge.refresh_from_db()
    for line, state in enumerate(states):
        lines = [500 + chance.gauss(0, noise) for _ in range(200)]
        lines[line] = 0
        assert attack(challenge, map(repr, lines)).state == state


def test_one_enormous_number_does_not_make_all_other_lines_the_same(people, tmp_path, attack):
    chance = random.Random(5)
    challenge = made(people, tmp_path, "MAE", [chance.randrange(1000) for _ in range(200)])
    Challenge.objects.update(daily_quota=0, total_quota=0, near_quota=1)
    challenge.refresh_from_db()
    for _ in range(3):
        assert attack(challenge, ["1e9", *(str(chance.randrange(1000)) for _ in range(199))]).state == "scored"


def test_numbers_whose_sum_is_none_are_refused_before_they_cost_anything(people, tmp_path, attack):
    challenge = made(people, tmp_path, "MAE", list(range(100)))
    sent = attack(challenge, ["1e308", "1e308", *["1"] * 98])
    assert (sent.state, sent.failure["line"], sent.counts) == ("failed", 1, False)
    assert "numbers beyond 1e100 overflow where they are added up; found '1e308'" in sent.failure["message"]
    assert attack(challenge, ["1e99", *["1"] * 99]).state == "scored"


def test_what_counts_is_outputs_and_two_at_once_do_not_take_more_than_is_left(labels, attack, people, uploaded, work):
    Challenge.objects.update(daily_quota=7)
    labels.refresh_from_db()
    variants = guesses(10)
    assert attack(labels, *variants[:3]).cost == 3
    assert quota_left(labels, people["ala"]).today == 4

    def sent(*some):
        files = [uploaded("".join(f"{line}\n" for line in one), f"out-k={at}.tsv") for at, one in enumerate(some)]
        return submit_files(labels, files, Handing(people["ala"])).submission

    first, second = sent(*variants[3:6]), sent(*variants[6:9])  # both are taken: each may hold one output
    work()
    first.refresh_from_db()
    second.refresh_from_db()
    assert sorted([first.state, second.state]) == ["failed", "scored"]
    assert {one.failure["class"] for one in (first, second) if one.failure} == {"Quota"}
    assert quota_left(labels, people["ala"]).today == 1


def test_lengths_of_expected_lines_are_no_free_oracle(people, tmp_path, attack, client):
    """Lines that cannot be compared were named, so that a dozen tries at no cost told how long nine of them are."""
    challenge = made(people, tmp_path, "TokenAccuracy", ["O B", "O", "B I O"] * 7)
    Phase.objects.update(disclosure="hidden")
    Challenge.objects.update(variant_quota=0, daily_quota=3)
    challenge.refresh_from_db()
    sent = attack(challenge, ["O"] * 21)
    told = {**sent.failure, **sent.job.failure, "log": list(sent.job.log.filter(for_operators=False).values("text"))}
    assert (sent.failure["class"], sent.failure["line"], sent.counts) == ("Incomparable", None, True)
    assert "line 1" not in str(told)
    assert "for 2" not in str(told)
    for who, sees in [("ala", False), ("organiser", True)]:
        client.force_login(people[who])
        page = client.get(f"/submissions/{sent.pk}").content.decode()
        assert [text in page for text in ("test-A/out-k=0.tsv line 1: TokenAccuracy", "found 1 for 2")] == [sees] * 2
    assert quota_left(challenge, people["ala"]).today == 2
    variants = [["O"] * 21, ["O O"] * 21]
    assert attack(challenge, *variants).counts
    assert attack(challenge, ["O"] * 21) is None  # both variants count
    [known] = given_away(challenge)
    assert (known.outputs, known.bits) == (0, pytest.approx(2.585, abs=1e-3))  # log2(1 + 1) + log2(2 + 1)


@pytest.mark.parametrize("stops", ["cancelled", "failed"])
def test_what_is_stopped_after_a_comparison_is_no_free_oracle(people, tmp_path, attack, monkeypatch, stops):
    """A first output that can be compared was known at no cost to whoever had the second one fail, or cancelled it."""
    challenge, evaluate = made(people, tmp_path, "TokenAccuracy", ["O B"] * 20), handlers.evaluate

    def stopped(running, version, output):
        if output.found.path.endswith("k=0.tsv"):
            return evaluate(running, version, output)
        if stops == "cancelled":
            assert cancel(Submission.objects.get(), people["ala"])
            running.check()
        raise JobFailed("Scoring needs more than 60 seconds", kind="CpuLimit")

    monkeypatch.setattr(handlers, "evaluate", stopped)
    sent = attack(challenge, ["O O"] * 20, ["B B"] * 20)
    assert (sent.state, sent.counts) == (stops, True)
    assert quota_left(challenge, people["ala"]).today == challenge.daily_quota - 2
    [known] = given_away(challenge)
    assert known.bits == pytest.approx(1.585, abs=1e-3)  # log2(2 + 1)


@pytest.mark.parametrize("who", ["organiser", "administrator"])
def test_who_runs_a_challenge_is_not_held_back(labels, attack, who):
    assert attack(labels, *guesses(12), by=who).state == "scored"
    assert given_away(labels)[0].outputs == 0


@pytest.mark.parametrize(("scheme", "rounding", "bits"), [
    ("Accuracy", Rounding(2, None, 1), 6.65821), ("Accuracy", Rounding(1, None, 1), 3.45943),
    ("RMSE", Rounding(2, None, 1), 25.72025), ("RMSE", Rounding(1, None, 1), 22.39833),
    ("RMSE", None, 192), ("Accuracy", None, 6.65821),
    ("Macro-F1", None, 15.30459), ("F1", None, 15.30459), ("MCC", Rounding(2, None, 1), 7.65105),
    ("BLEU", None, 192), ("BLEU", Rounding(2, None, 1), 6.65821),
    ("Accuracy", Rounding(None, steps_for("Accuracy", 100), 1), 5.67243),
    ("RMSE", Rounding(None, steps_for("RMSE", 100, 10.0), 1), 8.76155),
])  # fmt: skip
def test_bits_of_a_score(labels, scheme, rounding, bits):
    """By hand: log2(101), log2(11), log2(2 * (10 ** 5 + 306 * 9 * 10 ** 4)), log2(2 * (10 ** 4 + 306 * 9 * 10 ** 3)),
    3 * 64, log2(51); below 0.01 50, twice 50 + 60 + 25, from 1 on 50 + 60 + 2, and both ends.

    Of counts of a and b, where an output says a, b or anything else: 3 * log2(100 / 3 + 1), of rounded MCC log2(201).
    """
    test = labels.tests.get(split="test-A")
    test.scheme = scheme
    assert bits_of_score(test, rounding) == pytest.approx(bits, abs=1e-4)


def test_what_was_told_under_results_that_were_repaired_stays_told(labels, attack, work, tmp_path):
    """Three outputs, a repair of five labels, and back: by each kind of results scores and p-values were read."""
    folder, repaired = tmp_path / "attacked", ["b" if label == "a" else "a" for label in LABELS[:5]] + LABELS[5:]
    gold = folder / "test-A" / "expected.tsv"
    for guess in guesses(3):
        attack(labels, guess)
    read = [given_away(labels)[0]]
    for now in (repaired, LABELS):
        gold.write_text("".join(f"{one}\n" for one in now))
        publish_version(labels, folder)
        labels.refresh_from_db()
        read.append(given_away(labels)[0])
        work()
        read.append(given_away(labels)[0])
    bits = [one.bits for one in read]
    assert bits == sorted(bits)

    def of_pairs():
        return P_VALUE_BITS * PairTest.objects.exclude(p_value=None).count()

    assert set(PairTest.objects.values_list("first__test", flat=True)) == set(
        Test.objects.filter(split="test-A").values_list("pk", flat=True)
    )
    assert bits[-1] == read[-1].one == pytest.approx(2 * 3 * math.log2(LINES + 1) + of_pairs())
    assert {one.outputs for one in read} == {3}
    attack(labels, guesses(1, seed=8)[0])  # which has scores by the results of now alone
    assert given_away(labels)[0].bits == pytest.approx(7 * math.log2(LINES + 1) + of_pairs())
    (folder / "test-A" / "in.tsv").write_text("y\n" * LINES)
    publish_version(labels, folder, drops_scores=True)
    labels.refresh_from_db()
    assert given_away(labels)[0].bits == 0


def test_scores_of_a_private_part_count_what_their_tables_can_say(people, tmp_path, attack):
    """Three outputs under Macro-F1, in full: 730 bits, where each number counted as if all its digits were free."""
    challenge = made(people, tmp_path, "Macro-F1", LABELS)
    Phase.objects.update(disclosure="full")
    attack(challenge, *guesses(3))
    [told] = given_away(challenge)
    pairs = PairTest.objects.exclude(p_value=None).count()
    assert told.bits == pytest.approx(3 * 15.30459 + P_VALUE_BITS * pairs, abs=1e-3)
    assert not told.is_known


def test_the_organiser_reads_how_much_each_hidden_test_has_given_away(labels, attack, visit):
    Phase.objects.update(disclosure="rounded", digits=1)
    attack(labels, *guesses(2))
    organiser = User.objects.get(username="organiser")
    organiser.set_password("correct horse battery")
    organiser.save()
    page = visit()
    log_in(page, "organiser", "correct horse battery")
    page.get_by_role("main").get_by_role("link", name="Numbers").first.click()
    page.get_by_role("link", name="Organise", exact=True).click()
    row = page.locator("#given-away tbody tr")
    held = 99  # bits: 100 times the entropy of the two labels, which are not quite as frequent as each other
    assert row.inner_text().split() == ["test-A", "100", "2", "7", "7", "346", str(held)]
    page.fill("[name=variant_quota]", "1")
    page.get_by_role("button", name="Save the rules").click()
    assert page.input_value("[name=variant_quota]") == "1"
    assert attack(labels, *guesses(2, seed=9)).failure["class"] == "TooManyVariants"


@pytest.mark.parametrize(
    ("tests", "in_all"),
    [
        ([("test-A", 1000)], 100),
        ([("test-A", 1000)] * 4, 25),
        ([("test-A", 4000)] * 2 + [("test-B", 300)], 30),
        ([("test-A", 150)] * 3, 10),
        ([], 100),
    ],
)
def test_a_usual_quota_is_shared_by_the_metrics_of_a_test(tests, in_all):
    rows = [Test(split=split, scheme=str(at), lines=lines, is_hidden=True) for at, (split, lines) in enumerate(tests)]
    assert usual_quotas(rows) == {"daily_quota": 10, "total_quota": in_all}


@pytest.mark.parametrize(("lines", "in_all"), [(60, 5), (100, 5), (300, 15)])
def test_a_usual_quota_of_a_divided_test_goes_by_its_public_part_and_is_five_at_least(lines, in_all):
    """Scores of a part also tell which lines are in it."""
    division = Division(rule={"share": "0.5"}, lines=lines)
    parts = [
        Test(split="test-A", lines=lines // 2, is_hidden=True, part=part, division=division)
        for part in (Part.PUBLIC, Part.PRIVATE)
    ]
    assert usual_quotas(parts) == {"daily_quota": min(10, in_all), "total_quota": in_all}
