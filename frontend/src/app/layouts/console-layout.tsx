import { Outlet, ScrollRestoration, useMatch } from 'react-router';
import { classNames } from '../../lib/class-names';
import { PanelBoundary } from '../../ui/states/panel-boundary';
import { Navbar } from './navbar';
import { SkipLink } from './public-layout';

/** Layout of the pages that need a login. */
export function ConsoleLayout() {
  const isSite = useMatch('/team/:teamId/site/*') !== null;
  return (
    <div data-page className="flex min-h-dvh pb-(--inset-bottom) flex-col bg-canvas">
      <SkipLink />
      <PanelBoundary>
        <Navbar isWide={isSite} />
      </PanelBoundary>
      <Outlet />
      <ScrollRestoration />
    </div>
  );
}

/** A page of the console that belongs to no team; a wide one has room for tables. */
export function SinglePage({ isWide = false }: { isWide?: boolean }) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className={classNames(
        'mx-auto w-full grow px-4 py-8 outline-none md:px-8 md:py-10',
        isWide ? 'max-w-[1200px]' : 'max-w-[880px]',
      )}
    >
      <Outlet />
    </main>
  );
}
