"""Compiles the rules and the policy that ship: YAML, in which they are written, to JSON, which is quickly read."""

import json
from pathlib import Path

from renkei.dispatch.rule_files import COMPILED, SHIPPED, load_rules
from renkei.policy import tables
from renkei.policy.policy_files import compile_policy
from renkei.protocol.yaml import parse_yaml


def compiled() -> str:
    """The rules as JSON, which says the same to the same loader."""
    data = SHIPPED.read_bytes()
    load_rules(data, str(SHIPPED))
    return json.dumps(parse_yaml(data.decode(), str(SHIPPED)), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    COMPILED.write_text(compiled(), encoding="utf-8")
    Path(tables.COMPILED).write_bytes(compile_policy())
