# make play, make test: each sets up all it needs. Everything lives in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
GAMES_FUZZED ?= 10000
TWINS_FUZZED ?= 100000
COMPILE := $(BIN)/pip-compile -q --no-strip-extras --generate-hashes --allow-unsafe --no-header \
  --no-emit-index-url --no-emit-trusted-host --no-emit-find-links
GAMES := temple valley wiraqocha paititi
PYTEST := $(BIN)/pytest -p no:schemathesis --dist worksteal --durations 8
OF_THE_RULES := tests/core tests/games tests/corpus
# What bots think with is compiled once, while people still look for their game; nobody waits for it.
WARM := nice -n 15 $(BIN)/python -m yupana.bots.warm > /dev/null 2>&1 &

.PHONY: help play terminal serve test lint twins check chaos soak sbom fuzz mutation bench bench-bots bench-web load screens web lock clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /: /'

play: $(VENV)/play $(VENV)/minds ## play in the browser, here and on every phone in the house
	@$(WARM)
	$(BIN)/yupana serve --host 0.0.0.0

terminal: $(VENV)/play $(VENV)/minds ## play in this terminal
	$(BIN)/yupana play

serve: $(VENV)/play $(VENV)/minds ## serve tables to the network, and say where
	@$(WARM)
	$(BIN)/yupana serve

test: $(VENV)/test ## everything that must hold
	$(MAKE) -j 2 lint check

lint: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What is compiled is compiled first, once: each worker would do it by itself.
twins: $(VENV)/test
	printf '%s\n' $(GAMES) | xargs -P $(JOBS) -I GAME sh -c '$(BIN)/python -m tests.games.lockstep GAME --games 2 && $(BIN)/python -m yupana.bots.warm GAME'

# Counting lines makes the rules twice as slow: it is done where the rules are tested. Pages are driven from an event
# loop of their own, in which no other test can have one. Servers and browsers wait a lot: there may be one more worker.
check: $(VENV)/test twins
	$(PYTEST) -n $(JOBS) $(OF_THE_RULES) --cov --cov-report=term:skip-covered --cov-fail-under=95
	$(PYTEST) -n $$(($(JOBS) + 1)) $(addprefix --ignore ,$(OF_THE_RULES) tests/browser)
	$(PYTEST) -n $$(($(JOBS) + 1)) tests/browser

chaos: $(VENV)/test ## breaks everything on purpose, at full size, and writes docs/guarantees.md
	$(BIN)/python -m tests.chaos --big --write

soak: $(VENV)/test ## two hours of sockets and games that come and go; writes its row of docs/guarantees.md
	$(BIN)/python -m tests.chaos soak --big --write

sbom: $(VENV)/test ## what an installation consists of, as CycloneDX: sbom.cdx.json
	$(BIN)/python -m tests.sbom > sbom.cdx.json

fuzz: $(VENV)/test ## random games: GAMES_FUZZED of each game, every law checked; TWINS_FUZZED in lock-step with its kernel
	for game in $(GAMES); do $(BIN)/yupana fuzz $$game --games $(GAMES_FUZZED) --often 100 --jobs $(JOBS) || exit 1; done
	for game in $(GAMES); do $(BIN)/python -m tests.games.lockstep $$game --games $(TWINS_FUZZED) --often 100 --seconds 1e9 || exit 1; done

train-%: $(VENV)/test ## teaches the mind of a game anew (train-temple, train-valley, train-wiraqocha, train-paititi)
	$(BIN)/python -m yupana.lab.train $*

mutation: $(VENV)/mutation ## which changes to the scoring the tests would not notice
	$(BIN)/python -m tests.mutation

bench: $(VENV)/bench ## decisions per second, beside other engines; writes docs/speed.md
	$(BIN)/python -m benchmarks.speed --write

bench-bots: $(VENV)/test ## how long people wait for a bot of each level, at ten tables; writes into docs/bots.md
	$(BIN)/python -m benchmarks.latency --write

bench-web: $(VENV)/test ## bytes and times of the browser client
	$(BIN)/python -m benchmarks.web

load: $(VENV)/test benchmarks/load/boardgame_io/node_modules/made ## full tables, idle sockets, many tables, beside boardgame.io (needs Node); writes docs/load.md
	$(BIN)/python -m benchmarks.load

screens: $(VENV)/test ## takes the pictures of docs/screens anew
	$(BIN)/python -m tests.browser.screens

web: web/node_modules/made ## builds the browser client anew; for those who change it, with Node
	cd web && npm run build

lock: $(VENV)/test ## pins every dependency anew, with hashes
	for extra in dev mutation bench postgres push fast arena; do $(COMPILE) --extra $$extra -o requirements/$$extra.txt pyproject.toml; done
	$(COMPILE) -o requirements/play.txt pyproject.toml
	$(COMPILE) -o requirements/build.txt requirements/build.in

clean: ## forgets everything that was set up
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

%/node_modules/made: %/package-lock.json
	cd $* && npm ci
	touch $@

# What each needs is installed once, and again when its list changes.

$(VENV)/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Yupana needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/play: requirements/play.txt requirements/build.txt pyproject.toml | $(VENV)/made
	$(BIN)/pip install -q --require-hashes -r requirements/play.txt
	$(BIN)/pip install -q --require-hashes -r requirements/build.txt
	$(BIN)/pip install -q --no-deps --no-build-isolation -e .
	touch $@

# What the better bots think with; where it cannot be had they do without.
$(VENV)/minds: requirements/fast.txt | $(VENV)/play
	@$(BIN)/pip install -q --require-hashes -r $< || echo "Without Numba the better bots play less well. All else is as it should be."
	touch $@

$(VENV)/%: requirements/%.txt $(VENV)/play
	$(BIN)/pip install -q --require-hashes -r $<
	touch $@

# Debian's packages that the tests use, where we may install them; elsewhere the tests say what they leave out.
# (PostgreSQL's programs are in a wheel among the requirements as well.)
$(VENV)/debian:
	@lacking=""; \
	ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || lacking="postgresql"; \
	for each in chromium:chromium strace:strace nginx:nginx-light caddy:caddy systemd-analyze:systemd npm:npm; do \
	  PATH="$$PATH:/usr/sbin" command -v $${each%%:*} > /dev/null || lacking="$$lacking $${each#*:}"; \
	done; \
	if [ -n "$$lacking" ] && [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	  apt-get update -qq && RUNLEVEL=1 apt-get install -yqq --no-install-recommends $$lacking > /dev/null; fi
	@if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && ! command -v chromium-headless-shell > /dev/null; then \
	  { apt-get update -qq && apt-get install -yqq --no-install-recommends chromium-headless-shell > /dev/null; } \
	  || echo "Without chromium-headless-shell the browser tests take half as long again."; fi
	touch $@

# What builds the browser client, to see that what is committed is what is built.
$(VENV)/node: web/package-lock.json | $(VENV)/debian
	@if command -v npm > /dev/null; then $(MAKE) web/node_modules/made; fi
	touch $@

$(VENV)/test: $(VENV)/dev $(VENV)/node | $(VENV)/debian
	touch $@
