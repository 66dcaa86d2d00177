//! The dependency direction of the crate, checked.
//!
//! Every top-level module of the library has a place in [`LAYERS`]; a module
//! may import modules of lower layers only. The test reads the
//! source text, so it needs no build plugin and names the file that broke it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Lowest first. Modules in one inner slice are siblings and may not import each other.
const LAYERS: &[&[&str]] = &[
    &["types"],
    &["attacks"],
    &["position"],
    &["movegen"],
    &["rules"],
    &["notation", "eval"],
    &["search"],
    &["engine"],
    &["protocol", "datagen"],
    &["train", "tournament"],
];

/// Downward, and still wrong: `(module, what it has no business knowing)`.
const FORBIDDEN: &[(&str, &str)] = &[
    ("eval", "movegen"),
    ("eval", "rules"),
    ("search", "notation"),
    ("engine", "notation"),
];

fn layer(module: &str) -> Option<usize> {
    LAYERS
        .iter()
        .position(|siblings| siblings.contains(&module))
}

fn forbidden(module: &str, import: &str) -> bool {
    FORBIDDEN
        .iter()
        .any(|&(from, to)| from == module && to == import)
}

/// All `.rs` files below `dir`.
fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("source folder is readable") {
        let path = entry.expect("folder entry is readable").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

/// The first path segment after every `crate::`, grouped imports included.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n");
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            // Only the first segment of each item counts: `a::b` and a bare `a` both name `a`.
            let (mut depth, mut word, mut open) = (0, String::new(), true);
            for c in group.chars() {
                match c {
                    '}' if depth == 0 => break,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        names.insert(std::mem::take(&mut word));
                        open = true;
                    }
                    ':' if depth == 0 => open = false,
                    c if depth == 0 && open && !c.is_whitespace() => word.push(c),
                    _ => {}
                }
            }
            names.insert(word);
        } else {
            names.insert(
                rest.chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect(),
            );
        }
    }
    names
}

#[test]
fn modules_only_import_downwards() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut broken = Vec::new();
    for file in sources(&src) {
        let relative = file.strip_prefix(&src).expect("file lies under src");
        let first = relative.components().next().expect("path is not empty");
        let module = first
            .as_os_str()
            .to_string_lossy()
            .trim_end_matches(".rs")
            .to_string();
        let Some(own) = layer(&module) else { continue }; // lib.rs, main.rs, cli/
        for name in imports(&fs::read_to_string(&file).expect("source is UTF-8")) {
            match layer(&name) {
                Some(other) if name != module && (other >= own || forbidden(&module, &name)) => {
                    broken.push(format!(
                        "{}: `{module}` must not import `{name}`",
                        relative.display()
                    ));
                }
                _ => {}
            }
        }
    }
    assert!(broken.is_empty(), "upward imports:\n{}", broken.join("\n"));
}
