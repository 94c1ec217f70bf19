import { Eraser, FileInput, Moon, Replace, Search, Sun, SunDim } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, LOCALES, type Locale, UI_THEMES } from '../../../config/constants';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { useAppearance } from '../../../ui/appearance';
import { MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menus/menu';
import { toast } from '../../../ui/states/toast';
import { chooseLanguage } from '../commands/choose-language';
import { useRunCommand } from '../commands/command-provider';
import { commandOf } from '../commands/commands';
import { useEditor, useWorkbench } from '../editor-context';

/** Choice of the interface's language. */
export function LanguageChoices() {
  const { t, i18n } = useTranslation('editor');
  const workbench = useWorkbench();
  const choose = (locale: Locale) => {
    chooseLanguage(i18n, workbench, locale).catch((error: unknown) => {
      toast.failure(errorText(t, error));
    });
  };
  return (
    <>
      <MenuLabel>{t('header.language')}</MenuLabel>
      <MenuChoices
        label={t('header.language')}
        value={localeOf(i18n)}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={choose}
      />
    </>
  );
}

/** Choice of the interface's color scheme. */
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

/** In the dark: shows the sheet of the article dimmed, or as it is. */
export function DimItem() {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const { isDark } = useAppearance();
  const isOn = useEditor((state) => state.settings.isSheetDimmed);
  if (!isDark) return null;
  return (
    <MenuItem
      icon={isOn ? Sun : SunDim}
      onSelect={() => workbench.changeSettings({ isSheetDimmed: !isOn })}
    >
      {t(isOn ? 'preview.bright' : 'preview.dim')}
    </MenuItem>
  );
}

/** Commands that find in the text, or replace it as a whole. */
export function ContentItems() {
  const { t } = useTranslation(['editor', 'tools']);
  const run = useRunCommand();
  return (
    <>
      <MenuItem icon={Search} onSelect={() => run(commandOf('find'))}>
        {t('tools:command.find')}
      </MenuItem>
      <MenuItem icon={Replace} onSelect={() => run(commandOf('replace'))}>
        {t('tools:command.replace')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={FileInput} onSelect={() => run(commandOf('importDefault'))}>
        {t('content.reset')}
      </MenuItem>
      <MenuItem icon={Eraser} onSelect={() => run(commandOf('clear'))}>
        {t('content.clear')}
      </MenuItem>
    </>
  );
}
