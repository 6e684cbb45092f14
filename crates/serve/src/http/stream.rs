//! What happens in a job, as a stream of server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use serde::Serialize;
use serde_json::json;

use super::answer::Failure;
use super::jobs::record;
use super::{App, Client, Named};
use crate::job::{Job, Logged};
use crate::protocol::{self, Progress};

/// Proxies close connections on which nothing happens.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Events that are written at once.
const MOST_NEWS: usize = 100;

/// Tells what happens from the beginning, or from where the client lost its connection, to the end.
pub async fn events(
    State(app): State<App>,
    Named(id): Named<String>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let job = app.service.job(&id).ok_or_else(Failure::no_such_job)?;
    app.has_place(client, &job)?;
    let seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse::<usize>().ok());
    let listener = Listener {
        changes: job.listen(),
        job,
        next: seen.map_or(0, |seen| seen.saturating_add(1)),
        progress: None,
        is_over: false,
    };
    let events = stream::unfold(listener, Listener::next).flat_map(stream::iter);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}

/// Somebody who listens to a job.
struct Listener {
    job: Arc<Job>,
    changes: tokio::sync::watch::Receiver<u64>,
    /// The next entry of the log to be told.
    next: usize,
    progress: Option<Progress>,
    is_over: bool,
}

impl Listener {
    /// Waits until there is something to tell.
    async fn next(mut self) -> Option<(Vec<Result<Event, Infallible>>, Self)> {
        while !self.is_over {
            self.changes.borrow_and_update();
            let news = self.news();
            if !news.is_empty() {
                return Some((news.into_iter().map(Ok).collect(), self));
            }
            if self.changes.changed().await.is_err() {
                break;
            }
        }
        None
    }

    fn news(&mut self) -> Vec<Event> {
        let job = Arc::clone(&self.job);
        let state = job.state();
        let mut news = Vec::new();
        while let Some(logged) = state.log.get(self.next) {
            let event = match logged {
                Logged::Plan(plan) => state.plan(*plan).map(|plan| event("plan", plan)),
                Logged::Search(search) => Some(event(name(search), search)),
            };
            news.extend(event.map(|event| event.id(self.next.to_string())));
            self.next += 1;
            // Whoever listens slowly is told the rest when there is room for it.
            let is_enough = matches!(logged, Logged::Plan(_)) || news.len() >= MOST_NEWS;
            if is_enough && !news.is_empty() {
                return news;
            }
        }
        if state.progress != self.progress {
            self.progress.clone_from(&state.progress);
            news.push(event("progress", &state.progress));
        }
        // The result may be long: it is written when the rest has been taken.
        if state.ending.is_some() && news.is_empty() {
            self.is_over = true;
            news.push(event("ended", &record(&job, &state)));
        }
        news
    }
}

fn event(name: &str, data: &impl Serialize) -> Event {
    // Line breaks are written as escapes in JSON: the data is one line.
    Event::default().event(name).data(json!(data).to_string())
}

fn name(event: &protocol::Event) -> &'static str {
    match event {
        protocol::Event::BestH { .. } => "best_h",
        protocol::Event::Turn { .. } => "turn",
        protocol::Event::Stage { .. } => "stage",
        protocol::Event::Generated { .. } => "generated",
        protocol::Event::Evaluated { .. } => "evaluated",
        protocol::Event::Expanded { .. } => "expanded",
    }
}
