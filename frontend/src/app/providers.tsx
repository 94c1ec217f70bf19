import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { ApiError } from '../api/api-error';
import type { UiTheme } from '../config/constants';
import { readUiTheme, writeUiTheme } from '../storage/local';
import { session } from '../storage/session';
import { AppearanceProvider } from '../ui/appearance';
import { useMedia } from '../ui/hooks/use-media';
import { TooltipProvider } from '../ui/menus/tooltip';
import { Toaster } from '../ui/states/toast';
import { BackForwardCache } from './back-forward-cache';
import { Offline } from './offline';

/** What the server said, kept for a moment. Only silence is worth a second try: an answer stays the same. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The client knows better than the browser's guess whether the server is there.
      networkMode: 'always',
      retry: (n, error) => n < 2 && error instanceof ApiError && error.isConnection,
    },
    mutations: { networkMode: 'always' },
  },
});

// Cached answers belong to one account: they are cleared when another one logs in, in this tab or in another.
let accountId = session.get().user?.id;
session.subscribe(() => {
  const { user } = session.get();
  if (user?.id === accountId) return;
  accountId = user?.id;
  void queries.cancelQueries();
  if (user === null) queries.clear();
  // An open screen fetches its data again for the new account.
  else void queries.resetQueries();
});

/** Providers around every screen: translations, theme, tooltips, toasts. */
export function Providers({ words, children }: { words: i18n; children: ReactNode }) {
  const [choice, setChoice] = useState<UiTheme>(readUiTheme);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const isDark = choice === 'dark' || (choice === 'system' && isSystemDark);
  // Set while rendering, before any effect below reads the colors from the page.
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  const appearance = useMemo(
    () => ({
      choice,
      isDark,
      choose: (next: UiTheme) => {
        writeUiTheme(next);
        setChoice(next);
      },
    }),
    [choice, isDark],
  );
  useEffect(() => subscribeToOtherTabs(() => setChoice(readUiTheme())), []);
  return (
    <I18nextProvider i18n={words}>
      <AppearanceProvider value={appearance}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            {children}
            <BackForwardCache />
            <Offline />
            <Toaster isDark={isDark} />
          </TooltipProvider>
        </QueryClientProvider>
      </AppearanceProvider>
    </I18nextProvider>
  );
}

function subscribeToOtherTabs(listener: () => void): () => void {
  addEventListener('storage', listener);
  // A page that comes back with "Back" was told nothing meanwhile.
  addEventListener('pageshow', listener);
  return () => {
    removeEventListener('storage', listener);
    removeEventListener('pageshow', listener);
  };
}
