import type { i18n } from 'i18next';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { UiTheme } from '../config/constants';
import { readUiTheme, writeUiTheme } from '../storage/local';
import { AppearanceProvider } from '../ui/appearance';
import { Toaster } from '../ui/toast';
import { TooltipProvider } from '../ui/tooltip';
import { useMedia } from '../ui/use-media';
import { Offline } from './offline';

/** What every screen stands in: words, look, tooltips, toasts. */
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
  useEffect(() => followOtherTabs(() => setChoice(readUiTheme())), []);
  return (
    <I18nextProvider i18n={words}>
      <AppearanceProvider value={appearance}>
        <TooltipProvider>
          {children}
          <Offline />
          <Toaster isDark={isDark} />
        </TooltipProvider>
      </AppearanceProvider>
    </I18nextProvider>
  );
}

function followOtherTabs(listen: () => void): () => void {
  addEventListener('storage', listen);
  return () => removeEventListener('storage', listen);
}
