"""Measurements of Renkei beside the physical limit and plain peers, in one run: ratios, never bare times."""
