"""`renkei doctor`: what is installed, reachable, configured; what to do about the rest."""

import argparse
from dataclasses import asdict
from typing import Final

from renkei.app.doctor import examine
from renkei.entrypoints.cli.command import Context
from renkei.kit.words import Say

_MARKS: Final = {"ok": ("✓", "green"), "note": ("•", "yellow"), "fail": ("✗", "bold red")}


def add_doctor_arguments(parser: argparse.ArgumentParser, say: Say) -> None:
    pass


def handle_doctor(context: Context, args: argparse.Namespace) -> int:
    checks = list(examine(context.project))
    failed = any(check.state == "fail" for check in checks)
    if context.out.as_json:
        context.out.print_json({"ok": not failed, "checks": [asdict(check) for check in checks]})
    else:
        for check in checks:
            mark, style = _MARKS[check.state]
            context.out.print_styled((f"{mark} ", style), (f"{check.name:<10}", "bold"), check.detail)
            if check.remedy:
                context.out.print_styled((f"  → {check.remedy}", "dim"))
    return 1 if failed else 0
