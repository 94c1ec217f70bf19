import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** A Firefox of the machine, by FIREFOX_PATH or by its usual places; the journeys in it run where there is one. */
export const firefoxPath: string | undefined =
  process.env.FIREFOX_PATH ?? places.find((place) => existsSync(place));
