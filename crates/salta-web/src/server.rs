//! Accepts connections and limits their number and duration.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use salta_run::RunError;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::connections::{Connections, Place};
use crate::options::Options;
use crate::router::router;

/// Maximum number of open connections. A further one takes the place of one that waits for its
/// client; if all are busy, it is asked to try again later.
pub(crate) const MAX_CONNECTIONS: usize = 200;
/// Maximum number of connections that get this answer at a time; further ones are closed at once.
const MAX_REFUSALS: usize = 64;
/// How long a client may take over the head of a request, or stay silent between two.
const HEAD: Duration = Duration::from_secs(15);
/// How long a connection takes requests, and how long the last answer may take after that, even if
/// its client does not read.
const LIFETIME: Duration = Duration::from_secs(900);

const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
    content-length: 64\r\nconnection: close\r\n\r\n\
    {\"error\":\"This server has too many connections; try later on.\"}\n";

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Loads what the options name and listens.
    ///
    /// # Errors
    /// If something cannot be read, or the address is taken.
    pub fn bind(options: Options) -> Result<Server, RunError> {
        let wanted = SocketAddr::new(options.host, options.port);
        let app = Arc::new(App::new(options)?);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            // The searches, which have permits, and two threads for requests about the rules alone.
            .max_blocking_threads(2 * app.threads + 2)
            .build()
            .map_err(|error| RunError::at("cannot start the server", error))?;
        let failed = |error| {
            let advice = "choose another with --port, or --port 0";
            RunError::Other(format!("cannot listen on {wanted}: {error} ({advice})"))
        };
        let listener = runtime.block_on(TcpListener::bind(wanted)).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Server { app, runtime, listener, address })
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Names of the networks it plays and analyses with.
    pub fn networks(&self) -> impl Iterator<Item = &str> {
        self.app.desk.networks.iter().map(|network| network.name())
    }

    /// Serves until `stop` is set.
    pub fn run(self, stop: &AtomicBool) {
        let Server { app, runtime, listener, .. } = self;
        runtime.block_on(async {
            tokio::select! {
                () = accept(&listener, router(app)) => {}
                () = stopped(stop) => {}
            }
        });
        runtime.shutdown_background();
    }
}

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(Duration::from_millis(100)).await;
    }
}

async fn accept(listener: &TcpListener, router: Router) {
    let connections = Connections::new(MAX_CONNECTIONS);
    let refusals = Arc::new(Semaphore::new(MAX_REFUSALS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, perhaps; some will be closed soon.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        if let Some(place) = connections.place() {
            tokio::spawn(serve(stream, router.clone(), place, LIFETIME));
        } else if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
            tokio::spawn(async move {
                let _ = timeout(Duration::from_secs(1), refuse(stream)).await;
                drop(permit);
            });
        } else {
            let _ = stream.try_write(BUSY);
        }
    }
}

async fn serve(stream: TcpStream, router: Router, place: Place, lifetime: Duration) {
    let _ = stream.set_nodelay(true);
    let (answering, connection) = (TowerToHyperService::new(router), &place.connection);
    let service = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(connection));
        answering.call(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service);
    // A client that leaves or stays too long is not an error of the server.
    let serving = async {
        let mut serving = pin!(serving);
        if timeout(lifetime, serving.as_mut()).await.is_err() {
            serving.as_mut().graceful_shutdown();
            let _ = timeout(lifetime, serving).await;
        }
    };
    tokio::select! {
        () = serving => {}
        () = connection.evicted() => {}
    }
}

/// Refuses a client, and reads what it still sends: otherwise the answer could be lost when the
/// connection is closed.
async fn refuse(mut stream: TcpStream) {
    let _ = stream.write_all(BUSY).await;
    let _ = stream.shutdown().await;
    let mut rest = [0; 4096];
    while matches!(stream.read(&mut rest).await, Ok(1..)) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_has_the_length_it_says() {
        let text = std::str::from_utf8(BUSY).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }

    #[test]
    fn an_answer_outlives_the_time_for_requests() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let answer = runtime.block_on(async {
            let slow = || async {
                sleep(Duration::from_millis(700)).await;
                "done"
            };
            let router = Router::new().route("/", axum::routing::get(slow));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            client.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            let place = Connections::new(1).place().unwrap();
            tokio::spawn(serve(stream, router, place, Duration::from_millis(500)));
            let mut answer = String::new();
            client.read_to_string(&mut answer).await.unwrap();
            answer
        });
        assert!(answer.ends_with("done"), "{answer}");
    }
}
