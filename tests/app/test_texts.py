"""What use cases and commands say names what was given; the command line names its flag for it."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import renkei
from renkei.app import measures, results, store, team
from renkei.app.consent import Permission
from renkei.app.project import Project
from renkei.app.run_plans import RunRequest, plan_run
from renkei.entrypoints.cli.output import Output
from renkei.errors import BadInput
from renkei.sentence import Parameter, Sentence


def run_request(**variables: str) -> RunRequest:
    return RunRequest(playbook="design-docs", variables=variables, agents="scripted", permission=Permission())


MISTAKES: Final[list[tuple[Callable[[Project], object], str, str]]] = [
    (lambda project: measures.measure_log(project, seconds=0), "seconds: ", "--seconds: "),
    (lambda project: measures.measure_runs(project, tasks=1), "tasks: ", "--tasks: "),
    (lambda project: team.issue_token(project, "bob", life="soon"), "life: ", "--expires: "),
    (lambda project: results.list_trust(project, by=["colour"]), "by: ", "--by: "),
    (lambda project: plan_run(project, run_request(pace="fast")), "variables pace: ", "--var pace: "),
    (lambda project: plan_run(project, run_request(colour="red")), "variables: ", "--var: "),
    (lambda project: store.verify_store(project, noted="x"), "noted: ", "--head: "),
    (lambda project: renkei.open_project(lang="fr"), "lang: ", "--lang: "),
]


@pytest.mark.parametrize(("use", "named", "flag"), MISTAKES, ids=[named for _, named, _ in MISTAKES])
def test_an_error_names_what_was_given_and_the_command_line_its_flag(
    use: Callable[[Project], object], named: str, flag: str, tmp_path: Path
):
    with renkei.open_project(tmp_path, env={}) as project:
        renkei.add_agent(project, "bob", role="dev")
        with pytest.raises(BadInput) as refused:
            use(project)
    out = Output(lang="en", as_json=False)
    assert str(refused.value).startswith(named)
    assert out.say(refused.value.text, **refused.value.params).startswith(flag)


def test_the_command_line_names_its_flags_inside_other_sentences_too():
    inner = Sentence("nobody has allowed it ({option})", option=Parameter("execute"))
    out = Output(lang="en", as_json=False)
    assert out.say("Left out: {why}", why=inner) == "Left out: nobody has allowed it (--exec)"
    assert out.say(inner) == "nobody has allowed it (--exec)"
