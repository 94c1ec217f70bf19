import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router';
import { Footer } from './footer';
import { Navbar } from './navbar';

/** Layout of the public pages. */
export function PublicLayout() {
  return (
    <div data-page className="flex min-h-dvh pb-(--inset-bottom) flex-col bg-surface">
      <SkipLink />
      <Navbar />
      <main id="content" tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </div>
  );
}

/** Skip link: the first stop of the Tab key. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={() => document.getElementById('content')?.focus()}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2 focus:text-accent-text focus:shadow-popup"
    >
      {t('nav.skip')}
    </button>
  );
}
