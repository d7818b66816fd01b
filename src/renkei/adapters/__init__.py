"""How an agent is started: one small seam, and a module for each kind of agent."""
