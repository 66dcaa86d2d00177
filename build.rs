//! Hands the network file to the compiler: `EVALFILE` if set, else `networks/default.nnue`, else
//! nothing (the binary then has no network of its own).

use std::{env, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-env-changed=EVALFILE");
    println!("cargo:rerun-if-changed=networks/default.nnue");
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let file = match env::var("EVALFILE") {
        Ok(file) if !file.is_empty() => Path::new(&root).join(file),
        _ => Path::new(&root).join("networks/default.nnue"),
    };
    let wanted = env::var("EVALFILE").is_ok_and(|file| !file.is_empty());
    let file = if file.is_file() {
        file
    } else {
        assert!(!wanted, "EVALFILE: there is no file {}", file.display());
        let empty = Path::new(&out).join("none.nnue");
        fs::write(&empty, []).expect("the output folder is writable");
        empty
    };
    println!("cargo:rerun-if-changed={}", file.display());
    println!("cargo:rustc-env=CHUHE_EVALFILE={}", file.display());
}
