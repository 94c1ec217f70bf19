import { Languages, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../config/constants';
import { localeOf, switchLocale } from '../../i18n';
import { errorText } from '../../i18n/error-text';
import { writeLocale } from '../../storage/local';
import { useAppearance } from '../../ui/appearance';
import { IconButton } from '../../ui/buttons/icon-button';
import { Menu, MenuChoices } from '../../ui/menus/menu';
import { toast } from '../../ui/states/toast';

/** Menu of the interface languages. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const handleChange = (locale: Locale) => {
    writeLocale(locale);
    switchLocale(i18n, locale).then(dropLanguage, (error: unknown) =>
      toast.failure(errorText(t, error)),
    );
  };
  // A language in the address would win again at the next visit.
  const dropLanguage = () => {
    const url = new URL(location.href);
    if (!url.searchParams.has('lang')) return;
    url.searchParams.delete('lang');
    void navigate(`${url.pathname}${url.search}${url.hash}`, {
      replace: true,
      preventScrollReset: true,
    });
  };
  return (
    <Menu
      trigger={
        <IconButton icon={Languages} label={t('nav.language')} className="pointer-coarse:size-11" />
      }
    >
      <MenuChoices
        label={t('nav.language')}
        value={localeOf(i18n)}
        options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={handleChange}
      />
    </Menu>
  );
}

/** Switch between the light and the dark theme. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const { isDark, choose } = useAppearance();
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      data-control="theme"
      label={t(isDark ? 'nav.toLight' : 'nav.toDark')}
      className="pointer-coarse:size-11"
      onClick={() => choose(isDark ? 'light' : 'dark')}
    />
  );
}
