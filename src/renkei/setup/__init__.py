"""What `init` merges into a client's files, and how `uninstall` takes it out again."""
