"""A review agent hands back the path of its file and nothing else."""

from pathlib import Path

import pytest

from renkei.errors import BadInput
from renkei.reports.cpf.handback import require_output, visible_return
from renkei.reports.cpf.inspectors import output_path


@pytest.mark.req("SDD-11", refused=True)
@pytest.mark.parametrize(
    ("returned", "left"),
    [
        (
            "WRITTEN:specs/auth/.review/sdd-inspector-rulebase.cpf",
            "WRITTEN:specs/auth/.review/sdd-inspector-rulebase.cpf",
        ),
        ("I found much.\n\n- a\n- b\n\nWRITTEN: `a b.cpf` \nBye.", "WRITTEN:a b.cpf"),
        ("WRITTEN:old.cpf\nand again\n**WRITTEN:new.cpf**", "WRITTEN:new.cpf"),
        ("All is well. " * 1000, ""),
        ("The file is WRITTEN: see above", ""),
        ("WRITTEN:\n", ""),
        ("WRITTEN:" + "* " * 100_000 + "x.cpf\r\n", "WRITTEN:x.cpf"),
        ("", ""),
    ],
)
def test_longer_text_is_cut(returned: str, left: str) -> None:
    assert visible_return(returned) == left


@pytest.mark.req("SDD-24")
def test_no_output_is_a_return_without_a_path_or_a_path_without_a_file(tmp_path: Path) -> None:
    path = output_path(tmp_path, "rulebase")
    with pytest.raises(BadInput, match="names no file"):
        require_output("Done.", tmp_path)
    with pytest.raises(BadInput, match="does not exist"):
        require_output(f"WRITTEN:{path.name}", tmp_path)
    path.mkdir()
    with pytest.raises(BadInput, match="does not exist"):
        require_output(f"WRITTEN:{path.name}", tmp_path)
    path.rmdir()
    path.write_text("VERDICT:GO\n", "utf-8")
    assert require_output(f"WRITTEN:{path.name}", tmp_path) == require_output(f"WRITTEN:{path}", tmp_path) == path


@pytest.mark.req("SDD-24")
def test_retry_writes_the_same_path(tmp_path: Path) -> None:
    first = output_path(tmp_path, "sdd-inspector-rulebase")
    assert first == output_path(tmp_path, "rulebase") == tmp_path / "sdd-inspector-rulebase.cpf"
