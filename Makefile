# Builds chuhe. `make` is for the machine it runs on; OpenBench calls `make EXE=name`.

EXE ?= chuhe
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
HOST := $(shell rustc -vV | sed -n 's/^host: //p')
SUFFIX := $(if $(findstring windows,$(HOST)),.exe,)
LEVELS := $(if $(findstring x86_64,$(HOST)),x86-64-v2 x86-64-v3 x86-64-v4,generic)
# Cross-built too where the toolchain has the target and its linker.
ARM := aarch64-unknown-linux-gnu

.PHONY: all release test clean $(addprefix dist/,$(LEVELS)) dist/$(ARM)

all:
	cargo build --release --bin chuhe
	cp -f target/release/chuhe$(SUFFIX) $(EXE)$(if $(filter %.exe,$(EXE)),,$(SUFFIX))

# One portable binary for each level of instruction set, in dist/.
release: $(addprefix dist/,$(LEVELS)) $(if $(shell which aarch64-linux-gnu-gcc 2>/dev/null),dist/$(ARM),)

$(addprefix dist/,$(LEVELS)): dist/%:
	mkdir -p dist
	RUSTFLAGS="-C target-cpu=$*" cargo build --release --bin chuhe --target $(HOST) --target-dir target/$*
	cp -f target/$*/$(HOST)/release/chuhe$(SUFFIX) dist/chuhe-$(VERSION)-$(HOST)-$*$(SUFFIX)

dist/$(ARM):
	mkdir -p dist
	rustup target add $(ARM)
	CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc RUSTFLAGS="" \
		cargo build --release --bin chuhe --target $(ARM)
	cp -f target/$(ARM)/release/chuhe dist/chuhe-$(VERSION)-$(ARM)

test:
	cargo test

clean:
	cargo clean
	rm -rf dist
