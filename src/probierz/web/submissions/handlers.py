"""What workers do with submissions: evaluate, score again, publish."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Value
from django.utils import timezone

from probierz.archives.limits import UNLIMITED
from probierz.web import events
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.answered_inputs import has_same_inputs
from probierz.web.challenges.board_columns import main_test
from probierz.web.challenges.models import Part, Version
from probierz.web.challenges.services import changed
from probierz.web.configuration import limits, places
from probierz.web.intake.budget import Budget
from probierz.web.intake.gitstore import Store
from probierz.web.jobs.models import Job, LogLine
from probierz.web.jobs.registry import Failure, JobFailed, handler
from probierz.web.jobs.running_job import Running
from probierz.web.jobs.services import add_to_log
from probierz.web.submissions.answered import OTHER_INPUTS, paths_of_others, why_of_others
from probierz.web.submissions.evaluation import ScoredOutput, clear, evaluate, keep
from probierz.web.submissions.fetching import (
    TOKEN_FOUND,
    TakenIn,
    TakenOutput,
    ask_about,
    fetch,
    refuse_token_in_files,
    refusing,
    take_in,
    take_outputs,
)
from probierz.web.submissions.ladder import Withheld, withheld_scores
from probierz.web.submissions.models import Dependency, Evaluation, Link, Output, Parameter, Score, Submission, Variant
from probierz.web.submissions.output_checks import version_splits
from probierz.web.submissions.probing import newest_of_theirs, refuse_near_scores, refuse_probing, score_marks
from probierz.web.submissions.rescoring import FEEDER, feed, to_rescore
from probierz.web.submissions.services.changing import OPEN, RESCORE, UNPUBLISH, publish_later, set_tags, tags_left_out
from probierz.web.submissions.services.handing_in import EVALUATE, SCORED, already_there, handed_in_before, store_of
from probierz.web.submissions.services.quota import check_variants, cost_of, locked, reserve
from probierz.web.submissions.services.rights import check_own_or_organised
from probierz.web.submissions.used_limits import costs_quota, judged
from probierz.web.submissions.visibility import ShownScore, Viewer

State = Submission.State

_SCORES_ON = "Scores on version "
_AFTER_SCORES = (SCORED, "WARNING: ")
"""How the lines of a log begin before and behind those with scores."""


def _submission(running: Running) -> Submission:
    rows = Submission.objects.select_related("challenge", "version__challenge", "submitter", "team", "phase")
    found = rows.filter(pk=running.payload["submission"]).first()
    if found is None or found.deleted is not None:
        raise JobFailed("the submission was deleted", kind="Deleted")
    return found


def _move(running: Running, submission: Submission, **values: Any) -> None:
    """Write how far it is; a worker that lost the job writes nothing."""
    with running.writing():
        Submission.objects.filter(pk=submission.pk).update(**values)
    for name, value in values.items():
        setattr(submission, name, value)


# --- evaluation ------------------------------------------------------------------------------------------------------


def _ended(job: Job) -> None:
    """The evaluation failed or was cancelled: the submission says so.

    It costs quota from the first comparison on a hidden test on: that one output went through, or which, is told by
    what stopped the next; and where it used up a limit. What the platform or the challenge is to blame for costs
    nothing.
    """
    state = State.CANCELLED if job.state == Job.State.CANCELLED else State.FAILED
    rows = Submission.objects.filter(pk=job.payload["submission"]).exclude(state=State.SCORED)
    if rows.update(state=state, failure=job.failure, counts=_counts(job.failure)) and state == State.FAILED:
        events.failed.send(sender=Submission, submission=Submission.objects.get(pk=job.payload["submission"]))


def _check_stop(job: Job, person: User) -> None:
    """Who stops an evaluation is who may do the rest with the submission, as on its page; raises Refused for others."""
    submission = Submission.objects.filter(pk=job.payload["submission"]).first()
    if submission is not None:
        check_own_or_organised(submission, Viewer(person))


def _told(job: Job, lines: list[LogLine]) -> list[LogLine]:
    """A log as it may be read now: where scores were hidden or rounded since, its end tells what pages do.

    Lines with scores that are not there any more are left out then, and the version is the one that the others are on.
    Where everything is shown in full, the log stays as it was written, also after a repair.
    """
    head = job.log.filter(text__startswith=_SCORES_ON).order_by("-number").values_list("number", flat=True).first()
    submission = Submission.objects.filter(pk=job.payload["submission"]).first()
    if head is None or submission is None:
        return lines
    now = _shown_scores(submission)
    if all(shown.is_disclosed and not shown.is_rounded for shown in now.values()):
        return lines
    told = []
    for line in lines:
        if line.number == head:
            line.text = _head(submission)
        if line.number > head and not line.text.startswith(_AFTER_SCORES):
            names = [name for name in now if line.text.startswith(f"{name} ")]
            if not names:
                continue
            name = max(names, key=len)  # that of one metric may begin that of another
            line.text = f"{name} {now[name].text}"
        told.append(line)
    return told


@handler(EVALUATE, ended=_ended, check_stop=_check_stop, told=_told)
def evaluate_submission(running: Running) -> dict[str, Any]:
    """Take in what was handed in, score it, and write all that came of it at once."""
    submission = _submission(running)
    if not submission.commit:
        known = _fetch(running, submission)
        if known is not None:
            return _known_already(known, submission)
    _move(running, submission, state=State.SCORING, version=_repaired(submission))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="probierz-outputs-")))
        taken = take_in(submission, folder, partial(_refuse_many, submission), _budget(running, submission))
        for problem in taken.problems:
            running.log(f"WARNING: {problem}")
        if running.payload.get("asks"):
            ask_about(taken.doubts)
        _reserve(running, submission, taken.outputs)
        theirs = newest_of_theirs(submission)
        near = refuse_probing(submission, taken.outputs)
        scores = _scores(running, submission, taken.outputs, stack)
        near |= refuse_near_scores(submission, scores, near)
        newest, withheld = _newest(submission), withheld_scores(submission, scores)
        result = {"submission": submission.pk, "is_new": True, "commit": submission.commit}
        with running.completing() as job:
            locked(submission.challenge)  # what is compared from here on stays so until all is written
            if newest_of_theirs(submission) != theirs:  # handed in at the same moment
                near = refuse_probing(submission, taken.outputs)
                near |= refuse_near_scores(submission, scores, near)
            if withheld and _newest(submission) != newest:  # perhaps another of theirs was shown meanwhile
                withheld = withheld_scores(submission, scores)
            _write(submission, taken, scores, near, withheld)
            running.log(*summary(submission), f"{SCORED}/q/{submission.commit}")
            job.result = result
    return result


def _counts(failure: Failure | None) -> F | Value:
    if failure is not None and costs_quota(failure):
        return Value(value=True)
    blamed = (failure or {}).get("fault", "submission")
    return F("counts") if blamed == "submission" else Value(value=False)


def _repaired(submission: Submission) -> Version:
    """The version on which it is scored: its own, or where that was repaired while it waited the current one."""
    current, own = submission.challenge.current, submission.version
    if current is None or current.pk == own.pk or current.major != own.major:
        return own
    return current if has_same_inputs(current, own) else own


def _refuse_many(submission: Submission, splits: list[str]) -> None:
    """Before anything is unpacked: not too many outputs, which would hold up everybody else. Organisers may."""
    if not Viewer(submission.submitter).organises(submission.challenge):
        check_variants(submission, splits)


def _budget(running: Running, submission: Submission) -> Budget:
    """All outputs together are as large as one archive may be, unpacked. Who cancels them ends the unpacking."""
    organises = Viewer(submission.submitter).organises(submission.challenge)
    return Budget(UNLIMITED if organises else limits.archive_limits().total_bytes, look=running.check)


def _reserve(running: Running, submission: Submission, outputs: Sequence[TakenOutput]) -> None:
    """Before anything is scored: all outputs within the quota."""
    splits = [output.found.test for output in outputs]
    with running.writing():
        reserve(submission, cost_of(submission, splits))


def _fetch(running: Running, submission: Submission) -> Submission | None:
    """Fetch and note the commit; return the submission that it was before, if it was, and take this one away."""
    _move(running, submission, state=State.FETCHING)
    running.log(f"Fetching {submission.branch} of {submission.url}")
    commit = fetch(submission, running.log)
    running.check()
    try:
        _move(running, submission, commit=commit)
    except IntegrityError:
        return _step_back(running, submission, commit)
    running.log(f"Commit {commit}")
    return None


def _step_back(running: Running, submission: Submission, commit: str) -> Submission:
    twins = handed_in_before(submission).filter(url=submission.url, branch=submission.branch, commit=commit)
    known = twins.exclude(pk=submission.pk).get()
    told = _known_already(known, submission)
    running.log(told["note"])
    with running.completing() as job:
        Submission.objects.filter(pk=submission.pk).update(deleted=timezone.now(), state=State.CANCELLED)
        job.result = told
    return known


def _known_already(known: Submission, again: Submission) -> dict[str, Any]:
    note = already_there(known, again.description, again.form.get("tags", ()))
    return {"submission": known.pk, "is_new": False, "note": note}


def _scores(
    running: Running, submission: Submission, outputs: Sequence[TakenOutput], stack: ExitStack
) -> list[ScoredOutput]:
    scores: list[ScoredOutput] = []
    stack.callback(clear, scores)
    hidden = set(submission.version.tests.filter(is_hidden=True).values_list("split", flat=True))
    for output in outputs:
        running.check()
        if not submission.counts and output.found.test in hidden:
            _move(running, submission, counts=True)
        try:
            scores.append(evaluate(running, submission.version, output))
        except JobFailed as failed:
            raise judged(failed, submission, output.found.test) from failed
        for warning in scores[-1].warnings:
            running.log(f"WARNING: {warning}")
    return scores


def _newest(submission: Submission) -> int | None:
    """The last score of the challenge so far."""
    return Score.objects.filter(challenge=submission.challenge_id).order_by("-pk").values_list("pk", flat=True).first()


def _write(
    submission: Submission, taken: TakenIn, scores: Sequence[ScoredOutput], near: Mapping[str, int], withheld: Withheld
) -> None:
    """Everything at once, in the transaction that completes the job."""
    problems = [str(problem) for problem in taken.problems]
    problems += tags_left_out(set_tags(submission, taken.tags))
    submission.variants.all().delete()
    submission.links.all().delete()
    submission.dependencies.all().delete()
    Link.objects.bulk_create(
        Link(submission=submission, title=link.title or "", url=link.url[:1000]) for link in taken.links
    )
    Dependency.objects.bulk_create(Dependency(submission=submission, commit=one) for one in taken.dependencies)
    variants = _write_variants(submission, taken)
    for scored in scores:
        path = scored.output.found.path
        _write_output(submission, variants[scored.output.found.variant], scored, near.get(path), withheld)
    fresh = Submission.objects.get(pk=submission.pk)
    fresh.description = fresh.description or taken.description
    fresh.content, fresh.state, fresh.failure, fresh.counts = taken.content, State.SCORED, None, True
    fresh.problems, fresh.form = problems, {}
    fresh.save()
    changed(submission.challenge)
    events.scored.send(sender=Submission, submission=fresh)
    if submission.challenge.open_submissions:
        publish_later(fresh, None)


def _write_variants(submission: Submission, taken: TakenIn) -> dict[str, Variant]:
    variants = {}
    for name, parameters in taken.parameters.items():
        variants[name] = Variant.objects.create(submission=submission, name=name)
        Parameter.objects.bulk_create(
            Parameter(variant=variants[name], name=key, value=value) for key, value in parameters.items()
        )
    return variants


def _write_output(
    submission: Submission, variant: Variant, scored: ScoredOutput, changed: int | None, withheld: Withheld
) -> None:
    found, digests = scored.output.found, scored.output.digests
    evaluations = keep(scored)
    tests = submission.version.tests.in_bulk(list(evaluations))
    output = Output.objects.create(
        variant=variant,
        split=found.test,
        path=found.path,
        sha1=digests.sha1,
        sha256=digests.sha256,
        size=digests.size,
        lines=max((test.all_lines for test in tests.values()), default=0),
        changed=changed,
    )
    hidden = {test for test in evaluations if withheld.get((found.path, test))}
    _write_scores(submission, variant, output, evaluations, hidden)


def _write_scores(
    submission: Submission,
    variant: Variant,
    output: Output,
    evaluations: dict[int, Evaluation],
    withheld: Collection[int],
) -> None:
    Score.objects.bulk_create(
        Score(
            challenge=submission.challenge,
            submission=submission,
            variant=variant,
            output=output,
            test_id=test,
            evaluation=evaluation,
            value=evaluation.value,
            shown=evaluation.shown,
            is_withheld=test in withheld,
        )
        for test, evaluation in evaluations.items()
    )


def summary(submission: Submission) -> list[str]:
    """Lines with the scores as everybody may see them, for the end of a log, which stays as it is after a repair."""
    return [_head(submission), *(f"{name} {score.text}" for name, score in _shown_scores(submission).items())]


def _head(submission: Submission) -> str:
    """What stands above the scores in a log: on which version they are."""
    is_divided = submission.scores.exclude(test__part=Part.WHOLE).exists()
    part = " (the public part where a test is divided)" if is_divided else ""
    return f"{_SCORES_ON}{submission.version.number}{part}:"


def _shown_scores(submission: Submission) -> dict[str, ShownScore]:
    """Of each score on what is no private part, by split, variant and metric, what everybody may see."""
    viewer = Viewer()
    rows = submission.scores.exclude(test__part=Part.PRIVATE).select_related("test", "variant", "evaluation")
    return {
        f"{row.test.split} {row.variant.name} {row.test.name}": viewer.shown(row, submission)
        for row in rows.order_by("test__split", "test__position")
    }


# --- scoring again ---------------------------------------------------------------------------------------------------


def _not_rescored(job: Job) -> None:
    """Boards say no longer that a score is waited for, and the submission says why it has none."""
    stopped = {"class": "Stopped", "message": "the scoring was stopped", "fault": "platform"}
    why = {**(job.failure or stopped), "version": job.payload["version"]}
    rows = Submission.objects.filter(pk=job.payload["submission"])
    if Score.objects.filter(submission__in=rows).exclude(test__versions=job.payload["version"]).exists():
        rows.update(not_rescored=why)
    for submission in rows.select_related("challenge"):
        changed(submission.challenge)


@handler(RESCORE, ended=_not_rescored)
def rescore_submission(running: Running) -> dict[str, Any]:
    """Score kept outputs on the challenge's current version; whatever goes wrong, the old scores stay."""
    submission = _submission(running)
    version = submission.challenge.current or submission.version
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="probierz-outputs-")))
        with refusing():
            tree = store_of(submission.challenge).tree(submission.commit)
            outputs, _warnings = take_outputs(submission, version, tree, folder, Budget(look=running.check))
        others, answered = paths_of_others(submission, version), submission.version
        outputs = [output for output in outputs if output.found.path not in others]
        if not outputs:
            raise JobFailed(why_of_others(answered, version)["message"], kind=OTHER_INPUTS)
        before = {(row.variant.name, str(row.test.split), row.test.name): row.shown for row in _rows(submission)}
        submission.version = version
        scores = _scores(running, submission, outputs, stack)
        result: dict[str, Any] = {"submission": submission.pk, "before": [[*key, old] for key, old in before.items()]}
        for scored in scores:
            score_marks(version, scored)  # so that later outputs are compared with it
        with running.completing() as job:
            _replace_scores(submission, scores, others, answered)
            job.result = result
    return result


def _rows(submission: Submission) -> list[Score]:
    rows = submission.scores.select_related("variant", "test")
    return list(rows.order_by("variant__name", "test__split", "test__position"))


def _replace_scores(
    submission: Submission, scores: Sequence[ScoredOutput], others: Mapping[str, str], answered: Version
) -> None:
    """What was shown stays shown and what was withheld stays withheld: a repair tells nothing of other scores.

    others: outputs that keep their scores on the version that they answered, with their splits.
    """
    version = submission.version
    main = main_test(version.tests.all())
    why = why_of_others(answered, version) if main is not None and main.split in others.values() else None
    withheld = set(submission.scores.filter(is_withheld=True).values_list("output__path", "test__scheme", "test__part"))
    variants = {variant.name: variant for variant in submission.variants.all()}
    for scored in scores:
        name, path = scored.output.found.variant, scored.output.found.path
        variant = variants.get(name) or Variant.objects.create(submission=submission, name=name)
        variants[name] = variant
        old = Output.objects.filter(variant=variant, split=scored.output.found.test, path=path)
        near = old.values_list("changed", flat=True).first()
        old.delete()
        _write_output(submission, variant, scored, near, _still_withheld(scored, withheld))
    Submission.objects.filter(pk=submission.pk).update(
        version=answered if others else version, state=State.SCORED, failure=None, not_rescored=why
    )
    changed(submission.challenge)
    events.scored_again.send(sender=Submission, submission=submission)


def _still_withheld(scored: ScoredOutput, before: Collection[tuple[str, str, str]]) -> Withheld:
    path, tests = scored.output.found.path, [*(one.test for one in scored.known.values()), *(t for t, _ in scored.new)]
    public = (Part.WHOLE, Part.PUBLIC)
    return {
        (path, test.pk): any((path, test.scheme, part) in before for part in public)
        for test in tests
        if test.part in public
    }


@handler(FEEDER)
def rescore_version(running: Running) -> dict[str, Any]:
    """Put submissions into the queue that are scored again after a repair; wait where it is full."""
    version = Version.objects.select_related("challenge").get(pk=running.payload["version"])
    with transaction.atomic():
        fed = feed(version, running.payload["after"])
    if not fed and to_rescore(version).filter(pk__gt=running.payload["after"]).exists():
        raise JobFailed("the queue is full; this waits for room", fault="platform", is_retried=True)
    return {"fed": fed}


# --- publishing ------------------------------------------------------------------------------------------------------


def _not_opened(job: Job) -> None:
    """Take back what may be there of it; where a token kept it from being published, tell so on the submission's page
    and in its log, as nobody looks at this job.
    """
    submission = Submission.objects.select_related("job", "challenge").get(pk=job.payload["submission"])
    if not submission.is_open:
        _take_back(submission)
    if not job.failure or job.failure["class"] != TOKEN_FOUND:
        return
    if submission.held_back != job.failure:
        submission.held_back = job.failure
        submission.save(update_fields=["held_back"])
        if submission.job is not None:
            add_to_log(submission.job, f"WARNING: {submission.why_held_back}")


def _take_back(submission: Submission) -> None:
    public = Store(places.public_repository(submission.challenge.slug))
    if (public.path / "HEAD").is_file():
        public.remove(f"refs/heads/{submission.published_branch}")


@handler(OPEN, ended=_not_opened)
def open_submission(running: Running) -> dict[str, Any]:
    """Copy the commit into the public repository; only when it is there, the submission is open.

    A personal token in any of its files is refused: everybody could act as its owner.
    """
    submission = _submission(running)
    with refusing():
        store, commit = store_of(submission.challenge), submission.commit
        hides = submission.submitter.is_anonymous_entry
        if hides:
            commit = store.without_author(commit, f"Submission {submission.pk}", submission.created)
        budget = Budget(seconds=store.limits.seconds, look=running.check)
        refuse_token_in_files(store, commit, version_splits(submission.version), budget)
        public = places.public_repository(submission.challenge.slug)
        store.publish(commit, submission.published_branch, public, replaces=hides)
    with running.completing() as job:
        is_there = Submission.objects.filter(pk=submission.pk, deleted=None).update(is_open=True)
        if is_there:
            audit(job.user, "submission.open", submission)
            changed(submission.challenge)
        else:  # deleted while it was being published
            _take_back(submission)
        job.result = {"submission": submission.pk, "branch": submission.published_branch}
    return dict(job.result)


@handler(UNPUBLISH)
def unpublish_submission(running: Running) -> None:
    """Take the branch of a deleted submission away."""
    _take_back(Submission.objects.select_related("challenge").get(pk=running.payload["submission"]))
