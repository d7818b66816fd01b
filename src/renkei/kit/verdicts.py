"""Numbers and names of the verdict on a result that hooks, the log and what is told agree on."""

from typing import Final

MOST_REFUSALS: Final = 2
"""How often an agent is asked to mend the same result."""

UNCHECKED: Final = "RES-8"
"""The rule by which a stop is refused whose result could not be checked."""

VERIFIER: Final = "verification-specialist"
"""The agent that looks at sure results (RES-8)."""
