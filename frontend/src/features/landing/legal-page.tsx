import { useTranslation } from 'react-i18next';
import { paths } from '../../config/paths';
import { usePageMeta } from '../../ui/hooks/use-page-meta';

/** A legal text: one paragraph per line, headings begin with `#`. */
export function LegalPage({ document }: { document: 'terms' | 'privacy' }) {
  const { t } = useTranslation(['landing', 'app']);
  const title = t(`legal.${document}.title`);
  usePageMeta({
    title: `${title} · ${t('app:name')}`,
    description: t(`legal.${document}.summary`),
    canonical: paths[document],
  });
  return (
    <article className="mx-auto max-w-[680px] px-5 py-16 md:py-24">
      <h1 className="font-semibold font-serif text-[32px] leading-[1.3]">{title}</h1>
      <p className="mt-4 text-ink-soft text-lg leading-7">{t(`legal.${document}.summary`)}</p>
      {t(`legal.${document}.text`)
        .split('\n')
        .map((line) =>
          line.startsWith('# ') ? (
            <h2 key={line} className="mt-10 font-semibold text-xl">
              {line.slice(2)}
            </h2>
          ) : (
            <p key={line} className="mt-3 text-pretty text-ink-soft text-lg leading-7">
              {line}
            </p>
          ),
        )}
    </article>
  );
}
