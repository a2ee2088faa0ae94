# What people do with this repository. Each target installs what it needs: a fresh machine has only the Rust toolchain,
# gcc, Python and a package manager.

PATHFOLD := target/release/pathfold

.PHONY: help setup build demo test lint bench clean

help:
	@echo "make demo    build, and find the bug in examples/factorial.mc"
	@echo "make test    build, and run every test"
	@echo "make lint    formatting, clippy, documentation"
	@echo "make bench   the measurements of bench/README.md (some minutes)"
	@echo "make setup   only install the solvers (Z3 and Bitwuzla) into the cache folder"

setup:
	scripts/setup

build:
	cargo build --release --bin pathfold

# A first run does not wait for Bitwuzla, which is built from source: Z3 is enough.
demo: build
	scripts/setup z3
	@echo
	$(PATHFOLD) check examples/factorial.mc --first-error --timeout 60s --output target/demo || test $$? -eq 1
	@echo
	$(PATHFOLD) replay target/demo

test: setup
	cargo test --workspace

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc --workspace --no-deps --document-private-items

bench: setup build
	bench/run

clean:
	cargo clean
