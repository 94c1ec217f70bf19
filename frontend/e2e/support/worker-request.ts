import type { APIRequestContext } from '@playwright/test';
import { test as base } from './base';

/** Journeys that look at what their worker has made once: a site, a shop. */
export const test = base.extend<object, { workerRequest: APIRequestContext }>({
  workerRequest: [
    async ({ playwright: { request } }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const context = await request.newContext({ baseURL });
      await use(context);
      await context.dispose();
    },
    { scope: 'worker' },
  ],
});
