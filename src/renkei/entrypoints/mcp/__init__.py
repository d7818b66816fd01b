"""The MCP server: tools that any coding agent can call. `tools` is what there is, `answers` how one call is answered,
`server` the protocol around them: it alone loads the package `mcp`."""
