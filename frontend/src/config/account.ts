/** Rules of account forms; the server says the minimums. Source: specification §5 and §9. */

/** Most bytes of a password, in UTF-8. */
export const PASSWORD_MAX_BYTES = 128;
/** Most characters of a nickname. */
export const NICKNAME_MAX_CHARS = 30;

/** A verification code: six digits. */
export const CODE_PATTERN = /^\d{6}$/;

/** A phone number of mainland China, without its prefix. */
export const PHONE_PATTERN = /^1\d{10}$/;

/** Pause between two codes, in seconds, until the server says another. */
export const CODE_RESEND_S = 60;

/** Picture of an account: types and size. Source: specification §9, generic image upload. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;

/** Name of a team, in characters. */
export const TEAM_NAME_MAX_CHARS = 50;
