"""References that are planted in a repository come out as planted; `make evidence` does the same with far more."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench import releases
from renkei.reports.tree import WorkingTree
from scripts import evidence

SOURCE = evidence.ROOT / "src"


@pytest.mark.req("RES-4", "RES-7")
def test_plants_in_our_own_source_come_out_as_planted():
    plants, _ = evidence.plant(evidence.read(SOURCE), 20)
    assert {each.kind for each in plants} == set(evidence.EXPECTED)
    assert evidence.differing(plants, evidence.outcomes(plants, WorkingTree(SOURCE))) == []


def test_a_plant_that_comes_out_otherwise_is_told():
    plants, _ = evidence.plant(evidence.read(SOURCE), 1)
    lie = replace(plants[0], kind="absent", path=next(iter(evidence.read(SOURCE))), line=1, quote=None, found_line=None)
    assert evidence.differing([lie], evidence.outcomes([lie], WorkingTree(SOURCE))) == [(lie, [("verified", None)])]


def test_release_is_unpacked_inside_the_folder_only(tmp_path: Path):
    archive, folder = tmp_path / "x.tar.gz", tmp_path / "folder"
    with releases.tarfile.open(archive, "w:gz") as tar:
        for name in ("x-1/a.py", "x-1/../../b.py"):
            (tmp_path / "a.py").write_text("a = 1\n", "utf-8")
            tar.add(tmp_path / "a.py", arcname=name)
    releases.unpack(archive, folder)
    assert [path.name for path in tmp_path.rglob("*.py") if path.parent != tmp_path] == ["a.py"]
    assert not (tmp_path / "b.py").exists()
