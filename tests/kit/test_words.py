"""Renkei says everything in both languages: no sentence lacks its Japanese, and no Japanese its sentence."""

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from string import Formatter

import renkei.kit.ja
from renkei.errors import BadInput
from renkei.kit.ja import JA
from renkei.kit.words import speaker, translate
from renkei.sentence import Sentence
from tests.kit.templates import in_code, in_tables

code = cache(in_code)


@cache
def sentences() -> dict[str, str]:
    """Every sentence, with where it stands."""
    return {**in_tables(), **code().sentences}


ELSEWHERE = {
    "app/clients.py: each",
    "app/doctor.py: each",
    "app/doctor.py: error.text",
    "app/project.py: note.text",
    "app/project.py: text",
    "app/status.py: error.text",
    "app/store.py: error.text",
    "entrypoints/cli/command.py: label",
    "entrypoints/cli/command.py: text",
    "commands/delivery_checks.py: waiting.text",
    "runs/run_log.py: text",
    "reports/formats/cpf.py: first.expected",
    "reports/rules/handover.py: problem.expected",
    "board/verify.py: error.text",
    "entrypoints/cli/contract_view.py: _STATES[state]",
    "entrypoints/cli/__init__.py: meaning",
    "entrypoints/cli/__init__.py: summary",
    "entrypoints/cli/__init__.py: title",
    "entrypoints/cli/completion_command.py: line",
    "entrypoints/cli/aggregate_command.py: _SAID[whole.next]",
    "entrypoints/cli/aggregate_command.py: breach.text",
    "entrypoints/cli/backup_command.py: flaw.message",
    "entrypoints/cli/board_view.py: _MISSING[due]",
    "workspace/inspection.py: error.text",
    "workspace/merging.py: error.text",
    "entrypoints/cli/check_command.py: checked.reason.text",
    "entrypoints/cli/check_command.py: violation.text",
    "entrypoints/cli/claims_command.py: reason.text",
    "entrypoints/cli/claims_command.py: standing.reason.text",
    "entrypoints/cli/claims_markdown.py: standing.reason.text",
    "entrypoints/cli/command.py: COMMANDS[name]",
    "entrypoints/cli/demo_command.py: line.text",
    "entrypoints/cli/output.py: each",
    "entrypoints/cli/output.py: error.text",
    "entrypoints/cli/output.py: heading",
    "entrypoints/cli/output.py: label",
    "entrypoints/cli/output.py: p.expected",
    "entrypoints/cli/output.py: problem.expected",
    "entrypoints/cli/output.py: problem.path",
    "entrypoints/cli/output.py: text",
    "entrypoints/cli/parser.py: template",
    "entrypoints/cli/uninstall_command.py: _SAID[word]",
    "entrypoints/cli/verify_store_command.py: flaw.message",
    "entrypoints/stops.py: violation.text",
    "entrypoints/hooks.py: problem",
    "entrypoints/stops.py: each.reason",
    "entrypoints/stops.py: each.text",
    "entrypoints/telling.py: HEADS[outcome]",
    "entrypoints/telling.py: SHORT[_outcome(verdict)]",
    "eventlog/sqlite/file.py: text",
    "kit/words.py: text.text",
    "reports/formats/certainty.py: Sentence('a number from 0 to 100')",
    "reports/formats/contract.py: Sentence('SUCCESS, PARTIAL or FAILED')",
    "reports/formats/contract.py: Sentence('the sections Status, Summary, Findings, Key References and Confidence')",
    "entrypoints/cli/cpf_command.py: problem.expected",
    "entrypoints/cli/cpf_command.py: reason",
    "entrypoints/cli/cpf_command.py: review.reason",
    "entrypoints/cli/cpf_command.py: text",
    "reports/cpf/batches.py: expected.text",
    "reports/cpf/reader.py: expected.text",
    "reports/cpf/review.py: reason",
    "reports/cpf/review.py: self.reason",
    "reports/cpf/review.py: text",
    "reports/cpf/rules.py: rule.expected.text",
    "reports/cpf/verdict.py: rule.reason",
    "reports/formats/document.py: error.text",
    "reports/formats/document.py: expected",
    "reports/formats/sdd.py: Sentence('a first line such as BUILDER_COMPLETE, then lines of Name: value')",
    "reports/formats/written.py: Sentence('WRITTEN: and the path of the file that was written')",
    "reports/rules/case.py: self.text",
    "kit/words.py: value",
    "policy/rules.py: rule.refusal",
    "entrypoints/cli/review_view.py: each.reason",
    "entrypoints/cli/review_view.py: review.audit.reason",
    "adapters/tools_agent.py: each.reason",
    "adapters/tools_agent.py: error.text",
    "adapters/tools_gate.py: judged.reason",
    "review/cache.py: template",
    "review/formats/document.py: each.reason",
    "review/formats/document.py: message",
    "review/formats/document.py: review.audit.reason",
    "review/formats/lines.py: review.audit.reason",
    "review/formats/markdown.py: each.reason",
    "review/formats/markdown.py: review.audit.reason",
    "review/formats/sarif.py: each.reason",
    "review/formats/sarif.py: review.audit.reason",
    "playbooks/check.py: expected",
    "runs/reading.py: each.expected",
    "runs/attempt.py: each",
    "runs/attempt.py: each.reason",
    "runs/reading.py: each",
    "runs/reading.py: each.text",
    "setup/claude.py: error.text",
    "runs/reading.py: error.text",
    "runs/attempt.py: _describe_kept(kept)",
    "runs/attempt.py: failure",
    "runs/reading.py: describe_shortfall(report)",
    "runs/task_contracts.py: _AT_THE_END[policy.then]",
    "protocol/documents.py: _EXPECTED.get(detail['type'], '{message}')",
}
"""Where a sentence is passed on that stands in the code elsewhere, or in one of the tables."""

JAPANESE = re.compile("[ぁ-んァ-ヶ一-龠]")


def fields(template: str) -> set[tuple[str, str | None, str | None]]:
    """The parameters of a template, with how they are formatted."""
    return {(name, spec, conversion) for _, name, spec, conversion in Formatter().parse(template) if name is not None}


def has_words(template: str) -> bool:
    return any(character.isalpha() for literal, *_ in Formatter().parse(template) for character in literal)


def test_the_search_finds_the_sentences():
    assert len(code().sentences) > 150
    assert "There is no file {path}." in code().sentences


def test_every_sentence_has_its_japanese():
    missing = [f"{place}: {text!r}" for text, place in sentences().items() if text not in JA]
    assert not missing, "\n".join(missing)


def test_no_japanese_is_left_over():
    unused = [text for text in JA if text not in sentences()]
    assert not unused, "\n".join(unused)


def test_every_sentence_can_be_seen():
    """A sentence that is put together from pieces, or comes from an unknown place, could not be translated."""
    assert not code().elsewhere - ELSEWHERE
    assert not ELSEWHERE - code().elsewhere


def test_each_sentence_stands_in_one_module():
    """A second Japanese for the same English would win or lose by the order of the modules."""
    modules = [import_module(f"renkei.kit.ja.{module.name}") for module in iter_modules(renkei.kit.ja.__path__)]
    times = Counter(sentence for module in modules for sentence in module.WORDS)
    assert [sentence for sentence, count in times.items() if count > 1] == []
    assert set(times) == set(JA)


def test_japanese_has_the_same_parameters():
    differing = [text for text, said in JA.items() if fields(said) != fields(text)]
    assert not differing, "\n".join(differing)


def test_japanese_is_japanese():
    """Only what has no words of its own may do without."""
    foreign = [text for text, said in JA.items() if has_words(text) != bool(JAPANESE.search(said))]
    assert not foreign, "\n".join(foreign)


def test_japanese_has_the_same_indents_and_line_ends():
    differing = [
        text
        for text, said in JA.items()
        if (text[0].isspace(), text.count("\n")) != (said[0].isspace(), said.count("\n"))
    ]
    assert not differing, "\n".join(differing)


def test_translate_speaks_both():
    assert translate("en", "There is no file {path}.", path="a.yaml") == "There is no file a.yaml."
    assert speaker("ja")("There is no file {path}.", path="a.yaml") == "ファイル a.yaml はありません。"
    assert translate("ja", "never said {x!r}", x="{y}") == "never said '{y}'"


def test_a_sentence_inside_a_sentence_is_translated_too():
    name = Sentence("{path} line {number}", path="{a}.jsonl", number=3)
    assert name == "{a}.jsonl line 3"
    assert translate("en", "{name} is not valid.", name=name) == "{a}.jsonl line 3 is not valid."
    assert translate("ja", "{name} is not valid.", name=name) == "内容が正しくありません: {a}.jsonl の 3 行目"
    assert translate("ja", name) == "{a}.jsonl の 3 行目"
    assert str(BadInput("{name} is not valid.", name=name)) == "{a}.jsonl line 3 is not valid."


def test_the_search_reports_what_it_cannot_see(tmp_path: Path):
    (tmp_path / "module.py").write_text(
        "NAMED = 'named'\n"
        "def f(x):\n"
        "    say('one' if x else 'two ' 'three')\n"
        "    raise BadInput(NAMED)\n"
        "    out.tell(f'{x} pieces')\n"
        "    Note(text='note')\n"
        "    text.translate(table)\n"
        "    out.table(['Heading'], [])\n",
        "utf-8",
    )
    found = in_code(tmp_path)
    assert set(found.sentences) == {"one", "two three", "named", "note", "Heading"}
    assert found.elsewhere == {"module.py: f'{x} pieces'"}
