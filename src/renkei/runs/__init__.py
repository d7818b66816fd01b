"""Runs: a playbook becomes work in progress. `decide` is pure, `executor` carries out what it says."""
