//! The loop that reads messages and answers.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender, select};
use extremal_language::FileKind;
use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProvider, CompletionOptions, DefinitionProvider,
    DocumentFormattingProvider, DocumentHighlightProvider, DocumentSymbolProvider, HoverProvider,
    InitializeResult, PositionEncodingKind, PublishDiagnosticsParams, ReferencesProvider, RenameOptions,
    RenameProvider, ServerCapabilities, ServerInfo, TextDocumentPositionParams, TextDocumentSync,
    TextDocumentSyncKind, TextDocumentSyncOptions, Uri,
};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::checker::{self, Found, Job};
use crate::documents::{Documents, Entry};
use crate::features;
use crate::findings::Findings;

/// Serves a client on standard input and output until it leaves. The result is the exit code that the protocol asks for:
/// 0 if the client has asked for the shutdown before.
pub fn run() -> u8 {
    let (connection, threads) = Connection::stdio();
    let code = serve(&connection);
    drop(connection);
    // After `exit` the reader has ended; without it, it may wait for a client that is gone.
    if code == 0 {
        let _ = threads.join();
    }
    code
}

/// Serves a client on any connection.
pub fn serve(connection: &Connection) -> u8 {
    let Ok((id, params)) = connection.initialize_start() else { return 1 };
    let flag = |path: &str| params.pointer(path).and_then(Value::as_bool).unwrap_or(false);
    let with_versions = flag("/capabilities/workspace/workspaceEdit/documentChanges");
    let info =
        ServerInfo { name: "extremal".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    let result = InitializeResult { capabilities: capabilities(), server_info: Some(info) };
    if connection.initialize_finish(id, json!(result)).is_err() {
        return 1;
    }
    if flag("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration") {
        // If nobody listens, the next message that is received says so.
        let _ = connection.sender.send(Message::Request(watch_files()));
    }
    let (jobs, found) = checker::start();
    let server = Server {
        connection,
        with_versions,
        documents: Documents::default(),
        findings: Findings::default(),
        jobs,
        under_way: HashMap::new(),
        is_shut_down: false,
    };
    server.run(&found)
}

/// Asks the client to tell of files that something else changes: a domain that is not open may be the one of a problem that is.
fn watch_files() -> Request {
    let method = "workspace/didChangeWatchedFiles";
    let options = json!({ "watchers": [{ "globPattern": "**/*.pddl" }] });
    let registration = json!({ "id": "files", "method": method, "registerOptions": options });
    let params = json!({ "registrations": [registration] });
    Request { id: "watch-files".to_owned().into(), method: "client/registerCapability".to_owned(), params }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["(", ":", "?"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProvider::Bool(true)),
        definition_provider: Some(DefinitionProvider::Bool(true)),
        references_provider: Some(ReferencesProvider::Bool(true)),
        document_highlight_provider: Some(DocumentHighlightProvider::Bool(true)),
        document_symbol_provider: Some(DocumentSymbolProvider::Bool(true)),
        document_formatting_provider: Some(DocumentFormattingProvider::Bool(true)),
        code_action_provider: Some(CodeActionProvider::CodeActionOptions(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
            ..CodeActionOptions::default()
        })),
        rename_provider: Some(RenameProvider::RenameOptions(RenameOptions {
            prepare_provider: Some(true),
            ..RenameOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}

struct Server<'a> {
    connection: &'a Connection,
    /// Whether the client takes edits with versions.
    with_versions: bool,
    documents: Documents,
    findings: Findings,
    jobs: Sender<Job>,
    /// What ends the check that is under way for a document.
    under_way: HashMap<String, Arc<AtomicBool>>,
    is_shut_down: bool,
}

/// What went wrong with a request.
type Refusal = (ErrorCode, String);

impl Server<'_> {
    fn run(mut self, found: &Receiver<Found>) -> u8 {
        loop {
            select! {
                recv(self.connection.receiver) -> message => match message {
                    Ok(Message::Request(request)) => self.answer(request),
                    Ok(Message::Notification(notification)) if notification.method == "exit" => {
                        return u8::from(!self.is_shut_down);
                    }
                    Ok(Message::Notification(notification)) => self.note(notification),
                    Ok(Message::Response(_)) => {}
                    // The client is gone without a word.
                    Err(_) => return 1,
                },
                recv(found) -> found => if let Ok(found) = found
                    && !found.job.given_up.load(Ordering::Relaxed)
                {
                    let changed = self.findings.add(found);
                    self.publish(&changed);
                },
            }
        }
    }

    fn send(&self, message: Message) {
        // If nobody listens, the next message that is received says so.
        let _ = self.connection.sender.send(message);
    }

    fn answer(&mut self, request: Request) {
        let id = request.id.clone();
        let answer = if self.is_shut_down {
            Err((ErrorCode::InvalidRequest, "the server has been shut down".to_owned()))
        } else {
            // A mistake of ours must not end the server.
            catch_unwind(AssertUnwindSafe(|| self.result(request)))
                .unwrap_or_else(|_| Err((ErrorCode::InternalError, "internal error".to_owned())))
        };
        self.send(Message::Response(match answer {
            Ok(result) => Response::new_ok(id, result),
            Err((code, message)) => Response::new_err(id, code as i32, message),
        }));
    }

    fn result(&mut self, request: Request) -> Result<Value, Refusal> {
        let Server { documents, findings, with_versions, .. } = self;
        let params = request.params;
        let place = |params: Value| {
            let TextDocumentPositionParams { text_document, position } = read(params)?;
            Ok::<_, Refusal>((text_document.uri.0, position))
        };
        let uri = |params: &Value| {
            let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_owned);
            uri.ok_or((ErrorCode::InvalidParams, "no document is named".to_owned()))
        };
        let refused = |why: String| (ErrorCode::RequestFailed, why);
        match request.method.as_str() {
            "shutdown" => {
                self.is_shut_down = true;
                Ok(Value::Null)
            }
            "textDocument/definition" => {
                let (uri, position) = place(params)?;
                written(&features::go_to_definition(documents, &uri, position))
            }
            "textDocument/references" => {
                let with_declaration =
                    params.pointer("/context/includeDeclaration").and_then(Value::as_bool).unwrap_or(true);
                let (uri, position) = place(params)?;
                written(&features::find_references(documents, &uri, position, with_declaration))
            }
            "textDocument/documentHighlight" => {
                let (uri, position) = place(params)?;
                written(&features::highlights(documents, &uri, position))
            }
            "textDocument/hover" => {
                let (uri, position) = place(params)?;
                written(&features::hover_text(documents, findings, &uri, position))
            }
            "textDocument/completion" => {
                let (uri, position) = place(params)?;
                written(&features::completions(documents, &uri, position))
            }
            "textDocument/prepareRename" => {
                let (uri, position) = place(params)?;
                written(&features::prepare(documents, &uri, position).ok())
            }
            "textDocument/rename" => {
                let new_name = params.get("newName").and_then(Value::as_str).unwrap_or_default().to_owned();
                let (uri, position) = place(params)?;
                let edit = features::renamed(documents, &uri, position, &new_name, *with_versions);
                written(&edit.map_err(refused)?)
            }
            "textDocument/documentSymbol" => written(&features::symbols(documents, &uri(&params)?)),
            "textDocument/formatting" => written(&features::formatting(documents, &uri(&params)?)),
            "textDocument/codeAction" => {
                written(&features::code_actions(documents, findings, &read(params)?, *with_versions))
            }
            method => Err((ErrorCode::MethodNotFound, format!("there is no method {method}"))),
        }
    }

    fn note(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        // A notification that cannot be understood cannot be answered either.
        let _ = catch_unwind(AssertUnwindSafe(|| match method.as_str() {
            "textDocument/didOpen" => self.opened(params),
            "textDocument/didChange" => self.changed(params),
            "textDocument/didClose" => self.closed(params),
            // A file beside the open ones may be another than before.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.check_all();
                Ok(())
            }
            _ => Ok(()),
        }));
    }

    fn opened(&mut self, params: Value) -> Result<(), Refusal> {
        let params: gen_lsp_types::DidOpenTextDocumentParams = read(params)?;
        let document = params.text_document;
        let uri = document.uri.0;
        self.documents.open(uri.clone(), document.version, document.text);
        self.check_with_dependants(&uri);
        Ok(())
    }

    fn changed(&mut self, params: Value) -> Result<(), Refusal> {
        let params: gen_lsp_types::DidChangeTextDocumentParams = read(params)?;
        let uri = params.text_document.text_document_identifier.uri.0;
        self.documents.change(&uri, params.text_document.version, params.content_changes);
        self.check_with_dependants(&uri);
        Ok(())
    }

    fn closed(&mut self, params: Value) -> Result<(), Refusal> {
        let params: gen_lsp_types::DidCloseTextDocumentParams = read(params)?;
        let uri = params.text_document.uri.0;
        self.documents.close(&uri);
        self.give_up(&uri);
        let mut changed = self.findings.forget(&uri);
        changed.push(uri);
        self.publish(&changed);
        self.check_all();
        Ok(())
    }

    fn give_up(&mut self, uri: &str) {
        if let Some(flag) = self.under_way.remove(uri) {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Checks a document, and the open problems whose domain it is or has just become.
    fn check_with_dependants(&mut self, uri: &str) {
        self.check(uri);
        let is_problem =
            self.documents.get(uri).is_some_and(|entry| entry.document.kind == FileKind::Problem);
        if !is_problem {
            self.check_where(|entry| entry.document.kind == FileKind::Problem);
        }
    }

    fn check_all(&mut self) {
        self.check_where(|_| true);
    }

    fn check_where(&mut self, is_wanted: impl Fn(&Entry) -> bool) {
        for entry in self.documents.all_open().iter().filter(|entry| is_wanted(entry)) {
            self.check(&entry.uri);
        }
    }

    fn check(&mut self, uri: &str) {
        self.give_up(uri);
        let Some(entry) = self.documents.get(uri).cloned() else { return };
        let (domain, problem) = match entry.document.kind {
            FileKind::Problem => (self.documents.domain_of(&entry), Some(entry)),
            // A text that is neither is probably a domain that has just been begun.
            _ => (Some(entry), None),
        };
        let given_up = Arc::new(AtomicBool::new(false));
        self.under_way.insert(uri.to_owned(), Arc::clone(&given_up));
        // Without the threads there are no diagnostics, and all else works.
        let _ = self.jobs.send(Job { subject: uri.to_owned(), domain, problem, given_up });
    }

    /// Shows what is known about some documents. What is not open is not shown.
    fn publish(&self, uris: &[String]) {
        for uri in uris {
            let entry = self.documents.get(uri);
            let mut shown = if entry.is_some() { self.findings.shown(uri) } else { Vec::new() };
            // What was found in an older text would be shown in wrong places; the text is being checked again.
            shown.retain(|shown| {
                let checked = shown.entry(shown.diagnostic.file).and_then(|entry| entry.version);
                checked == entry.and_then(|entry| entry.version)
            });
            let params = PublishDiagnosticsParams {
                uri: Uri(uri.clone()),
                version: entry.and_then(|entry| entry.version),
                diagnostics: shown.iter().filter_map(|shown| shown.to_lsp()).collect(),
            };
            let notification = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
            self.send(Message::Notification(notification));
        }
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn written(result: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}
