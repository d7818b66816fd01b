"""The chain covers every field of every record, and its text is always the same."""

import json
from dataclasses import asdict, replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.eventlog.records import Draft, Head, Record, canonical_json, record_flaw, seal_draft

OPTIONAL = ("run", "cause", "key", "key_digest", "body", "salt", "body_digest")

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
json_values: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)
documents = st.dictionaries(texts, scalars, max_size=2)
drafts = st.builds(
    Draft,
    type=texts,
    actor=texts,
    via=texts,
    data=documents,
    body=st.none() | documents,
    run=st.none() | texts,
    key=st.none() | texts,
    command=st.none() | texts,
)


def chain(sealed: list[Draft]) -> list[Record]:
    head, records = Head(), list[Record]()
    for draft in sealed:
        records.append(seal_draft(draft, head=head, now="2026-01-01T00:00:00.000000Z"))
        head = head_at(records[-1])
    return records


def head_at(record: Record) -> Head:
    return Head(seq=record.seq, hash=record.hash, at=record.at)


def flaws(records: list[Record]) -> list[str]:
    heads = [Head(), *map(head_at, records)]
    return [wrong for record, head in zip(records, heads, strict=False) if (wrong := record_flaw(record, head))]


@given(json_values)
def test_canonical_json_is_a_fixed_point(value: Any):
    text = canonical_json(value)
    assert canonical_json(json.loads(text)) == text


@given(drafts)
def test_hash_is_of_plain_json_that_anybody_can_write(draft: Draft):
    record = seal_draft(draft, head=Head(), now="2026")
    covered = [value for name, value in asdict(record).items() if name not in ("body", "salt", "hash")]
    text = json.dumps(covered, ensure_ascii=False, separators=(",", ":"))
    assert record.hash == sha256(f"{Head().hash}\n{text}".encode()).hexdigest()


@given(st.lists(drafts, max_size=4))
def test_chain_of_sealed_records_has_no_flaw(sealed: list[Draft]):
    assert flaws(chain(sealed)) == []


@given(st.data())
def test_any_tampered_field_of_any_record_is_found(data: st.DataObject):
    records = chain(data.draw(st.lists(drafts, min_size=1, max_size=4)))
    place = data.draw(st.integers(0, len(records) - 1))
    field, value = data.draw(st.sampled_from(sorted(asdict(records[place]).items())))
    others = (st.integers() if field in ("seq", "cause") else texts) | (
        st.none() if field in OPTIONAL else st.nothing()
    )
    records[place] = replace(records[place], **{field: data.draw(others.filter(lambda other: other != value))})
    assert flaws(records)


@given(st.lists(drafts, min_size=2, max_size=4), st.data())
def test_rewritten_record_breaks_the_one_after_it(sealed: list[Draft], data: st.DataObject):
    records = chain(sealed)
    place = data.draw(st.integers(0, len(records) - 2))
    before = head_at(records[place - 1]) if place else Head()
    records[place] = seal_draft(
        replace(sealed[place], actor=f"not {sealed[place].actor}"), head=before, now=records[place].at
    )
    assert flaws(records) == ["the record does not match its hash"]


@given(st.lists(drafts, min_size=1, max_size=4))
def test_forgotten_bodies_leave_the_chain_whole(sealed: list[Draft]):
    records = [record.without_body() for record in chain(sealed)]
    assert flaws(records) == []
    assert not any(record.body or record.salt for record in records)


@pytest.mark.parametrize("lost", [0, 1])
def test_lost_record_is_found(lost: int):
    records = chain([Draft(type="Said", actor="ada", via="terminal", data={})] * 3)
    del records[lost]
    assert flaws(records) == [f"seq {lost + 2} follows seq {lost}"]


def test_same_body_has_another_digest_each_time():
    """So that nobody can guess a forgotten text from its digest."""
    first, second = chain([Draft(type="Said", actor="ada", via="terminal", data={}, body={"text": "yes"})] * 2)
    assert first.body == second.body
    assert first.body_digest != second.body_digest


def test_record_set_before_its_predecessor_in_time_is_found():
    first = seal_draft(Draft(type="Said", actor="ada", via="terminal", data={}), head=Head(), now="2026-01-02")
    early = seal_draft(
        Draft(type="Said", actor="ada", via="terminal", data={}), head=replace(head_at(first), at=""), now="2026-01-01"
    )
    assert record_flaw(early, head_at(first)) == "its time 2026-01-01 is before 2026-01-02"


@pytest.mark.parametrize("cause", [0, -1, 1, 10**30])
def test_cause_that_does_not_stand_before_its_effect_is_found(cause: int):
    record = seal_draft(Draft(type="Said", actor="ada", via="terminal", data={}, cause=cause), head=Head(), now="2026")
    assert record_flaw(record, Head()) == f"its cause {cause} does not stand before it"
