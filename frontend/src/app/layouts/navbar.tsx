import { Menu as MenuIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PERSONAL_SPACE, paths, sectionPath, teamPath } from '../../config/paths';
import { classNames } from '../../lib/class-names';
import { session } from '../../storage/session';
import { buttonStyle } from '../../ui/buttons/button';
import { IconButton } from '../../ui/buttons/icon-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { loadedDialog } from '../../ui/dialogs/loaded-dialog';
import { useStore } from '../../ui/hooks/use-store';
import { barOverToasts } from '../../ui/states/toast-place';
import { useSearchKey } from '../search/use-search-key';
import { Brand } from './brand';
import { LanguageMenu, ThemeToggle } from './language-and-theme';
import { UserMenu } from './user-menu';

const SearchDialog = loadedDialog(
  async () => (await import('../search/search-dialog')).SearchDialog,
);

/**
 * The bar at the top of every page but the editor. Source: specification §2, Top navbar.
 *
 * `isWide`: it stands over the wide screens of a site, and begins and ends where they do.
 */
export function Navbar({ isWide = false }: { isWide?: boolean }) {
  const { t } = useTranslation();
  const { user } = useStore(session);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  useSearchKey(() => setIsSearchOpen(true));
  const places = usePlaces();
  return (
    <header
      ref={barOverToasts}
      className="sticky top-0 z-30 pt-(--inset-top) border-line border-b bg-surface/90 backdrop-blur-md supports-not-[backdrop-filter:blur(1px)]:bg-surface"
    >
      <div
        className={classNames(
          'mx-auto flex h-14 items-center gap-2 px-4',
          isWide ? 'max-w-[1680px] md:px-6' : 'max-w-[1280px] md:px-8',
        )}
      >
        <Brand isInFullBar={user !== null} />
        <nav aria-label={t('nav.label')} className="ml-6 hidden items-center gap-1 lg:flex">
          {places.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="rounded-md px-3 py-1.5 text-base text-ink-soft hover:bg-hover hover:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <IconButton
            icon={Search}
            label={t('nav.search')}
            keys="⌘K"
            className="pointer-coarse:size-11"
            onClick={() => setIsSearchOpen(true)}
          />
          <LanguageMenu />
          <ThemeToggle />
          <span className="hidden items-center gap-2 lg:ml-3 lg:flex">
            {user === null ? (
              <>
                <Link to={paths.login} className={buttonStyle({ variant: 'ghost' })}>
                  {t('nav.login')}
                </Link>
                <Link to={paths.register} className={buttonStyle({ variant: 'secondary' })}>
                  {t('nav.register')}
                </Link>
              </>
            ) : (
              <Link to={paths.console} className={buttonStyle({ variant: 'secondary' })}>
                {t('nav.console')}
              </Link>
            )}
            <Link to={paths.editor} className={buttonStyle({ variant: 'primary' })}>
              {t('nav.editor')}
            </Link>
          </span>
          {user !== null && <UserMenu user={user} />}
          <IconButton
            icon={MenuIcon}
            label={t('nav.menu')}
            size="iconLg"
            className="lg:hidden"
            onClick={() => setIsMenuOpen(true)}
          />
        </div>
      </div>
      {isSearchOpen && <SearchDialog onClose={() => setIsSearchOpen(false)} />}
      <Dialog form="sheet" isOpen={isMenuOpen} onOpenChange={setIsMenuOpen} title={t('nav.label')}>
        <NarrowMenu isLoggedIn={user !== null} onLeave={() => setIsMenuOpen(false)} />
      </Dialog>
    </header>
  );
}

function usePlaces() {
  const { t } = useTranslation();
  return [
    { to: sectionPath('features'), label: t('nav.features') },
    { to: teamPath(PERSONAL_SPACE, 'knowledge'), label: t('nav.knowledge') },
    { to: sectionPath('pricing'), label: t('nav.pricing') },
  ];
}

function NarrowMenu({ isLoggedIn, onLeave }: { isLoggedIn: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const places = [
    ...usePlaces(),
    ...(isLoggedIn ? [{ to: paths.console as string, label: t('nav.console') }] : []),
  ];
  const wide = (variant: 'primary' | 'secondary') =>
    classNames(buttonStyle({ variant, size: 'lg' }), 'w-full');
  return (
    <div className="flex flex-col">
      <ul>
        {places.map(({ to, label }) => (
          <li key={to} className="border-line border-b">
            <Link to={to} onClick={onLeave} className="block py-3.5 text-ink text-lg">
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-5 grid gap-3">
        <Link to={paths.editor} onClick={onLeave} className={wide('primary')}>
          {t('nav.editor')}
        </Link>
        {!isLoggedIn && (
          <div className="grid grid-cols-2 gap-3">
            <Link to={paths.login} onClick={onLeave} className={wide('secondary')}>
              {t('nav.login')}
            </Link>
            <Link to={paths.register} onClick={onLeave} className={wide('secondary')}>
              {t('nav.register')}
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}
