import {
  ArrowLeftRight,
  CircleHelp,
  Ellipsis,
  House,
  Languages,
  LayoutDashboard,
  LogIn,
  Monitor,
  Moon,
  Palette,
  Sun,
  UserRound,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { loginPath, paths } from '../../../config/paths';
import { session } from '../../../storage/session';
import { useAccountSlot } from '../../../ui/account-slot';
import { useAppearance } from '../../../ui/appearance';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { useStore } from '../../../ui/hooks/use-store';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../ui/menus/menu';
import { Mark } from '../../../ui/states/mark';
import { barOverToasts } from '../../../ui/states/toast-place';
import { useEditor, useWorkbench } from '../editor-context';
import { DocumentsButton } from '../posts/sidebar/documents-button';
import { CopyButton } from './copy-button';
import {
  AppearanceChoices,
  ContentItems,
  DarkReaderItem,
  DimItem,
  LanguageChoices,
} from './preferences';

const APPEARANCE_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

interface EditorHeaderProps {
  /** A narrow window: the menus are merged into one. */
  isCompact: boolean;
  /** The documents open over the panes. */
  areDocumentsOver: boolean;
}

/** Mark, title and the actions on the whole article. */
export function EditorHeader({ isCompact, areDocumentsOver }: EditorHeaderProps) {
  const { t } = useTranslation(['editor', 'app', 'tools']);
  const workbench = useWorkbench();
  const account = useAccountSlot();
  const isStyleOpen = useEditor(
    ({ settings }) => settings.is_open_right_slider && settings.right_panel === 'style',
  );
  return (
    <header
      ref={barOverToasts}
      className="flex h-14 shrink-0 items-center gap-3 border-line border-b bg-surface px-4 max-md:gap-1 max-md:px-2"
    >
      <DocumentsButton isCompact={areDocumentsOver} />
      <Link to={paths.home} className="flex shrink-0 items-center gap-3 rounded-md max-md:hidden">
        <Mark size={26} />
        <span translate="no" className="font-medium font-serif text-lg tracking-[0.12em]">
          {t('app:name')}
        </span>
        <span className="sr-only">{t('header.home')}</span>
      </Link>
      <ArticleTitle />
      <div className="ml-auto flex shrink-0 items-center gap-1 max-md:gap-0">
        {isCompact ? <CompactMenu /> : <WideMenus />}
        <IconButton
          icon={CircleHelp}
          size={isCompact ? 'iconLg' : 'icon'}
          // The title needs the room; the menu has it as well.
          className="max-[359px]:hidden"
          label={t('tools:command.help')}
          onClick={() => workbench.store.set({ dialog: 'help' })}
        />
        <Button
          aria-pressed={isStyleOpen}
          aria-label={t('header.style')}
          className="max-md:mr-1 max-md:size-11 max-md:px-0 md:mr-2"
          onClick={() => {
            // On a phone the sheet covers the lower half, and the article shows above it.
            if (isCompact) {
              const paneBeforeSheet = workbench.store.get().mobilePane;
              workbench.store.set({ mobilePane: 'preview', paneBeforeSheet });
            }
            workbench.changeSettings({ is_open_right_slider: !isStyleOpen, right_panel: 'style' });
          }}
        >
          <Palette size={16} strokeWidth={1.75} aria-hidden />
          <span className="max-md:hidden">{t('header.style')}</span>
        </Button>
        <CopyButton />
        {!isCompact && account}
      </div>
    </header>
  );
}

function ArticleTitle() {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const isNone = useEditor((state) => state.postId === null);
  // The title comes from the facts that the engine has read.
  useEditor((state) => state.info);
  if (isNone) return null;
  const title = workbench.name || t('header.untitled');
  return (
    <>
      <span aria-hidden="true" className="h-4 w-px bg-line-strong max-md:hidden" />
      <h1 translate="no" className="min-w-0 truncate text-ink-soft text-sm" title={title}>
        {title}
      </h1>
    </>
  );
}

function WideMenus() {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const isEditOnLeft = useEditor((state) => state.settings.isEditOnLeft);
  const AppearanceIcon = APPEARANCE_ICONS[useAppearance().choice];
  return (
    <>
      <IconButton
        icon={ArrowLeftRight}
        label={t('header.swap')}
        onClick={() => workbench.changeSettings({ isEditOnLeft: !isEditOnLeft })}
      />
      <Menu trigger={<IconButton icon={Languages} label={t('header.language')} />}>
        <LanguageChoices />
      </Menu>
      <Menu trigger={<IconButton icon={AppearanceIcon} label={t('header.theme.label')} />}>
        <AppearanceChoices />
      </Menu>
      <Menu trigger={<IconButton icon={Ellipsis} label={t('header.more')} />}>
        <ContentItems />
      </Menu>
    </>
  );
}

function CompactMenu() {
  const { t } = useTranslation(['editor', 'app', 'tools']);
  const { store } = useWorkbench();
  const { user } = useStore(session);
  const { pathname } = useLocation();
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="iconLg" label={t('header.more')} />}>
      <DarkReaderItem />
      <DimItem />
      <MenuSeparator />
      <ContentItems />
      <MenuItem icon={CircleHelp} onSelect={() => store.set({ dialog: 'help' })}>
        {t('tools:command.help')}
      </MenuItem>
      <MenuSeparator />
      <LanguageChoices />
      <MenuSeparator />
      <AppearanceChoices />
      <MenuSeparator />
      <MenuLink icon={House} to={paths.home}>
        {t('header.home')}
      </MenuLink>
      {user === null ? (
        <MenuLink icon={LogIn} to={loginPath(pathname)}>
          {t('app:nav.login')}
        </MenuLink>
      ) : (
        <>
          <MenuLink icon={LayoutDashboard} to={paths.console}>
            {t('app:nav.console')}
          </MenuLink>
          <MenuLink icon={UserRound} to={paths.account}>
            {t('app:user.account')}
          </MenuLink>
        </>
      )}
    </Menu>
  );
}
