"""The work tree at the edge: what lies in it, and commands that are run in it."""
