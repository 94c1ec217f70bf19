import type { i18n } from 'i18next';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { configQuery } from '../api/account';
import { Providers, queries } from './providers';
import { createRouter } from './router';

/** How long a screen keeps the one before it while the server has not said how users log in, in milliseconds. */
const CONFIG_WAIT_MS = 1500;

/** Asks the server how users log in. A failure is met again by the screen. */
async function askConfig(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, CONFIG_WAIT_MS));
  await Promise.race([queries.prefetchQuery(configQuery), late]);
}

/** The whole app. */
export function App({ words }: { words: i18n }) {
  const [router] = useState(() => createRouter(askConfig));
  return (
    <Providers words={words}>
      <RouterProvider router={router} />
    </Providers>
  );
}
