"""One result, checked: parsed, its references looked up in a tree, judged by the rules."""

from renkei.errors import BadInput
from renkei.reports.formats import claims, parse
from renkei.reports.references import check as check_references
from renkei.reports.report import Dialect
from renkei.reports.rules import Judgement, judge, no_report
from renkei.reports.tree import Tree


def check(text: str, tree: Tree, dialect: Dialect | None = None) -> Judgement:
    """The judgement of a result. A text that is no result is judged, too: it breaks RES-1."""
    try:
        report = parse(text, dialect)
    except BadInput as error:
        return no_report(error)
    return judge(report, check_references(claims(report, known=tree.has), tree))
