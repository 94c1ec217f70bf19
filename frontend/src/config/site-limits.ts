/** Limits of a site's settings, as the server has them. Characters are Unicode code points. Source: specification §3 and §9. */

export const LINK_TEXT_MAX_CHARS = 50;
export const LINK_URL_MAX_CHARS = 2_000;
export const IMAGE_ALT_MAX_CHARS = 200;

/** Titles, subtitles and descriptions of sections. */
export const TITLE_MAX_CHARS = 100;
export const SUBTITLE_MAX_CHARS = 200;
export const LONG_SUBTITLE_MAX_CHARS = 300;
export const DESCRIPTION_MAX_CHARS = 500;
/** Names, labels and other short words. */
export const LABEL_MAX_CHARS = 50;
export const EXCERPT_MAX_CHARS = 300;

export const SECTIONS_MAX = 20;
export const STATS_MAX = 8;
export const STATS_VALUE_MAX_CHARS = 20;
export const FEATURES_MAX = 12;
export const BENEFITS_MAX = 6;
export const BENEFIT_MAX_CHARS = 100;
export const TESTIMONIALS_MAX = 12;
export const BLOG_POSTS_MAX = 6;
export const FAQ_MAX = 10;
export const ANSWER_MAX_CHARS = 1_000;
export const PARTNERS_MAX = 12;
export const SUBMIT_TEXT_MAX_CHARS = 30;
export const SLIDES_MAX = 10;

/** Columns that a section may have. */
export const FEATURE_COLUMNS = [2, 3, 4] as const;
export const TESTIMONIAL_COLUMNS = [2, 3] as const;
export const BLOG_COLUMNS = [1, 2, 3] as const;
/** Minutes of reading that a listed article may name. */
export const READ_TIME_MAX_MIN = 1_000;

const MB = 1024 * 1024;

/** What an image of a site is for: what it may be, and the size at which it is at its best, in pixels. */
export interface ImagePurpose {
  types: readonly SiteImageType[];
  maxBytes: number;
  width: number;
  height: number;
  /** Whether it is cut to the shape of the recommended size. */
  isCropped: boolean;
}

export type SiteImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/svg+xml';

const PHOTO = { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5 * MB } as const;
const LOGO = { types: ['image/png', 'image/svg+xml'], maxBytes: 2 * MB } as const;

/** Source: specification §9. */
export const IMAGE_PURPOSES = {
  logo: { ...LOGO, width: 240, height: 120, isCropped: false },
  icon: { ...LOGO, width: 64, height: 64, isCropped: true },
  share: { ...PHOTO, width: 1200, height: 630, isCropped: true },
  slide: { ...PHOTO, width: 1920, height: 600, isCropped: true },
  hero: { ...PHOTO, width: 1200, height: 600, isCropped: true },
  demo: { ...PHOTO, width: 1200, height: 800, isCropped: true },
  avatar: { ...PHOTO, width: 200, height: 200, isCropped: true },
  post: { ...PHOTO, width: 800, height: 450, isCropped: true },
  qrCode: { ...PHOTO, width: 600, height: 800, isCropped: false },
  partner: { ...PHOTO, width: 240, height: 120, isCropped: false },
} as const satisfies Record<string, ImagePurpose>;

export type ImagePurposeName = keyof typeof IMAGE_PURPOSES;

/** Names, footer and head of a site. */
export const SITE_NAME_MAX_CHARS = 100;
export const COPYRIGHT_MAX_CHARS = 200;
export const FOOTER_LINKS_MAX = 12;
export const NAVIGATION_LINKS_MAX = 8;

/** The first part of a site's address. */
export const SLUG_MAX_CHARS = 40;

/** Membership. */
export const PACKAGES_MAX = 12;
export const PACKAGE_NAME_MAX_CHARS = 50;
/** Fen of the highest price. */
export const PRICE_MAX_FEN = 99_999_999;
export const MEMBER_BENEFITS_MAX = 20;
export const MEMBER_BENEFIT_MAX_CHARS = 100;

/** Characters of a document that non-members may see. */
export const PARTIAL_MAX_CHARS = 100_000;
/** Categories of a base: those of a site have a rule and an appearance each. */
export const CATEGORIES_MAX = 500;
/** Rules of single documents. */
export const DOCUMENT_RULES_MAX = 2000;

/** The index of the knowledge base. */
export const ITEMS_PER_PAGE_MAX = 100;
export const CATEGORY_NAME_MAX_CHARS = 50;
export const CATEGORY_DESCRIPTION_MAX_CHARS = 200;

export const DOMAINS_MAX = 20;
export const REDIRECTS_MAX = 1_000;
export const REDIRECT_PATH_MAX_CHARS = 500;
export const RELEASE_NOTE_MAX_CHARS = 500;

/** Most redeem codes that are made at once. */
export const REDEEM_CODES_MAX = 1_000;

/** Membership: days after the end, devices at once, and texts. */
export const GRACE_MAX_DAYS = 30;
export const DEVICES_MAX = 20;
export const REFUND_POLICY_MAX_CHARS = 2_000;
export const CONTACT_MAX_CHARS = 200;
