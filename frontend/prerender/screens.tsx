import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { configQuery } from '../src/api/account';
import type { IdentityType, ServerConfig } from '../src/api/types';
import { createRoutes } from '../src/app/router';
import { RENDERED_SCREEN } from '../src/app/startup';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../src/config/constants';
import { paths } from '../src/config/paths';
import { loadFeatureWords, startI18n } from '../src/i18n';
import { TooltipProvider } from '../src/ui/menus/tooltip';

/** The screens that are rendered, with the title of each in the default language. */
const SCREENS = [
  { path: paths.home, title: ['landing:meta.title'] },
  { path: paths.login, title: ['auth:login.title', 'app:name'] },
  { path: paths.register, title: ['auth:register.title', 'app:name'] },
  { path: paths.resetPassword, title: ['auth:reset.title', 'app:name'] },
  { path: paths.terms, title: ['landing:legal.terms.title', 'app:name'] },
  { path: paths.privacy, title: ['landing:legal.privacy.title', 'app:name'] },
] as const;

export interface RenderedScreen {
  /** Address, `/login`. */
  path: string;
  /** The ways to log in that it shows, when the server chooses the screen by its own: `email-phone`, `none`. */
  methods?: string;
  title: string;
  /** The screen in both languages; the style sheet of the page shows one of them. */
  html: string;
}

/**
 * What the account screens know of the server: how users log in, in every way in which one can be set up. The first is
 * the usual one, for whoever serves the pages without a choice.
 *
 * The minimums: `server/domain/src/limits.rs`.
 */
const METHODS: IdentityType[][] = [['email'], ['phone'], ['email', 'phone'], []];
const configWith = (methods: IdentityType[]): ServerConfig => ({
  isReadOnly: false,
  isResetEnabled: methods.length > 0,
  loginMethods: methods,
  registerMethods: methods,
  nicknameMinChars: 2,
  passwordMinChars: 6,
});
/** As the server names them. */
const nameOf = (methods: IdentityType[]) => (methods.length === 0 ? 'none' : methods.join('-'));
/** The home page waits for what no server has by itself: whom to ask, and which site to show. */
const USES_CONFIG: string[] = [paths.login, paths.register, paths.resetPassword];
const configsOf = (path: string) =>
  USES_CONFIG.includes(path) ? METHODS.map(configWith) : [undefined];

/**
 * The screens as they are before anything is known of the visitor or of the server.
 *
 * They are rendered while this module is loaded: later Vite's loader would refuse what the routes import.
 */
export const screens: RenderedScreen[] = await renderScreens();

async function renderScreens(): Promise<RenderedScreen[]> {
  const rendered = SCREENS.flatMap(({ path, title }) =>
    configsOf(path).map((config, at) => ({
      path,
      ...(config === undefined || at === 0 ? {} : { methods: nameOf(config.loginMethods) }),
      config,
      keys: title,
      title: '',
      html: '',
    })),
  );
  for (const locale of LOCALES) {
    const i18n = await startI18n(locale);
    await loadFeatureWords(i18n, 'landing', 'auth');
    for (const screen of rendered) {
      screen.html += await renderScreen(screen.path, locale, i18n, screen.config);
      if (locale === DEFAULT_LOCALE) {
        const t = i18n.getFixedT(locale) as (key: string) => string;
        screen.title = screen.keys.map((key) => t(key)).join(' · ');
      }
    }
  }
  return rendered;
}

async function renderScreen(
  path: string,
  locale: Locale,
  i18n: Awaited<ReturnType<typeof startI18n>>,
  config: ServerConfig | undefined,
): Promise<string> {
  const address = new URL(path, 'http://localhost');
  // What a screen may read of the browser without an effect.
  Object.assign(globalThis, { location: address });
  const handler = createStaticHandler(createRoutes(async () => undefined));
  const context = await handler.query(new Request(address));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const queries = new QueryClient();
  if (config !== undefined) queries.setQueryData(configQuery.queryKey, config);
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToStaticMarkup(
    <div className={RENDERED_SCREEN} lang={locale} id={`screen-${locale}`}>
      {locale !== DEFAULT_LOCALE ? null : (
        <noscript>
          <p id="no-script">
            墨砚需要启用 JavaScript。 <a href="#screen-en">Moyan needs JavaScript.</a>
          </p>
        </noscript>
      )}
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={queries}>
          <TooltipProvider>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </TooltipProvider>
        </QueryClientProvider>
      </I18nextProvider>
    </div>,
    // Both languages stand in one page.
    { identifierPrefix: `${locale}-` },
  );
  // What is written in a field without a name would not stay, and a field that takes the focus would start the program.
  // Of tabs the keyboard reaches the chosen one once the program has counted them.
  return html
    .replaceAll('tabindex="-1" role="tab" aria-selected="true"', 'role="tab" aria-selected="true"')
    .replace(/ autofocus=""/gi, '')
    .replace(/<(input|textarea)(?![^>]* name=)/g, '<$1 readonly=""');
}
