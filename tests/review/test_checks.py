"""Our own checks, one at a time: what they find, and what they leave alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renkei.review.checks.documents import DOCUMENTS
from renkei.review.checks.drift import DRIFT
from renkei.review.checks.files import FILES, HUGE
from renkei.review.checks.page_lines import find_anchors, find_links, markdown_lines
from renkei.review.checks.secrets import SECRETS, mask_secrets
from renkei.review.checks.tests import TEST_QUALITY
from renkei.review.checks.text import TEXT
from tests.review.planted import AWS_KEY, GITHUB_TOKEN, MARKERS
from tests.support.review_project import found_by, lines_of

MAKE = "run:\n\techo\ncheck: run\n\techo\n"
LONG = "".join(chr(ord("a") + (7 * index) % 26) + str(index % 10) for index in range(24))


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (f'key = "{AWS_KEY}"', "aws-access-key"),
        (f"token: {GITHUB_TOKEN}", "github-token"),
        ("-----BEGIN RSA " + "PRIVATE KEY-----", "private-key"),
        (f"db = 'postgresql://app:{LONG}@db.shop.io/x'", "password-in-address"),
        (f'password = "{LONG}"', "password"),
        (f'"apiKey": "{LONG}"', "password"),
    ],
)
def test_credentials_are_found_and_masked(tmp_path: Path, line: str, rule: str):
    assert lines_of(found_by(SECRETS, tmp_path, {"conf.yml": f"a: 1\n{line}\n"})) == [
        ("conf.yml", 2, f"secrets/{rule}")
    ]
    assert not any(secret in mask_secrets(line) for secret in (AWS_KEY, GITHUB_TOKEN, LONG))


@pytest.mark.parametrize(
    "line",
    [
        'password = "changeme"',
        'password = os.environ["DB_PASSWORD"]',
        'PASSWORD_FIELD = "user_password_hash"',
        "api_key: ${API_KEY}",
        'key = "' + "AKIA" + 'IOSFODNN7EXAMPLE"',
        "https://user:password@example.org/",
        'secret_name = "projects/x/secrets/y"',
        "ghp_" + "x" * 36,
    ],
)
def test_placeholders_are_no_credentials(tmp_path: Path, line: str):
    assert found_by(SECRETS, tmp_path, {"conf.py": f"{line}\n"}) == []


def test_credentials_in_tests_are_less_sure(tmp_path: Path):
    (found,) = found_by(SECRETS, tmp_path, {"tests/test_it.py": f'KEY = "{AWS_KEY}"\n'})
    assert found.confidence < 80


def test_marks_of_a_merge_are_found_together_alone(tmp_path: Path):
    ours, middle, theirs = MARKERS
    whole = f"a\n{ours} HEAD\nb\n{middle}\nc\n{theirs} branch\n"
    files = {"a.txt": whole, "b.md": f"Title\n{middle}\n", "c.txt": f"{theirs} quoted\n{ours}\n", "d.txt": f"{ours}\n"}
    assert lines_of(found_by(TEXT, tmp_path, files)) == [("a.txt", 2, "renkei/merge-marker")]


def test_hidden_characters_in_code(tmp_path: Path):
    files = {"a.js": "let a = 1; // \u202e hidden\n", "b.md": "\u202e right to left\n"}
    assert lines_of(found_by(TEXT, tmp_path, files)) == [("a.js", 1, "renkei/hidden-characters")]


def test_files_that_do_not_belong_in_a_repository(tmp_path: Path):
    files = {
        "big.bin": b"\0" * (HUGE + 1),
        "a.orig": "x",
        ".env": "A=1",
        ".env.example": "A=",
        "id_rsa": "x",
        "ok.txt": "x",
    }
    assert set(lines_of(found_by(FILES, tmp_path, files))) == {
        ("big.bin", None, "renkei/huge-file"),
        ("a.orig", None, "renkei/leftover"),
        (".env", None, "renkei/environment-file"),
        ("id_rsa", None, "renkei/key-file"),
    }


def test_links_that_lead_nowhere(tmp_path: Path):
    page = """
        # One page
        [a](other.md) [b](gone.md) [c](other.md#part) [d](other.md#gone) [e](#one-page) [f](https://example.org/x)
        `[code](gone.md)` [g](../outside.md) ![h](gone.png "title") [i]( <other.md> ) [j](other%2Emd)
        <!-- [k](gone.md) -->
        ```
        [l](gone.md)
        ```
        [m]: gone.md
    """
    files = {"page.md": page, "other.md": "Part\n----\n## With `code` and [link](x)\n"}
    found = found_by(DOCUMENTS, tmp_path, files)
    assert lines_of([each for each in found if each.path == "page.md"]) == [
        ("page.md", 2, "documents/broken-link"),
        ("page.md", 2, "documents/broken-anchor"),
        ("page.md", 3, "documents/broken-link"),
        ("page.md", 8, "documents/broken-link"),
    ]


def test_references_are_looked_up_where_the_project_is_meant(tmp_path: Path):
    page = "See `src/a.py:1`, src/a.py:9, `src/b.py:1`, `other/x.py:1`, `lib.rs:3` and 12:30.\n"
    files = {"page.md": page, "CHANGELOG.md": "src/a.py:9\n", "src/a.py": "A = 1\n"}
    found = found_by(DOCUMENTS, tmp_path, files)
    assert lines_of(found) == [("page.md", 1, "documents/broken-reference")] * 2
    assert "src/b.py:1 is not there: there is no such file" in {str(each.message) for each in found}


def test_commands_that_do_not_exist(tmp_path: Path):
    page = """
        ```sh
        make run check
        make deploy
        FOO=1 make -C sub anything
        python scripts/there.py && python scripts/gone.py
        python hello.py
        cd somewhere && make nothing
        npm run build
        npm run dist
        ./scripts/gone.sh
        make "$target"
        ```
        ```console
        $ make publish
        output of make nothing
        ```
        ```python
        make("nothing")
        ```
    """
    files = {
        "README.md": page,
        "Makefile": MAKE,
        "scripts/there.py": "A = 1\n",
        "package.json": '{"scripts": {"build": "tsc"}}',
        "sub/README.md": "```sh\nmake elsewhere\n```\n",
    }
    assert [line for _, line, _ in lines_of(found_by(DOCUMENTS, tmp_path, files))] == [3, 5, 9, 10, 14]


def test_a_makefile_that_cannot_be_seen_whole_says_nothing(tmp_path: Path):
    for number, text in enumerate(("include other.mk\n" + MAKE, MAKE + "%.o: %.c\n\tcc\n")):
        files = {"README.md": "```sh\nmake anything\n```\n", "Makefile": text}
        assert found_by(DOCUMENTS, tmp_path / str(number), files) == []


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("Dockerfile", "FROM x\nCOPY --from=a gone /\nCOPY gone.txt \\\n  there.txt /\nCOPY dist/ $VAR *.md /\n", [3]),
        ("docker-compose.yml", "services:\n  a:\n    build:\n      context: gone\n  b:\n    image: x\n", [4]),
        ("docker-compose.yml", "services:\n  a:\n    build:\n      context: .\n      dockerfile: Gone\n", [5]),
        (
            ".github/workflows/a.yml",
            "jobs:\n  a:\n    steps:\n    - run: |\n        make run\n        make gone\n",
            [6],
        ),
        (".github/workflows/a.yml", "jobs:\n  a:\n    steps:\n    - run: |\n        cd x\n        make gone\n", []),
        (".github/workflows/a.yml", "jobs: [\n", [2]),
        ("pyproject.toml", "[project]\nname = \n", [2]),
        ("pyproject.toml", '[project]\nname = "x"\nscripts.x = "there:main"\nscripts.y = "other:main"\n', []),
        ("package.json", '{"scripts": {\n  "a": "node src/gone.js",\n  "b": "node src/there.js"}}\n', [2]),
        ("package.json", '{"scripts": \n', [2]),
    ],
)
def test_configuration_that_has_drifted(tmp_path: Path, name: str, text: str, lines: list[int]):
    files = {name: text, "Makefile": MAKE, "there.txt": "x\n", "there.py": "x = 1\n", "src/there.js": "1;\n"}
    assert [line for path, line, _ in lines_of(found_by(DRIFT, tmp_path, files)) if path == name] == lines


def test_tests_that_cannot_fail(tmp_path: Path):
    text = """
        import pytest, unittest


        def test_nothing():
            compute()


        def test_something():
            assert compute() == 1


        def test_with_help():
            check_it(compute())


        def test_raises():
            with pytest.raises(ValueError):
                compute()


        @pytest.mark.skip(reason="not yet")
        def test_skipped():
            assert compute()


        class TestCase(unittest.TestCase):
            def test_method(self):
                self.assertEqual(compute(), 1)

            def test_empty(self):
                compute()


        def helper():
            compute()


        def test_true():
            assert 1
    """
    assert lines_of(found_by(TEST_QUALITY, tmp_path, {"test_it.py": text})) == [
        ("test_it.py", 4, "tests/no-assertion"),
        ("test_it.py", 30, "tests/no-assertion"),
        ("test_it.py", 39, "tests/always-true"),
    ]


@given(st.text(alphabet="[]()`#<>!\\ \n-=ab.$:"))
def test_any_page_is_read(text: str):
    lines = list(markdown_lines(text))
    assert [line.number for line in lines] == sorted({line.number for line in lines})
    assert all(line.text in text for line in lines)
    assert isinstance(find_anchors(text), set)
    assert all(isinstance(link, str) for line in lines for link in find_links(line.text))


@given(st.text())
def test_masking_takes_nothing_but_credentials(text: str):
    assert mask_secrets(mask_secrets(text)) == mask_secrets(text)
