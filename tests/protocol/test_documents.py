"""Any text is a value or bad input, never anything else: malformed, huge, nested, repeated, tagged."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.errors import BadInput
from renkei.protocol.documents import decode_text, parse_document
from renkei.protocol.terms import MAX_BYTES
from renkei.protocol.yaml import parse_yaml
from tests.support.examples import examples


def refusal(text: str) -> str:
    with pytest.raises(BadInput) as caught:
        parse_document(text, "in.txt")
    return str(caught.value)


@pytest.mark.parametrize("text", ["", "\n", "# only a remark", "---", "null", "~"])
def test_an_empty_document_is_nothing(text: str):
    assert parse_document(text, "in.txt") is None


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("Off", "Off"),
        ("y", "y"),
        ("true", True),
        ("False", False),
        ("12:30", "12:30"),
        ("2026-05-01", "2026-05-01"),
        ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z"),
        ("0x1F", 31),
        ("0o17", 15),
        ("017", 17),
        ("0b1", "0b1"),
        ("1_000", "1_000"),
        ("+12", 12),
        ("-12", -12),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("1.", 1.0),
        ("-1.5E-1", -0.15),
        (".inf", ".inf"),
        ("-.inf", "-.inf"),
        (".nan", ".nan"),
        ("NaN", "NaN"),
        ("Infinity", "Infinity"),
        ("1e999", "1e999"),
        ("9" * 5000, "9" * 5000),
        ("null", None),
        ("~", None),
        ("", None),
        ("Nothing", "Nothing"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("=", "="),
        ("<<", "<<"),
    ],
)
def test_yaml_values_are_those_of_the_core_schema_of_yaml_1_2(written: str, value: object):
    found = parse_document(f"a: {written}", "in.txt")["a"]
    assert (found, type(found)) == (value, type(value))


def test_block_texts_and_lists_are_taken():
    assert parse_document("a: |\n  one\n  two\nb:\n- 1\n- [x, {y: z}]\n", "in.txt") == {
        "a": "one\ntwo\n",
        "b": [1, ["x", {"y": "z"}]],
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: b}", {"a": "b"}),
        ("\n { type: FREEFORM, to: [be, fe],\n payload: {body: it's so} }\n", None),
        ("[a, {b: 1}]", ["a", {"b": 1}]),
        ("{}", {}),
    ],
)
def test_yaml_in_flow_style_is_taken(text: str, value: object):
    flow = {"type": "FREEFORM", "to": ["be", "fe"], "payload": {"body": "it's so"}}
    assert parse_document(text, "in.txt") == (flow if value is None else value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": 1,\n "a": 2}', "in.txt, line 2: the key 'a' stands twice in one object."),
        ('[1,\n{"b": {"a": 1,\n\n"a": 2}}]', "in.txt, line 4: the key 'a' stands twice in one object."),
        ("a: 1\nb: 2\na: 3", "in.txt, line 3: the key 'a' stands twice in one object."),
        ('a: {b: 1, "b": 2}', "in.txt, line 1: the key 'b' stands twice in one object."),
        ("a: &x [1]\nb: *x", "in.txt, line 2: aliases (*x) are not taken. Write the value out."),
        ("? [a]\n: b", "in.txt, line 1: a key has to be a word."),
        ("a: 1\n---\nb: 2", "in.txt, line 2, column 1: no YAML (but found another document)."),
        ("a:\n\tb: 1", "in.txt, line 2, column 1: no YAML (found character that cannot start any token)."),
        ("a: 'x", "in.txt, line 1, column 6: no YAML (found unexpected end of stream)."),
        ("a: b: c", "in.txt, line 1, column 5: no YAML (mapping values are not allowed in this context)."),
        ('{"a": 1', "in.txt, line 1, column 8: no JSON (Expecting ',' delimiter)."),
        ('{"a": "x\ny"}', "in.txt, line 1, column 9: no JSON (Invalid control character at)."),
        ("{a: b", "in.txt, line 2, column 1: no YAML (did not find expected ',' or '}')."),
        ('{"a": NaN}', "in.txt: no JSON (NaN is no JSON value)."),
        ("[-Infinity]", "in.txt: no JSON (-Infinity is no JSON value)."),
        ("a: \x00", "in.txt: no YAML (unacceptable character #x0000: control characters are not allowed)."),
        ("a: \x1b", "in.txt: no YAML (unacceptable character #x001b: control characters are not allowed)."),
        ("a: \ud800", "in.txt: half a character (a lone surrogate) at 3."),
    ],
)
def test_malformed_text_is_refused_with_its_line(text: str, message: str):
    assert refusal(text) == message


@pytest.mark.parametrize(
    "text",
    ["a: !!python/object/apply:os.system ['true']", "a: !!str 5", "!!set {a}", "a: !mine x", "!!python/name:os.system"],
)
def test_tags_are_refused(text: str):
    assert refusal(text).startswith("in.txt, line 1: tags (")


def test_aliases_that_would_blow_up_are_refused_before_anything_is_built():
    laughs = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 30))
    assert refusal(f"l0: &l0 [lol]\n{laughs}") == "in.txt, line 2: aliases (*l0) are not taken. Write the value out."


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "a: " + "[" * 100_000,
        "a: " + "{b: " * 100_000,
    ],
    ids=["json", "json closed", "json objects", "yaml lists", "yaml keys", "yaml flow", "yaml flow objects"],
)
def test_deep_nesting_is_refused_and_ends_no_process(text: str):
    assert refusal(text) == "in.txt is nested too deeply."


def test_a_document_of_50_megabytes_is_refused_by_its_size():
    with pytest.raises(BadInput, match=f"in.txt is larger than {MAX_BYTES} bytes"):
        decode_text(b"x" * 50_000_000, "in.txt")


def test_bytes_that_are_no_utf_8_are_refused_with_their_place():
    with pytest.raises(BadInput, match=r"in.txt is not UTF-8 text \(byte 3\)"):
        decode_text(b"a: \xff", "in.txt")


def test_a_byte_order_mark_is_left_out():
    assert decode_text(b"\xef\xbb\xbf{}", "in.txt") == "{}"


YAML_LIKE = st.text(st.sampled_from("ab01:-?[]{},&*!|>'\"%@`# \t\n\r\\.~<=\x85\u2028\ufeff\x00\ud800"), max_size=40)


@settings(max_examples=examples(200))
@given(st.text() | YAML_LIKE)
def test_any_text_is_a_value_or_bad_input(text: str):
    with contextlib.suppress(BadInput):
        parse_document(text, "in.txt")


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=15,
)


@given(VALUES)
def test_every_json_document_is_read_as_it_was_written(value: Any):
    assert parse_document(json.dumps([value]), "in.txt") == [value]


@settings(max_examples=examples(300))
@given(text=st.text(alphabet="ab:-?[]{},& \n", max_size=60))
def test_a_text_is_the_same_whether_it_is_looked_at_for_harm_first_or_not(text: str):
    """A remark with a `!` in it makes the parser look twice, and changes nothing else."""
    assert _read(text) == _read(f"{text}\n# !")


def _read(text: str) -> Any:
    try:
        return parse_yaml(text, "in.txt")
    except BadInput:
        return BadInput
