//! The OpenAPI document, made from the table of routes.

use std::collections::BTreeMap;

use actix_web::http::Method;
use moyan_domain::{KnowledgeBaseId, SiteId, TeamId};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathsBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayItems, ComponentsBuilder, KnownFormat, ObjectBuilder, Ref, Schema,
    SchemaFormat, Type,
};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, RefOr, Required, ResponseBuilder, ResponsesBuilder,
};

use crate::http::path_ids::{PathId as _, not_found_of};
use crate::route::{Access, Content, QueryKind, QueryParameter, Route};
use crate::schema_limits;

/// The header that carries the session's token. Source: specification §7.
const TOKEN: &str = "token";

/// Describes the routes.
pub fn document(routes: &[Route]) -> OpenApi {
    let mut paths = PathsBuilder::new();
    let mut schemas: BTreeMap<String, RefOr<Schema>> = BTreeMap::new();
    for route in routes {
        for content in [&route.body, &route.answer] {
            if let Content::Json(describe) = content {
                schemas.extend(describe().named);
            }
        }
        paths = paths.path(
            route.template(),
            utoipa::openapi::path::PathItem::new(method_of(&route.method), operation_of(route)),
        );
    }
    schemas.insert("Failure".to_owned(), failure().into());
    schemas.values_mut().for_each(|schema| {
        schema_limits::apply(schema);
        describe_moments(schema);
    });
    let components = ComponentsBuilder::new()
        .schemas_from_iter(schemas)
        .security_scheme(
            TOKEN,
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::new(TOKEN))),
        )
        .build();
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Moyan")
                .version(env!("CARGO_PKG_VERSION"))
                .description(Some(
                    "The HTTP interface of the server: docs/API.md says what is common to all routes.",
                )),
        )
        .paths(paths)
        .components(Some(components))
        .build()
}

/// Says of each moment how it is written.
fn describe_moments(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            if object.format == Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)) {
                let about = object.description.get_or_insert_default();
                *about = format!("{about} RFC 3339, in UTC.").trim_start().to_owned();
            }
            object.properties.values_mut().for_each(describe_moments);
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                describe_moments(items);
            }
        }
        _ => {}
    }
}

/// The document as it is committed: pretty, and with a line break at its end.
pub fn text(routes: &[Route]) -> String {
    let mut text = document(routes).to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

fn method_of(method: &Method) -> HttpMethod {
    match method.as_str() {
        "POST" => HttpMethod::Post,
        "PUT" => HttpMethod::Put,
        "PATCH" => HttpMethod::Patch,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

fn operation_of(route: &Route) -> utoipa::openapi::path::Operation {
    let mut operation = OperationBuilder::new()
        .operation_id(Some(route.name))
        .summary(Some(route.summary))
        .tag(tag_of(route.path))
        .responses(responses_of(route));
    for name in route.path_parameters() {
        let is_team = name == TeamId::PARAMETER && matches!(route.access, Access::Team(_));
        // The others are names that somebody chose.
        let is_uuid = !is_team && name.ends_with("Id");
        let format = is_uuid.then_some(SchemaFormat::KnownFormat(KnownFormat::Uuid));
        let description = match name {
            _ if is_team => Some("The team's ID, or `personal` for the caller's own space"),
            name if route.tail_parameter() == Some(name) => {
                Some("The rest of the path, in which slashes stay as they are")
            }
            _ => None,
        };
        operation = operation.parameter(
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .description(description)
                .schema(Some(
                    ObjectBuilder::new().schema_type(Type::String).format(format),
                )),
        );
    }
    for parameter in route.query {
        operation = operation.parameter(query_parameter(parameter));
    }
    if route.needs_revision {
        let about = "The revision that the change was made on, as `ETag` gave it: `\"7\"`";
        operation = operation.parameter(header_parameter("If-Match", about, Required::True));
    }
    if route.is_idempotent {
        let about = "A name of the request: repeated with it, the request is answered and not done again";
        operation = operation.parameter(header_parameter("Idempotency-Key", about, Required::False));
    }
    operation = match route.access {
        Access::Anyone => operation,
        Access::Session | Access::Team(_) | Access::Admin => {
            operation.security(SecurityRequirement::new::<_, [&str; 0], &str>(TOKEN, []))
        }
    };
    match &route.body {
        Content::Nothing => operation,
        Content::Json(describe) => operation.request_body(Some(
            RequestBodyBuilder::new()
                .content(
                    "application/json",
                    ContentBuilder::new().schema(Some(describe().schema)).build(),
                )
                .required(Some(Required::True))
                .build(),
        )),
        Content::Other(media_types) => {
            let mut body = RequestBodyBuilder::new().required(Some(Required::True));
            for media_type in *media_types {
                body = body.content(*media_type, bytes());
            }
            operation.request_body(Some(body.build()))
        }
    }
    .build()
}

fn header_parameter(name: &str, description: &str, required: Required) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(required)
        .description(Some(description))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
}

/// The part of the path that names the feature.
fn tag_of(path: &str) -> &str {
    let path = path.strip_prefix("/api/").unwrap_or("system");
    match path.split('/').next().unwrap_or(path) {
        "avatars" => "account",
        "invitations" | "plans" => "teams",
        "health" | "version" | "config" | "openapi.json" | "docs" => "system",
        tag => tag,
    }
}

fn query_parameter(parameter: &QueryParameter) -> ParameterBuilder {
    let text = || ObjectBuilder::new().schema_type(Type::String);
    let schema = match parameter.kind {
        QueryKind::Text => text(),
        QueryKind::Number => ObjectBuilder::new().schema_type(Type::Integer),
        QueryKind::Id => text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid))),
        QueryKind::OneOf(values) => text().enum_values(Some(values.iter().copied())),
    };
    ParameterBuilder::new()
        .name(parameter.name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(parameter.description))
        .schema(Some(schema))
}

fn responses_of(route: &Route) -> ResponsesBuilder {
    let mut success = ResponseBuilder::new().description("Success");
    match &route.answer {
        Content::Nothing if route.is_api() => {
            success = success.content(
                "application/json",
                envelope(Schema::from(ObjectBuilder::new()).into(), false),
            );
        }
        Content::Nothing => {}
        Content::Json(describe) => {
            success = success.content(
                "application/json",
                envelope(describe().schema, route.answers_token),
            );
        }
        Content::Other(media_types) => {
            for media_type in *media_types {
                success = success.content(*media_type, bytes());
            }
        }
    }
    let mut responses = ResponsesBuilder::new().response("200", success);
    for (status, keys) in failures_of(route) {
        let mut response = ResponseBuilder::new().description(
            keys.iter()
                .map(|key| format!("`{key}`"))
                .collect::<Vec<_>>()
                .join(", "),
        );
        if route.is_api() {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Failure")));
            response = response.content("application/json", content.build());
        }
        responses = responses.response(status.to_string(), response);
    }
    responses
}

/// The statuses and keys with which a route can fail: its own, and those that follow from what it is.
pub fn failures_of(route: &Route) -> BTreeMap<u16, Vec<&'static str>> {
    let mut failures: BTreeMap<u16, Vec<&'static str>> = BTreeMap::new();
    let mut add = |status, key| {
        let keys = failures.entry(status).or_default();
        if !keys.contains(&key) {
            keys.push(key);
        }
    };
    match route.access {
        Access::Anyone => {}
        Access::Session => {
            add(401, "session.required");
            add(401, "session.expired");
        }
        Access::Admin => {
            add(401, "session.required");
            add(401, "session.expired");
            add(403, "access.denied");
        }
        Access::Team(_) => {
            add(401, "session.required");
            add(401, "session.expired");
            add(403, "access.denied");
            add(404, "team.notFound");
            if !route.is_reading {
                add(403, "team.suspended");
                add(409, "team.deleted");
            }
        }
    }
    if route.needs_revision {
        add(400, "request.invalid");
        add(428, "request.preconditionRequired");
    }
    if route.is_idempotent {
        add(400, "request.invalid");
        add(409, "idempotency.inProgress");
        add(422, "idempotency.keyReused");
    }
    if route.feature.is_some() {
        add(403, "plan.notAvailable");
    }
    if !matches!(route.body, Content::Nothing) {
        add(400, "request.invalid");
        add(408, "request.tooSlow");
        add(413, "request.tooLarge");
        add(415, "request.unsupportedMediaType");
        add(422, "request.fieldsInvalid");
        add(503, "server.busy");
    }
    if !route.query.is_empty() {
        add(400, "request.invalid");
    }
    for refusal in route.path_parameters().filter_map(not_found_of) {
        add(404, refusal.key());
    }
    let names_base = |name| name == KnowledgeBaseId::PARAMETER;
    if route.path_parameters().any(names_base) && !route.is_reading {
        if !route.is_for_bin {
            add(409, "knowledgeBase.inBin");
        }
        if !route.is_for_archived {
            add(409, "knowledgeBase.archived");
        }
    }
    let names_site = |name| name == SiteId::PARAMETER;
    if route.path_parameters().any(names_site) && !route.is_reading {
        if !route.is_for_bin {
            add(409, "site.inBin");
        }
        if !route.is_for_archived {
            add(409, "site.archived");
        }
    }
    if route.is_api() {
        add(429, "request.tooMany");
        if !route.is_reading {
            add(403, "request.foreignOrigin");
            add(503, "server.readOnly");
        }
    }
    add(500, "server.internal");
    if !route.needs_no_database {
        add(503, "server.unavailable");
        add(503, "server.starting");
    }
    for (status, key) in route.failures {
        add(*status, *key);
    }
    failures
}

/// `{ code, message, data }` around a schema, with a token where one is given.
fn envelope(data: RefOr<Schema>, with_token: bool) -> utoipa::openapi::Content {
    let mut envelope = ObjectBuilder::new()
        .property(
            "code",
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .enum_values::<[i32; 1], i32>(Some([1])),
        )
        .required("code")
        .property("message", ObjectBuilder::new().schema_type(Type::String))
        .required("message")
        .property("data", data)
        .required("data");
    if with_token {
        envelope = envelope
            .property("token", ObjectBuilder::new().schema_type(Type::String))
            .required("token");
    }
    ContentBuilder::new()
        .schema(Some(Schema::from(envelope.build())))
        .build()
}

/// Bytes that no schema describes.
fn bytes() -> utoipa::openapi::Content {
    ContentBuilder::new().build()
}

fn failure() -> Schema {
    let text = || ObjectBuilder::new().schema_type(Type::String);
    let number = |meaning| {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .description(Some(meaning))
    };
    let fields = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::RefOr(RefOr::T(text().build().into()))))
        .description(Some("What is wrong with each field, by path: a key"));
    let numbers = ObjectBuilder::new().additional_properties(Some(AdditionalProperties::RefOr(RefOr::T(
        ObjectBuilder::new().schema_type(Type::Integer).build().into(),
    ))));
    let parameters = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::RefOr(RefOr::T(
            numbers.build().into(),
        ))))
        .description(Some(
            "The numbers of those problems, by path and name, such as `max`",
        ));
    let current =
        ObjectBuilder::new().description(Some("The value as it is now, where the caller knew an older one"));
    let data = ObjectBuilder::new()
        .property(
            "error",
            text().description(Some("A stable key, such as `team.notFound`")),
        )
        .required("error")
        .property("fields", fields)
        .property("parameters", parameters)
        .property("current", current)
        .property(
            "reason",
            text().description(Some("Why, as the administrator wrote it")),
        )
        .property(
            "usedBytes",
            number("Bytes that the files of the team have together"),
        )
        .property("maxBytes", number("Bytes that they may have"))
        .property(
            "requestId",
            text().description(Some("By which the server's log line is found")),
        );
    ObjectBuilder::new()
        .description(Some(
            "A failure: `code` is the HTTP status, `message` a sentence in the caller's language",
        ))
        .property("code", ObjectBuilder::new().schema_type(Type::Integer))
        .required("code")
        .property("message", text())
        .required("message")
        .property("data", data)
        .required("data")
        .build()
        .into()
}
