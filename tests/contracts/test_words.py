"""What a contract's texts mean: which are commands, which are places, what an instruction tells the software."""

import pytest

from renkei.contracts.checks import is_named_in, list_checks
from renkei.contracts.text import (
    Instruction,
    OutputSchema,
    deliverable_path,
    find_command,
    output_schema,
    parse_instruction,
)
from tests.support.contract_team import simple, tc_007


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(
    ("method", "command"),
    [
        ("npm test 実行", "npm test"),
        ("npm test を実行する。", "npm test"),
        ("Run pytest -q", "pytest -q"),
        ("execute: ./check.sh --all", "./check.sh --all"),
        ("run make test", "make test"),
        ("make testの実行", "make test"),
        ("cargo test --all", "cargo test --all"),
        ("`our-own-tool check` passes", "our-own-tool check"),
        ("In a shell:\n$ go test ./...\nand look", "go test ./..."),
        ("仕様書とのエンドポイント突合チェック", None),
        ("make sure that it works", None),
        ("go through the list", None),
        ("a reviewer reads it", None),
        ("run through it by hand", None),
        ("npm test で確認", None),
        ("``", None),
        ("実行", None),
    ],
)
@pytest.mark.req("DEC-8")
def test_a_command_is_told_from_words(method: str, command: str | None):
    assert find_command(method) == command


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(
    ("deliverable", "path"),
    [
        ("src/auth/ 配下の実装ファイル一式", "src/auth/"),
        ("src/auth/配下の実装", "src/auth/"),
        ("docs/api.md", "docs/api.md"),
        ("src/**/*.ts (all of it)", "src/**/*.ts"),
        ("`docs/設計.md`", "docs/設計.md"),
        ("src/login", "src/login"),
        ("API動作確認レポート", None),
        ("client/server code", None),
        ("version v1.2", None),
        ("https://example.com/a.json", None),
        ("a short report", None),
    ],
)
def test_a_place_is_told_from_words(deliverable: str, path: str | None):
    assert deliverable_path(deliverable) == path


@pytest.mark.req("CON-2")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, None),
        ({"type": "object"}, OutputSchema(kind="document", document={"type": "object"})),
        ('{"type": "object"}', OutputSchema(kind="document", document={"type": "object"})),
        ("schemas/out.json", OutputSchema(kind="file", text="schemas/out.json")),
        ("OpenAPI 3.1", OutputSchema(kind="words", text="OpenAPI 3.1")),
    ],
)
def test_a_schema_is_a_document_a_file_or_words(given: object, expected: OutputSchema | None):
    assert output_schema(simple(expected_output={"format": "json", "schema": given})) == expected


@pytest.mark.req("CON-3")
@pytest.mark.parametrize(
    ("text", "kind", "status"),
    [
        ("現在の進捗をTASK_RESULTとして報告（status: partial）", "TASK_RESULT", "partial"),
        ("CONFLICT_REPORTを送信し、ブロック要因を明記して待機", "CONFLICT_REPORT", None),
        ("即座にSTATUS_UPDATEで報告し、作業を中断", "STATUS_UPDATE", None),
        ("Post a STATUS_UPDATE, new_status = error", "STATUS_UPDATE", "error"),
        ("MY_TASK_RESULT_TABLE is not a message", None, None),
        ("stop", None, None),
    ],
)
@pytest.mark.req("DEC-8")
def test_an_instruction_names_a_message(text: str, kind: str | None, status: str | None):
    found = parse_instruction(text)
    assert (found.type, found.status, found.text) == (kind, status, text)
    assert isinstance(found, Instruction)


@pytest.mark.req("CON-1", "CON-2")
def test_the_checks_of_the_seeds_example():
    assert [(check.number, check.kind, check.text, check.command) for check in list_checks(tc_007())] == [
        (1, "criterion", "全テストがパスする", "npm test"),
        (2, "criterion", "API仕様書の全エンドポイントが実装されている", None),
        (3, "deliverable", "API動作確認レポート", None),
    ]


@pytest.mark.req("CON-6")
def test_a_deviation_names_a_constraint_by_its_words():
    assert is_named_in("Answers within `200 ms`", ["not kept:  answers within 200 ms, it takes 300"])
    assert not is_named_in("Answers within 200 ms", ["slower than we hoped"])
