"""Analysers that others keep, each made to fit the seam of `base`."""
