//! What a route is: path, method, who may call it, what it takes and answers, and its handler.
//!
//! One description serves the router, the permission check before the handler, the OpenAPI document
//! and the tests over all routes, so none of them can forget a route.

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::{FromRequest, Handler, Responder, web};
use moyan_domain::Feature;
use moyan_domain::limits::BODY_MAX_BYTES;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, Ref, Schema};

use crate::access::Action;
use crate::http::host::Host;

/// Who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody. A valid token makes its owner known, an invalid one is ignored.
    Anyone,
    /// Authenticated users.
    Session,
    /// Members of the team in the path whose role may do this. Everybody else gets 404.
    Team(Action),
    /// Administrators of the platform.
    Admin,
}

/// What a body or an answer holds, for the OpenAPI document.
#[derive(Clone)]
pub enum Content {
    /// Nothing.
    Nothing,
    /// JSON; inside the envelope when it is an answer. Described on demand: only the OpenAPI document asks.
    Json(fn() -> JsonContent),
    /// Bytes or text of these media types.
    Other(&'static [&'static str]),
}

/// JSON of a type.
pub struct JsonContent {
    /// The schema or a reference to it.
    pub schema: RefOr<Schema>,
    /// The schemas that it refers to, by name.
    pub named: Vec<(String, RefOr<Schema>)>,
}

impl JsonContent {
    fn of<T: ToSchema>() -> Self {
        let mut named = Vec::new();
        T::schemas(&mut named);
        let name = T::name().into_owned();
        named.push((name.clone(), T::schema()));
        Self {
            schema: RefOr::Ref(Ref::from_schema_name(name)),
            named,
        }
    }

    fn of_list<T: ToSchema>() -> Self {
        let Self { schema, named } = Self::of::<T>();
        Self {
            schema: RefOr::T(ArrayBuilder::new().items(schema).into()),
            named,
        }
    }
}

/// What a parameter of the query may be.
#[derive(Clone, Copy, Debug)]
pub enum QueryKind {
    /// Any text.
    Text,
    /// A whole number.
    Number,
    /// The ID of something.
    Id,
    /// One of these.
    OneOf(&'static [&'static str]),
}

/// A parameter of the query.
#[derive(Clone, Copy, Debug)]
pub struct QueryParameter {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub description: &'static str,
    /// What it may be.
    pub kind: QueryKind,
}

/// Makes the framework's route for a method.
type Service = Arc<dyn Fn(Method) -> actix_web::Route + Send + Sync>;

/// One route.
#[derive(Clone)]
pub struct Route {
    /// The path with its parameters: `/api/teams/{teamId}`. A last one of `{path:.*}` takes the rest, slashes included.
    pub path: &'static str,
    /// The method.
    pub method: Method,
    /// The handler's name, `<verb>_<resource>`.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Who may call it.
    pub access: Access,
    /// The hosts that it answers on.
    pub host: Host,
    /// What the plan of the team in the path must have.
    pub feature: Option<Feature>,
    /// True when a site that only its team sees needs no plan for it.
    pub is_free_for_drafts: bool,
    /// What it takes.
    pub body: Content,
    /// Bytes of the body at most.
    pub body_max_bytes: usize,
    /// True when it needs the revision that a change is made on, in `If-Match`.
    pub needs_revision: bool,
    /// True when it takes an `Idempotency-Key`.
    pub is_idempotent: bool,
    /// What it takes in the query.
    pub query: &'static [QueryParameter],
    /// What it answers.
    pub answer: Content,
    /// True when the answer carries a token too.
    pub answers_token: bool,
    /// Failures beside those that follow from access, body and path: status and key.
    pub failures: &'static [(u16, &'static str)],
    /// True when calling it changes nothing, though its method may say otherwise.
    pub is_reading: bool,
    /// True when it works on a deleted team.
    pub is_for_deleted: bool,
    /// True when it works on a knowledge base or a site in the bin, which every route may read.
    pub is_for_bin: bool,
    /// True when it changes an archived knowledge base or site, which every route may read.
    pub is_for_archived: bool,
    /// True when it answers without the database.
    pub needs_no_database: bool,
    /// Makes the handler.
    pub service: Service,
}

impl Route {
    /// A route that takes and answers nothing, until it is said otherwise.
    pub fn new<F, Args>(
        method: Method,
        path: &'static str,
        name: &'static str,
        summary: &'static str,
        access: Access,
        handler: F,
    ) -> Self
    where
        F: Handler<Args> + Send + Sync,
        Args: FromRequest + 'static,
        F::Output: Responder + 'static,
    {
        let is_reading = method == Method::GET;
        Self {
            path,
            method,
            name,
            summary,
            access,
            host: Host::Console,
            feature: None,
            is_free_for_drafts: false,
            body: Content::Nothing,
            body_max_bytes: BODY_MAX_BYTES,
            needs_revision: false,
            is_idempotent: false,
            query: &[],
            answer: Content::Nothing,
            answers_token: false,
            failures: &[],
            is_reading,
            is_for_deleted: false,
            is_for_bin: false,
            is_for_archived: false,
            needs_no_database: false,
            service: Arc::new(move |method| web::method(method).to(handler.clone())),
        }
    }

    /// The body is JSON of this type.
    pub fn takes<T: ToSchema>(mut self) -> Self {
        self.body = Content::Json(JsonContent::of::<T>);
        self
    }

    /// The body is bytes of these media types.
    pub fn takes_bytes(mut self, media_types: &'static [&'static str]) -> Self {
        self.body = Content::Other(media_types);
        self
    }

    /// The body has at most so many bytes; more are not read. [`BODY_MAX_BYTES`] when nothing is said.
    pub fn takes_up_to(mut self, max_bytes: usize) -> Self {
        self.body_max_bytes = max_bytes;
        self
    }

    /// It needs the revision that a change is made on, in `If-Match`. The handler takes an
    /// [`IfMatch`](crate::http::if_match::IfMatch).
    pub fn if_match(mut self) -> Self {
        self.needs_revision = true;
        self
    }

    /// It takes an `Idempotency-Key`, with which a repeated request is answered and not done again. For routes of
    /// somebody whose account is known, without a secret in the answer.
    pub fn idempotent(mut self) -> Self {
        self.is_idempotent = true;
        self
    }

    /// It answers on these hosts.
    pub fn on(mut self, host: Host) -> Self {
        self.host = host;
        self
    }

    /// The query may hold these.
    pub fn query(mut self, parameters: &'static [QueryParameter]) -> Self {
        self.query = parameters;
        self
    }

    /// `data` of the answer is of this type.
    pub fn answers<T: ToSchema>(mut self) -> Self {
        self.answer = Content::Json(JsonContent::of::<T>);
        self
    }

    /// `data` of the answer is a list of this type.
    pub fn answers_list<T: ToSchema>(mut self) -> Self {
        self.answer = Content::Json(JsonContent::of_list::<T>);
        self
    }

    /// The answer is not in the envelope but of these media types.
    pub fn answers_bytes(mut self, media_types: &'static [&'static str]) -> Self {
        self.answer = Content::Other(media_types);
        self
    }

    /// The answer carries a token beside its data.
    pub fn with_token(mut self) -> Self {
        self.answers_token = true;
        self
    }

    /// Failures of its own.
    pub fn fails(mut self, failures: &'static [(u16, &'static str)]) -> Self {
        self.failures = failures;
        self
    }

    /// The names in braces, in order.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .map(|parameter| parameter.split(':').next().unwrap_or(parameter))
    }

    /// The name of the parameter that takes the rest of the path.
    pub fn tail_parameter(&self) -> Option<&'static str> {
        let last = self.path.rsplit('/').next()?;
        last.strip_prefix('{')?.strip_suffix(":.*}")
    }

    /// The path as documents show it: `{path}` also for the parameter that takes the rest.
    pub fn template(&self) -> String {
        self.path.replace(":.*}", "}")
    }

    /// The methods that are answered: HEAD beside GET (RFC 9110, section 9.1), which probes of balancers send.
    pub fn methods(&self) -> Vec<Method> {
        let mut methods = vec![self.method.clone()];
        if self.method == Method::GET {
            methods.push(Method::HEAD);
        }
        methods
    }

    /// True when the route is of the API proper and answers in the envelope.
    pub fn is_api(&self) -> bool {
        self.path.starts_with("/api/")
    }

    /// Teams whose plan lacks this feature get 403 `plan.notAvailable`. For routes of a team.
    pub fn needs(mut self, feature: Feature) -> Self {
        self.feature = Some(feature);
        self
    }

    /// Like [`Self::needs`], as long as the site of the path is open to others: what only its team sees is set up in any
    /// plan.
    pub fn needs_once_open(mut self, feature: Feature) -> Self {
        self.is_free_for_drafts = true;
        self.needs(feature)
    }

    /// Calling it changes nothing, though its method is not GET.
    pub fn reading(mut self) -> Self {
        self.is_reading = true;
        self
    }

    /// It answers without the database.
    pub fn without_database(mut self) -> Self {
        self.needs_no_database = true;
        self
    }

    /// It works on a deleted team.
    pub fn for_deleted(mut self) -> Self {
        self.is_for_deleted = true;
        self
    }

    /// It works on a knowledge base or a site in the bin.
    pub fn for_bin(mut self) -> Self {
        self.is_for_bin = true;
        self
    }

    /// It changes an archived knowledge base or site.
    pub fn for_archived(mut self) -> Self {
        self.is_for_archived = true;
        self
    }
}
