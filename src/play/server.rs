//! The page of the board, for browsers on this machine.
//!
//! A page on the web must not be able to play: the server listens on the loopback address only, its address contains a
//! random token, the header `Host` must be that address (a name that is rebound to it is refused), and actions must come
//! from the page itself (`Origin`) as JSON. The page runs no script and no style but its own. Headers, bodies,
//! connections, actions per second and unread news are bounded.
//!
//! The arguments of a process can be read by everybody on the machine. So a browser is started with another address,
//! which leads to that of the page, and only once.

use super::act::{ActAnswer, PlayAct};
use super::page;
use super::settings::PlaySettings;
use super::table::{PlayEvent, PlayTable, PlayWatcher};
use crate::util::mutex;
use crate::util::text::hexadecimal;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// No script, style or connection but those of this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The largest body of an action, in bytes.
const MAX_BODY: usize = 64 << 10;
/// The largest head of a request, in bytes, and the time to send a head or a body.
const MAX_HEAD: usize = 32 << 10;
const READ_TIME: Duration = Duration::from_secs(3);
/// Connections at a time, and actions in a second.
const MAX_CONNECTIONS: usize = 64;
const MAX_ACTIONS: u32 = 40;
/// How long a page that was loaded again may wait for its old connection to end.
const OLD_PAGE: Duration = Duration::from_millis(1_500);
/// How often an idle connection is tested, so that a page that has gone away is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The news that a page may leave unread before it is given up; it then connects anew.
const MAX_UNREAD: usize = 256;
/// The port that a browser does not write after the host.
const HTTP_PORT: u16 = 80;
/// The pause after a connection that cannot be accepted.
const PAUSE: Duration = Duration::from_millis(250);

/// What all requests share.
struct BoardServer {
    table: Arc<PlayTable>,
    /// The hosts that the page may be asked from.
    hosts: Vec<String>,
    /// The address of the page, until the address of [`BoardAddress::launch`] has been asked for.
    launch: Mutex<Option<String>>,
    /// The current second of actions, and their number in it.
    actions: Mutex<(Instant, u32)>,
}

/// Where the board is.
pub struct BoardAddress {
    /// The page.
    pub page: String,
    /// The same page, once.
    pub launch: String,
}

/// Serves the board until the process ends. `port` 0 takes any. `ready` gets the address.
///
/// # Errors
/// The port is taken, or the system gives no threads.
pub fn serve(
    table: &Arc<PlayTable>,
    settings: &PlaySettings,
    port: u16,
    ready: impl FnOnce(&BoardAddress),
) -> io::Result<Infallible> {
    let (token, code) = (random_name()?, random_name()?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| io::Error::new(error.kind(), format!("127.0.0.1:{port}: {error}")))?;
        let port = listener.local_addr()?.port();
        let host = format!("127.0.0.1:{port}");
        let server = Arc::new(BoardServer {
            table: Arc::clone(table),
            hosts: hosts(port),
            launch: Mutex::new(Some(format!("/{token}/"))),
            actions: Mutex::new((Instant::now(), 0)),
        });
        let app = router(&token, &code, &server, settings);
        ready(&BoardAddress {
            page: format!("http://{host}/{token}/"),
            launch: format!("http://{host}/{code}"),
        });
        accept(&listener, &app).await
    })
}

/// A name that cannot be guessed.
fn random_name() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| io::Error::other(format!("no random numbers: {error}")))?;
    Ok(hexadecimal(&bytes))
}

/// The hosts of a port, as browsers write them.
fn hosts(port: u16) -> Vec<String> {
    let names = ["127.0.0.1", "localhost"];
    let mut hosts: Vec<String> = names.map(|name| format!("{name}:{port}")).into();
    if port == HTTP_PORT {
        hosts.extend(names.map(str::to_owned));
    }
    hosts
}

fn router(token: &str, code: &str, server: &Arc<BoardServer>, settings: &PlaySettings) -> Router {
    let at = |name: &str| format!("/{token}/{name}");
    let fixed = |kind: &'static str, text: String| get(move || async move { typed(kind, text) });
    Router::new()
        .route(&format!("/{code}"), get(launch))
        .route(
            &at(""),
            fixed("text/html; charset=utf-8", page::html(settings)),
        )
        .route(
            &at("play.js"),
            fixed("text/javascript; charset=utf-8", page::script()),
        )
        .route(
            &at("play.css"),
            fixed("text/css; charset=utf-8", page::style()),
        )
        .route(&at("events"), get(events))
        .route(&at("act"), post(act))
        .route(&at("game.pgn"), get(show_pgn))
        .route(&at("review"), get(show_review))
        .layer(from_fn_with_state(Arc::clone(server), guard))
        .with_state(Arc::clone(server))
}

/// Accepts connections, up to a number at a time.
async fn accept(listener: &TcpListener, app: &Router) -> io::Result<Infallible> {
    let free = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many open files, or a connection that ended at once.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&free).try_acquire_owned() else {
            refuse(&stream);
            continue;
        };
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(READ_TIME)
                .max_buf_size(MAX_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // A connection that breaks concerns nobody else.
            let _ = connection.await;
            drop(permit);
        });
    }
}

/// Answers a connection that is one too many.
fn refuse(stream: &tokio::net::TcpStream) {
    const BUSY: &[u8] =
        b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    // What does not fit is not sent.
    let _ = stream.try_write(BUSY);
}

/// Refuses requests that do not come from the page, and adds the headers that bound what a page may do.
async fn guard(State(server): State<Arc<BoardServer>>, request: Request, next: Next) -> Response {
    if let Err((status, reason)) = check(&server, request.method(), request.headers()) {
        return (status, reason).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut add = |name, value: &'static str| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    add(header::CONTENT_SECURITY_POLICY, POLICY);
    add(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(header::REFERRER_POLICY, "no-referrer");
    add(header::CACHE_CONTROL, "no-store");
    response
}

fn check(
    server: &BoardServer,
    method: &Method,
    headers: &HeaderMap,
) -> Result<(), (StatusCode, &'static str)> {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !server.hosts.iter().any(|own| own == host) {
        return Err((StatusCode::MISDIRECTED_REQUEST, "another host"));
    }
    let own = format!("http://{host}");
    match text(header::ORIGIN) {
        Some(origin) if origin != own => Err((StatusCode::FORBIDDEN, "another origin")),
        None if method != Method::GET && method != Method::HEAD => {
            Err((StatusCode::FORBIDDEN, "no origin"))
        }
        _ => Ok(()),
    }
}

fn typed(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Leads the browser that was started to the page, once.
async fn launch(State(server): State<Arc<BoardServer>>) -> Response {
    let mut launch = mutex::lock(&server.launch);
    match launch.take() {
        Some(page) => Redirect::to(&page).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Asks the table on another thread: whoever uses it may wait for the disk. `None` if that fails.
async fn ask_table<T: Send + 'static>(
    server: &BoardServer,
    question: impl FnOnce(&Arc<PlayTable>) -> T + Send + 'static,
) -> Option<T> {
    let table = Arc::clone(&server.table);
    let answer = tokio::task::spawn_blocking(move || question(&table)).await;
    answer.ok()
}

async fn show_pgn(State(server): State<Arc<BoardServer>>) -> Response {
    match ask_table(&server, |table| table.pgn()).await.flatten() {
        Some(pgn) => {
            let mut response = typed("application/x-chess-pgn; charset=utf-8", pgn);
            let name = HeaderValue::from_static("attachment; filename=\"compongo.pgn\"");
            response
                .headers_mut()
                .insert(header::CONTENT_DISPOSITION, name);
            response
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The page of the review is one piece, with its own policy.
async fn show_review(State(server): State<Arc<BoardServer>>) -> Response {
    const WHOLE: HeaderValue = HeaderValue::from_static(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; form-action 'none'; \
         base-uri 'none'; frame-ancestors 'none'",
    );
    let html = ask_table(&server, |table| table.review()).await;
    let Some(html) = html.flatten() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = typed("text/html; charset=utf-8", html);
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, WHOLE);
    response
}

struct PageWatcher(flume::Sender<Result<Event, Infallible>>);

impl PlayWatcher for PageWatcher {
    fn tell(&self, event: &PlayEvent) -> bool {
        let event = Event::default().event(event.name).data(&event.data);
        self.0.try_send(Ok(event)).is_ok()
    }

    fn is_gone(&self) -> bool {
        self.0.is_disconnected()
    }
}

/// The news of the table, for one page.
async fn events(State(server): State<Arc<BoardServer>>) -> Response {
    let began = Instant::now();
    let receiver = loop {
        let (sender, receiver) = flume::bounded(MAX_UNREAD);
        let page = Box::new(PageWatcher(sender));
        match ask_table(&server, move |table| table.watch(page)).await {
            Some(true) => break receiver,
            Some(false) if began.elapsed() < OLD_PAGE => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            _ => {
                return (StatusCode::CONFLICT, "the game is open in another window")
                    .into_response();
            }
        }
    };
    let alive = KeepAlive::new().interval(KEEP_ALIVE);
    Sse::new(receiver.into_stream())
        .keep_alive(alive)
        .into_response()
}

#[derive(Serialize)]
struct Done {
    ok: bool,
    #[serde(flatten)]
    answer: ActAnswer,
}

fn refused(status: StatusCode, error: &impl ToString) -> Response {
    let answer = json!({"ok": false, "error": error.to_string()});
    (status, Json(answer)).into_response()
}

async fn act(State(server): State<Arc<BoardServer>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let headers = head.headers;
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json {
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, &"an action is JSON");
    }
    if server.is_flooded(Instant::now()) {
        return refused(StatusCode::TOO_MANY_REQUESTS, &"too many actions");
    }
    let length = headers.get(header::CONTENT_LENGTH);
    let length = length.and_then(|text| text.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > MAX_BODY) {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, &"the action is too long");
    }
    let body = match tokio::time::timeout(READ_TIME, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(body)) => body,
        Ok(Err(error)) => return refused(StatusCode::PAYLOAD_TOO_LARGE, &error),
        Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, &"the action never ends"),
    };
    let act: PlayAct = match serde_json::from_slice(&body) {
        Ok(act) => act,
        Err(error) => return refused(StatusCode::BAD_REQUEST, &error),
    };
    match ask_table(&server, move |table| table.act(act)).await {
        Some(Ok(answer)) => Json(Done { ok: true, answer }).into_response(),
        Some(Err(refusal)) => refused(StatusCode::CONFLICT, &refusal),
        None => refused(StatusCode::INTERNAL_SERVER_ERROR, &"the action failed"),
    }
}

impl BoardServer {
    /// Counts an action. True if there were too many in this second.
    fn is_flooded(&self, now: Instant) -> bool {
        let mut actions = mutex::lock(&self.actions);
        if now.saturating_duration_since(actions.0) >= Duration::from_secs(1) {
            *actions = (now, 0);
        }
        actions.1 += 1;
        actions.1 > MAX_ACTIONS
    }
}
