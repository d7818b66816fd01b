"""Playbooks without a store: states, the graph of tasks, who owns which file, what is wrong with one; pure."""
