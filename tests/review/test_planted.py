"""Every defect that was planted is found at its line, and what is clean stays clean."""

import pytest

from tests.review import planted
from tests.support.review_project import Project

REPOSITORIES = {
    "python": (planted.PYTHON_CLEAN, planted.PYTHON_DEFECTS, planted.PYTHON_FOUND),
    "typescript": (planted.TYPESCRIPT_CLEAN, planted.TYPESCRIPT_DEFECTS, planted.TYPESCRIPT_FOUND),
    "mixed": (planted.MIXED_CLEAN, planted.MIXED_DEFECTS, planted.MIXED_FOUND),
}


@pytest.mark.parametrize("name", REPOSITORIES)
def test_planted_defects_are_found_at_their_lines_and_only_they(project: Project, name: str):
    clean, defects, found = REPOSITORIES[name]
    project.write({**clean, **defects})
    project.commit()
    document = project.document("--no-exec")
    places = {
        (each["path"], each["line"], rule) for each in document["findings"] for rule in (each["rule"], *each["also"])
    }
    assert found - places == set()
    lines = {(path, line) for path, line, _ in found}
    shown = {(each["path"], each["line"]) for each in document["findings"] if each["confidence"] >= 80}
    assert shown - lines == set()
    assert (document["verdict"], all(each["verified"] for each in document["findings"])) == ("NO-GO", True)


@pytest.mark.parametrize("name", REPOSITORIES)
def test_clean_repositories_stay_clean(project: Project, name: str):
    clean, _, _ = REPOSITORIES[name]
    project.write(clean)
    project.commit()
    document = project.document("--no-exec")
    assert document["findings"] == []
    assert (document["verdict"], project.review("--no-exec").code) == ("GO", 0)


def test_a_folder_that_is_in_no_repository_is_reviewed_too(project: Project):
    project.write({**planted.MIXED_CLEAN, **planted.MIXED_DEFECTS, "node_modules/x/index.js": "debugger;\n"})
    document = project.document("--no-exec")
    assert (document["commit"], document["base"]) == (None, None)
    assert {each["path"] for each in document["findings"]} == {path for path, _, _ in planted.MIXED_FOUND}
