import type { i18n } from 'i18next';
import type { Locale } from '../../../config/constants';
import { switchLocale } from '../../../i18n';
import { writeLocale } from '../../../storage/local';
import { tutorial } from '../first-words';
import type { Workbench } from '../workbench';

/**
 * Changes the language of the interface and of the article's own words, and that of the tutorial while nobody has
 * changed it. Errors: the words do not arrive.
 */
export async function chooseLanguage(
  i18n: i18n,
  workbench: Workbench,
  locale: Locale,
): Promise<void> {
  const before = workbench.locale;
  writeLocale(locale);
  await switchLocale(i18n, locale);
  workbench.setLocale(locale);
  if (locale !== before) await changeTutorial(workbench, before, locale);
}

async function changeTutorial(workbench: Workbench, from: Locale, to: Locale): Promise<void> {
  const parts = await Promise.all([tutorial(from), tutorial(to)]).catch(() => null);
  // Where one does not arrive, the tutorial stays as it is.
  if (parts === null) return;
  const [old, next] = parts;
  // It is asked at the last moment: the author may have begun to write meanwhile.
  const isUntouched = workbench.text === old.text && !workbench.store.get().isReadOnly;
  if (isUntouched && workbench.locale === to) workbench.changeText(next.text);
}
