# Every target needs only python3 with venv, and makes what else it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BENCH := .venv-bench
MUTANTS := .venv-mutants
DIST := .venv-dist
LOWEST := .venv-lowest
AUDIT := .venv-audit
JOBS ?= 2

.PHONY: native sanitize wheels page dist release lowest audit demo test full check lint docs peers bench bench-guard coverage fuzz mutants r clean
.DEFAULT_GOAL := help

help:
	@echo "make demo    set up, measure three bundled studies, say where the results are"
	@echo "make test    set up, run all tests"
	@echo "make full    the same, with the large sweeps"
	@echo "make check   format, lint, types and tests"
	@echo "make native  compile the native core in place, where there is a compiler"
	@echo "make sanitize run the tests of the native core under AddressSanitizer and UBSan"
	@echo "make wheels  wheels with the native core for Linux, macOS and Windows, in dist/"
	@echo "make page    the page of accord serve as a static folder that needs no server, in page/;"
	@echo "             PYODIDE=folder of the npm package, WHEELS=folder with numpy, scipy … for it"
	@echo "make dist    all that is published, in dist/, made twice, checked and installed;"
	@echo "             PYTHONS='python3.12 python3.13' tries it with these, too"
	@echo "make release VERSION=0.3.0: version, changelog, make dist, book, sums, an index that it is"
	@echo "             installed from by name, and a tag; nothing is uploaded"
	@echo "make lowest  published numbers with the oldest versions of all libraries that are allowed"
	@echo "make audit   known holes in the newest and the oldest libraries that are allowed (needs a network)"
	@echo "make docs    build the book of agreement in site/, offline, warnings are errors"
	@echo "make peers   run other programs, pygamma-agreement too, on known traps and beside accord;"
	@echo "             DKPRO=path/to/dkpro-statistics-agreement.jar runs that one, too"
	@echo "make bench   peers and accord in the same run (its own environment)"
	@echo "make bench-guard the same in a minute, beside the ratios of the last release: a loss of more"
	@echo "             than 30% fails"
	@echo "make coverage simulate how often intervals, tests and plans hold (hours; goes on where it"
	@echo "             was stopped), for the page on coverage"
	@echo "make fuzz    damage every sample of every format, 10,000 times a format; commands on"
	@echo "             hostile names and poor consoles, ended at random moments; the native core"
	@echo "             on hostile sizes and numbers, beside NumPy"
	@echo "make r       check the R package in r/ and run its tests, where there is R"
	@echo "make mutants change every room that computes or decides 40 times and see that the tests"
	@echo "             notice; JOBS=2; ROOM=infer/judges for one of them"

NATIVE := $(wildcard native/*)

# Without a compiler this does nothing, and NumPy computes everything.
$(VENV)/.native: $(NATIVE)
	@mkdir -p $(VENV)
	@$(PYTHON) native/compile.py
	@touch $@

native:
	$(PYTHON) native/compile.py

# The runtime of the sanitizers comes before Python's own libraries; exceptions need libstdc++ there.
# What a sanitizer finds it writes to the process's own stderr and ends it: pytest must not hold that
# back (--capture=sys), or nobody reads why.
SANITIZED = LD_PRELOAD="$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so.6)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 ACCORD_NATIVE=1

sanitize: $(VENV)/.test
	CXXFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" $(SANITIZED) \
		$(BIN)/python native/compile.py
	$(SANITIZED) $(BIN)/python -m pytest -v --capture=sys -p no:cacheprovider tests/native \
		--ignore tests/native/test_build.py --ignore tests/native/test_install.py \
		tests/laws/test_cover.py tests/laws/test_alignment.py tests/published/test_mathet_2015.py; \
		code=$$?; $(PYTHON) native/compile.py; \
		[ $$code = 0 ] || echo "make sanitize: pytest ended with $$code; the last test above is where"; exit $$code

wheels: $(VENV)/.core
	$(BIN)/python -m pip install -q hatchling ziglang
	$(BIN)/python tools/wheels.py

page: $(VENV)/.test
	$(BIN)/python tools/page.py page $(if $(PYODIDE),--pyodide $(PYODIDE)) $(if $(WHEELS),--wheels $(WHEELS))

dist:
	$(PYTHON) -m venv $(DIST)
	$(DIST)/bin/python -m pip install -q hatchling ziglang twine check-wheel-contents cyclonedx-bom
	$(DIST)/bin/python tools/dist.py $(addprefix --python ,$(PYTHONS))

# The version, the changelog, all that is published, an index that it is installed from, a tag;
# PYTHONS as in `make dist`. Uploading is the person's.
release:
	@[ -n "$(VERSION)" ] || { echo "make release VERSION=0.3.0"; exit 2; }
	$(PYTHON) -m venv $(DIST)
	$(DIST)/bin/python -m pip install -q hatchling ziglang twine check-wheel-contents cyclonedx-bom
	$(DIST)/bin/python tools/release.py $(VERSION) $(addprefix --python ,$(PYTHONS))

# uv takes the oldest version of what we name; what that needs in turn may be new, and an old
# library that uses a new one warns that this will end one day. First the core alone, which may
# have an older numpy than some extras.
RUN_LOWEST = $(LOWEST)/bin/python -m pytest -n 2 -rs -W ignore::DeprecationWarning
INSTALL_LOWEST = $(LOWEST)/bin/uv pip install -q --python $(LOWEST)/bin/python \
	--resolution lowest-direct "pytest>=8" "pytest-xdist>=3.5" "hypothesis>=6.100" "pandas>=2.2,<3"

lowest:
	rm -rf $(LOWEST)
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install -q uv
	$(INSTALL_LOWEST) -e .
	$(RUN_LOWEST) tests/published
	$(INSTALL_LOWEST) -e ".[all]" "polars>=1"
	$(RUN_LOWEST) tests/published tests/formats tests/cli

# What users may have: the newest versions, and the oldest that pyproject.toml allows. Strict: where
# nobody can be asked about a library, nothing is known of its holes, and that is no success.
audit:
	$(PYTHON) -m venv $(AUDIT)
	$(AUDIT)/bin/python -m pip install -q uv pip-audit
	$(AUDIT)/bin/uv pip compile -q --extra all pyproject.toml -o $(AUDIT)/newest.txt
	$(AUDIT)/bin/uv pip compile -q --extra all --resolution lowest-direct pyproject.toml -o $(AUDIT)/oldest.txt
	$(AUDIT)/bin/pip-audit --strict --disable-pip --no-deps -r $(AUDIT)/newest.txt
	$(AUDIT)/bin/pip-audit --strict --disable-pip --no-deps -r $(AUDIT)/oldest.txt

$(VENV)/.core: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python -m pip install -q -e ".[report]"
	touch $@

$(VENV)/.test: $(VENV)/.core
	$(BIN)/python -m pip install -q -e ".[all,docs,test]"
	$(BIN)/python -m pip install -q --no-deps irrCAC crowd-kit  # peers with old pins or huge needs
	touch $@

$(BENCH)/.ready: pyproject.toml
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install -q --upgrade pip
	$(BENCH)/bin/python -m pip install -q -e ".[all,test,bench]"
	$(BENCH)/bin/python -m pip install -q --no-deps irrCAC crowd-kit
	touch $@

$(MUTANTS)/.ready: pyproject.toml
	$(PYTHON) -m venv $(MUTANTS)
	$(MUTANTS)/bin/python -m pip install -q --upgrade pip
	$(MUTANTS)/bin/python -m pip install -q -e ".[all,mutants]"
	touch $@

$(VENV)/.docs: $(VENV)/.core
	$(BIN)/python -m pip install -q -e ".[all,docs]"
	touch $@

demo: $(VENV)/.core $(VENV)/.native
	$(BIN)/python examples/demo.py

$(VENV)/.browser: $(VENV)/.test
	sh tools/install_browser.sh $(VENV)/browser || echo "without it the tests in a browser are skipped"
	touch $@

# Hundreds of tests start a process: none of them is to compile accord again, also where Python is
# told to write no bytecode.
test: $(VENV)/.test $(VENV)/.native $(VENV)/.browser
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest -n 2 --dist worksteal -rs

full: $(VENV)/.test $(VENV)/.native $(VENV)/.browser
	$(BIN)/python -m pytest -n 2 --dist worksteal -rs -m "full or not full" --hypothesis-profile=full
	ACCORD_NATIVE=0 $(BIN)/python -m pytest -n 2 -rs tests/published tests/native tests/engines/test_counting.py

# R through reticulate: Debian has all it needs. The vignette is built where there are knitr,
# rmarkdown and pandoc (r-cran-rmarkdown brings all three).
VIGNETTES = $(shell Rscript -e 'quit(status = !requireNamespace("rmarkdown", quietly = TRUE))' 2>/dev/null && command -v pandoc)

r: $(VENV)/.test
	@if ! command -v R >/dev/null; then echo "make r: no R; apt-get install r-base-core r-cran-reticulate r-cran-testthat r-cran-rmarkdown"; else \
		rm -rf build/r && mkdir -p build/r && cd build/r && export RETICULATE_PYTHON=$(CURDIR)/$(BIN)/python && \
		R CMD build $(if $(VIGNETTES),,--no-build-vignettes) ../../r && _R_CHECK_FORCE_SUGGESTS_=false \
		R CMD check --no-manual $(if $(VIGNETTES),,--ignore-vignettes) accord_*.tar.gz && \
		! grep -q WARNING accord.Rcheck/00check.log; fi

lint: $(VENV)/.test
	$(BIN)/ruff format --check src tests benchmarks examples docs tools native hatch_build.py
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint test

docs: $(VENV)/.docs
	$(BIN)/python -m sphinx -b html -E -n -W --keep-going -q docs site
	$(BIN)/python docs/_scripts/links.py site
	@echo "the book is in site/index.html"

peers: $(BENCH)/.ready
	$(BENCH)/bin/python docs/_scripts/peers.py
	$(BENCH)/bin/python -m pytest -q -rs tests/docs/test_docs.py -k other_programs
	$(BENCH)/bin/python -m pytest -q -rs tests/peers -m "full or not full"

bench: $(BENCH)/.ready $(VENV)/.native
	$(BENCH)/bin/python benchmarks/run.py

bench-guard: $(BENCH)/.ready $(VENV)/.native
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BENCH)/bin/python benchmarks/guard.py

coverage: $(VENV)/.test
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python benchmarks/coverage.py
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python benchmarks/coverage_of_judges.py
	OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python benchmarks/coverage_of_ratings.py

fuzz: $(VENV)/.test $(VENV)/.native
	$(BIN)/python benchmarks/fuzz_readers.py
	$(BIN)/python benchmarks/fuzz_counts.py
	$(BIN)/python benchmarks/fuzz_core.py
	$(BIN)/python benchmarks/fuzz_command_line.py

mutants: $(MUTANTS)/.ready
	$(MUTANTS)/bin/python tools/mutation.py --jobs $(JOBS) $(if $(ROOM),--room $(ROOM))

clean:
	rm -rf $(VENV) $(BENCH) $(MUTANTS) $(AUDIT) demo-output site .pytest_cache .mypy_cache .ruff_cache .hypothesis
