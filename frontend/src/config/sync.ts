/** How knowledge bases are synchronized; docs/sync.md has the protocol. */

/** Most changes of one request, and most bytes of its body; the server takes 4 MB. */
export const PUSH_MAX_CHANGES = 100;
export const PUSH_MAX_BYTES = 3_500_000;

/** Most bytes of one text in UTF-8, and most characters of a title. */
export const DOCUMENT_MAX_BYTES = 1_048_576;
export const DOCUMENT_TITLE_MAX_CHARS = 200;

/** Most characters of a knowledge base's title and description, and of a category's. */
export const BASE_TITLE_MAX_CHARS = 100;
export const BASE_DESCRIPTION_MAX_CHARS = 500;

/** Most characters of the kind of a category. */
export const CATEGORY_KIND_MAX_CHARS = 50;

/** Between an edit that was saved and its way to the server, in milliseconds. */
export const PUSH_DELAY_MS = 1_000;

/** Between two heartbeats, in milliseconds: while a page is visible, and else. */
export const HEARTBEAT_MS = 3_000;
export const HIDDEN_HEARTBEAT_MS = 60_000;

/** The first pause after a failure, and the longest, in milliseconds. */
export const RETRY_FIRST_MS = 2_000;
export const RETRY_MAX_MS = 60_000;

/** Before a knowledge base that is not exchanged as usual is looked at again, in milliseconds. */
export const PROBLEM_RETRY_MS = 10 * 60 * 1000;

/** Before an image that the server had no room for is sent again, in milliseconds. */
export const IMAGE_RETRY_MS = 60_000;

/** How often what is sent may bring more to send before the rest waits for the next occasion. */
export const ROUNDS_MAX = 4;

/** How long documents that others deleted are kept here, in milliseconds. */
export const REMOVED_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** How long a page's word that it has a document open holds, in milliseconds. */
export const OPEN_MS = 10_000;

/** How long a page that synchronizes counts as alive where the browser has no locks, in milliseconds. */
export const LEADER_MS = 10_000;
