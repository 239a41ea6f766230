# Two commands for everybody: `make demo` and `make test`. Each sets up what it needs and may be run again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Commands that tests start read the code that is compiled already, also where the machine says otherwise.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup demo test lint unit long cover atlas house bench attack mutants clean

help:
	@echo "make demo    set up, then run the main job on a small class (in demo/)"
	@echo "make test    set up, then check style, types, contracts and behaviour"
	@echo "make house   set up, then print the marks of the code beside their goals"
	@echo "make long    set up, then run the tests that take minutes each: sizes that no exam asks"
	@echo "make cover   set up, then run the tests and print the lines that none of them reaches"
	@echo "make atlas   set up, then see whether the answers of every exam must be earned (minutes an exam)"
	@echo "make bench   set up, then measure speed, as ratios in one run"
	@echo "make attack  set up, then attack what reads students' files, for MINUTES=10"
	@echo "make mutants set up, then change the code in small ways and count what the tests notice (an hour or more)"
	@echo "make clean   remove the environment, the build and the caches"

setup: $(READY)

$(READY): pyproject.toml constraints.txt .ci/setup
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh .ci/setup
	@touch $@

demo: $(READY)
	@echo "== corrige demo: a class of eight, from seeds to marked papers, in demo/"
	@if [ -e demo ]; then kept="demo.$$(date +%Y%m%d-%H%M%S)"; echo "the earlier demo/ is kept as $$kept/"; mv demo "$$kept"; fi
	$(BIN)/corrige demo -o demo

test: lint unit

lint: $(READY)
	@echo "== style, types, contracts"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(READY)
	@sh .ci/setup tools
	@echo "== tests, fast and slow"
	$(BIN)/pytest -q -n auto --dist worksteal --durations=25 -m "not long"

long: $(READY)
	@echo "== the tests of minutes each: published values of large boards"
	$(BIN)/pytest -q -n auto -m long

cover: $(READY)
	@sh .ci/setup tools
	@echo "== tests, with the lines that none of them reaches"
	$(BIN)/pytest -q -n auto --dist worksteal --cov --cov-report=term:skip-covered

atlas: $(READY)
	@echo "== the answers of every exam over many seeds: are they earned?"
	@status=0; for exam in $$($(BIN)/python -c "from answers.exam.catalogue import exam_names; print(*exam_names())"); do \
	    $(BIN)/corrige atlas $$exam || status=1; \
	done; exit $$status

house: $(READY)
	@echo "== the house: marks beside their goals; a cycle, a function too long or too tangled fails"
	@$(BIN)/python -m tests.house

bench: $(READY)
	@echo "== speed, as ratios in one run"
	@for script in tests/benchmarks/bench_*.py; do \
	    name=$${script%.py}; echo "-- $$name"; OPENBLAS_NUM_THREADS=1 $(BIN)/python -m $$(echo $$name | tr / .) || exit 1; \
	done

attack: $(READY)
	@sh .ci/setup tools
	@echo "== hostile texts, sheets and files: counts and failures; docs/security.md says what is promised"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[fuzz]' || echo "no fuzzer here"
	@$(BIN)/python -m tests.attack $(or $(MINUTES),10)

mutants: $(READY)
	@echo "== mutants of answers/, or of PATHS=\"answers/files.py answers/kinds\": what do the tests notice?"
	@sh .ci/setup tools
	@$(BIN)/python -m tests.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(PATHS)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .import_linter_cache
