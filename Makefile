# Taikai. `make help` lists what there is.

HOST ?= 127.0.0.1
PORT ?= 8000
WORKERS ?= 2
BROWSERS ?= 3
ONLY ?=

PYTHON_IN = .venv/bin/python
PYTEST = $(PYTHON_IN) -m pytest -q --dist loadgroup --no-loadscope-reorder -n
SERVICES = $(PYTHON_IN) -m tests.services run --
APPS = accounts config games judging tournaments tools
CATALOGUES = $(wildcard locale/*/ja/LC_MESSAGES/django.po)
COMPILE = .venv/bin/uv pip compile -q --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"
SERVE = exec $(PYTHON_IN) manage.py serve --host $(HOST) --port $(PORT)

# Some two hundred processes of a run of the tests load the same modules: compiled once.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
# Types take a processor alone; the rest fits beside them.
ifndef BESIDE
.NOTPARALLEL:
endif
.PHONY: help run demo test passes check test-fast test-long test-sqlite test-postgres test-browser doctest \
	lint types fmt bench lock clean dev

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-12s %s\n", $$1, $$2}'

run: .venv/run.stamp .venv/translations.stamp ## Start Taikai (HOST=0.0.0.0 for the local network, PORT=8000)
	@$(SERVE)

demo: .venv/run.stamp .venv/translations.stamp ## The same with a rich sample
	@$(SERVE) --demo

.venv/run.stamp: requirements.txt tools/setup.sh
	@sh tools/setup.sh requirements.txt
	@touch $@

.venv/dev.stamp: requirements-dev.txt tools/setup.sh
	@sh tools/setup.sh requirements-dev.txt
	@touch $@ .venv/run.stamp

.venv/bench.stamp: requirements-bench.txt tools/setup.sh
	@sh tools/setup.sh requirements-bench.txt && touch $@ || echo "taikai: measuring without it"

.venv/translations.stamp: $(CATALOGUES) | .venv/run.stamp
	@$(PYTHON_IN) manage.py compile_translations
	@touch $@

dev: .venv/dev.stamp ## Install what development needs, browser included
	@sh tools/system.sh

test: dev ## Everything
	@$(MAKE) --no-print-directory -j2 BESIDE=1 types passes
	@echo "All tests passed."

passes:
	@$(MAKE) --no-print-directory BESIDE= lint doctest test-sqlite test-postgres test-browser

check: dev ## Style, types and examples
	@$(MAKE) --no-print-directory -j2 BESIDE=1 types lint doctest

test-fast: .venv/dev.stamp ## The inner loop: SQLite, nothing slow, no browser
	HYPOTHESIS_PROFILE=fast $(PYTEST) $(WORKERS) -m "not browser and not slow and not long"

test-long: .venv/dev.stamp ## Thousands of random games and examples (minutes)
	HYPOTHESIS_PROFILE=deep $(PYTEST) $(WORKERS) -m "long" tests

test-sqlite: .venv/dev.stamp ## The suite on SQLite
	$(PYTEST) $(WORKERS) -m "not browser and not long"

test-postgres: .venv/dev.stamp ## The suite on real PostgreSQL and Redis
	HYPOTHESIS_PROFILE=fast $(SERVICES) $(PYTEST) $(WORKERS) -m "not browser and not long"

test-browser: dev ## The browser tests; those that play and restart also scaled out
	$(PYTEST) $(BROWSERS) -m browser

doctest: .venv/dev.stamp .venv/translations.stamp ## The examples in the code and in the documents
	$(PYTEST) $(WORKERS) --doctest-modules --doctest-glob='*.md' $(APPS) docs $(wildcard *.md)

lint: .venv/dev.stamp ## Style, formatting, templates, imports
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/djlint --lint --quiet templates
	.venv/bin/lint-imports --no-logo

types: .venv/dev.stamp ## Strict types
	.venv/bin/mypy

fmt: .venv/dev.stamp ## Format and fix what can be fixed
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

bench: .venv/dev.stamp .venv/bench.stamp .venv/translations.stamp ## Measure (ONLY=kyoen for one part)
	$(PYTHON_IN) -m bench $(ONLY)

lock: .venv/dev.stamp ## Compile the pinned requirements from pyproject.toml
	$(COMPILE) pyproject.toml -o requirements.txt
	$(COMPILE) pyproject.toml --group dev -c requirements.txt -o requirements-dev.txt
	$(COMPILE) --no-deps --group bench -o requirements-bench.txt
	$(COMPILE) --no-deps --group uv -o requirements-uv.txt

clean: ## Remove what can be made again (var/ stays)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find locale -name '*.mo' -delete
