import type { i18n } from 'i18next';
import type { Locale } from '../../../config/constants';
import { switchLocale } from '../../../i18n';
import { writeLocale } from '../../../storage/local';
import type { Workbench } from '../workbench';

/** Changes the language of the interface and of the article's own words. Errors: the words do not arrive. */
export async function chooseLanguage(
  i18n: i18n,
  workbench: Workbench,
  locale: Locale,
): Promise<void> {
  writeLocale(locale);
  await switchLocale(i18n, locale);
  workbench.setLocale(locale);
}
