"""The least rights that readers and posters need, as SQL: `python -m renkei.eventlog.postgres.roles | psql URL`."""

from importlib.resources import files


def roles_sql() -> str:
    """The SQL that makes the roles and grants them what they need."""
    return files("renkei.eventlog").joinpath("sql", "postgres", "roles.sql").read_text(encoding="utf-8")


if __name__ == "__main__":
    print(roles_sql(), end="")
