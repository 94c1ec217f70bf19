import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../config/paths';
import { buttonStyle } from '../ui/button';
import { Mark } from '../ui/mark';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 px-6 text-center">
      <Mark size={44} />
      <h1 className="mt-2 font-medium text-xl">{t('notFound.title')}</h1>
      <p className="text-ink-soft">{t('notFound.advice')}</p>
      <Link to={paths.editor} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
        {t('notFound.back')}
      </Link>
    </main>
  );
}
