/** A Chromium or Chrome of the machine; undefined when Playwright has to start its own, or none takes extensions. */
export function findChromium(options?: { takesExtensions?: boolean }): string | undefined;

/** A Firefox of the machine; undefined when the journeys in Firefox are left out. */
export function findFirefox(): string | undefined;

/** The program that drives WebKit for tests; undefined when what runs in WebKit is left out. */
export function findWebKitDriver(): string | undefined;
