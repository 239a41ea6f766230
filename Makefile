# For everybody: `make demo`, `make test`. Each command sets up what it needs and may be run again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Commands that tests start read the code that is compiled already, also where the machine says otherwise.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup demo test test-all lint quick slow long cover atlas bench peers attack mutants release-check clean

help:
	@echo "make demo    set up, then run the main job on a small class (in demo/)"
	@echo "make test    set up, then check style, types, contracts, and behaviour by every test that costs little"
	@echo "make test-all  the same, then the tests that cost more: oracles, whole sweeps, sizes that no exam asks"
	@echo "make cover   set up, then run the tests and print the lines that none of them reaches"
	@echo "make atlas   set up, then see whether the answers of every exam must be earned (minutes an exam)"
	@echo "make bench   set up, then measure speed, as ratios in one run"
	@echo "make peers   set up, with peers in an environment of their own, then measure beside them (minutes)"
	@echo "make attack  set up, then attack what reads students' files, for MINUTES=10"
	@echo "make mutants set up, then change marking in small ways and count what the tests notice (hours)"
	@echo "make release-check  build what is released, twice, and try it in clean environments of Python 3.11 to 3.13"
	@echo "make clean   remove the environment, the build and the caches"

setup: $(READY)

$(READY): pyproject.toml constraints.txt hatch_build.py templates/messages/fr.po .ci/setup
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh .ci/setup
	@touch $@

demo: $(READY)
	@echo "== corrige demo: a class of eight, from seeds to marked papers, in demo/"
	@if [ -e demo ]; then kept="demo.$$(date +%Y%m%d-%H%M%S)"; echo "the earlier demo/ is kept as $$kept/"; mv demo "$$kept"; fi
	$(BIN)/corrige demo -o demo

test: lint quick

test-all: lint quick slow long

lint: $(READY)
	@echo "== style, types, contracts"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture

quick: $(READY)
	@sh .ci/setup tools
	@echo "== every test that costs little"
	$(BIN)/python -m pytest -q -n auto --dist worksteal --durations=10

slow: $(READY)
	@sh .ci/setup tools
	@echo "== the tests that cost more"
	$(BIN)/python -m pytest -q -n auto --dist worksteal --durations=25 -m "slow and not long"

long: $(READY)
	@echo "== the tests of minutes each: sizes that no exam asks"
	$(BIN)/python -m pytest -q -n auto --dist worksteal -m long

cover: $(READY)
	@sh .ci/setup tools
	@echo "== tests, with the lines that none of them reaches"
	$(BIN)/pytest -q -n auto --dist worksteal -m "not long" --cov --cov-report=term:skip-covered

atlas: $(READY)
	@echo "== the answers of every exam over many seeds: are they earned?"
	@status=0; for exam in $$($(BIN)/python -c "from answers.exam.catalogue import exam_names; print(*exam_names())"); do \
	    $(BIN)/corrige atlas $$exam || status=1; \
	done; exit $$status

bench: $(READY)
	@echo "== speed, as ratios in one run"
	@for script in tests/benchmarks/bench_*.py; do \
	    name=$${script%.py}; echo "-- $$name"; OPENBLAS_NUM_THREADS=1 $(BIN)/python -m $$(echo $$name | tr / .) || exit 1; \
	done

peers: $(READY) .venv-peers/.ready
	@echo "== matrix games, tic-tac-toe, orchards, Yahtzee and Dice Battle beside peers: docs/benchmarks.md"
	@export OPENBLAS_NUM_THREADS=1; theirs=.venv-peers/bin/python; \
	$(BIN)/python -m tests.benchmarks.peers.matrix_games $$theirs --large && \
	$(BIN)/python -m tests.benchmarks.bench_verger --jouets $$theirs && \
	$(BIN)/python -m tests.benchmarks.bench_yahtzee $$theirs && \
	$(BIN)/python -m tests.benchmarks.bench_dice ratios && \
	$(BIN)/python -m tests.benchmarks.bench_reading

.venv-peers/.ready: tests/benchmarks/peers/requirements.txt
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/pip install -q --disable-pip-version-check -r $<
	@touch $@

attack: $(READY)
	@sh .ci/setup tools
	@echo "== hostile texts, sheets and files: counts and failures; docs/security.md says what is promised"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[fuzz]' || echo "no fuzzer here"
	@$(BIN)/python -m tests.attack $(or $(MINUTES),10)

mutants: $(READY)
	@echo "== mutants of marking, or of NAMES=\"answers.grading.mark.*\": what do the tests of its package notice?"
	$(BIN)/mutmut run $(NAMES)

release-check: $(READY)
	@.ci/release

clean:
	rm -rf $(VENV) .venv-peers build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .import_linter_cache
