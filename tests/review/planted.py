"""Repositories with defects that were put there on purpose, and the same repositories without them."""

from typing import Final

Files = dict[str, str]
Places = set[tuple[str, int | None, str]]

# In pieces, so that this file holds no credential itself.
AWS_KEY: Final = "AKIA" + "Z7QX4MNP2RSTUVW9"
GITHUB_TOKEN: Final = "ghp_" + "a8Kd03jfLq92hHxZpW6rT1vYcB5nM7sE4uGo"
MARKERS: Final = ("<" * 7, "=" * 7, ">" * 7)

PYTHON_CLEAN: Final[Files] = {
    "README.md": """
        # Shop
        See [the guide](docs/guide.md#prices) and `src/shop/cart.py:4`.

        ```console
        $ make test
        ```
    """,
    "docs/guide.md": """
        # Guide
        ## Prices
        They are in cents.
    """,
    "Makefile": """
        .PHONY: test
        test:
        \tpython -m pytest
    """,
    "pyproject.toml": """
        [project]
        name = "shop"
        version = "1.0"
        readme = "README.md"
        dependencies = []

        [project.scripts]
        shop = "shop.cart:main"
    """,
    "src/shop/__init__.py": "",
    "src/shop/cart.py": '''
        """A cart."""


        def total(prices: list[int], discount: int = 0) -> int:
            return sum(prices) - discount


        def main() -> None:
            print(total([1, 2]))
    ''',
    "tests/test_cart.py": """
        from shop.cart import total


        def test_total_is_the_sum() -> None:
            assert total([1, 2]) == 3
    """,
    "Dockerfile": """
        FROM python:3.12
        COPY pyproject.toml /app/
        COPY src /app/src
    """,
    ".github/workflows/test.yml": """
        on: push
        jobs:
          test:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
              - run: make test
    """,
}

PYTHON_DEFECTS: Final[Files] = {
    "README.md": """
        # Shop
        See [the guide](docs/gone.md) and [prices](docs/guide.md#costs).
        The sum is made in `src/shop/cart.py:400`.

        ```console
        $ make tset
        ```
    """,
    "src/shop/cart.py": f'''
        """A cart."""

        import os
        import subprocess

        KEY = "{AWS_KEY}"


        def total(prices: list[int], discount: int = 0) -> int:
            return sum(prices) - discont


        def broken() -> int:
            return total()


        def remember(item: str, seen: list[str] = []) -> list[str]:
            seen.append(item)
            return seen


        def run(command: str) -> None:
            subprocess.run("ls " + command, shell=True)


        def quiet() -> None:
            try:
                total([1])
            except:
                pass


        def early() -> int:
            return 1
            print("never")


        def _nobody_calls_this() -> int:
            return 2


        def main() -> None:
            print(total([1, 2]))
    ''',
    "tests/test_cart.py": """
        import pytest

        from shop.cart import total


        def test_total_is_the_sum() -> None:
            assert (total([1, 2]) == 3, "the sum")


        def test_nothing() -> None:
            total([1])


        @pytest.mark.skip
        def test_later() -> None:
            assert total([]) == 0


        def test_true() -> None:
            assert True
    """,
    "src/shop/merged.py": f"""
        {MARKERS[0]} HEAD
        PRICE = 1
        {MARKERS[1]}
        PRICE = 2
        {MARKERS[2]} other
    """,
    "Dockerfile": """
        FROM python:3.12
        COPY requirements.txt /app/
        COPY src /app/src
    """,
    ".github/workflows/test.yml": """
        on: push
        jobs:
          test:
            runs-on: ubuntu-latest
            steps:
              - uses: ./.github/actions/setup
              - run: make check
    """,
    "pyproject.toml": """
        [project]
        name = "shop"
        version = "1.0"
        readme = "READ.md"
        dependencies = []

        [project.scripts]
        shop = "shop.store:main"
    """,
}

PYTHON_FOUND: Final[Places] = {
    ("README.md", 2, "documents/broken-link"),
    ("README.md", 2, "documents/broken-anchor"),
    ("README.md", 3, "documents/broken-reference"),
    ("README.md", 6, "documents/missing-command"),
    ("src/shop/cart.py", 3, "ruff/F401"),
    ("src/shop/cart.py", 6, "secrets/aws-access-key"),
    ("src/shop/cart.py", 10, "ruff/F821"),
    ("src/shop/cart.py", 14, "types/missing-argument"),
    ("src/shop/cart.py", 17, "ruff/B006"),
    ("src/shop/cart.py", 23, "ruff/S602"),
    ("src/shop/cart.py", 29, "ruff/E722"),
    ("src/shop/cart.py", 35, "vulture/unreachable"),
    ("src/shop/cart.py", 38, "vulture/unused-function"),
    ("tests/test_cart.py", 7, "ruff/F631"),
    ("tests/test_cart.py", 10, "tests/no-assertion"),
    ("tests/test_cart.py", 14, "tests/skipped"),
    ("tests/test_cart.py", 20, "tests/always-true"),
    ("src/shop/merged.py", 1, "renkei/merge-marker"),
    ("Dockerfile", 2, "configuration/missing-file"),
    (".github/workflows/test.yml", 6, "configuration/missing-file"),
    (".github/workflows/test.yml", 7, "configuration/missing-command"),
    ("pyproject.toml", 4, "configuration/missing-file"),
    ("pyproject.toml", 8, "configuration/missing-file"),
}

TYPESCRIPT_CLEAN: Final[Files] = {
    "README.md": """
        # Shop

        ```sh
        npm run build
        ```
    """,
    "package.json": """
        {
          "name": "shop",
          "scripts": {
            "build": "node scripts/build.js",
            "test": "vitest"
          }
        }
    """,
    "scripts/build.js": "console.log('built');\n",
    "src/cart.ts": """
        export function total(prices: number[]): number {
          return prices.reduce((sum, price) => sum + price, 0);
        }
    """,
    "src/cart.test.ts": """
        import { expect, it } from "vitest";
        import { total } from "./cart";

        it("adds prices", () => {
          expect(total([1, 2])).toBe(3);
        });
    """,
}

TYPESCRIPT_DEFECTS: Final[Files] = {
    "README.md": """
        # Shop

        ```sh
        npm run bulid
        ```
    """,
    "package.json": """
        {
          "name": "shop",
          "scripts": {
            "build": "node scripts/make.js",
            "test": "vitest"
          }
        }
    """,
    "src/cart.ts": f"""
        const token = "{GITHUB_TOKEN}";

        export function total(prices: number[]): number {{
          debugger;
          return prices.reduce((sum, price) => sum + price, 0);
        }}
    """,
    "src/broken.ts": """
        export function price(: number {
          return 1;
        }
    """,
    "src/cart.test.ts": """
        import { expect, it } from "vitest";
        import { total } from "./cart";

        it.only("adds prices", () => {
          expect(total([1, 2])).toBe(3);
        });

        it.skip("adds nothing", () => {
          expect(total([])).toBe(0);
        });
    """,
    ".env": "PORT=1\n",
}

TYPESCRIPT_FOUND: Final[Places] = {
    ("README.md", 4, "documents/missing-command"),
    ("package.json", 4, "configuration/missing-command"),
    ("src/cart.ts", 1, "secrets/github-token"),
    ("src/cart.ts", 4, "renkei/debugger"),
    ("src/broken.ts", 1, "tree-sitter/unknown-syntax"),
    ("src/cart.test.ts", 4, "tests/focused"),
    ("src/cart.test.ts", 8, "tests/skipped"),
    (".env", None, "renkei/environment-file"),
}

MIXED_CLEAN: Final[Files] = {
    "service/main.go": """
        package main

        func main() {
        \tprintln("hello")
        }
    """,
    "core/lib.rs": """
        pub fn add(left: u64, right: u64) -> u64 {
            left + right
        }
    """,
    "scripts/run.sh": """
        #!/bin/sh
        set -eu
        echo "hello"
    """,
    "tool.py": """
        def double(value: int) -> int:
            return 2 * value


        print(double(2))
    """,
    "compose.yaml": """
        services:
          web:
            build: ./service
    """,
}

MIXED_DEFECTS: Final[Files] = {
    "service/main.go": """
        package main

        func main() {
        \tprintln("hello"
        }
    """,
    "core/lib.rs": """
        pub fn add(left: u64, right: u64) -> u64 {
            left +
        }
    """,
    "tool.py": """
        def double(value: int) -> int:
            return 2 *
    """,
    "compose.yaml": """
        services:
          web:
            build: ./serve
    """,
    "notes.txt.orig": "old\n",
}

MIXED_FOUND: Final[Places] = {
    ("service/main.go", 4, "tree-sitter/invalid-syntax"),
    ("core/lib.rs", 2, "tree-sitter/unknown-syntax"),
    ("tool.py", 2, "ruff/invalid-syntax"),
    ("compose.yaml", 3, "configuration/missing-file"),
    ("notes.txt.orig", None, "renkei/leftover"),
}
