# Targets to run by hand. tools/setup.sh sets up what they need in .venv, with PYTHON=… and CXX=… if you name them.
VENV   := .venv
BIN    := $(VENV)/bin
TOOL   := PYTHONPATH=tests $(BIN)/python
SETUP  := PYTHON='$(PYTHON)' sh tools/setup.sh
CORES  := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# More workers than cores, because many tests wait. The tests of a file share servers and browsers, so they stay together.
PYTEST := $(BIN)/python -m pytest --numprocesses=$$((3 * $(CORES))) --dist=loadfile --no-loadscope-reorder

# Children of the tests start quickly only where compiled modules are kept.
unexport PYTHONDONTWRITEBYTECODE

CPP    := $(shell find kernel tools -name '*.h' -o -name '*.cpp')
KERNEL := $(filter-out kernel/tests/% kernel/wasm/% tools/%,$(CPP)) CMakeLists.txt

.PHONY: help play test test-all test-rest python-tests python-rest quick check page-types format kernel-test portable wheels types proof perft playthroughs bench docs measure pictures shapes sheets lab lab-pictures atlas mutants attack stubs clean browser wasm wasm-tools wasm-games wasm-test pyodide site FORCE

help:            ## list all targets
	@grep -E '^[a-z-]+: .*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

play: STRICT := OFF
play: $(VENV)/.installed  ## set up what is needed and open the game in the browser
	@$(BIN)/llk play $(if $(and $(wildcard $(RUNTIME)/.ready),$(wildcard $(WASM))),--python --pyodide $(RUNTIME))

test:            ## set up what is needed and run the tests: 8 minutes on two cores
	@$(MAKE) --no-print-directory $(VENV)/.build-tools
	@$(MAKE) --no-print-directory --jobs=2 browser $(VENV)/.tested-with
	@$(MAKE) --no-print-directory --jobs=4 wasm-games check kernel-test python-tests

test-all: test   ## run the tests, then all that they leave out: every engine, kills, WebAssembly, Ray, wheels
	@$(MAKE) --no-print-directory test-rest

test-rest:       ## run what `make test` leaves out
	@$(MAKE) --no-print-directory browser
	@$(MAKE) --no-print-directory wasm-tools
	@$(MAKE) --no-print-directory --jobs=2 wasm-test $(VENV)/.clusters-tested-with
	@$(MAKE) --no-print-directory python-rest

# A test marked `full` is one of the rest.
python-tests: $(VENV)/.tested-with wasm-tools
	@echo "Running the Python and browser tests …"
	@$(PYTEST) -m 'not full'

python-rest: $(VENV)/.tested-with $(VENV)/.clusters-tested-with
	@echo "Running the rest of the Python and browser tests …"
	@$(PYTEST) -m full

quick: $(VENV)/.tested-with  ## run the Python tests, without those of browsers, servers and stores
	@echo "Running the Python tests, without those of browsers, servers and stores …"
	@$(PYTEST) -m 'not full' $(addprefix --ignore=tests/,browser site web store cluster deploy)

check: $(VENV)/.tested-with  ## check formatting, lints and types
	@echo "Checking format, lints and types …"
	@$(BIN)/ruff format --check --quiet . || { echo "run: make format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	@$(BIN)/mypy --no-error-summary
	@$(MAKE) --no-print-directory page-types

TYPESCRIPT := 7.0.2
PRETTIER   := 3.9.10
PAGE_TOOLS := build/page-tools-$(TYPESCRIPT)-$(PRETTIER)
PAGE_CODE  := 'src/lianliankan/web/static/**/*.{js,css}' 'tests/browser/modules/*.mjs' 'tools/docs_site/static/*.{js,css}'
TSC        := $(PAGE_TOOLS)/node_modules/.bin/tsc
PRETTY     := $(PAGE_TOOLS)/node_modules/.bin/prettier --print-width 120 --log-level warn

page-types:      ## check the types and the format of the page's JavaScript
	@$(SETUP) npm $(PAGE_TOOLS) 'the page is not checked' typescript@$(TYPESCRIPT) prettier@$(PRETTIER)
	@[ ! -d $(PAGE_TOOLS) ] || { $(TSC) -p tsconfig.json && $(TSC) -p tsconfig.service-worker.json && $(PRETTY) --check $(PAGE_CODE); }

format: $(VENV)/.tested-with  ## format the code
	@$(BIN)/ruff format --quiet . && $(BIN)/ruff check --quiet --fix .
	@$(BIN)/clang-format -i $(CPP)
	@[ ! -d $(PAGE_TOOLS) ] || $(PRETTY) --write $(PAGE_CODE)

kernel-test: build/tests/kernel_tests  ## run the kernel's tests under the sanitizers
	@echo "Running the kernel's own tests under the sanitizers …"
	@build/tests/kernel_tests

WASM := src/lianliankan/web/static/kernel.wasm

wasm: $(WASM)    ## compile the kernel to WebAssembly

$(WASM): $(filter-out kernel/tests/% kernel/python/% kernel/bench/% tools/%,$(CPP)) tools/build_wasm.py | $(VENV)/.build-tools
	@echo "Compiling the kernel to WebAssembly …"
	@$(SETUP) pip --group wasm
	@$(BIN)/python tools/build_wasm.py $@

# Python for browsers, which a site runs on, and what it needs there that is not Python; `make` keeps it in build.
PYODIDE := $(shell sed -n 's/^PYODIDE_VERSION.*"\(.*\)"/\1/p' src/lianliankan/site/pyodide.py)
MSGSPEC := $(shell sed -n 's/^MSGSPEC_VERSION.*"\(.*\)"/\1/p' src/lianliankan/site/pyodide.py)
RUNTIME := build/pyodide-$(PYODIDE)-$(MSGSPEC)

site: docs       ## write the whole game as files for any static host into build/site
	@$(SETUP) pip --group site
	@$(BIN)/llk site build/site --pyodide $(RUNTIME) --docs build/docs

$(RUNTIME)/.ready: | $(VENV)/.installed
	@$(BIN)/python -m lianliankan.site.pyodide $(RUNTIME)

# What the tests need in it. Where npm, Node or pip cannot get it, nothing is tested on WebAssembly.
PYODIDE_TESTS := build/pyodide-$(PYODIDE)-tests

pyodide: $(RUNTIME)/.ready  ## install what the tests need in Python for browsers
	@[ ! -d $(RUNTIME) ] || [ -d $(PYODIDE_TESTS) ] || { rm -rf $(PYODIDE_TESTS).new && \
	  $(SETUP) pip --group wasm-test --target $(PYODIDE_TESTS).new --only-binary=:all: \
	    --platform pyemscripten_2026_0_wasm32 --python-version 3.14 && \
	  mv $(PYODIDE_TESTS).new $(PYODIDE_TESTS); } || echo '*** nothing is tested on WebAssembly: see above ***'

wasm-tools: pyodide $(VENV)/.tested-with
	@[ ! -d $(PYODIDE_TESTS) ] || $(MAKE) --no-print-directory wasm

wasm-games: wasm-tools
	@[ ! -d $(PYODIDE_TESTS) ] || { echo "Playing the same games on both kernels …" && \
	  $(BIN)/python tools/fuzz_games.py compare 100 $(RUNTIME)/node_modules/pyodide $(PYODIDE_TESTS); }

wasm-test: wasm-tools  ## run the library's tests on the kernel's WebAssembly, in Node
	@[ ! -d $(PYODIDE_TESTS) ] || { echo "Running the library's tests on WebAssembly …" && \
	  node tools/in_pyodide.mjs $(RUNTIME)/node_modules/pyodide $(PYODIDE_TESTS) tools/wasm_tests.py && \
	  $(BIN)/python tools/fuzz_games.py compare 1000 $(RUNTIME)/node_modules/pyodide $(PYODIDE_TESTS); }

portable: $(VENV)/.build-tools  ## build the kernel with clang and run its tests; compile it for Windows and macOS
	@$(SETUP) pip --group wheels
	@PYTHONPATH=tests:tools $(BIN)/python -m wheels.portable

wheels: $(WASM)  ## build and try wheels for Linux, and the source distribution, in dist; SITE=… is the project's address
	@$(SETUP) pip --group wheels
	@LLK_SITE='$(SITE)' PATH="$$PWD/$(BIN):$$PATH" PYTHONPATH=tests:tools $(BIN)/python -m wheels

proof: $(VENV)/.tested-with  ## compare every board of 3 x 4 cells under every gravity with the reference game (20 minutes)
	@$(TOOL) tools/small_boards.py

perft: $(VENV)/.tested-with  ## write the perft files, with every count by the reference game
	@$(TOOL) tools/perft_write.py

playthroughs: $(VENV)/.tested-with  ## write the playthroughs; read what changed before you keep it
	@$(TOOL) tools/playthroughs_write.py

bench: $(VENV)/.installed  ## measure speed, side by side in one run
	@$(BIN)/llk bench

docs: $(VENV)/.documented-with $(WASM)  ## build the documentation site in build/docs
	@echo "Building the documentation …"
	@$(BIN)/python tools/build_docs.py

measure: $(VENV)/.tested-with  ## measure for docs/speed.md and docs/solver-speed.md
	@$(TOOL) tools/speed_pages.py speed >docs/speed.md.new && mv docs/speed.md.new docs/speed.md
	@$(TOOL) tools/speed_pages.py solver >docs/solver-speed.md.new && mv docs/solver-speed.md.new docs/solver-speed.md

pictures: $(VENV)/.tested-with browser  ## draw the README's pictures, and take screenshots of the web game
	@$(BIN)/llk tui --svg docs/pictures/terminal.svg
	@$(TOOL) tools/screenshots.py

shapes: $(VENV)/.installed  ## draw the boards of docs/dealing.md
	@for shape in $$($(BIN)/python -c 'import lianliankan; print(*lianliankan.SHAPES)'); do \
	  $(BIN)/llk deal 8x12 --shape $$shape | $(BIN)/llk show - --svg $(SHAPES)/$$shape.svg || exit 1; done
	@$(BIN)/llk deal 8x12 --shape diamond --gravity down | $(BIN)/llk show - --svg $(SHAPES)/diamond-down.svg
	@$(BIN)/llk deal --mask examples/heart.txt | $(BIN)/llk show - --svg $(SHAPES)/heart.svg
	@$(BIN)/llk deal --mask examples/mask.txt --seed 3 | $(BIN)/llk link - 1,3 3,1 --svg $(SHAPES)/mask.svg >/dev/null

sheets: $(VENV)/.tested-with  ## draw the contact sheets of the tile sets, and measure how distinct their faces are
	@for set in $$($(BIN)/llk faces | sed -n 's/ .* faces .*//p'); do \
	  $(TOOL) tools/face_sheets.py sheet $$set --out docs/pictures/faces-$$set.png || exit 1; done
	@$(TOOL) tools/face_sheets.py measure --markdown --closest docs/pictures/faces-closest.png >docs/faces-measured.md

LAB    := docs/pictures/lab
SHAPES := docs/pictures/shapes

lab: $(VENV)/.tested-with  ## measure for docs/algorithms.md and docs/questions, and draw their pictures (3 minutes)
	@$(TOOL) tools/lab_tables.py growth --rounds 5 --save $(LAB)/growth.json >/dev/null
	@$(TOOL) tools/lab_tables.py table links --into docs/questions/maintaining.md
	@$(TOOL) tools/lab_tables.py table hashing collisions --into docs/questions/recognising.md
	@$(TOOL) tools/lab_tables.py table counting --into docs/questions/counting.md
	@$(TOOL) tools/lab_tables.py table deadlock --into docs/questions/deadlock.md
	@$(MAKE) --no-print-directory lab-pictures

lab-pictures: $(VENV)/.tested-with  ## draw the pictures of docs/algorithms.md from saved measurements
	@$(TOOL) tools/lab_tables.py table promises flaws --into docs/algorithms.md --into docs/algorithms.zh-CN.md
	@$(TOOL) tools/lab_tables.py code --into docs/algorithms.md --into docs/algorithms.zh-CN.md
	@$(TOOL) tools/lab_tables.py growth --from $(LAB)/growth.json --plots $(LAB) --into docs/algorithms.md
	@$(TOOL) tools/lab_tables.py growth --from $(LAB)/growth.json --plots $(LAB)/zh --lang zh --into docs/algorithms.zh-CN.md
	@for finder in $$($(BIN)/python -c 'import lianliankan; print(*lianliankan.FINDERS)'); do \
	  $(BIN)/llk trace examples/lab.dat --finder $$finder --svg $(LAB)/$$finder.svg || exit 1; \
	  $(BIN)/llk trace examples/lab.dat --finder $$finder --svg $(LAB)/zh/$$finder.svg --lang zh || exit 1; done
	@$(BIN)/llk link examples/four-of-a-kind.txt 10,1 10,14 --svg $(LAB)/four-of-a-kind.svg >/dev/null
	@$(BIN)/llk race examples/lab.dat --svg $(LAB)/race.svg
	@$(BIN)/llk race examples/lab.dat --svg $(LAB)/zh/race.svg --lang zh
	@for board in examples/flaws/*.dat; do \
	  flaw=$$(basename $$board .dat); finder=$${flaw%-*}; \
	  case $$finder in cells) repaired=edges;; layers) repaired=relax;; *) repaired=$$finder;; esac; \
	  for lang in en zh; do case $$lang in en) out=$(LAB);; zh) out=$(LAB)/zh;; esac; \
	    $(BIN)/llk race $$board --finder published.$$finder --finder $$repaired --svg $$out/flaw-$$flaw.svg --lang $$lang; \
	    [ $$? -le 1 ] || exit 1; done; done  # 1 says that there is no link, which is right for one of them

atlas: $(VENV)/.tested-with  ## write the tables and plots of docs/atlas.md from the summaries of its data
	@$(TOOL) tools/atlas_page.py

types: $(VENV)/.installed  ## write the types of the messages between page and server
	@$(BIN)/python tools/page_types.py

mutants: $(VENV)/.tested-with  ## put small mistakes into correct functions and let llk check find them
	@$(TOOL) tools/mutants.py

attack: $(VENV)/.tested-with  ## attack the web server in every way, and write what other players noticed to docs/attacks.md (8 minutes)
	@PYTHONPATH=tests:tools $(BIN)/python -m attack --write

stubs: $(VENV)/.tested-with  ## write the type stub of the compiled module
	@$(BIN)/python -m nanobind.stubgen -q -P -m lianliankan._kernel -o src/lianliankan/_kernel.pyi
	@$(BIN)/ruff check --quiet --fix src/lianliankan/_kernel.pyi; $(BIN)/ruff format --quiet src/lianliankan/_kernel.pyi

clean:           ## remove everything that was built or installed
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# ---- Setting up ------------------------------------------------------------------------------------------------------

# Warnings are errors, but not for those who only want to play with a compiler that may be newer than this project.
STRICT := ON

$(VENV)/.build-tools: pyproject.toml
	@$(SETUP) venv
	@touch $@

# An editable install knows the modules by name, so a new or removed one is a reason to install again.
$(VENV)/.modules: FORCE | $(VENV)/.build-tools
	@find src -name '*.py' | sort | cmp -s - $@ || find src -name '*.py' | sort >$@
FORCE:

$(VENV)/.installed: $(VENV)/.build-tools $(VENV)/.modules $(KERNEL)
	@echo "Building the kernel …"
	@$(SETUP) pip --no-build-isolation --config-settings=cmake.define.LLK_STRICT=$(STRICT) --editable '.[game]'
	@touch $@

$(VENV)/.tested-with: $(VENV)/.installed
	@echo "Installing the test tools …"
	@$(SETUP) pip --group test --group check --group docs
	@touch $@

$(VENV)/.clusters-tested-with: $(VENV)/.tested-with
	@$(SETUP) pip --group cluster-test || echo '*** Ray cannot be installed: clusters are not tested ***'
	@touch $@

$(VENV)/.documented-with: $(VENV)/.installed
	@$(SETUP) pip --group docs
	@touch $@

# The browser tests use the system's chromium, and axe-core for accessibility. Without one of them they are skipped.
AXE := 4.14.0

browser:         ## install what the browser tests need
	@$(SETUP) tests
	@$(SETUP) npm build/axe-core-$(AXE) 'accessibility is not tested' axe-core@$(AXE)

build/tests/kernel_tests: $(VENV)/.build-tools $(CPP) CMakeLists.txt
	@echo "Building the kernel's tests …"
	@mkdir -p build
	@$(BIN)/cmake -S . -B build/tests -G Ninja -DCMAKE_MAKE_PROGRAM="$$PWD/$(BIN)/ninja" -DLLK_TESTS=ON -DLLK_STRICT=ON >build/tests.log 2>&1 || { cat build/tests.log >&2; exit 1; }
	@$(BIN)/cmake --build build/tests >build/tests.log 2>&1 || { cat build/tests.log >&2; exit 1; }
	@touch $@
