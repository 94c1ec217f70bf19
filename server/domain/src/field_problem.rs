//! What can be wrong with one field: one table.

use crate::Language;

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
    /// An e-mail address without its sign.
    EmailWithoutAt: "email.withoutAt"
        "邮箱地址里少了 @" "An email address needs an @",
    /// An e-mail address with a space in it, or two of them.
    EmailWithSpace: "email.withSpace"
        "请只填一个邮箱地址，中间不能有空格" "Please enter one email address, without spaces",
    /// An e-mail address with letters other than those of ASCII.
    EmailLetters: "email.letters"
        "邮箱地址只能包含英文字母、数字和英文符号" "An email address can only have the letters a to z, digits and plain signs",
    /// An e-mail address whose host is not complete.
    EmailHost: "email.host"
        "请写全 @ 后面的部分，例如 example.com" "Please write the part after the @ in full, such as example.com",
    /// It has another number of digits than a phone number.
    PhoneDigits { n }: "phone.digits"
        "手机号是 11 位数字，这里有 {n} 位" "A phone number has 11 digits, this one has {n}",
    /// A phone number that begins with another digit than 1.
    PhoneStart: "phone.start"
        "手机号以 1 开头，请检查" "A phone number begins with 1. Check it.",
    /// A phone number of another country.
    PhoneForeign: "phone.foreign"
        "目前只支持中国大陆的手机号（+86）" "Only phone numbers of mainland China (+86) are supported",
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
    /// It has another number of characters than a redeem code.
    RedeemCodeLength { n }: "redeem.codeLength"
        "兑换码有 16 个字母和数字，这里有 {n} 个" "A redeem code has 16 letters and digits, this one has {n}",
    /// It holds what no redeem code has.
    RedeemCodeLetters: "redeem.codeLetters"
        "兑换码只包含英文字母（没有 U）和数字" "A redeem code only has letters (no U) and digits",
    /// Being paid by hand has neither a code to scan nor words.
    QrOrInstructions: "payment.qrOrInstructions"
        "请上传一个收款码，或写下付款说明" "Please upload a payment QR code, or write how to pay",
    /// The role cannot be given in this way.
    RoleNotGiven: "role.notGiven"
        "不能授予该角色" "This role cannot be given",
    /// It is in that team already.
    SameTeam: "team.same"
        "请选择另一个团队" "Please choose another team",
    /// The status cannot be given in this way.
    StatusNotGiven: "status.notGiven"
        "新建时不能使用该状态" "This status cannot be used for a new item",
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
    /// There are more of them than there may be.
    TooMany { max }: "field.tooMany"
        "最多 {max} 项" "At most {max} entries",
    /// The number is outside its range.
    OutOfRange { min, max }: "field.outOfRange"
        "请输入 {min} 到 {max} 之间的数字" "Please enter a number from {min} to {max}",
    /// It is no code of a coupon.
    CouponCodeInvalid: "coupon.codeInvalid"
        "请输入 3 到 32 个字母、数字或连字符" "Please enter 3 to 32 letters, digits or hyphens",
    /// It is none of the values that there are.
    UnknownValue: "field.unknownValue"
        "不支持该选项" "This choice is not available",
    /// Another entry of the list is the same.
    Duplicate: "field.duplicate"
        "与列表中的其他项重复" "This is in the list already",
    /// It is no address that a link may have.
    UrlInvalid: "url.invalid"
        "链接应以 https://、http://、mailto:、tel:、/ 或 # 开头" "A link begins with https://, http://, mailto:, tel:, / or #",
    /// It is no path of a site.
    PathInvalid: "path.invalid"
        "请输入以 / 开头的站内路径" "Please enter a path of the site that begins with /",
    /// A redirect leads back to itself, perhaps over others.
    RedirectLoop: "redirect.loop"
        "该跳转会形成循环" "This redirect leads back to itself",
    /// It is no color.
    ColorInvalid: "color.invalid"
        "请输入 #rrggbb 格式的颜色" "Please enter a color such as #0f4c81",
    /// It is no day.
    DateInvalid: "date.invalid"
        "请输入有效的日期" "Please enter a valid date",
    /// The end is not after the beginning.
    EndBeforeStart: "time.endBeforeStart"
        "结束时间应晚于开始时间" "The end must be after the start",
    /// It is no number of a Chinese registration.
    IcpInvalid: "icp.invalid"
        "请输入有效的 ICP 备案号，例如 京ICP备12345678号-1" "Please enter a valid ICP number, such as 京ICP备12345678号-1",
    /// It is no price.
    PriceInvalid: "price.invalid"
        "请输入大于 0、小于 100 万的人民币金额，最多两位小数" "Please enter an amount in Chinese yuan above 0 and below 1,000,000, with at most two decimals",
    /// A price says "/month" where the package is for a year.
    PricePeriodDiffers: "price.periodDiffers"
        "价格后面写的周期与所选周期不一致" "The price names another period than the one chosen",
    /// Another package is recommended already.
    SecondRecommended: "package.secondRecommended"
        "最多只能推荐一个套餐" "Only one package can be recommended",
    /// People who are logged in would see less than people who are not.
    LessThanGuest: "access.lessThanGuest"
        "登录用户能看到的内容不能少于访客" "Readers who are logged in cannot see less than guests",
    /// The address is of no image that the team uploaded, and does not begin with https.
    ImageAddress: "image.address"
        "请上传图片，或填写以 https:// 开头的图片地址" "Please upload an image, or enter an address that begins with https://",
    /// It is no logo.
    LogoType: "image.logoType"
        "仅支持 PNG、SVG 格式的标志" "Only PNG and SVG files are supported here",
    /// The picture has more bytes than it may have.
    ImageTooLarge { max }: "image.tooLarge"
        "图片不能超过 {max} MB" "The image cannot be larger than {max} MB",
    /// It is no first part of an address.
    SlugInvalid: "slug.invalid"
        "请使用 3 到 40 个小写字母、数字或连字符，首尾不能是连字符" "Please use 3 to 40 lowercase letters, digits or hyphens, with no hyphen at the start or end",
    /// The name is kept for the platform.
    SlugReserved: "slug.reserved"
        "该地址为系统保留，请换一个" "This address is reserved. Choose another one.",
    /// It is no domain.
    DomainInvalid: "domain.invalid"
        "请输入有效的域名，例如 docs.example.com" "Please enter a valid domain, such as docs.example.com",
    /// The domain is the platform's.
    DomainReserved: "domain.reserved"
        "不能使用本平台的域名" "A domain of this platform cannot be used",
    /// The knowledge base is not there, in the bin or of another team.
    KnowledgeBaseUnusable: "knowledgeBase.unusable"
        "该知识库不存在或在回收站中" "This knowledge base does not exist or is in the bin",
    /// The moment has passed, or is too far away.
    MomentOutOfRange: "moment.outOfRange"
        "请选择一年以内的将来时间" "Please choose a time in the future, within a year",
    /// It is no number or name as the payment provider gives out.
    IssuedNumber: "merchantNumber.invalid"
        "格式不正确，请从支付平台复制" "This does not look right. Copy it from the payment provider.",
    /// It is no key, or one of another kind or mode.
    KeyInvalid: "key.invalid"
        "不是有效的密钥，请从支付平台重新复制" "This is not a valid key. Copy it again from the payment provider.",
    /// It is the merchant's own public key, where the provider's belongs.
    KeyOwn: "key.own"
        "这是你自己的应用公钥，请填写支付平台的公钥" "This is your own public key. Enter the one of the payment provider.",
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
