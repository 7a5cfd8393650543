# make build   the site, in site/
# make test    the whole suite, in a real browser too
# Both do all the set-up they need, and both may be run again.

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
VENV := .venv
RUN := $(VENV)/bin/python
INSTALL := $(RUN) -m pip install -qq --disable-pip-version-check --require-hashes
COMPILE := $(VENV)/bin/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-header \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.PHONY: build test quick bench golden torture mutate validate lock clean
.DELETE_ON_ERROR:

build: $(VENV)/installed
	@$(RUN) -m site_builder charts --optional
	@$(RUN) -m site_builder build

test: build $(VENV)/installed-test
	@scripts/install-browser.sh
	@$(RUN) -m ruff check --quiet
	@$(RUN) -m ruff format --check --quiet || { echo "run: $(RUN) -m ruff format" >&2; exit 1; }
	@$(RUN) -m mypy
	@scripts/check-scripts.sh
	$(RUN) -m pytest -n 2 --dist worksteal -m "not torture"

# Everything but the browser and the slow: for the hand, while working.
quick: $(VENV)/installed-test
	$(RUN) -m pytest -q -m "not torture and not browser"

# Speed, by hand on a quiet machine: figures and ratios, printed.
bench: build $(VENV)/installed-test
	$(RUN) -m pytest -q -s tests/bench/bench_*.py

# The copy of the built lesson that reviewers read in a diff.
golden: build
	@$(RUN) -m tests.golden_pages

# Kills and fuzzers; TORTURE_SECONDS is how long each fuzzer runs.
TORTURE_SECONDS ?= 60
torture: build $(VENV)/installed-test
	TORTURE_SECONDS=$(TORTURE_SECONDS) $(RUN) -m pytest -m torture

# Small mutations of what guards files, text and numbers; ONLY is one of its modules. Needs cosmic-ray in the environment.
mutate: $(VENV)/installed-test
	$(RUN) -m scripts.mutate $(ONLY)

validate: build
	@$(RUN) -m scripts.fetch
	java -jar build/vnu.jar --skip-non-html --errors-only site

# Pin again what pyproject.toml allows; needs pip-tools in the environment.
lock:
	$(COMPILE) -o requirements.lock pyproject.toml
	$(COMPILE) --extra test -c requirements.lock -o requirements-test.lock pyproject.toml

clean:
	rm -rf $(VENV) site .site-builder-site build static/vendor node_modules .pytest_cache .hypothesis test-artifacts

$(VENV)/bin/pip:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { echo "Python's venv module is incomplete (Debian: apt install python3-venv)" >&2; exit 1; }

$(VENV)/installed: requirements.lock | $(VENV)/bin/pip
	@echo "installing the pinned packages into $(VENV)"
	@$(INSTALL) -r requirements.lock
	@touch $@

$(VENV)/installed-test: requirements-test.lock $(VENV)/installed
	@echo "installing what the tests need into $(VENV)"
	@$(INSTALL) -r requirements-test.lock
	@touch $@
