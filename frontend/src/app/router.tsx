import { getI18n } from 'react-i18next';
import { createBrowserRouter, Outlet, type RouteObject, redirect } from 'react-router';
import {
  CONFIG_TABS,
  PERSONAL_SPACE,
  paths,
  SALES_TABS,
  sitePath,
  teamPath,
} from '../config/paths';
import { loadFeatureWords } from '../i18n';
import type { FeatureNamespace } from '../i18n/feature-words';
import { loadPart } from '../lib/browser/load-part';
import { AccountSlot } from '../ui/account-slot';
import { ConnectionNotice } from './connection-notice';
import { ErrorPage } from './error-page';
import { guardedRedirect, RequireLogin, requireLogin } from './guards';
import { AccountCorner } from './layouts/account-corner';
import { AuthLayout } from './layouts/auth-layout';
import { ConsoleLayout, SinglePage } from './layouts/console-layout';
import { PublicLayout } from './layouts/public-layout';
import { NavigationBlocker } from './navigation-blocker';
import { NotFoundPage } from './not-found-page';
import { OpeningNotice } from './opening-notice';
import { useFirstScreen } from './startup';

const editor = () => import('../features/editor/routes');
const syncScroll = () => import('../features/editor/sync-scroll/routes');
const landing = () => import('../features/landing/routes');
const auth = () => import('../features/auth/routes');
const console = () => import('../features/console/routes');
const siteConfig = () => import('../features/site-config/routes');
const sales = async () => (await import('../features/site-config/sales-routes')).tabs;

/** What the first screen may wait for beside its code. */
type Ready = () => Promise<unknown>;

/** Code of a screen. When it does not arrive, the error page says so and asks for it again. */
const arriving =
  <T,>(load: () => Promise<T>) =>
  () =>
    loadPart(load);

/** A screen of a feature: its code and its words are fetched side by side when it is opened. */
function screen<D extends object, K extends keyof D>(
  path: string,
  door: () => Promise<D>,
  name: K,
  ...words: FeatureNamespace[]
): RouteObject {
  return {
    path,
    lazy: arriving(async () => {
      const [module] = await Promise.all([door(), loadFeatureWords(getI18n(), ...words)]);
      return { Component: module[name] as React.ComponentType };
    }),
  };
}

/**
 * Screens whose failures are shown in the place of the screen, so that what is around keeps the ways out.
 *
 * The boundary stands around a screen and not on it: the router shows nothing for a route whose code was not fetched.
 */
function guarding(...children: RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: ErrorPage, children }];
}

/** A screen that begins when `ready` has ended, whatever its end. */
function waiting(ready: Ready, { lazy, ...route }: RouteObject): RouteObject {
  const load = lazy as () => Promise<object>;
  return { ...route, lazy: async () => (await Promise.all([load(), ready()]))[0] } as RouteObject;
}

/** The router of the page. */
export const createRouter = (ready: Ready) => createBrowserRouter(createRoutes(ready));

/**
 * Every screen. Source: specification §2, Routes.
 *
 * `ready` ends when the server has said how users log in, or does not say it soon: the account screens begin then.
 */
export function createRoutes(ready: Ready): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: ErrorPage,
      // The splash stands until the first screen is there.
      HydrateFallback: () => null,
      children: [
        ...guarding(
          { path: paths.editor, lazy: arriving(editor) },
          { path: paths.syncScroll, lazy: arriving(syncScroll) },
        ),
        {
          Component: PublicLayout,
          children: guarding(
            screen(paths.home, landing, 'Landing', 'landing'),
            screen(paths.terms, landing, 'Terms', 'landing'),
            screen(paths.privacy, landing, 'Privacy', 'landing'),
            { path: '*', Component: NotFoundPage },
          ),
        },
        {
          Component: AuthLayout,
          children: guarding(
            waiting(ready, screen(paths.login, auth, 'Login', 'auth')),
            waiting(ready, screen(paths.register, auth, 'Register', 'auth')),
            waiting(ready, screen(paths.resetPassword, auth, 'ResetPassword', 'auth')),
            screen(paths.invitation, auth, 'Invitation', 'auth'),
          ),
        },
        { loader: requireLogin, Component: RequireLogin, children: guarded() },
        ...shortcuts(),
      ],
    },
  ];
}

function guarded(): RouteObject[] {
  const team = '/team/:teamId';
  return [
    {
      Component: ConsoleLayout,
      children: guarding(
        {
          Component: SinglePage,
          children: guarding(screen(paths.account, auth, 'Account', 'auth')),
        },
        {
          element: <SinglePage isWide />,
          children: guarding(screen(`${paths.platform}/:tab?`, console, 'Platform', 'console')),
        },
        {
          lazy: arriving(async () => ({ Component: (await console()).TeamLayout })),
          children: guarding(
            screen(`${team}/overview`, console, 'Overview', 'console', 'siteConfig'),
            screen(`${team}/knowledge`, console, 'Knowledge', 'console', 'transfer'),
            screen(`${team}/sites`, console, 'Sites', 'console', 'siteConfig'),
            screen(`${team}/members`, console, 'Members', 'console'),
            screen(`${team}/settings`, console, 'Settings', 'console'),
          ),
        },
        {
          lazy: arriving(async () => {
            const [module] = await Promise.all([
              siteConfig(),
              loadFeatureWords(getI18n(), 'siteConfig'),
            ]);
            return { Component: module.Site };
          }),
          children: guarding(
            ...CONFIG_TABS.map((tab) => ({
              path: `${team}/site/:siteId/${tab}`,
              lazy: arriving(async () => {
                // The overview says what is to be done with orders and members.
                const isSelling = tab === 'overview';
                const [module] = await Promise.all([
                  siteConfig(),
                  isSelling && loadFeatureWords(getI18n(), 'sales'),
                ]);
                return { Component: module.tabs[tab] };
              }),
            })),
            ...SALES_TABS.map((tab) => screen(`${team}/site/:siteId/${tab}`, sales, tab, 'sales')),
          ),
        },
      ),
    },
  ];
}

/** Addresses that lead elsewhere; the login keeps the address that was asked for. */
function shortcuts(): RouteObject[] {
  const to = (path: string, target: (params: Record<string, string | undefined>) => string) => ({
    path,
    loader: guardedRedirect(target),
  });
  const site = ({ teamId, siteId }: Record<string, string | undefined>) =>
    sitePath(teamId ?? PERSONAL_SPACE, siteId ?? '');
  return [
    to('/team/:teamId', ({ teamId }) => teamPath(teamId ?? PERSONAL_SPACE)),
    to('/team/:teamId/site', ({ teamId }) => teamPath(teamId ?? PERSONAL_SPACE, 'sites')),
    to('/team/:teamId/site/:siteId', site),
    to('/team/:teamId/site/:siteId/config', site),
    {
      path: '/space/:spaceId',
      loader: ({ params }) => redirect(`/team/${encodeURIComponent(params.spaceId ?? '')}`),
    },
    to(paths.console, () => `/team/${PERSONAL_SPACE}`),
    to(paths.consoleKnowledge, () => teamPath(PERSONAL_SPACE, 'knowledge')),
    to(paths.consoleSites, () => teamPath(PERSONAL_SPACE, 'sites')),
    to(
      '/admin/sites/:siteId/config',
      ({ siteId }) => `/team/${PERSONAL_SPACE}/site/${encodeURIComponent(siteId ?? '')}/config`,
    ),
  ];
}

function Root() {
  // The router renders this together with the first screen.
  useFirstScreen();
  return (
    <AccountSlot value={<AccountCorner />}>
      <Outlet />
      <NavigationBlocker />
      <ConnectionNotice />
      <OpeningNotice />
    </AccountSlot>
  );
}
