//! A running application with a frontend, and where asked for a database, of its own.

use std::cell::{Cell, OnceCell};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use actix_web::dev::{Service as _, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::test;
use diesel::connection::SimpleConnection as _;
use futures_util::future::LocalBoxFuture;
use moyan_domain::{Clock, Identifier, IdentityType, Language, Nickname, Password};
use moyan_foundation::access::Role;
use moyan_foundation::config::{Config, Environment};
use moyan_foundation::password_hash::hash_password;
use moyan_foundation::static_files::Site;
use moyan_foundation::{AppState, jobs};
use moyan_server::features::account::service as account;
use moyan_server::{build_app, composition};
use serde_json::{Value, json};
use uuid::Uuid;

use super::database::{Database, prepare_pooler};
use super::waiting::wait_until;

/// The password of every account that a test does not care about.
pub const PASSWORD: &str = "correct horse";

/// The application, over a small frontend in a folder of its own, removed at the end.
pub struct TestApp {
    folder: PathBuf,
    /// What time it is for the application, however it is configured.
    pub clock: Clock,
    pub state: ServedState,
    /// What answers, made of the state for the first request.
    served: OnceCell<Rc<Served>>,
    database: Option<Database>,
}

type Served = dyn Fn(test::TestRequest) -> LocalBoxFuture<'static, Result<ServiceResponse, actix_web::Error>>;

/// The state of an application. Only [`TestApp::change_state`] changes it: what answers was made of it.
pub struct ServedState(AppState);

impl Deref for ServedState {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// An account that is logged in.
#[derive(Clone, Debug)]
pub struct User {
    pub id: Uuid,
    pub email: String,
    pub token: String,
}

/// Nothing listens there: what needs no database must not ask for one.
const NO_DATABASE: &str = "postgres://nobody@127.0.0.1:1/nothing";

/// A state as a configuration makes it.
/// Where no payment provider is.
const NO_PROVIDER: &str = "http://127.0.0.1:1";

fn state_of(url: &str, folder: &Path, variables: &[(&str, &str)]) -> AppState {
    let files = folder.join("files");
    let defaults = [
        ("MOYAN_ENV", "development"),
        ("PUBLIC_URL", "https://moyan.example"),
        ("DATABASE_URL", url),
        ("DATABASE_POOL_SIZE", "2"),
        ("FILES_DIR", files.to_str().unwrap()),
        ("JWT_SECRET", "0123456789abcdef0123456789abcdef"),
        ("BCRYPT_COST", "4"),
        ("RATE_LIMIT_PER_MINUTE", "0"),
        // Nobody is asked by accident.
        ("STRIPE_API_URL", NO_PROVIDER),
        ("WECHAT_PAY_API_URL", NO_PROVIDER),
        ("WECHAT_API_URL", NO_PROVIDER),
        ("ALIPAY_GATEWAY_URL", NO_PROVIDER),
        ("ALIPAY_SANDBOX_URL", NO_PROVIDER),
    ];
    let lookup = |name: &str| {
        variables
            .iter()
            .chain(&defaults)
            .find(|(key, _)| *key == name)
            .map(|(_, value)| (*value).to_owned())
    };
    let config = Config::read(&Environment { lookup: &lookup }).unwrap();
    prepare_pooler(&config.database);
    AppState::new(&config, composition::registry()).unwrap()
}

impl TestApp {
    /// Removes what has expired, as the job does it: off the event loop. False when something could not be removed.
    pub async fn sweep(&self) -> bool {
        let state = self.state.clone();
        tokio::task::spawn_blocking(move || jobs::upkeep(&state).is_ok() && jobs::sweep(&state).is_ok())
            .await
            .unwrap()
    }

    /// An application whose frontend holds these files.
    pub fn with_files(files: &[(&str, &str)]) -> Self {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("site-{}-{number}", std::process::id()));
        for (name, content) in files {
            let file = folder.join("dist").join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, content).unwrap();
        }
        let mut state = state_of(NO_DATABASE, &folder, &[]);
        state.site = Site::Folder(folder.join("dist"));
        Self {
            folder,
            clock: state.clock.clone(),
            state: ServedState(state),
            served: OnceCell::new(),
            database: None,
        }
    }

    /// An application with a page, a hashed script in three encodings and a secret beside the frontend.
    pub fn new() -> Self {
        Self::with_files(&[
            ("index.html", "<title>page</title>"),
            ("favicon.svg", "<svg/>"),
            ("assets/index-BqX3k_9z.js", "plain"),
            ("assets/index-BqX3k_9z.js.br", "brotli"),
            ("assets/index-BqX3k_9z.js.gz", "gzip"),
            ("assets/moyan_article_bg-12345678.wasm", "\0asm"),
            ("../secret.txt", "secret"),
        ])
    }

    /// An application with a database.
    pub fn with_database() -> Self {
        Self::configured(&[])
    }

    /// An application with a database and these variables.
    pub fn configured(variables: &[(&str, &str)]) -> Self {
        let mut app = Self::over(Database::new());
        app.reconfigure(variables);
        app
    }

    /// An application over a database that is there already.
    pub fn over(database: Database) -> Self {
        let mut app = Self::with_files(&[("index.html", "<title>page</title>")]);
        app.database = Some(database);
        app.reconfigure(&[]);
        app
    }

    /// The same application as another configuration sees it, over the same database.
    pub fn reconfigure(&mut self, variables: &[(&str, &str)]) {
        self.restart(variables);
        self.state.db.set_ready();
    }

    /// The same as a server that starts and has not reached its database yet.
    pub fn restart(&mut self, variables: &[(&str, &str)]) {
        let database = self.database().variables();
        let database: Vec<_> = database.iter().map(|(name, value)| (*name, &**value)).collect();
        self.change(&[variables, &database].concat());
    }

    /// The same frontend as another configuration serves it.
    pub fn change(&mut self, variables: &[(&str, &str)]) {
        let mut state = state_of(NO_DATABASE, &self.folder, variables);
        state.site = self.state.site.clone();
        state.clock = self.clock.clone();
        self.change_state(|old| *old = state);
    }

    /// The same application with another state: requests from now on are answered by it.
    pub fn change_state(&mut self, change: impl FnOnce(&mut AppState)) {
        change(&mut self.state.0);
        self.served = OnceCell::new();
    }

    async fn served(&self) -> Rc<Served> {
        if let Some(served) = self.served.get() {
            return served.clone();
        }
        let service = Rc::new(test::init_service(build_app(self.state.clone())).await);
        let served: Rc<Served> = Rc::new(move |request| {
            let service = service.clone();
            Box::pin(async move { Ok(service.call(request.to_request()).await?.map_into_boxed_body()) })
        });
        // Another request may have made one meanwhile.
        self.served.get_or_init(|| served).clone()
    }

    /// The folder that no other application has: the frontend is in `dist`, files are in `files`.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn database(&self) -> &Database {
        self.database.as_ref().unwrap()
    }

    /// Runs a statement.
    pub fn sql(&self, statement: &str) {
        self.database().execute(statement);
    }

    /// Sends a request while somebody else is at work on the same rows: these statements run in a transaction
    /// that ends when the request waits for it, or when the request was answered without waiting.
    pub async fn while_changing<T>(&self, statements: &str, request: impl Future<Output = T>) -> T {
        let mut other = self.database().connect();
        other.batch_execute(&format!("BEGIN; {statements}")).unwrap();
        let is_answered = Cell::new(false);
        let request = async {
            let answer = request.await;
            is_answered.set(true);
            answer
        };
        let end = async {
            wait_until(|| is_answered.get() || self.database().is_waited_for()).await;
            other.batch_execute("COMMIT").unwrap();
        };
        tokio::join!(request, end).0
    }

    /// Sends one request with a body from an address.
    pub async fn send_from(
        &self,
        address: &str,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Answer {
        let served = self.served().await;
        let length = body.len().to_string();
        let mut request = test::TestRequest::default()
            .method(method)
            .uri(path)
            .peer_addr(format!("{address}:40000").parse().unwrap())
            .set_payload(body);
        // As clients do that have something to send.
        if length != "0" {
            request = request.insert_header(("content-length", length));
        }
        for (name, value) in headers {
            request = request.append_header((*name, *value));
        }
        let response = match served(request).await {
            Ok(response) => response,
            Err(error) => panic!("a request was not answered: {error}"),
        };
        let status = response.status();
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect();
        let body = test::read_body(response).await.to_vec();
        Answer {
            status,
            headers,
            body,
        }
    }

    /// Sends one request without a body.
    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send_from("10.0.0.1", method, path, headers, Vec::new())
            .await
    }

    /// Sends a GET request without headers.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[]).await
    }

    /// Sends JSON as nobody, to be answered in English.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.json("10.0.0.1", Method::POST, path, "", body).await
    }

    /// Sends JSON as somebody.
    pub async fn call(&self, user: &User, method: &str, path: &str, body: Value) -> Answer {
        let method = method.parse().unwrap();
        self.json("10.0.0.1", method, path, &user.token, body).await
    }

    /// Sends JSON from an address.
    pub async fn json(&self, address: &str, method: Method, path: &str, token: &str, body: Value) -> Answer {
        let mut headers = vec![("accept-language", "en")];
        if !token.is_empty() {
            headers.push(("token", token));
        }
        let mut bytes = Vec::new();
        if !body.is_null() {
            headers.push(("content-type", "application/json"));
            bytes = body.to_string().into_bytes();
        }
        self.send_from(address, method, path, &headers, bytes).await
    }

    /// An account with the usual password, logged in.
    pub async fn user(&self, name: &str) -> User {
        let email = format!("{name}@example.com");
        let hash = password_hash();
        let identifier = Identifier::parse(IdentityType::Email, &email).unwrap();
        let nickname = Nickname::parse(name).unwrap();
        let id = self
            .state
            .db
            .transaction(move |connection| {
                account::create(connection, &identifier, &nickname, &hash, Language::En, false)
            })
            .await
            .unwrap();
        let token = self.login(&email).await;
        User { id, email, token }
    }

    /// An administrator of the platform.
    pub async fn admin(&self, name: &str) -> User {
        let user = self.user(name).await;
        self.sql(&format!(
            "UPDATE users SET is_admin = TRUE WHERE id = '{}'",
            user.id
        ));
        user
    }

    /// Logs in once more and gives the token.
    pub async fn login(&self, email: &str) -> String {
        let answer = self.try_login("10.0.0.1", email, PASSWORD).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["token"].as_str().unwrap().to_owned()
    }

    /// Tries a password from an address.
    pub async fn try_login(&self, address: &str, email: &str, passwd: &str) -> Answer {
        let body = json!({ "identifier": email, "identityType": "email", "passwd": passwd, "device": "web", "tenantId": "1" });
        self.json(address, Method::POST, "/api/account/loginByIdentifier", "", body)
            .await
    }

    /// Logs in with a code.
    pub async fn try_code(&self, user: &User, code: &str) -> Answer {
        let body = json!({ "identifier": user.email, "identityType": "email", "code": code });
        let path = "/api/account/loginByIdentifier";
        self.json("10.0.0.1", Method::POST, path, "", body).await
    }

    /// A team of several people that somebody owns.
    pub async fn team(&self, owner: &User, name: &str) -> String {
        let answer = self
            .call(owner, "POST", "/api/teams", json!({ "name": name }))
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["data"]["id"].as_str().unwrap().to_owned()
    }

    /// A knowledge base of a team.
    pub fn knowledge_base(&self, team: &str) -> String {
        let id = Uuid::new_v4();
        self.sql(&format!(
            "INSERT INTO knowledge_bases (id, team_id, title) VALUES ('{id}', '{team}', 'notes')"
        ));
        id.to_string()
    }

    /// Sends bytes as somebody.
    pub async fn send_bytes(
        &self,
        user: &User,
        method: Method,
        path: &str,
        media_type: &str,
        bytes: &[u8],
    ) -> Answer {
        let headers = [
            ("accept-language", "en"),
            ("token", user.token.as_str()),
            ("content-type", media_type),
        ];
        self.send_from("10.0.0.1", method, path, &headers, bytes.to_vec())
            .await
    }

    /// Makes somebody a member of a team.
    pub fn join(&self, team: &str, user: &User, role: Role) {
        self.sql(&format!(
            "INSERT INTO team_members (team_id, user_id, role) VALUES ('{team}', '{}', '{}')",
            user.id,
            role.as_str()
        ));
    }

    /// The newest mail to somebody: subject and text.
    pub fn mail_to(&self, recipient: &str) -> String {
        self.database().text(&format!(
            "SELECT subject || E'\\n' || body FROM mails WHERE recipient = '{recipient}' ORDER BY id DESC LIMIT 1"
        ))
    }

    pub fn n_mails_to(&self, recipient: &str) -> String {
        self.database().text(&format!(
            "SELECT count(*) FROM mails WHERE recipient = '{recipient}'"
        ))
    }

    /// The code that logs somebody in, and one that does not.
    pub async fn right_and_wrong_code(&self, user: &User) -> (String, &'static str) {
        let code = self.code(&user.email, "login", "").await;
        let wrong = if code == "000000" { "000001" } else { "000000" };
        (code, wrong)
    }

    /// Has a code sent and reads it.
    pub async fn code(&self, recipient: &str, purpose: &str, token: &str) -> String {
        // As if the last one was sent long ago.
        self.sql("DELETE FROM throttles");
        let kind = if recipient.contains('@') { "email" } else { "phone" };
        let body = json!({ "identifier": recipient, "identityType": kind, "purpose": purpose });
        let answer = self
            .json("10.0.0.1", Method::POST, "/api/account/sendCode", token, body)
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        six_digits(&self.mail_to(recipient))
    }

    /// Whether a token is worth something.
    pub async fn is_logged_in(&self, token: &str) -> bool {
        let answer = self
            .json(
                "10.0.0.1",
                Method::POST,
                "/api/account/isLogin",
                token,
                Value::Null,
            )
            .await;
        assert!(answer.status == 200 || answer.status == 401, "{}", answer.text());
        answer.status == 200
    }
}

/// The hash of the usual password, at the lowest cost.
pub fn password_hash() -> String {
    hash_password(&Password::parse(PASSWORD).unwrap(), 4).unwrap()
}

/// The first six digits in a row.
pub fn six_digits(text: &str) -> String {
    text.as_bytes()
        .windows(6)
        .find(|window| window.iter().all(u8::is_ascii_digit))
        .map(|window| String::from_utf8(window.to_vec()).unwrap())
        .unwrap()
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // A folder that stays is only litter below `target`.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Answer {
    /// A header's value; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map_or("", |(_, value)| value)
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// What was asked for; the request must have succeeded.
    pub fn data(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        let json = self.json();
        assert_eq!(json["code"], 1, "{json}");
        json["data"].clone()
    }

    /// Status and key of a failure.
    pub fn refusal(&self) -> (u16, String) {
        let json = self.json();
        assert_eq!(json["code"], self.status.as_u16(), "{json}");
        (
            self.status.as_u16(),
            json["data"]["error"].as_str().unwrap_or_default().to_owned(),
        )
    }

    /// The key of what is wrong with a field.
    pub fn problem(&self, field: &str) -> String {
        assert_eq!(self.refusal(), (422, "request.fieldsInvalid".to_owned()));
        self.json()["data"]["fields"][field]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}
