"""Who is told of a verdict (DEC-45): the lead's model as a result arrives and at its stop, the person on screen."""

from typing import Any

import pytest

from tests.support.hook_client import Client
from tests.support.hook_project import AGENT, HONEST, LIE, event, report

SCREEN = {"CLAUDE_CODE_ENTRYPOINT": "cli"}
HEAD = "Renkei: the result of code-explorer failed verification after 2 refusals:"
PLACE = "src/ghost.py:45: there is no such file"
FOUR_LIES = report("a/one.py:1", "a/two.py:2", "a/three.py:3", "a/four.py:4")


def lies_thrice(client: Client, text: str = LIE, **fields: Any) -> None:
    for _ in range(3):
        client.stop(text, **fields)


def observing(client: Client) -> Client:
    client.renkei.ok("init", "--claude", "--mode", "observe")
    return client


def context(answer: Any) -> str:
    return answer["hookSpecificOutput"]["additionalContext"]


class TestForeground:
    @pytest.mark.req("DEC-45")
    def test_a_failed_result_reaches_the_leads_model_marked_and_the_person(self, client: Client):
        lies_thrice(client)
        told = client.came_back(AGENT)
        assert told["hookSpecificOutput"]["hookEventName"] == "PostToolUse"
        assert context(told).splitlines() == [
            HEAD,
            f"- [UNVERIFIED] {PLACE}",
            "Do not build on it: look for yourself, or say to whoever reads your answer that it is not verified.",
        ]
        assert told["systemMessage"] == f"{HEAD}\n- {PLACE}"

    @pytest.mark.req("DEC-45")
    def test_the_first_three_false_places_are_named_and_the_others_counted(self, client: Client):
        lies_thrice(client, FOUR_LIES)
        said = client.came_back(AGENT)["systemMessage"]
        assert [place in said for place in ("a/one.py:1", "a/two.py:2", "a/three.py:3")] == [True] * 3
        assert "a/four.py:4" not in said
        assert said.endswith("- and 1 more")

    def test_places_are_marked_and_neither_their_number_nor_a_rule_that_was_broken(self, client: Client):
        lies_thrice(client, FOUR_LIES)
        assert "[UNVERIFIED] a/three.py:3" in (said := context(client.came_back(AGENT)))
        assert "- and 1 more" in said
        lies_thrice(client, HONEST.replace("### Status\nSUCCESS\n", ""), agent_id="formless")
        said = context(client.came_back("formless"))
        assert (HEAD in said, "[UNVERIFIED]" in said) == (True, False)

    @pytest.mark.req("DEC-45", refused=True)
    def test_an_accepted_result_is_told_to_nobody(self, client: Client):
        client.start()
        client.stop(LIE)
        client.stop(HONEST)
        assert client.came_back(AGENT) is None
        assert client.lead_stops() is None
        assert client.session_starts(SCREEN) is None

    def test_each_is_told_with_its_own_result(self, client: Client):
        for name in ("one", "two"):
            lies_thrice(client, agent_id=name, agent_type="qa-engineer" if name == "two" else "code-explorer")
        assert "qa-engineer" not in str(client.came_back("one"))
        assert client.came_back("one") is None
        assert "qa-engineer" in str(client.came_back("two"))

    def test_an_agent_that_goes_on_and_lies_again_is_told_again(self, client: Client):
        lies_thrice(client)
        client.came_back(AGENT)
        lies_thrice(client)
        assert HEAD in context(client.came_back(AGENT))

    @pytest.mark.req("DEC-45")
    def test_a_result_of_which_no_hook_has_heard_has_no_verdict(self, client: Client):
        """As when a hook was killed, or ran out of the client's own time."""
        told = client.came_back("unheard")
        assert "Renkei: no verdict on code-explorer" in told["systemMessage"]
        assert "no verdict on code-explorer" in context(told)

    def test_a_launch_in_the_background_is_no_result(self, client: Client):
        lies_thrice(client)
        assert self.launched(client) is None

    def test_an_agent_whose_start_was_not_seen_is_known_by_its_launch(self, client: Client):
        assert self.launched(client) is None
        assert "no verdict on code-explorer" in client.notify(status="failed")["systemMessage"]

    def launched(self, client: Client) -> Any:
        given = event("PostToolUse", client.folder, agent_id="", tool_name="Agent")
        given |= {"tool_input": {"subagent_type": "code-explorer"}}
        return client.answer({**given, "tool_response": {"status": "async_launched", "agentId": AGENT}})

    @pytest.mark.req("DEC-45")
    def test_in_japanese(self, client: Client):
        client.renkei.ok("init", "--claude", "--lang", "ja")
        lies_thrice(client)
        said = client.came_back(AGENT)["systemMessage"]
        assert "Renkei: code-explorer の結果は 2 回の差し戻し後も検証に失敗しました:" in said
        assert "src/ghost.py:45" in said

    def test_what_an_agent_wrote_is_nothing_that_a_terminal_obeys(self, client: Client):
        lies_thrice(client, report("src/\x1b[2Jghost.py:45"))
        assert "\x1b" not in str(client.came_back(AGENT)["systemMessage"])


class TestBackground:
    @pytest.mark.req("DEC-45")
    def test_a_failed_result_is_told_with_its_notification(self, client: Client):
        client.start()
        lies_thrice(client)
        told = client.notify()
        assert told["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
        assert HEAD in context(told)
        assert told["systemMessage"] == f"{HEAD}\n- {PLACE}"
        assert client.notify() is None

    @pytest.mark.req("DEC-45", refused=True)
    @pytest.mark.parametrize(
        "prompt",
        [
            "look at src/app.py:1",
            "<task-notification>\n<task-id>b12345</task-id>\n<status>completed</status>",
            "<task-notification>",
            "What does <task-notification><task-id>agent-1</task-id> mean?",
        ],
        ids=["prompt", "of a shell", "cut off", "quoted"],
    )
    def test_a_prompt_that_brings_no_result_of_an_agent_is_let_through(self, client: Client, prompt: str):
        lies_thrice(client)
        assert client.answer(event("UserPromptSubmit", client.folder, agent_id="", prompt=prompt)) is None

    @pytest.mark.req("DEC-45")
    @pytest.mark.parametrize("status", ["failed", "killed", "completed"])
    def test_an_agent_that_ends_without_a_verdict_has_none(self, client: Client, status: str):
        client.start()
        told = client.notify(status=status)
        said = "Renkei: no verdict on code-explorer: it came to its end before its result was checked."
        assert told["systemMessage"] == said
        assert said in context(told)
        assert (client.checks(), client.renkei.json("trust")) == ([], [])

    def test_an_agent_that_was_sent_back_and_died_has_no_verdict(self, client: Client):
        client.start()
        client.stop(LIE)
        assert "no verdict on code-explorer" in client.notify(status="failed")["systemMessage"]


class TestForegroundDeath:
    def died(self, client: Client, kind: str = "code-explorer") -> Any:
        given = event("PostToolUseFailure", client.folder, agent_id="", tool_name="Agent", error="API Error")
        return client.answer({**given, "tool_input": {"subagent_type": kind}})

    def failure(self, client: Client, agent_id: str) -> Any:
        return client.answer(event("StopFailure", client.folder, agent_id=agent_id, error="server_error"))

    @pytest.mark.req("DEC-45")
    def test_it_is_told_where_the_lead_reads_the_error(self, client: Client):
        client.start()
        told = self.died(client)
        assert told["hookSpecificOutput"]["hookEventName"] == "PostToolUseFailure"
        assert "no verdict on code-explorer" in context(told)
        assert "no verdict on code-explorer" in told["systemMessage"]
        assert self.failure(client, AGENT) is None
        assert "no verdict" in client.lead_stops()["reason"]
        assert client.lead_stops() is None

    def test_the_client_may_say_first_which_one_it_was(self, client: Client):
        client.start()
        assert self.failure(client, AGENT) is None
        assert "no verdict on code-explorer" in context(self.died(client))
        assert self.died(client) is None

    def test_of_several_the_right_one_is_told_at_the_leads_stop(self, client: Client):
        for name in ("one", "two"):
            client.start(agent_id=name)
        assert self.died(client) is None
        assert self.failure(client, "one") is None
        client.stop(HONEST, agent_id="two")
        assert client.came_back("two") is None
        assert client.lead_stops()["reason"].count("no verdict on code-explorer") == 1

    def test_a_tool_that_fails_for_another_reason_is_no_death(self, client: Client):
        assert self.died(client) is None
        client.start()
        client.stop(HONEST)
        assert self.died(client) is None


class TestStop:
    @pytest.mark.req("DEC-45")
    def test_the_lead_is_held_once_and_the_person_told_once_more(self, client: Client):
        lies_thrice(client)
        told = client.came_back(AGENT)
        held = client.lead_stops()
        assert held == {"decision": "block", "reason": context(told), "systemMessage": told["systemMessage"]}
        assert client.lead_stops(active=True) is None
        assert client.lead_stops() is None

    @pytest.mark.req("DEC-45")
    def test_what_came_to_the_lead_in_no_other_way_is_told_there(self, client: Client):
        """As with the members of an agent team."""
        lies_thrice(client)
        held = client.lead_stops()
        assert (held["decision"], HEAD in held["reason"]) == ("block", True)

    def test_who_is_held_already_is_held_for_this_at_the_end_of_the_next_turn(self, client: Client):
        lies_thrice(client)
        assert list(client.lead_stops(active=True)) == ["systemMessage"]
        assert list(client.lead_stops()) == ["decision", "reason"]
        assert client.lead_stops() is None

    def test_sessions_are_apart(self, client: Client):
        lies_thrice(client, session_id="another")
        assert client.lead_stops() is None

    @pytest.mark.req("DEC-45")
    def test_a_lie_of_the_lead_itself_is_told_in_one_line_and_holds_nobody(self, client: Client):
        answer = client.lead_stops(LIE)
        assert answer == {"systemMessage": f"Renkei: what main thread says does not hold: {PLACE}"}
        assert client.checks() == [("main thread", "recorded", 1)]
        assert client.renkei.json("trust")[0]["false"] == 2

    @pytest.mark.req("DEC-45", refused=True)
    @pytest.mark.parametrize("text", [HONEST, "Done.", "I did it: see `git log`.", "", "12:30"])
    def test_a_lead_that_says_nothing_false_is_left_alone(self, client: Client, text: str):
        assert client.lead_stops(text) is None


class TestWithoutTheForm:
    @pytest.mark.req("DEC-45")
    @pytest.mark.parametrize("agent", ["Explore", "general-purpose", "poet"])
    def test_an_agent_is_looked_at_and_told_of_in_one_line(self, client: Client, agent: str):
        assert client.stop(LIE, agent_type=agent) is None
        said = f"Renkei: what {agent} says does not hold: {PLACE}"
        told = client.came_back(AGENT)
        assert told["systemMessage"] == said
        assert context(told) == said.replace("src/", "[UNVERIFIED] src/")

    @pytest.mark.req("DEC-45", refused=True)
    def test_nobody_is_refused_or_held_for_it(self, client: Client):
        client.stop(LIE, agent_type="Explore")
        client.came_back(AGENT)
        assert "decision" not in (client.lead_stops() or {})

    def test_what_has_nothing_false_in_it_is_not_spoken_of(self, client: Client):
        for text in ("A poem.", HONEST, ""):
            client.stop(text, agent_type="poet")
            assert client.came_back(AGENT) is None


class TestObserve:
    @pytest.mark.req("DEC-45")
    def test_the_person_alone_is_told(self, client: Client):
        observing(client).stop(LIE)
        said = f"Renkei would have refused the result of code-explorer (observe mode):\n- {PLACE}"
        assert client.came_back(AGENT) == {"systemMessage": said}
        assert client.lead_stops() == {"systemMessage": said}
        assert client.lead_stops() is None
        assert client.renkei.json("trust")[0]["false"] == 2

    @pytest.mark.req("DEC-45", refused=True)
    def test_nothing_is_added_to_what_a_model_reads(self, client: Client):
        observing(client).start()
        client.stop(LIE, agent_type="Explore")
        client.start(agent_id="dead")
        for answer in (client.came_back(AGENT), client.notify("dead", "failed"), client.lead_stops(LIE)):
            assert list(answer) == ["systemMessage"]


class TestDigest:
    @pytest.mark.req("DEC-45")
    def test_what_no_screen_has_shown_is_told_when_a_session_starts(self, client: Client):
        lies_thrice(client)
        client.came_back(AGENT)
        told = client.session_starts(SCREEN)
        assert list(told) == ["systemMessage"]
        assert told["systemMessage"].splitlines() == [
            "Renkei (enforce mode), since you last looked:",
            f"- code-explorer failed verification: {PLACE}",
            "`renkei status` shows more; `renkei off` or RENKEI_HOOKS=off stops the hooks.",
        ]
        assert client.session_starts(SCREEN) is None

    def test_a_session_without_a_screen_leaves_it_for_the_next(self, client: Client):
        lies_thrice(client)
        assert client.session_starts({"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"})
        assert client.session_starts(SCREEN)

    @pytest.mark.req("DEC-45", refused=True)
    def test_what_was_on_the_screen_is_not_told_again(self, client: Client):
        lies_thrice(client)
        client.came_back(AGENT, env=SCREEN)
        assert client.session_starts(SCREEN) is None

    def test_of_many_the_newest_are_told_and_the_others_counted(self, client: Client):
        observing(client)
        for number in range(8):
            client.stop(LIE, agent_id=f"a{number}")
        said = client.session_starts(SCREEN)["systemMessage"].splitlines()
        assert len(said) == 8
        assert said[6] == "and 3 more"

    def test_a_ledger_that_somebody_broke_is_read_as_far_as_it_goes(self, client: Client):
        lies_thrice(client)
        with (client.folder / ".renkei/sessions/session-1.jsonl").open("ab") as file:
            file.write(
                b'{"what": "checked", "id": "x"\n[1]\n7\n\xff\n{"id": 7}\n{"id": "y"}\n{"id": "z", "what": "checked"}\n'
            )
        assert HEAD in str(client.came_back(AGENT))
        assert client.lead_stops()
        assert client.session_starts(SCREEN)


class TestDoubts:
    @pytest.mark.req("RES-7")
    def test_what_could_not_be_verified_is_marked_for_the_lead(self, client: Client):
        (client.folder / "data.bin").write_bytes(b"\0\1\2")
        client.stop(HONEST.replace("| login | `src/app.py:1` | entry |", "| data | `data.bin:1` | entry |"))
        told = client.came_back(AGENT)
        assert list(told) == ["hookSpecificOutput"]
        assert "Renkei accepted the result of code-explorer, but could not verify all of it:" in context(told)
        assert "- [UNVERIFIED] data.bin:1: " in context(told)
