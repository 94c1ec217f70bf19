import { Eraser, FileInput, Moon, Replace, Search, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LOCALES, type Locale, UI_THEMES } from '../../../config/constants';
import { localeOf, switchLocale } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { writeLocale } from '../../../storage/local';
import { useAppearance } from '../../../ui/appearance';
import { MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu';
import { toast } from '../../../ui/toast';
import { useEditor, useWorkbench } from '../editor-context';
import { tutorial } from '../first-words';

/** Names of the languages, each in itself. */

/** The language of the interface, and the way to another one. */
export function useLanguage(): { locale: Locale; choose: (locale: Locale) => void } {
  const { t, i18n } = useTranslation();
  const workbench = useWorkbench();
  return {
    locale: localeOf(i18n),
    choose: (locale) => {
      writeLocale(locale);
      switchLocale(i18n, locale).then(
        () => workbench.setLocale(locale),
        (error: unknown) => toast.failure(errorText(t, error)),
      );
    },
  };
}

/** Choice of the interface's language. */
export function LanguageChoices() {
  const { t } = useTranslation('editor');
  const { locale, choose } = useLanguage();
  return (
    <>
      <MenuLabel>{t('header.language')}</MenuLabel>
      <MenuChoices
        label={t('header.language')}
        value={locale}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={choose}
      />
    </>
  );
}

/** Choice of the interface's look. */
export function AppearanceChoices() {
  const { t } = useTranslation('editor');
  const { choice, choose } = useAppearance();
  return (
    <>
      <MenuLabel>{t('header.theme.label')}</MenuLabel>
      <MenuChoices
        label={t('header.theme.label')}
        value={choice}
        options={UI_THEMES.map((value) => ({ value, label: t(`header.theme.${value}`) }))}
        onChange={choose}
      />
    </>
  );
}

/** Shows the article as WeChat's dark mode does, or as it is. */
export function DarkReaderItem() {
  const { t } = useTranslation('editor');
  const { store } = useWorkbench();
  const isOn = useEditor((state) => state.isDarkReader);
  return (
    <MenuItem
      icon={isOn ? Sun : Moon}
      onSelect={() => store.set({ isDarkReader: !isOn, mobilePane: 'preview' })}
    >
      {t(isOn ? 'preview.lightReader' : 'preview.darkReader')}
    </MenuItem>
  );
}

/** What replaces the whole text. Each can be taken back. */
export function useContentChanges(): { importDefault: () => void; clear: () => void } {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const replace = (text: string, done: string) => {
    const before = workbench.text;
    workbench.replaceText(text);
    toast.success(done, {
      action: { label: t('content.undo'), onSelect: () => workbench.replaceText(before) },
    });
  };
  return {
    importDefault: () => {
      tutorial(workbench.locale).then(
        ({ text }) => replace(text, t('content.resetDone')),
        (error: unknown) => toast.failure(errorText(t, error)),
      );
    },
    clear: () => replace('', t('content.clearDone')),
  };
}

/** Finds in the text, and replaces it as a whole. */
export function ContentItems() {
  const { t } = useTranslation(['editor', 'tools']);
  const workbench = useWorkbench();
  const { importDefault, clear } = useContentChanges();
  return (
    <>
      <MenuItem icon={Search} onSelect={() => workbench.source?.find(false)}>
        {t('tools:command.find')}
      </MenuItem>
      <MenuItem icon={Replace} onSelect={() => workbench.source?.find(true)}>
        {t('tools:command.replace')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={FileInput} onSelect={importDefault}>
        {t('content.reset')}
      </MenuItem>
      <MenuItem icon={Eraser} onSelect={clear}>
        {t('content.clear')}
      </MenuItem>
    </>
  );
}
