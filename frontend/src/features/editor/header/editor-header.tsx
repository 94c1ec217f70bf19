import { ArrowLeftRight, Languages, Monitor, Moon, Palette, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LOCALES, UI_THEMES } from '../../../config/constants';
import { localeOf, switchLocale } from '../../../i18n';
import { writeLocale } from '../../../storage/local';
import { useAppearance } from '../../../ui/appearance';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Mark } from '../../../ui/mark';
import { Menu, MenuChoices, MenuLabel } from '../../../ui/menu';
import { useEditor, useWorkbench } from '../editor-context';
import { CopyButton } from '../export/copy-button';
import type { ExportParts } from '../export/export-article';

/** Names of the languages, each in itself. */
const LANGUAGE_NAMES = { 'zh-CN': '简体中文', en: 'English' } as const;

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Mark, title and the actions on the whole article. */
export function EditorHeader({ parts }: { parts: ExportParts }) {
  const { t } = useTranslation(['editor', 'app']);
  const workbench = useWorkbench();
  const isStyleOpen = useEditor((state) => state.settings.is_open_right_slider);
  const isEditOnLeft = useEditor((state) => state.settings.isEditOnLeft);
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-line border-b bg-surface px-4 max-md:px-3">
      <Mark size={26} />
      <span className="font-medium font-serif text-lg tracking-[0.12em] max-md:hidden">
        {t('app:name')}
      </span>
      <ArticleTitle />
      <div className="ml-auto flex items-center gap-1">
        <IconButton
          icon={ArrowLeftRight}
          label={t('header.swap')}
          className="max-md:hidden"
          onClick={() => workbench.changeSettings({ isEditOnLeft: !isEditOnLeft })}
        />
        <PreferencesMenu />
        <Button
          aria-pressed={isStyleOpen}
          aria-label={t('header.style')}
          className="max-md:size-10 max-md:px-0 md:mr-2"
          onClick={() => workbench.changeSettings({ is_open_right_slider: !isStyleOpen })}
        >
          <Palette size={16} strokeWidth={1.75} aria-hidden />
          <span className="max-md:hidden">{t('header.style')}</span>
        </Button>
        <CopyButton parts={parts} />
      </div>
    </header>
  );
}

function ArticleTitle() {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  // The title follows what the engine has read of the text.
  useEditor((state) => state.info);
  const title = workbench.title || t('header.untitled');
  return (
    <>
      <span aria-hidden="true" className="h-4 w-px bg-line-strong max-md:hidden" />
      <h1 className="min-w-0 truncate text-ink-soft text-sm" title={title}>
        {title}
      </h1>
    </>
  );
}

function PreferencesMenu() {
  const { t, i18n } = useTranslation('editor');
  const workbench = useWorkbench();
  const { choice, choose } = useAppearance();
  const Icon = THEME_ICONS[choice];
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" aria-label={t('header.language')} className="max-md:size-10">
            <Languages size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      >
        <MenuLabel>{t('header.language')}</MenuLabel>
        <MenuChoices
          label={t('header.language')}
          value={localeOf(i18n)}
          options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(locale) => {
            writeLocale(locale);
            void switchLocale(i18n, locale).then(() => workbench.setLocale(locale));
          }}
        />
      </Menu>
      <Menu
        trigger={
          <Button size="icon" aria-label={t('header.theme.label')} className="max-md:size-10">
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        }
      >
        <MenuLabel>{t('header.theme.label')}</MenuLabel>
        <MenuChoices
          label={t('header.theme.label')}
          value={choice}
          options={UI_THEMES.map((value) => ({ value, label: t(`header.theme.${value}`) }))}
          onChange={choose}
        />
      </Menu>
    </>
  );
}
