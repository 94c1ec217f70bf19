import { useTranslation } from 'react-i18next';
import { localeOf } from '../../../../i18n';
import { Button } from '../../../../ui/buttons/button';
import { firstWords } from '../../first-words';
import { useLibrary } from '../library/library-context';

/** Shown when the lists could not be read, with a button to try again. */
export function LibraryFailed() {
  const { t, i18n } = useTranslation('library');
  const library = useLibrary();
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-6">
      <p className="font-medium text-ink text-sm">{t('tree.failed')}</p>
      <p className="text-ink-soft text-sm">{t('tree.failedHint')}</p>
      <Button
        variant="secondary"
        onClick={() => {
          const locale = localeOf(i18n);
          const words = firstWords(i18n.getFixedT(locale, 'editor'), locale);
          void library.retry(words, t('post.recovered'));
        }}
      >
        {t('tree.retry')}
      </Button>
    </div>
  );
}
