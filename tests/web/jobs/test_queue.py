"""The queue: every job is done once or fails with a reason, whatever dies meanwhile."""

import threading
from datetime import timedelta

import pytest
from django.utils import timezone

from probierz.web.accounts.models import User
from probierz.web.jobs import queries, registry, services, worker
from probierz.web.jobs.models import Job, LogLine, Worker

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def kinds(monkeypatch):
    """Handlers of a test's own."""
    known = {}
    monkeypatch.setattr(registry, "_handlers", known)
    return known


@pytest.fixture
def one():
    return a_worker("one")


def a_worker(host):
    return Worker.objects.create(host=host, pid=1, seen=timezone.now())


def let_lease_run_out(job):
    Job.objects.filter(pk=job.pk).update(lease=timezone.now() - timedelta(seconds=1))


def run_all():
    return worker.work(until_empty=True)


def test_a_job_is_done_and_keeps_its_result():
    registry.handler("double")(lambda running: {"doubled": 2 * running.payload["number"]})
    job = services.enqueue("double", {"number": 21})
    run_all()
    job.refresh_from_db()
    assert (job.state, job.result, job.attempts) == ("done", {"doubled": 42}, 1)
    assert Worker.objects.count() == 0


def test_the_first_of_the_highest_priority_is_taken_first(one):
    first, second = services.enqueue("x", {}), services.enqueue("x", {})
    urgent = services.enqueue("x", {}, priority=1)
    assert [services.take(one).pk for _ in range(3)] == [urgent.pk, first.pk, second.pk]
    assert services.take(one) is None


def test_people_take_turns_however_much_each_handed_in(one):
    """Cyd's second waits behind Bob's first, which came while Cyd's first ran; so says its place in the queue."""
    cyd, bob = (User.objects.create(username=name) for name in ("cyd", "bob"))
    registry.handler("x")(lambda running: None)
    first, second, third = (services.enqueue("x", {}, user=cyd, limited=False) for _ in range(3))
    assert services.take(one).pk == first.pk
    of_bob, again = (services.enqueue("x", {}, user=bob, limited=False) for _ in range(2))
    order = [of_bob, second, again, third]
    while order:
        assert [queries.position(job) for job in order] == list(range(1, len(order) + 1))
        with services.completing(Job.objects.get(state="running")):
            pass
        assert services.take(one).pk == order.pop(0).pk
    services.enqueue("x", {}, user=cyd, limited=False)
    alone = services.enqueue("x", {}, user=bob, limited=False)
    assert services.take(one).pk == alone.pk  # one of Cyd's runs on


def test_several_workers_never_take_the_same_job():
    jobs = {services.enqueue("x", {}).pk for _ in range(30)}
    taken, errors = [], []

    def take_all(host):
        from django.db import connection

        try:
            me = a_worker(host)
            while (job := services.take(me)) is not None:
                taken.append(job.pk)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=take_all, args=(f"host {n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sorted(taken) == sorted(jobs)


def test_a_job_of_a_dead_worker_goes_to_another(one):
    job = services.enqueue("x", {})
    lost = services.take(one)
    assert services.reap() == 0
    let_lease_run_out(job)
    assert services.reap() == 1
    again = services.take(a_worker("two"))
    assert again.pk == job.pk
    assert again.attempts == 2
    with pytest.raises(services.LostClaim), services.completing(lost):
        Worker.objects.create(host="written by the dead", pid=1, seen=timezone.now())
    assert not Worker.objects.filter(host="written by the dead").exists()
    with services.completing(again) as held:
        held.result = "by the second"
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", "by the second")


def test_a_clock_that_was_put_back_keeps_no_job_waiting(one):
    """A worker died, and a try failed, an hour ahead of what the clock says now."""
    lost, failed = services.enqueue("x", {}), services.enqueue("x", {})
    ahead = timezone.now() + timedelta(hours=1)
    assert services.take(one).pk == lost.pk
    Job.objects.filter(pk=lost.pk).update(lease=ahead + timedelta(seconds=30), started=ahead)
    Job.objects.filter(pk=failed.pk).update(not_before=ahead + timedelta(seconds=120), started=ahead)
    assert services.reap() == 1
    assert {services.take(one).pk for _ in range(2)} == {lost.pk, failed.pk}
    assert services.reap() == 0


def test_a_restored_platform_knows_no_worker_and_waits_for_no_lease(one):
    services.enqueue("x", {})
    job = services.take(one)
    services.forget_workers()
    assert queries.workers() == 0
    services.reap()
    assert services.take(a_worker("two")).pk == job.pk


def test_a_job_that_kills_its_workers_fails_in_the_end_as_a_fault_of_the_platform(one):
    ended = []
    registry.handler("deadly", ended=ended.append)(lambda running: None)
    job = services.enqueue("deadly", {}, most_attempts=3)
    for _ in range(3):
        assert services.take(one) is not None
        let_lease_run_out(job)
        services.reap()
    job.refresh_from_db()
    assert (job.state, job.failure["class"], job.failure["fault"]) == ("failed", "WorkerLost", "platform")
    assert [one_ended.pk for one_ended in ended] == [job.pk]


def test_a_failure_keeps_class_message_file_and_line():
    def fail(running):
        raise registry.JobFailed("line 3 is no number", kind="DataError", file="test-A/out.tsv", line=3)

    registry.handler("fails")(fail)
    job = services.enqueue("fails", {})
    run_all()
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("failed", 1)
    assert job.failure == {
        "class": "DataError",
        "message": "line 3 is no number",
        "file": "test-A/out.tsv",
        "line": 3,
        "fault": "submission",
    }
    assert [line.text for line in job.log.all()] == ["ERROR: line 3 is no number"]


def test_a_bug_is_tried_again_and_never_shown_to_the_submitter(monkeypatch):
    monkeypatch.setattr(services, "RETRY_SECONDS", (0,))
    monkeypatch.setattr(worker.logger, "exception", lambda *args: None)

    def crash(running):
        raise RuntimeError("the gold is: secret")

    registry.handler("crashes")(crash)
    user = User.objects.create(username="jan")
    job = services.enqueue("crashes", {}, user=user)
    run_all()
    job.refresh_from_db()
    assert (job.state, job.attempts, job.failure["fault"]) == ("failed", 3, "platform")
    seen = [line.text for line in queries.log_lines(job, user)]
    assert "secret" not in " ".join(seen) + job.failure["message"]
    administrator = User.objects.create(username="admin", is_staff=True)
    assert "secret" in " ".join(line.text for line in queries.log_lines(job, administrator))


def test_a_waiting_job_is_cancelled_at_once(one):
    ended = []
    registry.handler("x", ended=ended.append)(lambda running: None)
    job = services.enqueue("x", {})
    assert services.cancel(job)
    job.refresh_from_db()
    assert (job.state, len(ended)) == ("cancelled", 1)
    assert services.take(one) is None
    assert not services.cancel(job)


def test_a_running_job_is_cancelled_at_its_next_beat(settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_LEASE_SECONDS": 0.3}

    def long_work(running):
        services.cancel(running.job)
        running.lost.wait(10)
        running.check()

    registry.handler("long")(long_work)
    job = services.enqueue("long", {})
    run_all()
    job.refresh_from_db()
    assert (job.state, job.failure) == ("cancelled", None)


def test_a_long_job_keeps_its_lease(settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_LEASE_SECONDS": 0.3}
    reaped = []

    def long_work(running):
        for _ in range(4):
            running.lost.wait(0.2)
            reaped.append(services.reap())

    registry.handler("long")(long_work)
    job = services.enqueue("long", {})
    run_all()
    job.refresh_from_db()
    assert (job.state, job.attempts, sum(reaped)) == ("done", 1, 0)


def test_a_worker_that_is_told_to_stop_puts_its_job_back():
    stop = threading.Event()

    def long_work(running):
        stop.set()
        running.check()

    registry.handler("long")(long_work)
    job = services.enqueue("long", {})
    assert worker.work(stop) == 1
    job.refresh_from_db()
    assert (job.state, job.attempts, job.claim) == ("queued", 0, None)


def test_one_unfinished_job_has_a_key(one):
    job = services.enqueue("x", {"n": 1}, key="same")
    assert services.enqueue("x", {"n": 2}, key="same").pk == job.pk
    with services.completing(services.take(one)):
        pass
    assert services.enqueue("x", {"n": 3}, key="same").pk != job.pk


def test_a_person_has_few_jobs_at_a_time_and_the_queue_an_end(settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_CONCURRENT_JOBS": 2, "PROBIERZ_QUEUE": 4}
    jan, ola = User.objects.create(username="jan"), User.objects.create(username="ola")
    for _ in range(2):
        services.enqueue("x", {}, user=jan)
    with pytest.raises(services.QueueFull, match="submissions wait or run already: 2"):
        services.enqueue("x", {}, user=jan)
    for _ in range(2):
        services.enqueue("x", {}, user=ola)
    with pytest.raises(services.QueueFull, match="The queue is full"):
        services.enqueue("x", {})


def test_position_and_estimate_come_from_what_was_done(one):
    jobs = [services.enqueue("x", {}) for _ in range(4)]
    assert queries.estimate(jobs[3]) is None
    done = services.take(one)
    with services.completing(done):
        pass
    Job.objects.filter(pk=done.pk).update(started=timezone.now() - timedelta(seconds=6), finished=timezone.now())
    assert [queries.position(job) for job in Job.objects.order_by("created")] == [0, 1, 2, 3]
    assert round(queries.estimate(jobs[3]).total_seconds()) == 18
    a_worker("two")
    assert round(queries.estimate(jobs[3]).total_seconds()) == 12


def test_a_log_has_an_end(one, monkeypatch):
    monkeypatch.setattr(services, "MOST_LOG_LINES", 3)
    services.enqueue("x", {})
    job = services.take(one)
    services.write_log(job, ["a", "b\0" + "c" * 5000])
    services.write_log(job, ["d", "e"])
    services.write_log(job, ["f"])
    texts = list(LogLine.objects.values_list("text", flat=True))
    assert [len(text) for text in texts] == [1, 2000, len("… the log is full")]


def test_a_log_belongs_to_who_handed_in():
    jan, ola = User.objects.create(username="jan"), User.objects.create(username="ola")
    job = services.enqueue("x", {}, user=jan)
    assert queries.may_see_log(job, jan)
    assert not queries.may_see_log(job, ola)
    assert not queries.may_see_log(job, None)
    assert queries.may_see_log(job, User(username="admin", is_staff=True))
