# One command equals CI: `make test` on a fresh clone makes .venv, installs and runs every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGE ?= examples/page.html
KERNELS := $(wildcard src/thresher/*/*.pxd)

.PHONY: run test check bench gate train docs format add-page clean

run: $(VENV)/installed
	@$(BIN)/thresher extract "$(PAGE)" -f markdown

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(VENV)/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/installed-dev
	$(BIN)/pip install --quiet -e '.[bench]'
	$(BIN)/python -m benchmarks.speed $(ARGS)

# make gate ARGS=--raise pins the floors to what is measured now.
gate: $(VENV)/installed-dev
	$(BIN)/python -m benchmarks.gate $(ARGS)

# make train DATA=folder: the shipped model of the default, and those of its cross-validation.
SETS := wcxb-dev,dragnet,daniel,docs,l3s-gn1,cleaneval-dev,cleanportaleval,forum
train: $(VENV)/installed-dev
	OMP_NUM_THREADS=1 $(BIN)/thresher train --data "$(DATA)" --sets $(SETS) \
	  -o src/thresher/models/thresher.npz --force --folds-to build/folds

docs: $(VENV)/installed-dev
	$(BIN)/python -m docs.generate

# make add-page PAGE=saved.html NAME=slug: a new golden page, to be completed by hand.
add-page: $(VENV)/installed-dev
	$(BIN)/python -m tests.pages.add "$(PAGE)" "$(NAME)"

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/thresher/*/_*.so

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml setup.py $(KERNELS) $(KERNELS:.pxd=.py)
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
