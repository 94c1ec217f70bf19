import type { BrowserContext } from '@playwright/test';
import { newerNames } from '../../../scripts/check/browser-support/newer.mjs';

/**
 * Takes away from every page of a window what one of the oldest supported browsers lacks, as the compatibility data tells
 * it. Syntax and styles stay: the build and `scripts/check/browser-support.mjs` see to them.
 *
 * Workers are included: what they run gets the same beginning.
 */
export async function age(context: BrowserContext, environment: 'app' | 'sites'): Promise<void> {
  const script = `(${takeAway.toString()})(${JSON.stringify(newerNames(environment))});\n`;
  await context.addInitScript(script);
  await context.route(/\.worker-[\w-]+\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: script + (await answer.text()) });
  });
}

/** Runs in the page. What the browser itself does not have, or does not let go, is passed over. */
function takeAway(names: [string, string][]): void {
  for (const [path, name] of names) {
    let holder: object | undefined = globalThis;
    for (const part of path === '' ? [] : path.split('.')) {
      holder = (holder as Record<string, object | undefined> | undefined)?.[part];
    }
    if (holder === undefined) continue;
    Reflect.deleteProperty(holder, name);
    if (path === '' && typeof Window === 'function') Reflect.deleteProperty(Window.prototype, name);
  }
}
