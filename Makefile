# Every target sets up what it needs itself: see scripts/setup.
.DEFAULT_GOAL := help
.PHONY: help dev test check bench chaos build release gen

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

dev: ## Run the editor and the server, rebuilding on every change
	@scripts/setup
	@exec node scripts/dev.mjs

test: ## Run every check and test: Rust, frontend, and journeys in a browser against the built product
	@scripts/setup --browsers --checks
	@node scripts/test.mjs

check: ## Check format, lints, types, generated files, dependency edges and sizes
	@scripts/setup --checks
	@node scripts/check.mjs

bench: ## Measure against the bars and print the figures
	@scripts/setup --browsers
	@node scripts/build-wasm.mjs
	@node scripts/bench/run.mjs
	@node scripts/bench/sites.mjs
	@node scripts/with-postgres.mjs cargo bench --locked --quiet -p moyan-server --bench http

chaos: ## Let faults happen to two servers and their databases for ten minutes, and check what must hold
	@scripts/setup
	@node scripts/test.mjs --only program
	@node scripts/chaos.mjs

build: ## Build the product into one program: target/release/moyan
	@scripts/setup
	@node scripts/build.mjs

release: ## Build what is handed out: archive, Debian package, container, bills of materials, checksums
	@scripts/setup --release
	@node scripts/build.mjs
	@node scripts/release.mjs

gen: ## Write the generated files again
	@scripts/setup
	@node scripts/generate.mjs
