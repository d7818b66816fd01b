"""Numbers and names of the verdict on a result that hooks, the log and what is told agree on."""

from typing import Final

MOST_REFUSALS: Final = 2
"""How often an agent is asked to mend the same result."""

VERIFIER: Final = "verification-specialist"
"""The agent that looks at sure results (RES-8)."""
