# Everything that is done in this repository, by hand or by a build machine. `make help` explains it.
# Needs Python 3.11 or newer, make and git. Each target makes or refreshes .venv first, as far as it needs it.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:

VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements/dev.txt
ARGS :=
# Tests start the program hundreds of times: without the bytecode it would be compiled each time.
unexport PYTHONDONTWRITEBYTECODE

# The newest Python that starts, is 3.11 or more, and can make a virtual environment. A name on the PATH
# proves nothing: version managers put there names of Pythons that they do not start.
PYTHON = $(shell for name in python3.13 python3.12 python3.11 python3 python; do \
	$$name -c 'import ensurepip, sys, venv; sys.version_info < (3, 11) and sys.exit(1); print(sys.executable)' \
	2>/dev/null && break; done)

PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(LOCK)

# Made anew when its interpreter does not start (an upgraded system) or it was made in another folder (a moved
# clone: the commands in it still name the old one).
ifneq ($(shell $(BIN)/python -c 'print(1)' 2>/dev/null; grep -s '^command = ' $(VENV)/pyvenv.cfg | grep -vF ' $(CURDIR)/$(VENV)'),1)
.PHONY: $(BIN)/python $(VENV)/site.stamp $(VENV)/test.stamp
endif

##@ The two that everyone needs

.PHONY: site
site: $(VENV)/site.stamp ## Build this repository's site into output/ (ARGS="--fresh" passes options on)
	$(BIN)/sitemaf build $(ARGS)

.PHONY: test
test: lint types browser ## Check style and types, then run all tests (ARGS="-k drift" narrows them down)
	$(BIN)/pytest --numprocesses auto --maxprocesses 8 $(ARGS)

##@ While writing

.PHONY: serve
serve: $(VENV)/site.stamp ## Show the site on 127.0.0.1 and follow every change
	$(BIN)/sitemaf serve $(ARGS)

.PHONY: verify
verify: $(VENV)/site.stamp ## Check excerpts, transcripts, translations, links and the built site
	$(BIN)/sitemaf verify $(ARGS)

.PHONY: lint
lint: $(VENV)/test.stamp ## Check style (ruff); the direction of imports is checked by a test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: types
types: $(VENV)/test.stamp ## Check types (mypy, strict)
	$(BIN)/mypy

.PHONY: format
format: $(VENV)/test.stamp ## Rewrite the source files in the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: browser
browser: $(VENV)/test.stamp ## Find a Chromium for the tests, or install one
	$(BIN)/python tests/tools/browser.py

.PHONY: screenshots
screenshots: site browser ## Take the README's pictures of the built site
	PYTHONPATH=tests $(BIN)/python -m tools.screenshots $(ARGS)

##@ Longer checks, not part of `make test`

.PHONY: crash
crash: $(VENV)/test.stamp ## Kill builds at every stage: the output is the old site or the new one
	@$(BIN)/python tests/tools/programs.py strace
	$(BIN)/pytest -m crash -rP --durations 0 --durations-min 1 $(ARGS)

.PHONY: fuzz
fuzz: $(VENV)/test.stamp ## Feed hostile input to every reader for ten minutes (ARGS="lock --seconds 60")
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'atheris>=2.3,<4'
	$(BIN)/python tests/fuzz/run.py $(ARGS)

.PHONY: load
load: $(VENV)/test.stamp ## Put the preview under load
	@$(BIN)/python tests/tools/programs.py wrk
	$(BIN)/pytest -m load $(ARGS)

.PHONY: thirdparty
thirdparty: $(VENV)/test.stamp ## Document MCP servers of other people (downloads them)
	$(BIN)/pytest -m thirdparty $(ARGS)

.PHONY: benchmark
benchmark: $(VENV)/test.stamp ## Measure speed against the aims
	$(BIN)/python benchmarks/run.py $(ARGS)

##@ Supply

.PHONY: licences
licences: $(VENV)/test.stamp ## List the licence of every package that sitemaf installs
	$(BIN)/python tests/tools/licences.py

.PHONY: audit
audit: $(VENV)/test.stamp ## Look the installed packages up among known vulnerabilities
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip-audit>=2.7,<3'
	$(BIN)/pip-audit --skip-editable $(ARGS)

.PHONY: lock
lock: ## Renew requirements/dev.txt with the newest versions that pyproject.toml allows
	rm -rf $(VENV)/lock && "$(PYTHON)" -m venv $(VENV)/lock
	$(VENV)/lock/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[live,test]'
	{ sed -n '/^#/p' $(LOCK); $(VENV)/lock/bin/python -m pip freeze --exclude-editable; } > $(VENV)/lock.txt
	mv $(VENV)/lock.txt $(LOCK)

##@ The rest

.PHONY: clean
clean: ## Remove everything that is made, the virtual environment included
	rm -rf $(VENV) .sitemaf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist
	find output -mindepth 1 -maxdepth 1 ! -name .gitkeep -exec rm -rf {} +
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help
help: ## Show this list
	@awk 'BEGIN { FS = ":.*## "; print "usage: make TARGET [ARGS=\"…\"]" } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "make: Python 3.11 or newer with its venv module is needed, and none was found" \
		"(on Debian: apt-get install python3-venv)" >&2; exit 2; }
	@echo "making a virtual environment in $(VENV) with $(PYTHON)"
	@"$(PYTHON)" -m venv --clear $(VENV)

$(VENV)/site.stamp: pyproject.toml $(LOCK) | $(BIN)/python
	@echo "installing sitemaf and what it needs into $(VENV)"
	@$(PIP_INSTALL) --editable '.[live]'
	@touch $@

$(VENV)/test.stamp: pyproject.toml $(LOCK) | $(BIN)/python
	@echo "installing sitemaf and what its tests need into $(VENV)"
	@$(PIP_INSTALL) --editable '.[live,test]'
	@touch $@
