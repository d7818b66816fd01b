"""Threads for agents: each job begins at once, those that end at once share a few, and no mistake is lost."""

import threading

import pytest

from renkei.runs.crew import Crew


@pytest.fixture
def failures() -> list[BaseException]:
    return []


def test_every_job_begins_though_all_others_are_still_at_work(failures: list[BaseException]):
    crew, together = Crew(failures.append), threading.Barrier(20)

    def meet() -> None:
        together.wait(20)

    crew.add([meet] * 20)
    crew.close()
    assert failures == []


def test_jobs_that_wait_for_a_later_one_do_not_keep_it_from_beginning(failures: list[BaseException]):
    crew, ready = Crew(failures.append), threading.Event()
    waited: list[bool] = []
    crew.add([lambda: waited.append(ready.wait(20))] * 3)
    crew.add([ready.set])
    crew.close()
    assert waited == [True] * 3


def test_jobs_that_end_at_once_share_a_few_threads(failures: list[BaseException]):
    crew, threads = Crew(failures.append), list[int]()
    crew.add([lambda: threads.append(threading.get_ident())] * 2000)
    crew.close()
    assert len(threads) == 2000
    assert len(set(threads)) < 50


def test_a_thread_that_is_done_takes_the_next_job(failures: list[BaseException]):
    crew, threads = Crew(failures.append), set[int]()
    done = threading.Semaphore(0)

    def note() -> None:
        threads.add(threading.get_ident())
        done.release()

    for _ in range(50):
        crew.add([note])
        assert done.acquire(timeout=20)
    crew.close()
    assert len(threads) < 10


def test_what_a_job_raises_is_told_and_the_others_go_on(failures: list[BaseException]):
    crew, done = Crew(failures.append), list[int]()

    def fail() -> None:
        raise ValueError("mine")

    crew.add([fail, lambda: done.append(1), fail, lambda: done.append(2)])
    crew.close()
    assert ([str(each) for each in failures], sorted(done)) == (["mine", "mine"], [1, 2])
