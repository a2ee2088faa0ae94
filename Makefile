# What people do with this repository. Each target installs what it needs: a fresh machine has only the Rust toolchain,
# gcc, Python and a package manager.

PATHFOLD := $(or $(CARGO_TARGET_DIR),target)/release/pathfold

.PHONY: help setup build demo test lint bench clean

help:
	@echo "make demo    build, and find the bug in examples/quote.c"
	@echo "make test    build, and run every test"
	@echo "make lint    formatting, clippy, documentation"
	@echo "make bench   the measurements of bench/README.md (some minutes)"
	@echo "make setup   only install what is needed: the solvers, clang and LLVM 19, the C library of analysed programs, csmith"

setup:
	scripts/setup

build:
	scripts/setup llvm
	cargo build --release --bin pathfold --bin pathfold-lower --bin pathfold-outside

# A first run does not wait for Bitwuzla, which is built from source: Z3 is enough.
demo: build
	scripts/setup z3 libc
	@echo
	$(PATHFOLD) check examples/quote.c --sym-stdin 2 --timeout 60s --output target/demo || test $$? -eq 1
	@echo
	$(PATHFOLD) replay target/demo

test: setup
	cargo build --bin pathfold-lower --bin pathfold-outside
	cargo test --workspace

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc --workspace --no-deps --document-private-items

bench: setup build
	bench/run

clean:
	cargo clean
