import type { i18n } from 'i18next';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { Providers } from './providers';
import { createRouter } from './router';

/** The whole app. */
export function App({ words }: { words: i18n }) {
  const [router] = useState(createRouter);
  return (
    <Providers words={words}>
      <RouterProvider router={router} />
    </Providers>
  );
}
