"""A provider that lets nobody go on for now: the task waits until then, and no attempt is spent on it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from renkei.adapters.provider_limits import bound_reset, find_reset, guess_reset, is_limit
from renkei.eventlog.records import Record
from tests.support.run_project import Project, task, writes

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("Claude AI usage limit reached|1772373600", datetime(2026, 3, 1, 14, 0, tzinfo=UTC)),
        ("You've hit your limit · resets 3pm (Asia/Tokyo)", datetime(2026, 3, 2, 6, 0, tzinfo=UTC)),
        ("5-hour limit reached ∙ resets 2:30pm (UTC)", datetime(2026, 3, 1, 14, 30, tzinfo=UTC)),
        ("Session limit reached. It resets at 11am (UTC).", datetime(2026, 3, 2, 11, 0, tzinfo=UTC)),
        ("429 rate_limit_error: retry-after: 30", NOW + timedelta(seconds=30)),
        ("Rate limit reached. Please try again in 1h 20m.", NOW + timedelta(minutes=80)),
        ("Rate limit reached for gpt-5. Please try again in 250ms.", NOW + timedelta(seconds=0.25)),
        ("Quota exceeded; resets at 2026-03-03T00:00:00Z", datetime(2026, 3, 3, 0, 0, tzinfo=UTC)),
        ("rate_limit, resets_at: 1772373600", datetime(2026, 3, 1, 14, 0, tzinfo=UTC)),
        ("You've hit your weekly limit · resets Mar 5, 9am (UTC)", datetime(2026, 3, 5, 9, 0, tzinfo=UTC)),
        ("Opus weekly limit reached ∙ resets Mar 8 at 10am (UTC)", datetime(2026, 3, 8, 10, 0, tzinfo=UTC)),
        ("usage limit. Try again at Mar 3rd, 2026 4:05 PM (UTC)", datetime(2026, 3, 3, 16, 5, tzinfo=UTC)),
        ("usage limit. Try again at 4:05 PM UTC", datetime(2026, 3, 1, 16, 5, tzinfo=UTC)),
        ("usage limit reached; resets tomorrow at 3pm (UTC)", datetime(2026, 3, 2, 15, 0, tzinfo=UTC)),
        ("limit resets in 1 hour and 20 minutes", NOW + timedelta(minutes=80)),
        ("Your quota will reset after 5h12m30s.", NOW + timedelta(hours=5, minutes=12, seconds=30)),
        ('{"status": "RESOURCE_EXHAUSTED", "retryDelay": "34s"}', NOW + timedelta(seconds=34)),
        ("Rate limited. Please wait 20 seconds.", NOW + timedelta(seconds=20)),
        ("limit reached, resets at 1772373600", datetime(2026, 3, 1, 14, 0, tzinfo=UTC)),
        ("Weekly limit reached ∙ resets Mon 9am (UTC)", datetime(2026, 3, 2, 9, 0, tzinfo=UTC)),
        ("weekly limit: resets Sunday at 9am (UTC)", datetime(2026, 3, 8, 9, 0, tzinfo=UTC)),
        ("weekly limit: resets Sunday at 1pm (UTC)", datetime(2026, 3, 1, 13, 0, tzinfo=UTC)),
        ("API usage limits. You will regain access on 2026-03-02 at 00:00 UTC.", datetime(2026, 3, 2, tzinfo=UTC)),
        ("Request was throttled. Expected available in 86 seconds.", NOW + timedelta(seconds=86)),
        ("x-ratelimit-reset: 1772373600", datetime(2026, 3, 1, 14, 0, tzinfo=UTC)),
        ("resets at 3pm (UTC)", datetime(2026, 3, 1, 15, 0, tzinfo=UTC)),
        (
            "利用制限に達しました。午後3時30分 (Asia/Tokyo) にリセットされます。",
            datetime(2026, 3, 2, 6, 30, tzinfo=UTC),
        ),
        ("レート制限を超えました。明日の15:00(UTC)に再開します", datetime(2026, 3, 2, 15, 0, tzinfo=UTC)),
        ("5時間の利用上限に達しました。2時間30分後に再試行してください。", NOW + timedelta(minutes=150)),
        ("リクエストが多すぎます。３０秒ほどお待ちください。", NOW + timedelta(seconds=30)),
        ("使用量の上限に達しました。しばらくしてからお試しください。", None),
        ("利用制限に達しました。午後25時にリセットされます。", None),
        ("ThrottlingException: Too many tokens per day, please wait before trying again.", None),
        ("weekly limit reached, resets Feb 30 at 9am", None),
        ("weekly limit reached, resets Jan 9 at 9am", None),
        ("API Error: Request rejected (429) · slow down", None),
        ("usage limit reached, resets at 2036-03-03T00:00:00Z", None),
        ("usage limit reached, resets 99pm", None),
    ],
)
def test_when_a_limit_is_over_is_read_from_what_the_provider_says(text: str, until: datetime | None):
    assert is_limit(text)
    assert find_reset(text, NOW) == until


def test_a_limit_of_december_is_over_in_january():
    now = datetime(2026, 12, 30, 12, 0, tzinfo=UTC)
    assert find_reset("weekly limit, resets Jan 2 at 9am (UTC)", now) == datetime(2027, 1, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["API Error: 529 overloaded", "Not logged in", "HTTP 500", "the limit of the loop", "line 4290"]
)
def test_other_errors_are_no_limits(text: str):
    assert not is_limit(text)
    assert not is_limit(f"rate limit: {text}", 500)


def test_a_code_that_blames_the_request_is_a_limit_where_the_words_say_so_and_until_when():
    text = "You have reached your specified API usage limits."
    assert is_limit(text, 400, says_when=True)
    assert not is_limit(text, 400)
    assert not is_limit("prompt is too long", 400, says_when=True)


def test_who_says_again_and_again_that_it_is_over_in_a_moment_is_asked_less_and_less():
    told = NOW + timedelta(seconds=1)
    waits = [(bound_reset(told, NOW, times) - NOW).total_seconds() for times in range(10)]
    assert waits == [1, 1, 1, 1, 1, 60, 120, 240, 480, 900]
    late = NOW + timedelta(hours=5)
    assert bound_reset(late, NOW, 9) == late


def test_where_nobody_says_when_each_wait_is_longer_up_to_a_quarter_of_an_hour():
    waits = [(guess_reset(NOW, times) - NOW).total_seconds() for times in range(6)]
    assert waits == [60, 120, 240, 480, 900, 900]


def test_a_task_waits_the_limit_out_and_nothing_else_waits_for_it(project: Project):
    script: list[Any] = [{"limit": "429: try again in 1 s", "parks": 0}, {"write": {"path": "a.md"}}, {"report": {}}]
    run = project.run({"tasks": [task("a", script=script, outputs=["a.md"]), writes("b")]})
    row = project.task(run.id, "a")
    assert (run.state, row.state, row.attempt, row.failures, row.parks) == ("completed", "completed", 1, 0, 0)
    [failed] = project.told("TaskFailed")
    assert (failed["kind"], failed["task"]) == ("limit", "a")
    started = [each["task"] for each in project.told("TaskStarted")]
    assert started == ["a", "b", "a"]
    assert project.row(run.id).team


def test_until_then_it_is_parked_and_says_so(project: Project):
    run = project.start({"tasks": [task("a", script=[{"limit": "usage limit reached, try again in 3 h"}])]})
    executor = project.executor(run, watch=_stop)
    with pytest.raises(KeyboardInterrupt):
        executor.carry_out()
    row = project.task(run, "a")
    assert row.parked
    left = datetime.fromisoformat(row.parked) - datetime.now(UTC)
    assert timedelta(hours=2.9) < left < timedelta(hours=3)


def _stop(record: Record) -> None:
    if record.type == "TaskFailed":
        raise KeyboardInterrupt
