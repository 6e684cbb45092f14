//! Listening, and stopping in good order.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Uri};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use prometheus_client::metrics::counter::Counter;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::connections::{Patient, make_room};
use crate::http::{Peer, client_of, router};
use crate::log::log;
use crate::options::Options;
use crate::room::Room;
use crate::service::{Service, WorkerCommand};

/// How long a client may take to send the head of a request, and a connection may have nothing to do.
const HEAD_PATIENCE: Duration = Duration::from_secs(30);
/// How long answers that are under way have at the end.
const LAST_ANSWERS: Duration = Duration::from_secs(2);
/// How often what is too old is forgotten.
const FORGET_INTERVAL: Duration = Duration::from_secs(60);
/// Longer heads are refused.
const LARGEST_HEAD: usize = 64 << 10;

/// Serves until the process is asked to terminate. `listening` is called with the address when all is ready.
pub fn serve(
    options: Options,
    worker: Box<WorkerCommand>,
    listening: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async move {
        let listener = TcpListener::bind(options.listen).await?;
        let address = listener.local_addr()?;
        let (service, slots) = Service::start(options, worker)?;
        log("listening", json!({ "address": address, "workers": service.options.workers }));
        listening(address);
        let graceful = GracefulShutdown::new();
        let terminated = terminated()?;
        tokio::pin!(terminated);
        let router = router(Arc::clone(&service));
        let room = make_room(service.options.connections);
        let connections = Arc::new(Semaphore::new(room));
        // All clients of a proxy have its address.
        let share = if service.options.behind_proxy { room } else { room.div_ceil(2) };
        let shares = Room::new(room, share);
        let refused = &service.metrics.refused_connections;
        let connect = |place, accepted| accept(place, accepted, &shares, refused, &router, &graceful);
        let mut forget = tokio::time::interval(FORGET_INTERVAL);
        let (drain, hurried) = loop {
            tokio::select! {
                (place, accepted) = next(&listener, &connections) => connect(place, accepted).await,
                // Writing the journal anew takes a while.
                _ = forget.tick() => {
                    let service = Arc::clone(&service);
                    tokio::task::spawn_blocking(move || service.forget());
                }
                () = &mut terminated => {
                    let hurried = self::terminated()?;
                    log("draining", json!({}));
                    let service = Arc::clone(&service);
                    break (tokio::task::spawn_blocking(move || service.drain(slots)), hurried);
                }
            }
        };
        // Jobs that were accepted are finished, and their clients may ask for them meanwhile.
        tokio::pin!(drain, hurried);
        let mut is_patient = true;
        loop {
            tokio::select! {
                (place, accepted) = next(&listener, &connections) => connect(place, accepted).await,
                // Whoever asks twice does not want to wait.
                () = &mut hurried, if is_patient => {
                    is_patient = false;
                    service.stop();
                }
                _ = &mut drain => break,
            }
        }
        drop(listener);
        let _ = tokio::time::timeout(LAST_ANSWERS, graceful.shutdown()).await;
        log("stopped", json!({}));
        Ok(())
    })
}

/// Waits for a free place, and then for a client. Nobody else is kept waiting meanwhile: a request to terminate is heard
/// even if all places are taken.
async fn next(
    listener: &TcpListener,
    connections: &Arc<Semaphore>,
) -> (Option<OwnedSemaphorePermit>, io::Result<(TcpStream, SocketAddr)>) {
    // It fails only if nobody may come any more, which is never said.
    let place = Arc::clone(connections).acquire_owned().await.ok();
    (place, listener.accept().await)
}

async fn accept(
    place: Option<OwnedSemaphorePermit>,
    accepted: io::Result<(TcpStream, SocketAddr)>,
    shares: &Arc<Room>,
    refused: &Counter,
    router: &Router,
    graceful: &GracefulShutdown,
) {
    let Ok((stream, peer)) = accepted else {
        // Too many files are open, for example.
        return tokio::time::sleep(Duration::from_millis(50)).await;
    };
    // Whoever has more than its share is not answered: that would take a place, too.
    let Some(share) = shares.take(client_of(peer.ip()), 1) else {
        refused.inc();
        return;
    };
    let router = router.clone();
    let service = service_fn(move |request: Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        collapse_slashes(request.uri_mut());
        tower_service::Service::call(&mut router.clone(), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_PATIENCE)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Patient::new(stream)), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A client that went away is none of our business.
        let _ = connection.await;
        drop((place, share));
    });
}

/// Some clients ask for `//check/ID`.
fn collapse_slashes(uri: &mut Uri) {
    if !uri.path().contains("//") {
        return;
    }
    let mut path = String::new();
    for character in uri.path().chars() {
        if character != '/' || !path.ends_with('/') {
            path.push(character);
        }
    }
    if let Some(query) = uri.query() {
        path = format!("{path}?{query}");
    }
    if let Ok(collapsed) = path.parse() {
        *uri = collapsed;
    }
}

/// Waits for Ctrl-C or a request to terminate, from now on.
#[cfg(unix)]
fn terminated() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn terminated() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
