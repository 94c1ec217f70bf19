import type { i18n } from 'i18next';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { Providers } from './providers';
import { createRouter } from './router';
import { leaveSplash } from './startup';

/** The whole app. */
export function App({ words }: { words: i18n }) {
  const [router] = useState(createRouter);
  // The splash covers the wait for the first screen's code and data.
  useEffect(() => {
    if (router.state.initialized) leaveSplash();
    return router.subscribe((state) => {
      if (state.initialized) leaveSplash();
    });
  }, [router]);
  return (
    <Providers words={words}>
      <RouterProvider router={router} />
    </Providers>
  );
}
