"""Starting processes, and ending all that they started. Nothing outside of this package makes a call that only
POSIX has (docs/why/processes.md).

`supervised`: commands that may start others, within limits. `sessions`: programs of which that is enough to know that
they run in a session of their own, such as git. `posix`: what else only POSIX has: locks of files, their owners,
waiting for a pipe. `watchdog`: an answer in time from work that may hang. `daemon`: a fault on request, for those
that have to end it.
"""
