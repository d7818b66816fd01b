"""What every way in can ask: use cases and queries, typed in and typed out, on a project that is open.

Nothing here parses words, prints, or speaks HTTP: an entrypoint does that, before and after.
"""
