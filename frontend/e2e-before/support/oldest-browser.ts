import type { BrowserContext } from '@playwright/test';
import { newerNames } from '../../../scripts/check/browser-support/newer.mjs';

/**
 * A function, as text, that takes away what one of the oldest supported browsers lacks, as the compatibility data tells it.
 * Syntax and styles stay: the build and `scripts/check/browser-support.mjs` see to them.
 */
export function takingAway(environment: 'app' | 'sites'): string {
  return `() => (${takeAway.toString()})(${JSON.stringify(newerNames(environment))})`;
}

/** Every page and every worker of the window begins so. */
export async function age(context: BrowserContext, environment: 'app' | 'sites'): Promise<void> {
  const script = `(${takingAway(environment)})();\n`;
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
