"""What agents were told and showed is kept in one file for each process, and found by task."""

from pathlib import Path

from renkei.runs.trace import Trace, read_trace


def test_a_tasks_attempts_are_found_in_their_order_among_others(tmp_path: Path):
    first, second = Trace(tmp_path / "9.jsonl"), Trace(tmp_path / "10.jsonl")
    second.add("a", 12, "Text", {"text": "again"})
    first.add("a", 3, "Job", {"prompt": "go"})
    first.add("a-3", 4, "Job", {"prompt": "another's"})
    first.add("b", 5, "Job", {"prompt": "another's"})
    first.add("a", 3, "Text", {"text": "日本\n語\u2028\x85"})
    first.flush()
    second.flush()
    assert list(read_trace(tmp_path, "a")) == [
        {"attempt": "a-3", "signal": "Job", "prompt": "go"},
        {"attempt": "a-3", "signal": "Text", "text": "日本\n語\u2028\x85"},
        {"attempt": "a-12", "signal": "Text", "text": "again"},
    ]


def test_nothing_is_made_before_there_is_something_to_keep(tmp_path: Path):
    Trace(tmp_path / "runs" / "1.jsonl").flush()
    assert list(tmp_path.iterdir()) == []
    assert list(read_trace(tmp_path / "runs", "a")) == []


def test_a_flood_is_cut_and_does_not_wait_in_memory(tmp_path: Path):
    trace = Trace(tmp_path / "1.jsonl")
    for _ in range(1500):
        trace.add("a", 1, "Text", {"text": "x"})
    assert len(list(read_trace(tmp_path, "a"))) > 1000
    trace.add("b", 2, "Text", {"text": "x" * 1_000_000})
    trace.flush()
    [cut] = read_trace(tmp_path, "b")
    assert len(cut["cut"]) < 100_000


def test_a_line_that_a_crash_cut_off_is_left_out(tmp_path: Path):
    trace = Trace(tmp_path / "1.jsonl")
    trace.add("a", 1, "Text", {"text": "whole"})
    trace.flush()
    with (tmp_path / "1.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"attempt": "a-1", "signal": "Te')
    assert [each["text"] for each in read_trace(tmp_path, "a")] == ["whole"]
