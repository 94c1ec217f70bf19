//! A browser that visits a site: it keeps cookies and sends forms as pages do.

use actix_web::http::Method;
use moyan_server::features::visitor::VisitorCookie;

use super::{Answer, TestApp, six_digits};

/// The host of [`super::site::Site`].
pub const HOST: &str = "handbook.localhost";

/// A browser on one site.
pub struct Browser<'a> {
    pub app: &'a TestApp,
    pub host: String,
    /// What it sends as `Origin`.
    pub origin: String,
    pub address: String,
    /// What it calls itself.
    pub user_agent: &'static str,
    /// Name and value of each cookie.
    pub cookies: Vec<(String, String)>,
}

impl<'a> Browser<'a> {
    /// On the site of the tests.
    pub fn new(app: &'a TestApp) -> Self {
        Self::on(app, HOST)
    }

    /// On a site with this host.
    pub fn on(app: &'a TestApp, host: &str) -> Self {
        // It has opened the page with the form before.
        let probe = VisitorCookie::of_probe(&app.state.platform).name();
        let scheme = app.state.platform.public_url.split(':').next().unwrap();
        Self {
            app,
            host: host.to_owned(),
            origin: format!("{scheme}://{host}"),
            address: "203.0.113.7".to_owned(),
            user_agent: "Mozilla/5.0 (X11; Linux) Firefox/140.0",
            cookies: vec![(probe.to_owned(), "true".to_owned())],
        }
    }

    /// With the header `Cookie` of somebody who is logged in.
    pub fn with(mut self, cookie: &str) -> Self {
        let (name, value) = cookie.split_once('=').unwrap();
        self.cookies.push((name.to_owned(), value.to_owned()));
        self
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], Vec::new()).await
    }

    /// Sends a form.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let encoded = |text: &str| {
            percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
        };
        let pairs: Vec<_> = fields
            .iter()
            .map(|(name, value)| format!("{}={}", encoded(name), encoded(value)))
            .collect();
        let origin = self.origin.clone();
        let headers = [
            ("origin", origin.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        self.send(Method::POST, path, &headers, pairs.join("&").into_bytes())
            .await
    }

    /// Sends a request with these headers.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Vec<u8>,
    ) -> Answer {
        let cookies: Vec<_> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let (host, cookies) = (self.host.clone(), cookies.join("; "));
        let mut all = vec![("host", host.as_str()), ("user-agent", self.user_agent)];
        if !cookies.is_empty() {
            all.push(("cookie", &cookies));
        }
        all.extend_from_slice(headers);
        let answer = self.app.send_from(&self.address, method, path, &all, body).await;
        for (_, cookie) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, value) = cookie.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        answer
    }

    /// The token of the session; empty without one.
    pub fn token(&self) -> String {
        let name = VisitorCookie::of(&self.app.state.platform).name();
        let found = self.cookies.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    /// Has a code sent and reads it, as if the last one was sent long ago.
    pub async fn code(&mut self, address: &str) -> String {
        self.app.sql("DELETE FROM throttles");
        let answer = self.post("/login/code", &[("identifier", address)]).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        six_digits(&self.app.mail_to(address))
    }

    /// Logs in with a code.
    pub async fn log_in(&mut self, address: &str) -> Answer {
        let code = self.code(address).await;
        let fields = [("identifier", address), ("code", code.as_str())];
        self.post("/login/verify", &fields).await
    }

    /// True when the account page is there.
    pub async fn is_logged_in(&mut self) -> bool {
        self.get("/account").await.status == 200
    }
}
