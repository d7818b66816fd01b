"""Results of agents: what they claim, and whether it is true."""
