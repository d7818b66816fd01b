"""The OpenAPI document says what the server does: schemathesis makes requests from it, and looks at every answer."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.web_server import serving
from tests.support.web_team import make_team

CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
    "negative_data_rejection", "unsupported_method", "ignored_auth",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.req("UI-1")
def test_every_answer_is_as_the_document_says(tmp_path: Path):
    folder = make_team(tmp_path / "project")
    with serving(folder) as served:
        words = [
            str(Path(sys.executable).with_name("schemathesis")), "run", f"http://127.0.0.1:{served.port}/api",
            "--header", f"Authorization: Bearer {served.token}",
            "--exclude-path", "/api/stream",  # it does not end
            "--phases", "examples,coverage,fuzzing", "--checks", ",".join(CHECKS), "--max-examples", "30",
            "--generation-deterministic", "--continue-on-failure", "--no-color",
        ]  # fmt: skip
        ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stdout[-6000:]
    assert " passed" in ran.stdout
