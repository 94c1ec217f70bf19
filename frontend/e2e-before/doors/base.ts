import { writeFile } from 'node:fs/promises';
import { expect, test as playwright, type TestInfo } from '@playwright/test';
import type { Engine, EngineName, Profile } from './drive/engine';
import { type FirefoxPreferences, startChromium, startFirefox } from './drive/puppeteer-engine';
import { Tab } from './drive/tab';
import { startWebKitEngine } from './drive/webkit-engine';

const start: Record<EngineName, (preferences: FirefoxPreferences) => Promise<Engine>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKitEngine,
};

/** What a test of the engines begins with. */
interface Fixtures {
  /** An empty window of somebody who uses the browser for the first time. */
  tab: Tab;
  /** Another window of the same person. */
  newWindow: () => Promise<Tab>;
  /** A window of somebody else. */
  newPerson: () => Promise<Tab>;
  /** A window of Chromium, whichever engine is tried: what is to be alike is compared with it. */
  tabOfChromium: Tab;
}

/** Somebody's browser with its windows. */
interface Opened {
  profile: Profile;
  tabs: Tab[];
}

const SIZE_PX = { width: 1440, height: 900 };
/** What a browser says of every answer that is no success; some tests provoke them. */
const REFUSED = /^Failed to load resource/;

async function openWindow(person: Opened, baseUrl: string | undefined): Promise<Tab> {
  const tab = new Tab(await person.profile.newWindow(), person.profile.folder, baseUrl ?? '');
  person.tabs.push(tab);
  await tab.resize(SIZE_PX.width, SIZE_PX.height);
  return tab;
}

/** A browser of somebody who was not here before, with a window. */
async function openPerson(
  engine: Engine,
  opened: Opened[],
  baseUrl: string | undefined,
): Promise<Tab> {
  const person: Opened = { profile: await engine.newProfile(), tabs: [] };
  opened.push(person);
  return openWindow(person, baseUrl);
}

/** None may print an error. */
function errorsOf({ tabs }: Opened): string[] {
  return tabs.flatMap(({ errors }) => errors).filter((error) => !REFUSED.test(error));
}

async function attachScreenshots(opened: readonly Opened[], info: TestInfo): Promise<void> {
  for (const [index, tab] of opened.flatMap(({ tabs }) => tabs).entries()) {
    const body = await tab.driven.screenshot().catch(() => undefined);
    if (body === undefined) continue;
    const file = info.outputPath(`window-${index + 1}.png`);
    await writeFile(file, body);
    await info.attach(`window ${index + 1}`, { path: file, contentType: 'image/png' });
  }
}

export const test = playwright.extend<
  Fixtures & { opened: Opened[] },
  {
    engineName: EngineName;
    firefoxPreferences: FirefoxPreferences;
    engine: Engine;
    chromium: Engine;
  }
>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  // What somebody has set in `about:config`: a file of tests sets it with `test.use`.
  firefoxPreferences: [{}, { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, firefoxPreferences }, use) => {
      const engine = await start[engineName](firefoxPreferences);
      try {
        await use(engine);
      } finally {
        await engine.close();
      }
    },
    { scope: 'worker' },
  ],
  chromium: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const chromium = await startChromium();
      try {
        await use(chromium);
      } finally {
        await chromium.close();
      }
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
  opened: async ({}, use, info) => {
    const opened: Opened[] = [];
    try {
      await use(opened);
      if (info.status !== info.expectedStatus) await attachScreenshots(opened, info);
      else expect(opened.flatMap(errorsOf)).toEqual([]);
    } finally {
      await Promise.all(opened.map(({ profile }) => profile.close()));
    }
  },
  newPerson: async ({ engine, opened, baseURL }, use) => {
    await use(() => openPerson(engine, opened, baseURL));
  },
  tabOfChromium: async ({ chromium, opened, baseURL }, use) =>
    use(await openPerson(chromium, opened, baseURL)),
  tab: async ({ newPerson }, use) => use(await newPerson()),
  newWindow: async ({ tab: _, opened, baseURL }, use) => {
    await use(() => openWindow(opened[0] as Opened, baseURL));
  },
});

export { expect };
