import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, sectionPath } from '../../config/paths';
import { session } from '../../storage/session';
import { useStore } from '../../ui/hooks/use-store';
import { Brand } from './brand';

/** The end of every public page. */
export function Footer() {
  const { t } = useTranslation();
  const { user } = useStore(session);
  const guestLinks = [
    [paths.login, t('nav.login')],
    [paths.register, t('nav.register')],
  ] as const;
  const columns = [
    {
      title: t('footer.product'),
      links: [
        [paths.editor, t('nav.editor')],
        [sectionPath('features'), t('nav.features')],
        [sectionPath('pricing'), t('nav.pricing')],
      ],
    },
    {
      title: t('footer.account'),
      links: [...(user === null ? guestLinks : []), [paths.console, t('nav.console')]],
    },
    {
      title: t('footer.about'),
      links: [
        [sectionPath('contact'), t('footer.contact')],
        [paths.terms, t('footer.terms')],
        [paths.privacy, t('footer.privacy')],
      ],
    },
  ] satisfies { title: string; links: (readonly [to: string, label: string])[] }[];
  return (
    <footer className="border-line border-t bg-surface px-5 md:px-8">
      <div className="mx-auto flex max-w-[1120px] flex-wrap justify-between gap-x-16 gap-y-10 py-14">
        <div className="max-w-64">
          <Brand />
          <p className="mt-3 text-base text-ink-faint leading-6">{t('tagline')}</p>
        </div>
        <div className="flex flex-wrap gap-x-16 gap-y-8">
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-medium text-ink text-sm">{title}</h2>
              <ul className="mt-3 flex flex-col gap-1 pointer-coarse:gap-0">
                {links.map(([to, label]) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="inline-block py-1 pointer-coarse:min-w-11 pointer-coarse:py-3 text-base text-ink-soft hover:text-ink hover:underline"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
    </footer>
  );
}
