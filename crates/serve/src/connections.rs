//! Connections: how many there may be, and for how long one may stand still.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// How long a client may take nothing of an answer that is being sent.
const WRITE_PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 30 });
/// Files that the service needs besides its connections: the journal, and the pipes of its workers.
const OTHER_FILES: u64 = 256;

/// Asks the operating system for as many open files as this many connections need, and gives how many connections there
/// is room for. Without that, many connections would leave no room for the pipes of workers.
pub fn make_room(connections: usize) -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let wanted = connections as u64 + OTHER_FILES;
        let old = getrlimit(Resource::Nofile);
        let most = old.maximum.map_or(wanted, |maximum| maximum.min(wanted));
        if old.current.is_some_and(|current| current < most) {
            let new = Rlimit { current: Some(most), maximum: old.maximum };
            if setrlimit(Resource::Nofile, new).is_err() {
                // What there is must do.
                let room = old.current.unwrap_or(wanted).saturating_sub(OTHER_FILES);
                return connections.min(room as usize).max(1);
            }
        }
        connections.min(most.saturating_sub(OTHER_FILES) as usize).max(1)
    }
    #[cfg(not(unix))]
    connections
}

/// A connection that fails when its client takes nothing of what is sent to it.
#[derive(Debug)]
pub struct Patient {
    stream: TcpStream,
    /// When patience ends, while something waits to be sent.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// A connection.
    pub fn new(stream: TcpStream) -> Self {
        Patient { stream, deadline: None }
    }

    fn unless_it_stands_still<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(WRITE_PATIENCE)));
        ready!(deadline.as_mut().poll(context));
        // Should anybody write again, it fails again at once.
        deadline.as_mut().reset(Instant::now());
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.unless_it_stands_still(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.unless_it_stands_still(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    async fn pair() -> (Patient, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        (Patient::new(listener.accept().await.unwrap().0), client)
    }

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
    }

    #[test]
    fn a_client_that_takes_nothing_is_given_up() {
        block_on(async {
            let (mut server, _client) = pair().await;
            let much = vec![0; 64 << 20];
            assert_eq!(server.write_all(&much).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn a_client_that_takes_its_time_is_served() {
        block_on(async {
            let (mut server, mut client) = pair().await;
            let reader = async {
                let mut part = vec![0; 8 << 20];
                let mut taken = 0;
                while taken < 32 << 20 {
                    tokio::time::sleep(WRITE_PATIENCE / 10).await;
                    taken += client.read(&mut part).await.unwrap();
                }
            };
            let much = vec![0; 32 << 20];
            let (written, ()) = tokio::join!(server.write_all(&much), reader);
            written.unwrap();
        });
    }
}
