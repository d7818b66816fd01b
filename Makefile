# Two commands are all a newcomer needs: `make demo` and `make test`. Each sets up what it needs, inside this folder.

# A virtual environment of the caller's must not leak into ours; a Python that keeps nothing compiled starts half as fast.
unexport VIRTUAL_ENV CONDA_PREFIX PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE
# Certificates come from the system, so that a company's own certificate works.
export UV_SYSTEM_CERTS := 1

UV := .tools/bin/uv
PYTHON := .venv/bin/python
READY := .venv/.ready
USABLE := .venv/.usable

.DEFAULT_GOAL := help
.PHONY: help demo test test-stores test-clients test-full coverage format rules catalogue conformance reference forms evidence corpus constraints bench fresh browser screenshots clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '%-18s %s\n' "$$name" "$$text"; done

demo: $(USABLE) ## a scripted team at work, offline, in a temporary repository (ARGS=-v, ARGS=--keep)
	@.venv/bin/renkei demo $(ARGS)

test: $(READY) ## everything that has to hold: lint, types, imports, tests, docs
	@$(PYTHON) scripts/check.py

test-stores: $(READY) ## the suites that make test runs in memory, on SQLite and PostgreSQL
	@$(PYTHON) scripts/check.py --stores

test-clients: $(READY) ## teams of real clients against a fake model: Claude Code, and where npm is those of ACP
	@$(PYTHON) scripts/check.py --clients

test-full: $(READY) ## make test, all stores, the slow tests, the benchmarks and a fresh install
	@$(PYTHON) scripts/check.py --full

coverage: $(READY) ## the branches that make test runs, child processes included: at least 90 %
	@$(PYTHON) scripts/check.py --coverage

format: $(READY) ## format the code and mend what ruff can mend
	@.venv/bin/ruff check --fix --quiet . || true
	@.venv/bin/ruff format .

rules: $(READY) ## compile the rules and the policy that ship, after a change of them
	@$(PYTHON) scripts/rules.py

catalogue: $(READY) ## find every text that is said, bring the catalogues up to date, compile them
	@$(PYTHON) -m scripts.catalogue

conformance: $(READY) ## run the tests of each requirement, and write docs/conformance.md anew
	@$(PYTHON) scripts/conformance.py --run

reference: $(READY) ## write docs/reference.md anew
	@$(PYTHON) scripts/reference.py

forms: $(READY) ## write docs/places.md anew
	@$(PYTHON) scripts/forms.py

evidence: $(READY) ## plant references in a real repository, check them, and write docs/evidence.md anew
	@$(PYTHON) -m scripts.evidence

corpus: $(READY) ## how often the check of results is right: planted results, then natural text
	@$(PYTHON) -m bench.corpus
	@$(PYTHON) -m bench.natural --sample 20

constraints: $(UV) ## pin what pyproject.toml asks for (UPGRADE=1 takes the newest)
	@$(UV) pip compile pyproject.toml --group dev --all-extras --universal --python-version 3.11 \
		--no-header --no-annotate --quiet $(if $(UPGRADE),--upgrade) --output-file constraints.txt
	@echo "constraints.txt is up to date"

bench: $(READY) ## the benchmarks
	@$(PYTHON) bench/cold_start.py
	@$(PYTHON) bench/hook.py
	@$(PYTHON) bench/references.py
	@$(PYTHON) bench/claims.py
	@$(PYTHON) bench/review.py
	@$(PYTHON) bench/blocks.py
	@$(PYTHON) bench/context.py --messages 100000
	@$(PYTHON) bench/mcp_messages.py
	@$(PYTHON) bench/attempt.py
	@$(PYTHON) bench/memory.py

fresh: $(READY) ## install without constraints in a temporary place, and try it
	@$(PYTHON) scripts/fresh.py

browser: $(UV) ## the path of a browser for tests
	@scripts/browser

screenshots: $(READY) ## a picture of every view of the page, in both languages and colour schemes
	@$(PYTHON) -m scripts.screenshots

clean: ## remove what make has made
	@rm -rf .venv .tools build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage .coverage.*
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(UV): scripts/install-uv
	@scripts/install-uv

# Made again when the dependencies change. `uv.lock` is not used: constraints.txt pins the versions.
$(USABLE): $(UV) pyproject.toml constraints.txt scripts/install
	@scripts/install renkei
	@touch $@

$(READY): $(UV) pyproject.toml constraints.txt scripts/install
	@scripts/install tools
	@touch $(USABLE) $@
