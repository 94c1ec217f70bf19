/** How the app talks to its server. Source: specification §7. */

/** Longest wait for an answer, in milliseconds. Source: specification §9. */
export const HTTP_TIMEOUT_MS = 15_000;

/** The same for a call that sends a file: the server waits 60 s for the body, and answers after that. */
export const UPLOAD_TIMEOUT_MS = 60_000 + HTTP_TIMEOUT_MS;

/** Headers of every request. */
export const CLIENT_HEADERS = { tenantId: '1', version: '1.1.2', versionCode: '2' } as const;

/** The `code` of an answer that succeeded. */
export const SUCCESS_CODE = 1;

/** The most items that a page of a list may have. */
export const PAGE_MAX_ITEMS = 100;

/** Pause between two looks for a server that is away, in milliseconds. */
export const SERVER_RECHECK_MS = 10_000;

/** How long nothing is said of a screen that is being opened, in milliseconds. */
export const SLOW_OPENING_MS = 4_000;
