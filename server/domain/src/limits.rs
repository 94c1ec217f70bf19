//! Numbers of the product, each with its unit and where it comes from.

use std::ops::RangeInclusive;
use std::time::Duration;

use chrono::TimeDelta;

/// Characters that a password needs at least. Source: specification §9.
pub const PASSWORD_MIN_CHARS: usize = 6;
/// Bytes that a password may have at most: more would be work without security.
pub const PASSWORD_MAX_BYTES: usize = 128;
/// Characters that a nickname needs at least. Source: specification §5.
pub const NICKNAME_MIN_CHARS: usize = 2;
/// Characters that a nickname may have at most.
pub const NICKNAME_MAX_CHARS: usize = 30;
/// Characters that the name of a team may have at most.
pub const TEAM_NAME_MAX_CHARS: usize = 50;
/// Characters that the title of a knowledge base may have at most.
pub const KNOWLEDGE_BASE_TITLE_MAX_CHARS: usize = 100;
/// Characters that the description of a knowledge base or a category may have at most.
pub const DESCRIPTION_MAX_CHARS: usize = 500;
/// Characters that a reason may have at most.
pub const REASON_MAX_CHARS: usize = 500;
/// Bytes that an e-mail address may have at most (RFC 5321).
pub const EMAIL_MAX_BYTES: usize = 254;

/// Digits of a verification code.
pub const CODE_DIGITS: usize = 6;
/// Minutes for which a code is good.
pub const CODE_LIFETIME_MINUTES: i64 = 10;
/// Minutes after a login on a site within which a first password needs no other code.
pub const FRESH_LOGIN_MINUTES: i64 = 10;
/// Wrong tries after which a code is void.
pub const CODE_MAX_TRIES: i32 = 5;
/// Wrong codes from one network, whatever the recipient, within an hour.
pub const CODE_TRIES_PER_NETWORK_PER_HOUR: i32 = 50;
/// Seconds until one site may have another code sent to the same recipient.
pub const CODE_RESEND_S: i64 = 60;
/// Codes that one site has sent to one recipient in a day: an IPv4 address, or a /48 of IPv6.
pub const CODES_PER_RECIPIENT_AND_SITE_PER_DAY: i32 = 5;
/// Codes that one e-mail address or phone number gets in a day, from all callers together.
pub const CODES_PER_RECIPIENT_PER_DAY: i32 = 20;
/// Codes that one network asks for in a day: an IPv4 address, or a /64 of IPv6.
pub const CODES_PER_NETWORK_PER_DAY: i32 = 50;
/// How many times the allowance of one /64 network the /48 around it has, all its networks together.
pub const SITE_FACTOR: i32 = 4;

/// Wrong passwords from one address for one account before it has to wait.
pub const LOGIN_TRIES: i32 = 5;
/// Minutes of the first wait; each further one is twice as long, up to a day.
pub const LOGIN_WAIT_MINUTES: i64 = 10;
/// Minutes of the longest wait.
pub const LOGIN_MAX_WAIT_MINUTES: i64 = 24 * 60;
/// Wrong passwords from one network, whatever the account, within an hour.
pub const LOGIN_TRIES_PER_NETWORK_PER_HOUR: i32 = 50;
/// Wrong passwords for one account, wherever from, within an hour.
pub const LOGIN_TRIES_PER_ACCOUNT_PER_HOUR: i32 = 100;

/// Passwords that wait to be hashed, for each processor core; more are refused. At the default bcrypt cost the last
/// one waits for eight seconds or so; 50 people who log in at the same moment are served even by one core.
pub const HASHES_WAITING_PER_CORE: usize = 50;
/// Seconds for which a password waits to be hashed, at any bcrypt cost: clients give up after 15.
pub const HASH_WAIT_S: u64 = 10;

/// Days for which a deleted account or team can be restored.
pub const DELETION_HOLD_DAYS: i64 = 7;
/// Days for which an entry of the audit log is kept.
pub const AUDIT_KEPT_DAYS: i64 = 365;
/// Days for which an invitation is good.
pub const INVITATION_LIFETIME_DAYS: i64 = 7;
/// Invitations that a team sends in a day.
pub const INVITATIONS_PER_TEAM_PER_DAY: i32 = 100;
/// Invitations that one account sends in a day, whatever the team.
pub const INVITATIONS_PER_INVITER_PER_DAY: i32 = 100;
/// Invitations that one address gets in a day, from all senders together.
pub const INVITATIONS_PER_TARGET_PER_DAY: i32 = 5;
/// Members of a team in any plan, pending invitations included.
pub const MEMBERS_PER_TEAM: i64 = 200;
/// Changes of teams by one account in an hour: enough to remove every member of the largest team.
pub const TEAM_CHANGES_PER_ACCOUNT_PER_HOUR: i32 = 300;
/// Teams that one account owns.
pub const TEAMS_PER_OWNER: i64 = 50;
/// Sessions of one account; a further login ends the one that was used longest ago.
pub const SESSIONS_PER_ACCOUNT: i64 = 50;
/// Minutes after which the use of a session is written down again.
pub const SESSION_SEEN_EVERY_MINUTES: i64 = 5;
/// Characters of a browser's name that are kept.
pub const USER_AGENT_MAX_CHARS: usize = 300;

/// Knowledge bases of a team, those in the bin included.
pub const KNOWLEDGE_BASES_PER_TEAM: i64 = 2000;
/// Knowledge bases that an account creates, deletes or restores in an hour: each leaves an entry in the audit log.
pub const KNOWLEDGE_BASE_CHANGES_PER_ACCOUNT_PER_HOUR: i32 = 1000;
/// Days for which a deleted knowledge base or document can be restored.
pub const BIN_DAYS: i64 = 30;
/// Categories of a knowledge base.
pub const CATEGORIES_PER_BASE: i64 = 500;
/// Characters that the name or the slug of a category may have at most.
pub const CATEGORY_NAME_MAX_CHARS: usize = 100;
/// Characters that the kind of a category may have at most.
pub const CATEGORY_KIND_MAX_CHARS: usize = 50;
/// Documents of a knowledge base.
pub const DOCUMENTS_PER_BASE: i32 = 20_000;
/// Bytes that the text of a document may have at most.
pub const DOCUMENT_MAX_BYTES: usize = 1024 * 1024;
/// Characters that the title of a document may have at most, and its path.
pub const DOCUMENT_TITLE_MAX_CHARS: usize = 200;
/// Characters of a device's name that are kept.
pub const DEVICE_MAX_CHARS: usize = 100;
/// Bytes of a push; a larger one is split by the browser.
pub const PUSH_MAX_BYTES: usize = 4 * 1024 * 1024;
/// Changes of a push.
pub const PUSH_MAX_CHANGES: usize = 100;
/// Kilobytes of texts that an account writes in an hour, copies of knowledge bases included: each is kept as a revision.
pub const TEXT_KB_PER_ACCOUNT_PER_HOUR: i32 = 1024 * 1024;
/// Bytes of a text that is short: reading the worst one takes a fifth of a second and 20 MB.
pub const SHORT_TEXT_MAX_BYTES: usize = 64 * 1024;
/// Short texts that wait to be read; more are refused.
pub const SHORT_TEXTS_WAITING: usize = 256;
/// Longer texts that wait to be read: the worst one takes three seconds and 270 MB.
pub const LONG_TEXTS_WAITING: usize = 32;
/// Texts of one account that wait to be read.
pub const TEXTS_WAITING_PER_ACCOUNT: usize = 32;
/// Seconds for which a text waits to be read: clients give up after 15.
pub const TEXT_WAIT_S: u64 = 10;
/// Sites that one account has planned and rendered at once, for previews and lists of changes: all texts of a base are
/// in memory for that.
pub const DRAFTS_AT_ONCE_PER_ACCOUNT: usize = 2;
/// Requests of one account that wait for those.
pub const DRAFTS_WAITING_PER_ACCOUNT: usize = 8;
/// Seconds for which they wait.
pub const DRAFT_WAIT_S: u64 = 10;
/// Bytes of text after which a page of a pull ends.
pub const PULL_PAGE_BYTES: i64 = 2 * 1024 * 1024;
/// Rows of a page of a pull.
pub const PULL_PAGE_ROWS: i64 = 1000;
/// Days for which the ID of an accepted change is known.
pub const ACCEPTED_CHANGES_KEPT_DAYS: i64 = 30;
/// Revisions of a document at most.
pub const REVISIONS_PER_DOCUMENT: i64 = 500;
/// Days for which a revision that was restored, or that resolved a conflict, is kept whatever comes after it.
pub const CHOSEN_REVISIONS_KEPT_DAYS: i64 = 30;
/// Seconds after its last heartbeat for which a browser counts as having a document open.
pub const PRESENCE_S: i64 = 10;

/// Sites of a team, those in the bin included.
pub const SITES_PER_TEAM: i64 = 200;
/// Sites of a team whose plan has none, to set up and to look at; those in the bin do not count.
pub const DRAFT_SITES_PER_TEAM: i64 = 1;
/// Sites of such a team that were never published and stay in the bin, the newest ones: each holds an address.
pub const DRAFT_SITES_IN_BIN: i64 = 3;
/// Sites that an account makes, deletes or restores, and states, addresses and bases of sites that it changes, in an
/// hour: each leaves an entry in the audit log.
pub const SITE_CHANGES_PER_ACCOUNT_PER_HOUR: i32 = 1000;
/// Characters of the name of a site.
pub const SITE_NAME_MAX_CHARS: usize = 100;
/// Characters of the first part of a site's address.
pub const SITE_SLUG_CHARS: RangeInclusive<usize> = 3..=40;
/// Days for which a deleted site can be restored.
pub const SITE_BIN_DAYS: i64 = 7;
/// Days for which the slug that a site had leads to its new one.
pub const FORMER_SLUG_DAYS: i64 = 90;
/// Former slugs that a site keeps, the newest.
pub const FORMER_SLUGS_PER_SITE: i64 = 10;
/// Days after the end of a team's plan for which its sites are read.
pub const SITE_AFTER_PLAN_DAYS: i64 = 30;
/// Bytes of what is set in one tab of a site, and of its redirects.
pub const SITE_SETTINGS_MAX_BYTES: usize = 1024 * 1024;
/// Seconds after which the page of an order asks again whether the provider was paid.
pub const ORDER_WAITING_ASKS_AGAIN_S: u32 = 4;
/// Seconds after which the page of an order asks again whether the creator has confirmed it.
pub const ORDER_MANUAL_ASKS_AGAIN_S: u32 = 20;
/// Characters of what a visitor writes about a manual payment.
pub const PAYER_NOTE_MAX_CHARS: usize = 500;
/// Domains of a site.
pub const DOMAINS_PER_SITE: i64 = 20;
/// Checks of domains that an account asks for in an hour.
pub const DOMAIN_CHECKS_PER_ACCOUNT_PER_HOUR: i32 = 60;
/// Hours after which the record of a verified domain is looked for again.
pub const DOMAIN_CHECKED_EVERY_HOURS: i64 = 24;
/// Minutes after which domains are looked for that are due to be checked.
pub const DOMAIN_CHECKS_EVERY_MINUTES: i64 = 60;
/// Domains that are listed together then.
pub const DUE_DOMAINS_LISTED_AT_ONCE: i64 = 100;
/// Domains of these whose records are asked for at once.
pub const DOMAINS_ASKED_AT_ONCE: usize = 32;
/// Seconds for which the answer of a name server is waited for, all tries together.
pub const DNS_TIMEOUT_S: u64 = 5;
/// Redirects of a site.
pub const REDIRECTS_PER_SITE: usize = 1000;
/// Characters of a path that is redirected.
pub const REDIRECT_PATH_MAX_CHARS: usize = 500;

/// Bytes of a logo or an icon of a site. Source: specification §9.
pub const SITE_LOGO_MAX_BYTES: usize = 2 * 1024 * 1024;
/// Characters of an address in the settings of a site.
pub const SITE_LINK_MAX_CHARS: usize = 2000;
/// Characters of the text of a link.
pub const SITE_LINK_TEXT_MAX_CHARS: usize = 50;
/// Characters of an image's alternative text.
pub const SITE_IMAGE_ALT_MAX_CHARS: usize = 200;
/// Characters of names and labels on the pages of a site.
pub const SITE_LABEL_MAX_CHARS: usize = 50;
/// Characters of headings on the pages of a site.
pub const SITE_TITLE_MAX_CHARS: usize = 100;
/// Characters of the line below a heading.
pub const SITE_SUBTITLE_MAX_CHARS: usize = 200;
/// Characters of summaries and of the description of a site.
pub const SITE_SUMMARY_MAX_CHARS: usize = 300;
/// Characters of a paragraph on the homepage.
pub const SITE_PARAGRAPH_MAX_CHARS: usize = 500;
/// Characters of the answer to a question.
pub const FAQ_ANSWER_MAX_CHARS: usize = 1000;
/// Characters of a figure.
pub const STATS_VALUE_MAX_CHARS: usize = 20;
/// Characters of a button of a form.
pub const SUBMIT_TEXT_MAX_CHARS: usize = 30;
/// Sections of a homepage.
pub const SECTIONS_MAX: usize = 20;
/// Figures of a section. Source: specification §9.
pub const STATS_MAX: usize = 8;
/// Features of a section.
pub const FEATURES_MAX: usize = 12;
/// Benefits of a look inside. Source: specification §9.
pub const DEMO_BENEFITS_MAX: usize = 6;
/// Testimonials of a section.
pub const TESTIMONIALS_MAX: usize = 12;
/// Articles of a section. Source: specification §9.
pub const BLOG_POSTS_MAX: usize = 6;
/// Questions of a section. Source: specification §9.
pub const FAQ_MAX: usize = 10;
/// Partners of a section. Source: specification §9.
pub const PARTNERS_MAX: usize = 12;
/// Minutes that reading an article takes at most.
pub const READ_TIME_MAX_MIN: u32 = 1000;
/// Slides above a homepage.
pub const SLIDES_MAX: usize = 10;
/// Links at the foot of a site.
pub const FOOTER_LINKS_MAX: usize = 12;
/// Links at the head of a site.
pub const NAVIGATION_LINKS_MAX: usize = 8;
/// Packages of a site.
pub const PACKAGES_MAX: usize = 12;
/// Lines of benefits, of a package or of all.
pub const BENEFITS_MAX: usize = 20;
/// Days for which a membership holds after its end, until a creator sets another number.
pub const GRACE_DEFAULT_DAYS: u32 = 3;
/// Days for which a membership holds after its end at most.
pub const GRACE_MAX_DAYS: u32 = 30;
/// Devices on which a visitor is logged in at once at most.
pub const VISITOR_DEVICES_MAX: u32 = 20;
/// How long former keys of a payment method are kept at most: refunds are possible for a year (WeChat Pay, Alipay).
pub const FORMER_KEYS_DAYS: i64 = 366;
/// Days for which notifications of payment providers are kept that are about no order of ours.
pub const FOREIGN_NOTIFICATIONS_DAYS: i64 = 30;
/// How many former keys of a payment method are kept.
pub const FORMER_KEYS_PER_METHOD: usize = 5;
/// Characters of what a site says about refunds.
pub const REFUND_POLICY_MAX_CHARS: usize = 2000;
/// Characters of what a site says about where to ask.
pub const MEMBERSHIP_CONTACT_MAX_CHARS: usize = 200;
/// Days within which an order is paid by hand.
pub const MANUAL_ORDER_DAYS: i64 = 7;
/// Minutes within which any other order is paid.
pub const ORDER_MINUTES: i64 = 30;
/// Orders that a visitor makes in an hour.
pub const ORDERS_PER_VISITOR_PER_HOUR: i32 = 20;
/// Orders of a visitor that may wait for the creator to look for their money at a time.
pub const ORDERS_TO_CONFIRM_PER_VISITOR: i64 = 5;
/// Mails in an hour, to each of those who may confirm them, that orders of a site wait.
pub const ORDER_MAILS_PER_SITE_PER_HOUR: i32 = 6;
/// For how long a membership that was given is taken back without a mail, as a slip.
pub const GRANT_UNDO_MINUTES: i64 = 10;
/// Mails of a site in a day that tell readers of a membership that was given, redeemed or taken back.
pub const GRANT_MAILS_PER_SITE_PER_DAY: i32 = 200;
/// Such mails in a day to one address from all sites together.
pub const GRANT_MAILS_PER_READER_PER_DAY: i32 = 3;
/// How often the payment of an order is begun at its provider in an hour.
pub const CHECKOUTS_PER_ORDER_PER_HOUR: i32 = 20;
/// Orders that a visitor sees of their own.
pub const ORDERS_PER_PAGE_OF_VISITOR: i64 = 100;
/// Orders that one run of the job closes.
pub const ORDERS_CLOSED_AT_ONCE: i64 = 1000;
/// Minutes after which servers look again for orders that were not paid in time.
pub const ORDERS_CLOSED_EVERY_MINUTES: i64 = 5;
/// Minutes after which servers look again for memberships that end soon.
pub const REMINDERS_EVERY_MINUTES: i64 = 60;
/// Sites that are listed together for what is due in each of them.
pub const DUE_SITES_LISTED_AT_ONCE: i64 = 100;
/// Characters of what a visitor writes about a payment by hand.
pub const PAYER_NOTE_CHARS: usize = 500;
/// Fen that a package costs at most.
pub const PRICE_MAX_FEN: i64 = 99_999_999;
/// Characters that a partly visible document may show at most.
pub const PARTIAL_MAX_CHARS: u32 = 100_000;
/// Documents of a site that have rules of their own.
pub const DOCUMENT_RULES_MAX: usize = 2000;
/// Documents on a page of a site's index at most.
pub const INDEX_MAX_ITEMS_PER_PAGE: u32 = 100;

/// Devices on which a visitor of a site is logged in, until a creator sets another number.
pub const VISITOR_DEVICES_DEFAULT: u32 = 5;
/// Days without use after which the session of a visitor ends.
pub const VISITOR_SESSION_IDLE_DAYS: i64 = 30;
/// Days after which the session of a visitor ends however much it is used.
pub const VISITOR_SESSION_MAX_DAYS: i64 = 180;
/// The part of the codes of a day, in percent, that visitors of all sites may use: the rest is for accounts.
pub const VISITOR_CODES_PERCENT: i32 = 75;
/// The part of the codes of a day, in percent, that visitors of one site may use.
pub const SITE_CODES_PERCENT: i32 = 25;
/// Codes that one network has sent to one address or number in a day, from all sites: whoever asks for codes of
/// somebody else does not use up theirs.
pub const VISITOR_CODES_PER_NETWORK_AND_RECIPIENT_PER_DAY: i32 = 10;
/// Codes that one address or number gets in a day from all sites together.
pub const VISITOR_CODES_PER_RECIPIENT_PER_DAY: i32 = 40;
/// Days for which the link of a newsletter's first mail is good.
pub const NEWSLETTER_CONFIRM_DAYS: i64 = 3;
/// Characters of the name of a subscriber.
pub const NEWSLETTER_NAME_MAX_CHARS: usize = 50;
/// Seconds until an address gets another mail of a site's newsletter.
pub const NEWSLETTER_RESEND_S: i64 = 60;
/// Mails of one site's newsletter to one address in a day.
pub const NEWSLETTER_MAILS_PER_SITE_AND_RECIPIENT_PER_DAY: i32 = 5;
/// Mails of all newsletters to one address in a day that one network asks for.
pub const NEWSLETTER_MAILS_PER_NETWORK_AND_RECIPIENT_PER_DAY: i32 = 10;
/// Mails of all newsletters to one address in a day.
pub const NEWSLETTER_MAILS_PER_RECIPIENT_PER_DAY: i32 = 20;
/// Mails of newsletters that one network asks for in a day.
pub const NEWSLETTER_MAILS_PER_NETWORK_PER_DAY: i32 = 20;
/// Mails of one site's newsletter in a day.
pub const NEWSLETTER_MAILS_PER_SITE_PER_DAY: i32 = 1000;
/// Mails of all newsletters in a day.
pub const NEWSLETTER_MAILS_PER_DAY: i32 = 5000;
/// Exports of a visitor in an hour.
pub const EXPORTS_PER_VISITOR_PER_HOUR: i32 = 10;
/// Bytes of a form of a site.
pub const FORM_MAX_BYTES: usize = 64 * 1024;
/// Characters of the path to which a form leads back.
pub const RETURN_PATH_MAX_CHARS: usize = 1000;
/// Days for which a browser is known as one of a site's team, whose views are not counted: as long as browsers keep
/// any cookie.
pub const OWN_VISITS_DAYS: i64 = 400;
/// Days for which a browser is known to keep cookies: as long as a page with the form of logging in may stay open.
pub const COOKIE_PROBE_DAYS: i64 = 30;
/// Bytes of the random token in the cookie of a visitor.
pub const VISITOR_TOKEN_BYTES: usize = 32;

/// Items of a page when nothing is said.
pub const PAGE_DEFAULT_ITEMS: i64 = 20;
/// Items of a page at most.
pub const PAGE_MAX_ITEMS: i64 = 100;
/// Characters of a search.
pub const SEARCH_MAX_CHARS: usize = 100;

/// Bytes of a body, for routes that say no other limit.
pub const BODY_MAX_BYTES: usize = 256 * 1024;
/// Seconds within which every body must be there.
pub const BODY_MAX_S: u64 = 15;
/// Bytes a second at which a larger body must come: 700 kbit/s.
pub const BODY_MIN_BYTES_PER_S: usize = 87_500;
/// Seconds that a body may be behind its least rate.
pub const BODY_GRACE_S: u64 = 5;
/// Bodies of the usual size that one caller sends at once: an account, or a network of people who have none.
pub const BODIES_AT_ONCE_PER_CALLER: usize = 64;
/// Bodies of one caller that wait for those.
pub const BODIES_WAITING_PER_CALLER: usize = 256;
/// Larger bodies of one caller at once: each of a push has four megabytes, and as much again when it is read.
pub const LARGE_BODIES_AT_ONCE_PER_CALLER: usize = 3;
/// Larger bodies of one caller that wait for those.
pub const LARGE_BODIES_WAITING_PER_CALLER: usize = 12;
/// Larger bodies of all callers at once.
pub const LARGE_BODIES_AT_ONCE: usize = 32;
/// Larger bodies that wait for those.
pub const LARGE_BODIES_WAITING: usize = 64;
/// Seconds for which a body waits.
pub const BODY_WAIT_S: u64 = 10;
/// Bytes of a picture of an account. Source: specification §9 (generic image upload).
pub const IMAGE_MAX_BYTES: usize = 5 * 1024 * 1024;
/// Bytes of a picture in an article. Source: specification §9 (editor image size limit).
pub const ARTICLE_IMAGE_MAX_BYTES: usize = 10 * 1024 * 1024;
/// Bytes of the drawing of a diagram, or of another SVG: a text of 5 MB takes seconds to draw.
pub const SVG_MAX_BYTES: usize = 5 * 1024 * 1024;
/// Elements of an SVG.
pub const SVG_MAX_ELEMENTS: usize = 100_000;
/// Elements that a browser draws of an SVG, those counted that it repeats, and 64 bytes of a path as one: five seconds
/// or so. Whatever repeats nothing may be as large as files are.
pub const SVG_MAX_DRAWN: u64 = 200_000;
/// Elements of an SVG that are open at once: browsers do not draw deeper ones.
pub const SVG_MAX_DEPTH: usize = 256;
/// Bytes of a color profile that stays in a picture: more than cameras and printers have.
pub const COLOR_PROFILE_MAX_BYTES: usize = 64 * 1024;
/// Frames of a moving picture.
pub const FRAMES_MAX: u64 = 1_000;
/// Pixels of all frames of a moving picture together, which take a second or so to decode.
pub const FRAMES_MAX_PIXELS: u64 = 500_000_000;
/// Seconds within which a picture must be there: 700 kbit/s for the largest of an account, 1.4 Mbit/s for an article's.
pub const IMAGE_MAX_S: u64 = 60;
/// Pixels of a picture, checked before it is decoded: as many as phones take by default, and no more.
pub const IMAGE_MAX_PIXELS: u64 = 25_000_000;
/// Bytes that decoding a picture may take: three a pixel for the largest.
pub const IMAGE_DECODED_MAX_BYTES: u64 = 72 * 1024 * 1024;
/// Bytes of a picture that was encoded again: a file of few colors, which is small, becomes several times larger.
pub const IMAGE_STORED_MAX_BYTES: usize = 4 * ARTICLE_IMAGE_MAX_BYTES;
/// Pictures that are received, decoded or stored at once. One that is received stands in a temporary file and takes no
/// memory, so there are places for many accounts: a few that send slowly do not keep others waiting.
pub const UPLOADS_AT_ONCE: usize = 64;
/// Uploads that wait for those; their bodies are not read yet.
pub const UPLOADS_WAITING: usize = 16;
/// Pictures of one account that are received, decoded or stored at once: fewer than all.
pub const UPLOADS_AT_ONCE_PER_ACCOUNT: usize = 3;
/// Uploads of one account that wait for those.
pub const UPLOADS_WAITING_PER_ACCOUNT: usize = 8;
/// Seconds for which an upload waits.
pub const UPLOAD_WAIT_S: u64 = 5;
/// Seconds for which the store of files may take for one operation, or for one piece of a file.
pub const FILES_TIMEOUT_S: u64 = 10;
/// Seconds within which a connection to it must be there.
pub const FILES_CONNECT_S: u64 = 3;
/// Days for which a file, an image or a drawing that nothing names is kept: texts may come back for as long.
pub const UNNAMED_FILE_KEPT_DAYS: i64 = 30;
/// Hours after which bytes in the store that no row names are litter of a crash. An upload takes a minute.
pub const STRAY_FILE_HOURS: i64 = 24;
/// Images that a member uploads in an hour.
pub const IMAGES_PER_ACCOUNT_PER_HOUR: i32 = 1_000;
/// Bytes that the files of a team may have together, by plan, from least to most.
pub const FILES_MAX_BYTES: [i64; 3] = [500 << 20, 10 << 30, 100 << 30];
/// Pictures that an account sets in an hour.
pub const AVATARS_PER_ACCOUNT_PER_HOUR: i32 = 10;
/// Exports of an account in an hour.
pub const EXPORTS_PER_ACCOUNT_PER_HOUR: i32 = 10;
/// Entries of a list in an export; the export says when there were more.
pub const EXPORT_MAX_ENTRIES: i64 = 10_000;
/// Pixels of an avatar's side after it was scaled.
pub const AVATAR_SIDE_PX: u32 = 256;

/// Days that a developer may set the clock ahead.
pub const DEV_CLOCK_MAX_DAYS: i64 = 3660;

/// Attempts at a job before it is given up.
pub const JOB_MAX_ATTEMPTS: i32 = 8;
/// Attempts at a job after which it is left alone for a while when its worker died once more.
pub const JOB_DEATHS: i32 = 3;
/// Seconds until the second attempt; each further wait is three times as long.
pub const JOB_RETRY_S: i64 = 30;
/// Seconds of the longest wait for another attempt.
pub const JOB_RETRY_MAX_S: i64 = 7200;
/// Percent by which a wait is longer at most, by chance.
pub const JOB_RETRY_JITTER_PERCENT: i32 = 25;
/// Days for which views are kept by day.
pub const SITE_VIEWS_KEPT_DAYS: i64 = 400;
/// Hosts that lead to a site whose views are counted apart in a day; those of others count as unknown.
pub const SITE_SOURCES_PER_DAY: usize = 200;
/// Pages of a site that are counted apart in a day; further ones count together.
pub const SITE_PAGES_PER_DAY: usize = 500;
/// Days of sites whose views are stored in one transaction.
pub const VIEWS_STORED_AT_ONCE: usize = 100;
/// Pages that the console shows: those with the most views, and those whose walls were shown most.
pub const SITE_PAGES_SHOWN: i64 = 10;
/// Hosts that the console shows, those with the most views.
pub const SITE_SOURCES_SHOWN: i64 = 10;
/// Seconds for which a worker has a job to itself. It renews that while it works; when it dies, another takes the job.
pub const JOB_LEASE_S: i64 = 60;
/// Seconds after which leases are renewed: two renewals may fail.
pub const JOB_LEASE_RENEWED_EVERY_S: u64 = 20;
/// Seconds after which a worker without work looks for some.
pub const JOB_POLL_S: u64 = 1;
/// Characters that are kept of what went wrong.
pub const JOB_PROBLEM_MAX_CHARS: usize = 500;
/// Workers that send mails and short messages. Each has a connection to the database.
pub const MAIL_WORKERS: u32 = 2;
/// Workers that do everything else. Each has a connection to the database.
pub const WORKERS: u32 = 2;
/// Threads that ask payment providers.
pub const PAYMENT_WORKERS: u32 = 1;
/// Minutes after which expired records are removed again.
pub const SWEEP_EVERY_MINUTES: i64 = 10;

/// Characters of an `Idempotency-Key`.
pub const IDEMPOTENCY_KEY_MAX_CHARS: usize = 255;
/// Hours for which an answer is kept for a repeated request.
pub const IDEMPOTENCY_KEPT_HOURS: i64 = 24;
/// Seconds after which a request that was never answered can be repeated: the server ended while it ran.
pub const IDEMPOTENCY_CLAIM_S: i64 = 120;
/// Seconds within which a mail server must answer each command.
pub const MAIL_COMMAND_S: u64 = 20;
/// Minutes after which a mail that a server of the release before should have sent is sent by a job: it had a mail to
/// itself for ten.
pub const MAIL_TAKEN_OVER_AFTER_MINUTES: i64 = 30;
/// Days for which the text of a mail that was sent is kept.
pub const MAIL_KEPT_DAYS: i64 = 30;
/// Characters that a partly visible document shows, until a creator sets another number. Source: specification §9.
pub const PARTIAL_DEFAULT_CHARS: u32 = 500;
/// Documents on a page of a site's index, until a creator sets another number.
pub const INDEX_DEFAULT_ITEMS_PER_PAGE: u32 = 12;
/// Characters of the beginning of a text that lists and descriptions of a site show.
pub const EXCERPT_CHARS: usize = 160;
/// Characters of a part of a path on a site.
pub const PATH_SEGMENT_MAX_CHARS: usize = 80;
/// Bytes of the path of a document, before a number that tells it from another: an index of PostgreSQL holds 2,700, and
/// browsers send three characters for each.
pub const PATH_MAX_BYTES: usize = 1000;
/// Documents of a site.
pub const SITE_MAX_DOCUMENTS: i64 = 20_000;
/// Bytes of all texts of a site together: they are in memory while it is published.
pub const SITE_MAX_TEXT_BYTES: i64 = 100 << 20;
/// Slots of a text that are filled; what comes after shows its source.
pub const FILLS_PER_TEXT: usize = 2_000;
/// Bytes of all fills of a text together; what comes after shows its source.
pub const FILLS_PER_TEXT_MAX_BYTES: usize = 8 << 20;
/// Diagrams without a drawing that are told at once.
pub const UNDRAWN_DIAGRAMS_MAX: usize = 500;
/// Bytes of their sources together; the last one may go beyond.
pub const UNDRAWN_DIAGRAMS_MAX_BYTES: usize = 2 << 20;
/// Images that nobody can load that are told at once.
pub const MISSING_IMAGES_MAX: usize = 100;
/// Characters that are told of the address of such an image.
pub const MISSING_IMAGE_MAX_CHARS: usize = 100;
/// Bytes of a drawing that stands in a page.
pub const PAGE_DRAWING_MAX_BYTES: i64 = 512 << 10;
/// Bytes of rendered texts that are kept in memory, for the next preview and the next publish.
pub const RENDERINGS_MAX_BYTES: usize = 64 << 20;
/// Releases of a site that are kept.
pub const RELEASES_PER_SITE: i64 = 50;
/// Hours after which a release that is still being built was given up.
pub const RELEASE_BUILDING_HOURS: i64 = 1;
/// Days for which a rendered text is kept that no release names.
pub const RENDERING_KEPT_DAYS: i64 = 1;
/// Characters of the note of a release.
pub const RELEASE_NOTE_MAX_CHARS: usize = 500;
/// Publishes of one account in an hour.
pub const PUBLISHES_PER_ACCOUNT_PER_HOUR: i32 = 120;
/// Minutes after which servers look again for sites whose moment has come.
pub const SCHEDULE_EVERY_MINUTES: i64 = 1;
/// Days ahead that a site can be scheduled.
pub const SCHEDULE_MAX_DAYS: i64 = 366;
/// Documents of a site that wait for a moment of their own.
pub const DOCUMENT_SCHEDULES_PER_SITE: usize = 20;
/// Documents that the index of a site shows as its latest.
pub const RECENT_DOCUMENTS: usize = 6;
/// Results of a search on a site.
pub const SEARCH_MAX_RESULTS: usize = 50;
/// Searches on sites that one network may send to a server in a minute.
pub const SEARCHES_PER_MINUTE: u32 = 60;
/// Characters of a question to the search of a site.
pub const SEARCH_QUESTION_MAX_CHARS: usize = 100;
/// Characters of a text that a result shows.
pub const SEARCH_SNIPPET_CHARS: usize = 120;
/// Documents that a page which is not there proposes.
pub const SUGGESTIONS: usize = 5;
/// Pages that are not there for which one network gets proposals from a server in a minute.
pub const SUGGESTED_PER_MINUTE: u32 = 60;
/// Characters of a description for search engines, which show about as many.
pub const META_DESCRIPTION_MAX_CHARS: usize = 160;
/// Addresses of a sitemap. Source: sitemaps.org.
pub const SITEMAP_MAX_ADDRESSES: usize = 50_000;
/// Documents of a feed.
pub const FEED_DOCUMENTS: usize = 20;
/// Seconds after which a site that is closed for a while may be asked again.
pub const MAINTENANCE_RETRY_S: u32 = 600;
/// Milliseconds after which a site is compared with the database again.
pub const SITE_CHECKED_EVERY_MS: i64 = 1000;
/// Milliseconds for which a visitor waits for that comparison when there is something to read already.
pub const SITE_CHECK_WAIT_MS: u64 = 300;
/// Hosts that are expected to be read at a time.
pub const SITES_IN_MEMORY: usize = 1000;
/// Bytes of the texts of sites in memory.
pub const SITES_IN_MEMORY_BYTES: u64 = 512 << 20;
/// Bytes of pages in memory, with their compressed variants.
pub const PAGES_IN_MEMORY_BYTES: u64 = 128 << 20;
/// Bytes of the files of all sites that are kept on disk for a start without the database.
pub const SITES_ON_DISK_BYTES: u64 = 1 << 30;
/// Bytes of the file of one of them, compressed.
pub const SITE_ON_DISK_MAX_BYTES: u64 = 64 << 20;
/// Bytes that such a file may have unpacked.
pub const SITE_ON_DISK_MAX_UNPACKED_BYTES: u64 = 512 << 20;
/// Seconds after which the moments are written again at which the database last confirmed these sites.
pub const SITES_ON_DISK_NOTED_EVERY_S: i64 = 60;
/// Images at public addresses that are found again while the database is away, about 300 bytes each.
pub const MEDIA_IN_MEMORY: usize = 10_000;
/// Documents that a simulation of access shows the cut of.
pub const SIMULATION_SAMPLES: usize = 3;
/// Addresses that a simulation of access, or a comparison of bases, names of those that come or go.
pub const NAMED_ADDRESSES: usize = 20;
/// Days for which the assets of a release are kept behind its last server: a tab may stay open for so long.
pub const RELEASED_ASSETS_KEPT_DAYS: i64 = 90;
/// Days after which a server stores its assets again, so that they do not count as those of a release that is gone.
pub const RELEASED_ASSETS_RENEWED_DAYS: i64 = 30;
/// Bytes of what a preview takes: all tabs of a site.
pub const PREVIEW_MAX_BYTES: usize = 1024 * 1024;

/// Characters that the instructions of manual payments may have at most.
pub const PAYMENT_INSTRUCTIONS_MAX_CHARS: usize = 2000;
/// Bytes that a merchant key may have at most: four times an RSA key of 4,096 bits.
pub const MERCHANT_KEY_MAX_BYTES: usize = 16 * 1024;
/// Bytes that a notification of a payment provider may have at most.
pub const NOTIFICATION_MAX_BYTES: usize = 1024 * 1024;
/// Seconds between two looks for orders whose provider is to be asked.
pub const ORDERS_ASKED_EVERY_S: i64 = 10;
/// Orders that are taken together to ask their providers.
pub const ORDERS_ASKED_AT_ONCE: i64 = 50;
/// Accounts at providers that are asked at once; the orders of one are asked for one after the other.
pub const PROVIDER_ACCOUNTS_ASKED_AT_ONCE: usize = 8;
/// Hours between two questions for the disputes at an account.
pub const DISPUTES_ASKED_EVERY_HOURS: i64 = 24;
/// Hours until the disputes at an account are asked for again when nobody answered.
pub const DISPUTES_ASKED_AGAIN_HOURS: i64 = 1;
/// Days for which a payment can be disputed, and for which a dispute is listed: it is decided before they are over.
/// Sources: docs.adyen.com/issuing/disputes (120 days from the payment, by the rules of card networks);
/// support.stripe.com/topics/disputes (two to three months from its beginning to the decision).
pub const DISPUTABLE_DAYS: i64 = 120;
/// Sites that are taken together to ask for their disputes.
pub const DISPUTES_ASKED_AT_ONCE: i64 = 10;
/// Disputes of one page of a list: each may hold evidence of 150,000 characters.
pub const DISPUTES_PER_PAGE: u32 = 20;
/// Pages of disputes that are read at most, the newest.
pub const DISPUTE_PAGES: u32 = 50;
/// Notifications that only former keys prove and that their provider does not confirm, for each method of a site in a day.
pub const FORMER_KEYS_NOTIFICATIONS_PER_DAY: i32 = 200;
/// Bytes that are kept of such a notification.
pub const FORMER_KEYS_BODY_MAX_BYTES: usize = 4096;
/// How long after a refund began its provider is asked first what became of it.
pub const REFUND_ASKED_AFTER: TimeDelta = TimeDelta::minutes(1);
/// How long a provider may know nothing of a refund until it counts as failed.
pub const REFUND_UNKNOWN_FOR: TimeDelta = TimeDelta::minutes(10);
/// How often a provider is asked for an order whose payer came back and looks at its page.
pub const ORDER_ASKED_ON_RETURN: TimeDelta = TimeDelta::seconds(3);
/// How long the page of an order waits for what its provider answers. What it answers later is taken in all the same.
pub const ORDER_ANSWER_AWAITED_FOR: Duration = Duration::from_secs(3);
/// How long after the payer came back a provider may say that nothing was paid, and not know it yet.
pub const ORDER_CONFIRMING_FOR: TimeDelta = TimeDelta::seconds(30);
/// Days for which an order stays open whose money is on its way. Source: docs.stripe.com/payments/bank-debits, up to 14
/// days.
pub const ORDER_ON_ITS_WAY_DAYS: i64 = 14;
/// How often a provider is asked for money on its way.
pub const ORDER_ON_ITS_WAY_ASKED_EVERY: TimeDelta = TimeDelta::hours(6);
/// Hours after its closing for which an order is asked for whose provider did not answer.
pub const ORDER_ASKED_AFTER_CLOSING_HOURS: i64 = 24;
/// Questions of one account whether payment keys work, in an hour.
pub const PAYMENT_KEY_CHECKS_PER_ACCOUNT_PER_HOUR: i32 = 60;
/// How often a refused notification of a method counts.
pub const REFUSED_COUNTED_EVERY: TimeDelta = TimeDelta::minutes(1);
/// How long refused notifications are counted together.
pub const REFUSED_COUNTED_FOR: TimeDelta = TimeDelta::days(1);
/// How long the creator is shown that notifications were refused.
pub const REFUSED_SHOWN_FOR: TimeDelta = TimeDelta::days(7);
/// Seconds that a request to a payment provider may take.
pub const PROVIDER_TIMEOUT_S: u64 = 10;
/// Bytes that are read of the answer of a payment provider.
pub const PROVIDER_ANSWER_MAX_BYTES: u64 = 1024 * 1024;
/// Seconds that the time of a signed notification may be away. Source: docs.stripe.com/webhooks; WeChat Pay says five
/// minutes too.
pub const NOTIFICATION_WINDOW_S: u64 = 300;
/// Coupons of a site.
pub const COUPONS_PER_SITE: i64 = 200;
/// Characters of a redeem code as it is typed: 16, and what people write between and around them.
pub const REDEEM_CODE_TYPED_MAX_CHARS: usize = 64;
/// Characters of the code of a coupon.
pub const COUPON_CODE_MIN_CHARS: usize = 3;
/// Characters of the code of a coupon.
pub const COUPON_CODE_MAX_CHARS: usize = 32;
/// The greatest number of uses that a coupon can be limited to.
pub const COUPON_USES_MAX: i32 = 1_000_000;
/// Redeem codes that are made at a time.
pub const REDEEM_CODES_PER_BATCH: u32 = 1000;
/// Redeem codes of a site.
pub const REDEEM_CODES_PER_SITE: i64 = 100_000;
/// Characters of the note of a batch of redeem codes.
pub const REDEEM_NOTE_MAX_CHARS: usize = 200;
/// Wrong redeem codes, and refused orders with a coupon, that a visitor, or a network on one site, may try in
/// [`PROMOTION_TRIES_MINUTES`].
pub const PROMOTION_TRIES: i32 = 5;
/// Minutes for which they count.
pub const PROMOTION_TRIES_MINUTES: i64 = 15;
/// Lines of an export of orders or members.
pub const EXPORT_MAX_LINES: i64 = 100_000;
/// Lines of an import of members.
pub const IMPORT_MAX_LINES: usize = 5000;
/// Bytes of what an import takes.
pub const IMPORT_MAX_BYTES: usize = 1024 * 1024;
/// How far apart two ends of a membership may be that are the same one: those of other time zones, and the last second of
/// a day beside a moment of it.
pub const SAME_END_WITHIN: TimeDelta = TimeDelta::days(2);
/// Days before its end in which a membership is about to end.
pub const EXPIRING_DAYS: i64 = 7;
/// Days whose revenue is summed up.
pub const REVENUE_DAYS: i64 = 30;
/// Months that are given by hand at a time.
pub const GRANT_MAX_MONTHS: i32 = 1200;
/// Days that are given by hand at a time.
pub const GRANT_MAX_DAYS: i32 = 36_500;
/// Characters of the note of a membership that is given by hand.
pub const GRANT_NOTE_MAX_CHARS: usize = 200;
/// Orders that a member's page shows.
pub const ORDERS_PER_MEMBER: i64 = 100;
