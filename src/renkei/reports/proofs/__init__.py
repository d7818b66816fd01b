"""Claims that were accepted, kept as small proofs and checked again as the code changes."""
