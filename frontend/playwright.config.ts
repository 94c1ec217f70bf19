import { defineConfig } from '@playwright/test';
import { findChromium, findFirefox } from '../scripts/browsers/find.mjs';

const port = Number(process.env.E2E_PORT ?? 4174);
// Without one of the machine Playwright starts its own.
const executablePath = findChromium();

const withoutFirefox = findFirefox() === undefined ? ['**/firefox.spec.ts'] : [];
// Playwright's own takes extensions.
const takesExtensions =
  executablePath === undefined || findChromium({ takesExtensions: true }) !== undefined;
const withoutExtensions = takesExtensions ? [] : ['**/extension.spec.ts'];
/** They move the server's clock, so they run when nothing else does; `--no-deps` runs them alone. */
const movedClock = '**/moved-clock.spec.ts';

/** Journeys on the built product. `E2E_BASE_URL` names a server that runs already. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'journeys', testIgnore: [...withoutFirefox, ...withoutExtensions, movedClock] },
    // One clock: one journey at a time.
    { name: 'moved clock', testMatch: movedClock, dependencies: ['journeys'], workers: 1 },
  ],
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  // Generous: a machine under load is no fault of the product.
  timeout: 120_000,
  expect: { timeout: 30_000 },
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
      // The headless shell would move letters to whole pixels, as no browser of an author does.
      args: [
        '--no-sandbox',
        '--font-render-hinting=none',
        // Nothing leaves this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
      ],
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
