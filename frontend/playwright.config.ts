import { defineConfig } from '@playwright/test';
import { findChromium, findFirefox, findWebKitDriver } from '../scripts/browsers/find.mjs';
import type { EngineName } from './e2e/doors/drive/engine';
import { CHROMIUM_ARGUMENTS } from './e2e/support/chromium-arguments';

const port = Number(process.env.E2E_PORT ?? 4174);
// Without one of the machine Playwright starts its own.
const executablePath = findChromium();

// Playwright's own takes extensions.
const takesExtensions =
  executablePath === undefined || findChromium({ takesExtensions: true }) !== undefined;
const withoutExtensions = takesExtensions ? [] : ['**/extension.spec.ts'];
/** They move the server's clock, so they run when nothing else does; `--no-deps` runs them alone. */
const movedClock = '**/moved-clock.spec.ts';

/** Walks in each engine that the machine has; `x.webkit.spec.ts` runs in that one only. */
const doors = '**/doors/**/*.spec.ts';
const engines: EngineName[] = [
  'chromium',
  ...(findFirefox() === undefined ? [] : (['firefox'] as const)),
  ...(findWebKitDriver() === undefined ? [] : (['webkit'] as const)),
];

/** Journeys on the built product. `E2E_BASE_URL` names a server that runs already. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'journeys', testIgnore: [...withoutExtensions, doors, movedClock] },
    ...engines.map((engineName) => ({
      name: engineName,
      testMatch: doors,
      testIgnore: engines
        .filter((other) => other !== engineName)
        .map((other) => `**/*.${other}.spec.ts`),
      use: { engineName },
    })),
    // One clock: one journey at a time.
    {
      name: 'moved clock',
      testMatch: movedClock,
      dependencies: ['journeys', ...engines],
      workers: 1,
    },
  ],
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  // Generous: a machine under load is no fault of the product.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A journey that passes the second time is reported as flaky, with the first time's screenshot.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: process.env.CI === undefined ? 'list' : [['list'], ['html', { open: 'never' }]],
  use: {
    baseURL: process.env.E2E_BASE_URL ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What is fetched must be seen; the journeys without a network allow it.
    serviceWorkers: 'block',
    // No trace: its snapshots fetch from inside the preview, whose policy says so on the console.
    screenshot: 'only-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      args: CHROMIUM_ARGUMENTS,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  ...(process.env.E2E_BASE_URL === undefined
    ? {
        webServer: {
          command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
          url: `http://127.0.0.1:${port}/`,
          reuseExistingServer: false,
        },
      }
    : {}),
});
