import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../../api/account';
import { localeOf } from '../../../i18n';

/** Leads to the handbook, where the server has published it. */
export function HandbookLink() {
  const { t, i18n } = useTranslation('tools');
  const { data } = useQuery(configQuery);
  const url = data?.demoSites?.[localeOf(i18n) === 'en' ? 'en' : 'zhCn'];
  if (!url) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex items-center gap-1 px-2 text-accent-text text-sm hover:underline"
    >
      <span>{t('help.handbook')}</span>
      <ArrowUpRight size={14} strokeWidth={1.75} aria-hidden />
    </a>
  );
}
