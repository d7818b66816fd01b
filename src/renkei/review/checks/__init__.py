"""Our own checks: what can be said about any repository by reading it."""
