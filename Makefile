# Needs make and Python 3.11 or later (with its venv module) and nothing else: every target sets up .venv by itself.

.DEFAULT_GOAL := help
SHELL := /bin/sh

# The first interpreter that runs and is recent enough; `make PYTHON=/path/to/python ...` chooses another.
USABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	if "$$p" -c '$(USABLE)' >/dev/null 2>&1; then echo "$$p"; break; fi; done)

# What `make serve` opens and where it listens.
STORE ?= sqlite:///touchline.db
PORT ?= 8000
# Test processes, and further arguments for pytest: `make test PYTEST_ARGS="-k dice"`.
WORKERS ?= 2
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
LOCK_VENV := .venv-lock
UV := uv>=0.9,<1

.PHONY: help demo serve test lint bench lock clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

demo: $(READY) ## Play a demonstration match
	@exec $(BIN)/touchline demo

serve: $(READY) ## Serve the API (STORE=sqlite:///touchline.db PORT=8000)
	@exec $(BIN)/touchline serve --store "$(STORE)" --port "$(PORT)"

test: lint ## Run the linters, then the tests (WORKERS=2 PYTEST_ARGS=)
	@exec $(BIN)/python -m pytest -n $(WORKERS) $(PYTEST_ARGS)

lint: $(READY) ## Check style, format, types and who imports whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY) ## Run the benchmarks
	@exec $(BIN)/python -m tests.benchmarks

lock: $(LOCK_VENV)/.ready ## Write requirements.lock anew from pyproject.toml (UPGRADE=1: newest versions)
	$(LOCK_VENV)/bin/uv pip compile pyproject.toml --extra postgres --extra parquet --group dev --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" --quiet \
		$(if $(UPGRADE),--upgrade) --output-file requirements.lock

clean: ## Remove environments, caches and builds (never a database)
	rm -rf $(VENV) $(LOCK_VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

define check-python
	@if [ -z "$(PYTHON)" ] || ! "$(PYTHON)" -c '$(USABLE)' >/dev/null 2>&1; then \
		echo "Touchline needs Python 3.11 or later with its venv module (Debian: python3-venv);" >&2; \
		echo "$(if $(PYTHON),$(PYTHON) is not one,none was found). Name one: make PYTHON=/path/to/python ..." >&2; \
		exit 1; \
	fi
endef

# A change of the lock makes the environment anew, so that nothing unlocked stays in it.
$(LOCKED): requirements.lock
	$(check-python)
	@echo "Setting up $(VENV) with $(PYTHON) (once; a minute or so) ..."
	@"$(PYTHON)" -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(BIN)/python -m pip check --quiet --disable-pip-version-check || { echo "requirements.lock is behind pyproject.toml: run make lock" >&2; exit 1; }
	@touch $@

$(LOCK_VENV)/.ready:
	$(check-python)
	@"$(PYTHON)" -m venv --clear $(LOCK_VENV)
	@$(LOCK_VENV)/bin/python -m pip install --quiet --disable-pip-version-check '$(UV)'
	@touch $@
