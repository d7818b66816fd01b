"""References to code in a report: finding `path:line` in text, and checking it and what it quotes against a tree.

`find_references` reads text and knows no files; `check` asks a `renkei.reports.tree.Tree`.
"""

from renkei.reports.references.checker import check
from renkei.reports.references.claim import Checked, Claim, Found, Reference, State
from renkei.reports.references.finder import find_references

__all__ = ["Checked", "Claim", "Found", "Reference", "State", "check", "find_references"]
