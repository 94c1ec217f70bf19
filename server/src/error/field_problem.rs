//! What can be wrong with one field: one table.

use crate::language::Language;

/// Makes the enum and its columns out of the table. A sentence holds its parameters in braces.
macro_rules! problems {
    ($($(#[doc = $doc:literal])+ $name:ident $({ $($parameter:ident),+ })?: $key:literal $zh:literal $en:literal,)+) => {
        /// What is wrong with a field.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum FieldProblem {
            $(
                $(#[doc = $doc])+
                $name $({ $(#[doc = concat!("`", stringify!($parameter), "` of the sentence.")] $parameter: usize),+ })?,
            )+
        }

        impl FieldProblem {
            /// The key and the Chinese and English sentence of each, parameters in braces.
            pub const ALL: &'static [(&'static str, &'static str, &'static str)] = &[$(($key, $zh, $en),)+];

            /// The stable key that clients translate.
            pub fn key(self) -> &'static str {
                match self {
                    $(Self::$name { .. } => $key,)+
                }
            }

            /// The numbers of the sentence, by name.
            pub fn parameters(self) -> Vec<(&'static str, usize)> {
                match self {
                    $(Self::$name $({ $($parameter),+ })? => vec![$($((stringify!($parameter), $parameter)),+)?],)+
                }
            }

            /// The sentence with its parameters in braces.
            fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $(
                        (Self::$name { .. }, Language::ZhCn) => $zh,
                        (Self::$name { .. }, Language::En) => $en,
                    )+
                }
            }
        }
    };
}

impl FieldProblem {
    /// The sentence for a reader of `language`.
    pub fn message(self, language: Language) -> String {
        let template = self.template(language).to_owned();
        self.parameters()
            .into_iter()
            .fold(template, |sentence, (name, value)| {
                sentence.replace(&format!("{{{name}}}"), &value.to_string())
            })
    }
}

problems! {
    /// It is empty.
    Required: "field.required"
        "此项不能为空" "This field is required",
    /// It is longer than it may be.
    TooLong { max }: "field.tooLong"
        "最多 {max} 个字符" "At most {max} characters",
    /// It holds a control character or a line break.
    ControlCharacter: "field.controlCharacter"
        "内容包含不支持的字符" "This field holds characters that are not supported",
    /// It is no e-mail address.
    EmailInvalid: "email.invalid"
        "请输入有效的邮箱地址" "Please enter a valid email",
    /// It is no phone number.
    PhoneInvalid: "phone.invalid"
        "请输入有效的手机号" "Please enter a valid phone number",
    /// The password is shorter than it may be.
    PasswordTooShort { min }: "password.tooShort"
        "密码至少需要 {min} 个字符" "Password must be at least {min} characters",
    /// The password is longer than it may be.
    PasswordTooLong { max }: "password.tooLong"
        "密码最多 {max} 个字节" "Password must be at most {max} bytes",
    /// The two passwords differ.
    PasswordMismatch: "password.mismatch"
        "两次输入的密码不一致" "Passwords do not match",
    /// The nickname is shorter than it may be.
    NicknameTooShort { min }: "nickname.tooShort"
        "昵称至少需要 {min} 个字符" "Nickname must be at least {min} characters",
    /// The nickname is longer than it may be.
    NicknameTooLong { max }: "nickname.tooLong"
        "昵称最多 {max} 个字符" "Nickname must be at most {max} characters",
    /// The code is not six digits.
    CodeFormat: "code.format"
        "验证码格式不正确" "The verification code format is incorrect",
    /// The role cannot be given in this way.
    RoleNotGiven: "role.notGiven"
        "不能授予该角色" "This role cannot be given",
    /// The status cannot be given in this way.
    StatusNotGiven: "status.notGiven"
        "新建时不能使用该状态" "Nothing can be created in this state",
    /// The moment lies in the past.
    InPast: "time.inPast"
        "时间不能早于现在" "The time must be in the future",
    /// It is no picture of a type that is taken.
    ImageType: "image.type"
        "仅支持 JPG、PNG、WebP 格式的图片" "Only JPG, PNG, WebP format files are supported!",
    /// It is no picture of a type that articles take, or of another than its name or media type says.
    ArticleImageType: "image.uploadType"
        "图片格式不受支持，或与文件名、类型不一致" "The image format is not supported, or differs from its name or type",
    /// The picture is damaged or has too many pixels.
    ImageUnreadable: "image.unreadable"
        "图片已损坏或尺寸过大" "The image is damaged or too large",
    /// The account already has this address or number.
    Unchanged: "identifier.unchanged"
        "与当前使用的相同" "This is the one already in use",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_says_its_numbers() {
        let problem = FieldProblem::TooLong { max: 50 };
        assert_eq!(problem.message(Language::En), "At most 50 characters");
        assert_eq!(problem.message(Language::ZhCn), "最多 50 个字符");
        assert_eq!(problem.parameters(), [("max", 50)]);
        assert!(FieldProblem::Required.parameters().is_empty());
    }

    #[test]
    fn both_sentences_have_the_same_parameters() {
        let names = |sentence: &str| {
            let parts = sentence.split('{').skip(1);
            parts
                .map(|part| part.split('}').next().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        for (key, zh, en) in FieldProblem::ALL {
            assert_eq!(names(zh), names(en), "{key}");
        }
    }
}
