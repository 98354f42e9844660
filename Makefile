# pitboss: `make run` and `make test` are all a newcomer needs; both set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Two processes share the tests, file by file, so that what a file has worked out is worked out once.
BOTH := -n 2 --dist loadfile --no-loadscope-reorder
MEASURING := $(addprefix tests/,conformance core games)
MEASURING_TOO := $(addprefix tests/,golden law notation table wagers)

.PHONY: setup run test quick coverage check soak mutate verify paired bench perft evidence simulations readme reference clean

setup: $(READY)

# uv is used for speed where it is present; pip, which every Python brings, does the same otherwise.
$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "pitboss needs Python 3.11 or later; set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@if command -v uv >/dev/null 2>&1; then \
	    uv venv --quiet --allow-existing --python "$$(command -v $(PYTHON))" $(VENV) && \
	    VIRTUAL_ENV=$(abspath $(VENV)) uv pip install --quiet --require-hashes -r requirements.txt && \
	    VIRTUAL_ENV=$(abspath $(VENV)) uv pip install --quiet --no-deps --no-build-isolation -e . ; \
	else \
	    $(PYTHON) -m venv $(VENV) && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . ; \
	fi
	@touch $(READY)

# A table to sit at; without a terminal, one seeded demonstration round.
run: $(READY)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/pitboss play spanish21-ma; else $(BIN)/pitboss demo; fi

# The quick tests about the rooms that carry out the rules are run once, where their coverage is measured.
test: check
	@$(BIN)/pytest $(BOTH) --variants few $(addprefix --except-quick-in=,$(MEASURING) $(MEASURING_TOO))
	@$(MAKE) --no-print-directory coverage

# What can be told in a minute, for the time between two changes.
quick: $(READY)
	@$(BIN)/pytest $(BOTH) --variants few -m "not slow"

# Branch coverage of the rooms that carry out the rules, by the quick tests about them; no less than was once reached.
coverage: $(READY)
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -p -m pytest -m "not slow" $(MEASURING_TOO) & too=$$!; \
	    $(BIN)/coverage run -p -m pytest -m "not slow" $(MEASURING) && wait $$too
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

# The static checks: lint, format, types and the import contract.
check: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports --no-cache

# Alters each payout row, threshold and switch of the rulebooks in turn; a test carrying its clause must fail.
# An interrupted run goes on where it was; `make mutate BOOK=spanish21-md` is about one book.
mutate: $(READY)
	@$(BIN)/python tools/mutate.py $(BOOK)

# Two thousand rounds of each rulebook at live tables where everything goes wrong that can; about five minutes.
soak: $(READY)
	@$(BIN)/python tools/soak.py

bench: $(READY)
	@$(BIN)/python bench/core_rounds.py
	@$(BIN)/python bench/journal.py
	@$(BIN)/python bench/pricing.py
	@$(BIN)/python bench/simulation.py
	@$(BIN)/python bench/environment.py

# Runs the variants of long tests that `make test` leaves out, then plays a million random rounds of each rulebook in
# the kernel and at the table, and compares them to the cent.
verify: $(READY)
	@$(BIN)/pytest $(BOTH) --variants rest
	@$(BIN)/python tools/verify.py

# Deals every rule of every rulebook against the house without it and writes docs/paired.md; about half an hour.
# tools/paired.py also deals one rulebook or one change and puts its rows into the page.
paired: $(READY)
	@$(BIN)/python tools/paired.py

# Simulates every wager of every rulebook next to its exact value and writes docs/evidence.md; about a quarter of
# an hour. tools/simulations.py also runs one rulebook or one run and puts its rows into the page.
simulations: $(READY)
	@$(BIN)/python tools/simulations.py

# Regenerates the counts of reachable rounds; read the difference before committing it.
perft: $(READY)
	@$(BIN)/python tools/perft.py

# Regenerates the list of tests that carry each clause, which `pitboss rules coverage` shows.
evidence: $(READY)
	@$(BIN)/python tools/evidence.py

# Regenerates the reference of options and readings from the rulebooks, and that of questions with samples of them.
reference: $(READY)
	@$(BIN)/python tools/reference.py
	@$(BIN)/python tools/questions.py

# Puts the real output of its commands into the README's tour.
readme: $(READY)
	@$(BIN)/python tools/readme.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .mutations .coverage
