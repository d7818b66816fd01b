"""The version, alone in its file so that `renkei --version` reads nothing else."""

__version__ = "0.1.0"
