import { createBrowserRouter, redirect } from 'react-router';
import { paths } from '../config/paths';
import { ErrorPage } from './error-page';
import { NotFoundPage } from './not-found-page';

/** Every screen. A feature's code is fetched when its screen is opened. */
export function createRouter() {
  return createBrowserRouter([
    {
      ErrorBoundary: ErrorPage,
      // The splash stands until the first screen is there.
      HydrateFallback: () => null,
      children: [
        { path: paths.home, loader: () => redirect(paths.editor) },
        { path: paths.editor, lazy: () => import('../features/editor/routes') },
        { path: '*', Component: NotFoundPage },
      ],
    },
  ]);
}
