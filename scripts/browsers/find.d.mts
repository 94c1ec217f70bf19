/** A Chromium or Chrome of the machine; undefined when Playwright has to start its own. */
export function findChromium(): string | undefined;

/** A Firefox of the machine; undefined when the journeys in Firefox are left out. */
export function findFirefox(): string | undefined;
