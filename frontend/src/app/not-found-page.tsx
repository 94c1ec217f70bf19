import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../config/paths';
import { buttonStyle } from '../ui/buttons/button';
import { usePageMeta } from '../ui/hooks/use-page-meta';

export function NotFoundPage() {
  const { t } = useTranslation();
  usePageMeta({ title: `${t('notFound.title')} · ${t('name')}` });
  return (
    <section className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 px-6 text-center">
      <p aria-hidden="true" className="font-serif text-[72px] text-accent-text leading-none">
        404
      </p>
      <h1 className="font-medium text-xl">{t('notFound.title')}</h1>
      <p className="text-ink-soft">{t('notFound.advice')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Link to={paths.editor} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
          {t('notFound.back')}
        </Link>
        <Link to={paths.home} className={buttonStyle({ variant: 'secondary', size: 'lg' })}>
          {t('notFound.home')}
        </Link>
      </div>
    </section>
  );
}
