"""Renkei: the coordination layer for teams of AI coding agents."""

from renkei._version import __version__

__all__ = ["__version__"]
