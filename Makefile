# make demo           make an environment, install, score a small challenge, open a board of the platform in the browser
# make test           all tests, but those of systems on transformers where PyTorch is not installed
# make test-postgres  those of what another database can change, on a PostgreSQL that is started for them
# make test-random    those that make examples up, with others than usual
# make test-repeat    all tests again and again, on a busy machine if wished, for those that fail now and then
# make test-neural    those of systems, with PyTorch
# make lint           lint, format and types
# make docs           check the reference pages, and build the documentation into site/
# make check          test, lint and docs, as continuous integration does
# make messages       find words of pages that are new, and compile their translations
# make bench          measure speed and memory

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= 3 # one more than the usual two processors: tests of pages wait for the browser

# Tests start thousands of processes: what one of them compiled serves the others.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-postgres test-repeat test-neural lint check docs docs-serve bench clean messages

demo: $(VENV)/installed
	$(BIN)/probierz demo --open

# All tests run on SQLite. Those of what another database can change, which tests/web/both_databases.py names, run again
# on a PostgreSQL that is started for them where it is installed.
ON_POSTGRES := tests/web --ignore tests/web/intake --ignore tests/web/sandbox -m both_databases

test: $(VENV)/tested
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(TESTS)
ifndef TESTS
	$(BIN)/python scripts/with_postgres.py $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ON_POSTGRES)
endif

test-postgres: $(VENV)/tested # only the second of these; fails where there is no PostgreSQL
	$(BIN)/python scripts/with_postgres.py --required $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ON_POSTGRES)

test-random: $(VENV)/tested # what it finds becomes an @example of its test
	$(BIN)/python -m pytest -n $(JOBS) -m hypothesis --hypothesis-profile random $(TESTS)

RUNS ?= 10
LOAD ?= 0
test-repeat: $(VENV)/tested # all tests RUNS times, while LOAD other processes compute: make test-repeat RUNS=4 LOAD=4
	$(BIN)/python scripts/repeat_tests.py --runs $(RUNS) --load $(LOAD) --jobs $(JOBS) $(TESTS)

# Without PyTorch `make test` skips these. PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu brings the PyTorch
# for processors only, which is some 200 MB and not several GB.
test-neural: $(VENV)/neural
	$(BIN)/python -m pytest tests/systems

lint: $(VENV)/linted
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PROBIERZ_HOME=$(VENV)/home $(BIN)/mypy

check: test lint docs

docs: $(VENV)/documented
	$(BIN)/python docs/generate.py --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python -m pytest tests/docs/test_site.py

bench: $(VENV)/tested
	$(BIN)/python -m benchmarks.run

messages: export DJANGO_SETTINGS_MODULE = probierz.web.settings
messages: export PROBIERZ_HOME = $(abspath $(VENV)/home)
messages: $(VENV)/tested # needs gettext; twice: write the missing Polish and Czech words in between
	cd src/probierz/web && $(abspath $(BIN))/python -P -m django makemessages -l pl --add-location file --no-wrap
	$(BIN)/python scripts/czech_messages.py
	cd src/probierz/web && $(abspath $(BIN))/python -P -m django compilemessages -l pl -l cs

clean:
	rm -rf $(VENV) site build dist

# --- environments: made when they are missing or pyproject.toml changed -----------------------------------------------

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=python3.11 …"; exit 1; }
	@echo "Making an environment in $(VENV) ..."
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Probierz and its platform into $(VENV) (a minute or two, 200 MB) ..."
	@$(PIP) install --no-compile --editable ".[web]" 2>$(VENV)/pip.log || { echo "Nothing was installed: packages come \
	from pypi.org, or a mirror that PIP_INDEX_URL names, and need a network; what pip said is in $(VENV)/pip.log" >&2; exit 1; }
	@$(BIN)/python -m compileall -q -j 0 -x '/(tests|pip|setuptools)/' $(VENV)/lib src # pip does it on one processor
	@touch $@

# All extras but those of neural, morfeusz and tracking, which are large or not for every machine.
TESTED_EXTRAS := zstd,frames,dask,web,sso,postgres,plots,encoder,crf,clusters,search,annotation,morphodita,klej,pretraining

$(VENV)/tested: pyproject.toml scripts/groups.py | $(VENV)/bin/python
	@echo "Installing what the tests need into $(VENV): some minutes and 1.5 GB the first time; pip is silent ..."
	$(PIP) install --editable ".[$(TESTED_EXTRAS)]" $$($(BIN)/python scripts/groups.py test)
	@touch $@ $(VENV)/installed

$(VENV)/neural: pyproject.toml | $(VENV)/tested
	$(PIP) install --editable ".[neural]"
	@touch $@

$(VENV)/linted: pyproject.toml scripts/groups.py | $(VENV)/tested
	$(PIP) install $$($(BIN)/python scripts/groups.py lint)
	@touch $@

$(VENV)/documented: pyproject.toml scripts/groups.py | $(VENV)/tested
	$(PIP) install $$($(BIN)/python scripts/groups.py docs)
	@touch $@
