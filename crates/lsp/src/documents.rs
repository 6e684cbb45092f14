//! The documents that are open, and the files beside them.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use extremal::pddl::find_domain;
use extremal_language::{Document, FileKind, Lines};
use gen_lsp_types::{Position, TextDocumentContentChangeEvent};

use crate::convert;

/// In larger folders, files that are not open are not looked at.
const MOST_FILES: usize = 500;
/// Larger files are not looked at unless they are open.
const LARGEST_FILE: u64 = 16 << 20;

/// A document with its address.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The address as the client writes it.
    pub uri: String,
    /// The version that the client has given it, if it is open.
    pub version: Option<i32>,
    /// The text, classified.
    pub document: Arc<Document>,
}

/// A file that was read from disk, and when it was written.
struct OnDisk {
    written: Option<SystemTime>,
    length: u64,
    entry: Entry,
}

/// All documents.
#[derive(Default)]
pub struct Documents {
    open: HashMap<String, Entry>,
    on_disk: HashMap<PathBuf, OnDisk>,
}

impl Documents {
    /// A document was opened.
    pub fn open(&mut self, uri: String, version: i32, text: String) {
        let document = Arc::new(Document::new(name(&uri), text));
        self.open.insert(uri.clone(), Entry { uri, version: Some(version), document });
    }

    /// A document was changed.
    pub fn change(&mut self, uri: &str, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(entry) = self.open.get_mut(uri) else { return };
        let mut text = entry.document.file.bytes.to_vec();
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    text = whole.text.into_bytes();
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let lines = Lines::new(&text);
                    let at =
                        |position: Position| lines.offset(&text, position.line, position.character) as usize;
                    let (start, end) = (at(part.range.start), at(part.range.end));
                    text.splice(start..end.max(start), part.text.into_bytes());
                }
            }
        }
        // Words are classified once, however many changes came together.
        entry.document = Arc::new(Document::new(name(uri), text));
        entry.version = Some(version);
    }

    /// A document was closed.
    pub fn close(&mut self, uri: &str) {
        self.open.remove(uri);
    }

    /// An open document.
    pub fn get(&self, uri: &str) -> Option<&Entry> {
        self.open.get(uri)
    }

    /// All open documents, in the order of their addresses.
    pub fn all_open(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.open.values().cloned().collect();
        entries.sort_by(|a, b| a.uri.cmp(&b.uri));
        entries
    }

    /// The domain of a problem: the one that the problem names, among open documents and files in the same folder.
    pub fn domain_of(&mut self, problem: &Entry) -> Option<Entry> {
        let wanted = problem.document.domain_name()?.to_owned();
        let is_it = |entry: &Entry| {
            entry.document.kind == FileKind::Domain && entry.document.domain_name() == Some(&wanted)
        };
        let folder = folder(&problem.uri);
        let mut candidates: Vec<Entry> =
            self.beside(&problem.uri).into_iter().filter(|entry| is_it(entry)).collect();
        if candidates.len() > 1
            && let Some(usual) = convert::path(&problem.uri).and_then(|path| find_domain(&path).ok())
            && let Some(position) = candidates
                .iter()
                .position(|entry| convert::path(&entry.uri).is_some_and(|path| same(&path, &usual)))
        {
            return Some(candidates.swap_remove(position));
        }
        if let Some(entry) = candidates.into_iter().next() {
            return Some(entry);
        }
        // A domain elsewhere that happens to be open, or one under a usual name such as `../domain.pddl`.
        let path = convert::path(&problem.uri);
        let usual = path.and_then(|path| find_domain(&path).ok()).and_then(|path| self.read(&path));
        let elsewhere =
            || self.all_open().into_iter().find(|entry| is_it(entry) && self::folder(&entry.uri) != folder);
        usual.filter(|entry| is_it(entry)).or_else(elsewhere)
    }

    /// The problems of a domain, open or in the same folder.
    pub fn problems_of(&mut self, domain: &Entry) -> Vec<Entry> {
        let is_problem = |entry: &Entry| entry.document.kind == FileKind::Problem;
        let mut problems: Vec<Entry> = self.beside(&domain.uri).into_iter().filter(is_problem).collect();
        let known = |problems: &[Entry], uri: &str| problems.iter().any(|entry| entry.uri == uri);
        let others: Vec<Entry> = self
            .all_open()
            .into_iter()
            .filter(|entry| is_problem(entry) && !known(&problems, &entry.uri))
            .collect();
        problems.extend(others);
        problems.retain(|problem| self.domain_of(problem).is_some_and(|found| found.uri == domain.uri));
        problems
    }

    /// The open documents and the PDDL files in the folder of a document, with what is open first.
    fn beside(&mut self, uri: &str) -> Vec<Entry> {
        let folder = folder(uri);
        let mut entries: Vec<Entry> =
            self.all_open().into_iter().filter(|entry| self::folder(&entry.uri) == folder).collect();
        let Some(path) = convert::path(uri).and_then(|path| path.parent().map(Path::to_owned)) else {
            return entries;
        };
        let is_pddl = |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pddl"));
        let listed = fs::read_dir(path).into_iter().flatten().flatten().map(|file| file.path());
        let mut files: Vec<PathBuf> = listed.filter(is_pddl).take(MOST_FILES + 1).collect();
        if files.len() > MOST_FILES {
            return entries;
        }
        files.sort();
        let open: Vec<PathBuf> = entries.iter().filter_map(|entry| convert::path(&entry.uri)).collect();
        files.retain(|file| !open.contains(file));
        entries.extend(files.iter().filter_map(|file| self.read(file)));
        entries
    }

    /// A file that may be open, read again only if it has changed.
    fn read(&mut self, path: &Path) -> Option<Entry> {
        let is_open = |entry: &&Entry| convert::path(&entry.uri).is_some_and(|open| same(&open, path));
        if let Some(entry) = self.open.values().find(is_open) {
            return Some(entry.clone());
        }
        let meta = fs::metadata(path).ok().filter(|meta| meta.is_file() && meta.len() <= LARGEST_FILE)?;
        let (written, length) = (meta.modified().ok(), meta.len());
        if let Some(known) =
            self.on_disk.get(path).filter(|known| (known.written, known.length) == (written, length))
        {
            return Some(known.entry.clone());
        }
        // Places in the file are counted as the client will count them, who replaces what is not UTF-8.
        let text = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
        let uri = convert::uri(path);
        let document = Arc::new(Document::new(name(&uri), text));
        let entry = Entry { uri, version: None, document };
        self.on_disk.insert(path.to_owned(), OnDisk { written, length, entry: entry.clone() });
        Some(entry)
    }
}

fn same(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The name under which messages mention a document.
fn name(uri: &str) -> String {
    uri.rsplit('/').next().unwrap_or(uri).to_owned()
}

fn folder(uri: &str) -> &str {
    uri.rsplit_once('/').map_or("", |(folder, _)| folder)
}
