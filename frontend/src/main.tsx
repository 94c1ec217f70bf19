import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startConnection } from './app/connection';
import { watchKeyboard } from './app/keyboard-inset';
import { startSync } from './app/start-sync';
import { chooseLocale, showStartupFailure, warmUp } from './app/startup';
import { startI18n } from './i18n';
import { startHandingFocusOn } from './ui/focus-heir';
import '../tailwind.css';

async function start(): Promise<void> {
  warmUp();
  const locale = chooseLocale();
  document.documentElement.lang = locale;
  const words = await startI18n(locale);
  startConnection(words);
  startSync();
  watchKeyboard();
  startHandingFocusOn();
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root');
  createRoot(root).render(
    <StrictMode>
      <App words={words} />
    </StrictMode>,
  );
}

// `public/supported.js` has found the browser too old, and `public/unsupported.js` has the page.
if (!('unsupported' in document.documentElement.dataset)) start().catch(showStartupFailure);
