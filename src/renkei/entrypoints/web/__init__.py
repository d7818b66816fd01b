"""The server of `renkei serve`: `server` is the process, `gate` decides which request comes in, `site` is what every
route works with, `routes` puts them together. A module of routes has `make_routes(site)` and is named in `routes`."""
