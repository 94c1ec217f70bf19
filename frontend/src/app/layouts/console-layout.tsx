import { Outlet, ScrollRestoration } from 'react-router';
import { Navbar } from './navbar';
import { SkipLink } from './public-layout';

/** Shell of everything behind the login. */
export function ConsoleLayout() {
  return (
    <div data-page className="flex min-h-dvh flex-col bg-canvas">
      <SkipLink />
      <Navbar />
      <Outlet />
      <ScrollRestoration />
    </div>
  );
}

/** A page of the console that belongs to no team. */
export function SinglePage() {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-[880px] grow px-4 py-8 outline-none md:px-8 md:py-10"
    >
      <Outlet />
    </main>
  );
}
