//! Words that are sent, or stored and sent: one table makes the enum, its names, its schema and its form in the database.

/// Makes an enum out of a table of variants and the names by which they are sent.
#[macro_export]
macro_rules! sent_names {
    ($(#[doc = $about:literal])+ $kind:ident $($table:tt)+) => {
        $crate::sent_names! { @[] $(#[doc = $about])+ $kind $($table)+ }
    };
    (
        @[$($attributes:tt)*]
        $(#[doc = $about:literal])+
        $kind:ident
        $($(#[doc = $doc:literal])+ $variant:ident: $name:literal,)+
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $($attributes)*
        pub enum $kind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $kind {
            /// All, in the order of the table.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The names of all, in the order of the table.
            pub const NAMES: &'static [&'static str] = &[$($name,)+];

            /// The name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What a name stands for; nothing when this release does not know it.
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.as_str() == name)
            }
        }

        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = <String as serde::Deserialize>::deserialize(deserializer)?;
                Self::parse(&name).ok_or_else(|| serde::de::Error::unknown_variant(&name, Self::NAMES))
            }
        }

        impl utoipa::PartialSchema for $kind {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .enum_values(Some(Self::NAMES.iter().copied()))
                    .description(Some([$($about),+].concat().trim().to_owned()))
                    .build()
                    .into()
            }
        }

        impl utoipa::ToSchema for $kind {}
    };
}

/// The same for names that are stored, too: rows hold the enum.
#[macro_export]
macro_rules! stored_names {
    ($(#[doc = $about:literal])+ $kind:ident $($table:tt)+) => {
        $crate::sent_names! {
            @[
                #[derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
                #[diesel(sql_type = diesel::sql_types::Text)]
            ]
            $(#[doc = $about])+ $kind $($table)+
        }

        impl diesel::serialize::ToSql<diesel::sql_types::Text, diesel::pg::Pg> for $kind {
            fn to_sql<'b>(
                &'b self,
                output: &mut diesel::serialize::Output<'b, '_, diesel::pg::Pg>,
            ) -> diesel::serialize::Result {
                diesel::serialize::ToSql::<diesel::sql_types::Text, diesel::pg::Pg>::to_sql(self.as_str(), output)
            }
        }

        impl diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg> for $kind {
            fn from_sql(bytes: diesel::pg::PgValue<'_>) -> diesel::deserialize::Result<Self> {
                let name =
                    <String as diesel::deserialize::FromSql<diesel::sql_types::Text, diesel::pg::Pg>>::from_sql(
                        bytes,
                    )?;
                Self::parse(&name).ok_or_else(|| format!("{} has no {name:?}", stringify!($kind)).into())
            }
        }
    };
}
