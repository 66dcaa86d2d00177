//! The manual is whole: every page is listed, every link leads somewhere, and the table of
//! options is the one of the program.

#![allow(clippy::unwrap_used)] // the helpers of a test

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use chuhe::engine::{Kind, Spec, TABLE};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src")
}

/// The targets of all links of a page that lead to files.
fn links(text: &str) -> Vec<String> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target.split('#').next().unwrap().to_string())
        .filter(|target| !target.is_empty() && !target.contains("://"))
        .collect()
}

fn pages() -> BTreeSet<String> {
    fs::read_dir(source())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".md"))
        .collect()
}

#[test]
fn every_page_is_in_the_summary_and_every_link_leads_somewhere() {
    let summary = links(&fs::read_to_string(source().join("SUMMARY.md")).unwrap());
    for page in pages().iter().filter(|page| *page != "SUMMARY.md") {
        assert!(summary.contains(page), "{page} is not in the summary");
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = pages().into_iter().map(|page| source().join(page));
    for file in files.chain([root.join("README.md")]) {
        for link in links(&fs::read_to_string(&file).unwrap()) {
            let target = file.parent().unwrap().join(&link);
            assert!(target.exists(), "{} links to {link}", file.display());
        }
    }
}

/// One line of the table of options.
fn row(spec: &Spec) -> String {
    let values = match spec.kind {
        Kind::Button => "button".to_string(),
        Kind::Check(on) => format!("**{on}** or {}", !on),
        Kind::Spin { default, min, max } => format!("{min} to {max}, **{default}**"),
        Kind::Combo(words) => {
            let others: String = words[1..].iter().map(|word| format!(", {word}")).collect();
            format!("**{}**{others}", words[0])
        }
        Kind::Text => "text".to_string(),
    };
    let name = |name: Option<&str>| name.map(|name| format!("`{name}`")).unwrap_or_default();
    format!(
        "| {} | {} | {values} | {} |",
        name(spec.uci),
        name(spec.ucci),
        spec.help
    )
}

#[test]
fn the_table_of_options_is_that_of_the_program() {
    let page = fs::read_to_string(source().join("options.md")).unwrap();
    let wanted: Vec<String> = TABLE.iter().map(row).collect();
    let written: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `") || line.starts_with("|  |"))
        .collect();
    assert_eq!(
        written,
        wanted,
        "options.md should say:\n{}\n",
        wanted.join("\n")
    );
}
