"""The seed's own example, loaded unchanged, and everything that it says happens."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from renkei.commands.contracts import AcceptContract, RecordSteps, ReportContract
from renkei.errors import Refused
from renkei.protocol.contracts import Inspection
from tests.support.contract_team import ContractTeam, ran, tc_007
from tests.support.hub_team import StoreKind, open_log

LEAD, BACKEND = "agent-architect", "agent-backend"
REST = ["全テストがパスする", "API仕様書の全エンドポイントが実装されている", "API動作確認レポート"]


@pytest.fixture
def team(store: StoreKind, tmp_path: Path) -> Iterator[ContractTeam]:
    log = open_log(store, tmp_path)
    team = ContractTeam(log)
    team.join(LEAD, BACKEND)
    team.offer(tc_007(), by=LEAD)
    team.do(AcceptContract(contract="TC-007"), by=BACKEND)
    yield team
    assert team.flaws() == []
    log.close()


def deliver(team: ContractTeam) -> None:
    team.deliver("TC-007", by=BACKEND, found=Inspection())


@pytest.mark.req("CON-7", "CON-1")
def test_it_loads_unchanged_and_its_time_is_filled_in(team: ContractTeam):
    row = team.contract("TC-007")
    assert (row.delegator, row.assignee, row.artifacts) == (LEAD, BACKEND, ["auth-api-spec-v2", "db-schema-v3"])
    given = tc_007().model_dump(by_alias=True)
    assert {key for key in given if row.contract[key] != given[key]} == {"created_at"}


@pytest.mark.req("CON-7", "CON-2", "DEC-29")
def test_it_is_fulfilled_by_a_command_a_reviewers_word_and_its_hard_constraint_confirmed(team: ContractTeam):
    deliver(team)
    team.verify("TC-007", ran(1, "npm test"), by=LEAD, met=[2, 3])
    assert team.state("TC-007") == "delivered"
    team.verify("TC-007", by=LEAD, confirm="/api/v1/ の全エンドポイントを旧クライアントで確認した")
    assert team.state("TC-007") == "closed completed"


@pytest.mark.req("CON-7")
def test_blocked_it_sends_a_conflict_report_and_waits(team: ContractTeam):
    team.do(ReportContract(contract="TC-007", kind="blocked", text="仕様が矛盾している"), by=BACKEND)
    report = team.newest(LEAD, "CONFLICT_REPORT")
    assert report.payload["conflict_description"] == "仕様が矛盾している"
    assert team.state("TC-007") == "held"


@pytest.mark.req("CON-7")
def test_in_part_it_lists_the_rest_in_deviations(team: ContractTeam):
    with pytest.raises(Refused):
        team.deliver("TC-007", "partial", by=BACKEND)
    team.deliver("TC-007", "partial", by=BACKEND, deviations=["ログアウトは未実装"])
    assert team.newest(LEAD, "TASK_RESULT").payload["deviations"] == ["ログアウトは未実装"]
    assert team.state("TC-007") == "closed partial"


@pytest.mark.req("CON-7")
def test_a_broken_assumption_sends_a_status_update_and_stops(team: ContractTeam):
    team.do(ReportContract(contract="TC-007", kind="assumption", text="1"), by=BACKEND)
    update = team.newest(LEAD, "STATUS_UPDATE").payload
    assert (update["new_status"], update["progress_summary"]) == ("blocked", "PostgreSQL 15を使用")
    assert team.state("TC-007") == "held"
    said = "即座にSTATUS_UPDATEで報告し、作業を中断"
    assert [team.newest(reader, "KNOWLEDGE_SHARE").payload["content"] for reader in (LEAD, BACKEND)] == [said, said]


@pytest.mark.req("CON-7", "CON-3")
def test_two_retries_and_then_a_partial_result(team: ContractTeam):
    for _ in range(3):
        assert team.state("TC-007") != "closed partial"
        deliver(team)
        team.verify("TC-007", ran(1, "npm test", 1), by=LEAD)
    assert team.contract("TC-007").retries == 2
    assert team.state("TC-007") == "closed partial"
    assert team.newest(LEAD, "TASK_RESULT").payload["deviations"] == REST


@pytest.mark.req("CON-7", "CON-3")
def test_fifty_steps_and_then_a_partial_result(team: ContractTeam):
    team.do(RecordSteps(contract="TC-007", steps=49), by=BACKEND)
    assert team.state("TC-007") == "working"
    team.do(RecordSteps(contract="TC-007"), by=BACKEND)
    result = team.newest(LEAD, "TASK_RESULT")
    assert (result.sender, result.payload["status"], result.payload["deviations"]) == ("system", "partial", REST)
    assert team.state("TC-007") == "closed partial"


@pytest.mark.req("CON-7", "CON-6")
@pytest.mark.req("CON-6", refused=True)
def test_its_hard_constraint_refuses_and_its_soft_one_may_be_listed(team: ContractTeam):
    broken = ["既存の /api/v1/ エンドポイントとの後方互換性を維持: できていません"]
    with pytest.raises(Refused):
        team.deliver("TC-007", by=BACKEND, found=Inspection(), deviations=broken)
    team.deliver("TC-007", by=BACKEND, found=Inspection(), deviations=["レスポンスタイム200ms以内: 250ms"])
    assert team.state("TC-007") == "delivered"
