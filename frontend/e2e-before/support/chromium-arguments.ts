/** How the journeys start Chromium, whichever driver does it. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  // The headless shell would move letters to whole pixels, as no browser of an author does.
  '--font-render-hinting=none',
  // Nothing leaves this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
];
