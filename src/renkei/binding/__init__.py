"""What a person set binds: it is recorded in the user's state folder, and files that agents can write do not loosen it.

`record` keeps it, `effective` tells the hooks what holds, `files` reads what the project's files say now, `commits`
what a commit of a person holds, `differences` puts these beside each other.
"""

from renkei.binding.effective import effective_settings
from renkei.binding.record import Bound, has_record, read_bound, state_file

__all__ = ["Bound", "effective_settings", "has_record", "read_bound", "state_file"]
