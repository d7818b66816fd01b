"""Japanese: English template to Japanese template, a module for each area.

A test proves that none is missing and that parameters agree.
"""

from typing import Final

from renkei.kit.ja import (
    aggregate,
    authority,
    bench,
    board,
    claims,
    commands,
    context,
    contracts,
    cpf,
    decisions,
    demo,
    dialects,
    dispatch,
    documents,
    inspectors,
    log,
    messages,
    results,
    review,
    run_report,
    runs,
    setup,
    stores,
    task_contracts,
    team,
    workspace,
)

JA: Final[dict[str, str]] = {
    **aggregate.WORDS,
    **authority.WORDS,
    **bench.WORDS,
    **board.WORDS,
    **claims.WORDS,
    **commands.WORDS,
    **context.WORDS,
    **contracts.WORDS,
    **cpf.WORDS,
    **decisions.WORDS,
    **demo.WORDS,
    **dialects.WORDS,
    **dispatch.WORDS,
    **documents.WORDS,
    **inspectors.WORDS,
    **log.WORDS,
    **messages.WORDS,
    **results.WORDS,
    **review.WORDS,
    **run_report.WORDS,
    **runs.WORDS,
    **setup.WORDS,
    **stores.WORDS,
    **task_contracts.WORDS,
    **team.WORDS,
    **workspace.WORDS,
}
