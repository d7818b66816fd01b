"""What a file is, by its name: its language, and whether it is a test, a document or somebody else's code. Where the
name says no language, the first line may."""

import re
from pathlib import PurePosixPath
from typing import Final

from renkei.values import value

SKIPPED_FOLDERS: Final = frozenset({
    ".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".nox", ".mypy_cache",
    ".ruff_cache", ".pytest_cache", ".hypothesis", ".eggs", ".renkei", ".idea", ".gradle", ".terraform",
})  # fmt: skip
"""Folders that tools make, left out where git does not say what belongs to the project."""

INSTALLED: Final = frozenset(
    {"node_modules", ".venv", "venv", ".tox", ".nox", ".eggs", "site-packages", "bower_components"}
)
"""Folders of what others wrote, left out even where git has them."""

_LANGUAGES: Final = {
    ".py": "python", ".pyi": "python", ".pyw": "python",
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx",
    ".go": "go", ".rs": "rust", ".sh": "shell", ".bash": "shell",
    ".java": "java", ".kt": "kotlin", ".kts": "kotlin", ".scala": "scala", ".groovy": "groovy",
    ".c": "c", ".h": "c", ".cc": "c++", ".cpp": "c++", ".cxx": "c++", ".hpp": "c++", ".hh": "c++",
    ".m": "objective-c", ".mm": "objective-c", ".cs": "c#", ".fs": "f#", ".swift": "swift", ".dart": "dart",
    ".rb": "ruby", ".php": "php", ".pl": "perl", ".pm": "perl", ".lua": "lua", ".r": "r", ".jl": "julia",
    ".ex": "elixir", ".exs": "elixir", ".erl": "erlang", ".hs": "haskell", ".ml": "ocaml", ".clj": "clojure",
    ".zig": "zig", ".nim": "nim", ".sol": "solidity", ".ps1": "powershell", ".sql": "sql", ".pyx": "cython",
    ".vue": "vue", ".svelte": "svelte", ".html": "html", ".css": "css", ".scss": "css",
    ".md": "markdown", ".markdown": "markdown", ".rst": "rst",
    ".json": "json", ".yml": "yaml", ".yaml": "yaml", ".toml": "toml",
}  # fmt: skip

_INTERPRETERS: Final = {
    "sh": "shell", "bash": "shell", "dash": "shell", "ash": "shell", "ksh": "shell", "zsh": "zsh", "fish": "fish",
    "python": "python", "pypy": "python", "node": "javascript", "deno": "typescript", "ruby": "ruby", "perl": "perl",
    "php": "php", "lua": "lua", "tclsh": "tcl", "awk": "awk", "gawk": "awk", "rscript": "r", "pwsh": "powershell",
}  # fmt: skip
_SHEBANG: Final = re.compile(rb"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*(?:\S*/)?)?([A-Za-z]+)[\d.]*(?:\s|$)")

_NO_CODE: Final = frozenset({"markdown", "rst", "json", "yaml", "toml", "html", "css"})

_VENDORED: Final = re.compile(
    r"(^|/)(vendor|vendored|_vendor|third[_-]?party|external|bower_components|node_modules|dist|build|generated|_build|_static|\.doctrees)/"
    r"|\.min\.(js|css)$|(^|/)(package-lock|npm-shrinkwrap)\.json$|_pb2(_grpc)?\.pyi?$|\.pb\.go$|\.lock$"
)
_TEST: Final = re.compile(
    r"(^|/)(tests?|testing|__tests__|spec|specs|e2e)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.pyi?$"
    r"|\.(test|spec)\.[cm]?[jt]sx?$|_test\.go$"
)
_DATA: Final = re.compile(
    r"(^|/)(testdata|fixtures?|test[_-]?data|snapshots?|__snapshots__|cassettes|corpus|samples?)/"
)
_EXAMPLE: Final = re.compile(
    r"(^|/)(docs?|docs_src|[\w-]*examples?|demos?|tutorials?|benchmarks?|bench|scripts?|tools)/"
)
_BUILD: Final = re.compile(
    r"(^|/)((setup|noxfile|fabfile|versioneer)\.py|wscript|([Jj]ake|[Gg]ulp|[Gg]runt|[Cc]ake)file(\.\w+)*|[\w.-]+\.config\.[cm]?[jt]s)$"
)


@value
class Kind:
    """What a file is."""

    language: str | None
    by_name: bool
    """Whether its name says the language; of a script without a suffix its first line does."""
    is_test: bool
    is_data: bool
    """Input of a test: broken on purpose as often as not."""
    is_example: bool
    is_build: bool
    """What builds the project, run by those who wrote it."""
    is_vendored: bool
    """Copied or generated: its faults are to be mended elsewhere."""

    @property
    def is_code(self) -> bool:
        """Whether it is written in a programming language."""
        return self.language is not None and self.language not in _NO_CODE

    @property
    def is_own(self) -> bool:
        """Code that the project itself keeps in order."""
        return not self.is_vendored and not self.is_data


def language_by_name(path: str) -> str | None:
    return _LANGUAGES.get(PurePosixPath(path).suffix.lower())


def language_of_script(beginning: bytes) -> str | None:
    """By the interpreter that the first line names."""
    found = _SHEBANG.match(beginning)
    return _INTERPRETERS.get(found[1].decode().lower()) if found else None


def kind_of(path: str, beginning: bytes = b"") -> Kind:
    by_name = language_by_name(path)
    return Kind(
        language=by_name or language_of_script(beginning),
        by_name=by_name is not None,
        is_test=bool(_TEST.search(path)),
        is_data=bool(_DATA.search(path)),
        is_example=bool(_EXAMPLE.search(path)),
        is_build=bool(_BUILD.search(path)),
        is_vendored=bool(_VENDORED.search(path)),
    )
