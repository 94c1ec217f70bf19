import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router';
import { Brand } from './brand';
import { LanguageMenu, ThemeToggle } from './language-and-theme';
import { SkipLink } from './public-layout';

/** Layout of the account screens: the form, and on wide screens the slogan beside it. */
export function AuthLayout() {
  const { t } = useTranslation();
  return (
    <div data-page className="flex min-h-dvh pt-(--inset-top) pb-(--inset-bottom) bg-surface">
      <SkipLink />
      <div className="flex min-w-0 grow flex-col">
        <header className="flex h-14 items-center justify-between px-4 md:px-8">
          <Brand />
          <div className="flex items-center gap-1">
            <LanguageMenu />
            <ThemeToggle />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-[400px] grow flex-col px-5 pt-[clamp(1.5rem,6vh,4rem)] md:pt-[clamp(1.5rem,7vh,6rem)] pb-16 outline-none"
        >
          <Outlet />
        </main>
      </div>
      <aside
        aria-hidden="true"
        className="hidden w-[42%] max-w-[640px] shrink-0 place-content-center bg-[#0b2f50] lg:grid"
      >
        <p className="font-serif text-[40px] text-white leading-[1.6] tracking-[0.24em] [font-feature-settings:'vert'] [writing-mode:vertical-rl] lang-en:max-w-[11em] lang-en:text-balance lang-en:px-8 lang-en:text-[44px] lang-en:leading-[1.25] lang-en:tracking-normal lang-en:[font-feature-settings:normal] lang-en:[writing-mode:horizontal-tb]">
          {t('tagline')}
        </p>
      </aside>
      <ScrollRestoration />
    </div>
  );
}
