import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel';
import { useChanges } from '../publishing/use-releases';

/** Documents of the base that are not on the site, and those whose address is not what was asked for. */
export function LeftOut() {
  const { t } = useTranslation('siteConfig');
  const { data } = useChanges();
  const leftOut = data?.leftOut ?? [];
  const problems = data?.pathProblems ?? [];
  if (leftOut.length + problems.length === 0) return null;
  return (
    <Panel title={t('leftOut.title')} lead={t('leftOut.lead')}>
      <ul className="divide-y divide-line">
        {leftOut.map(({ id, title, reason }) => (
          <Row key={id} title={title} note={t(`leftOut.reasons.${reason}`)} />
        ))}
        {problems.map(({ id, title, path, problem }) => (
          <Row key={`path ${id}`} title={title} note={t(`leftOut.paths.${problem}`, { path })} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ title, note }: { title: string; note: string }) {
  const { t } = useTranslation('siteConfig');
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2 first:pt-0 last:pb-0">
      <span className="min-w-0 break-words text-base text-ink">
        {title || t('access.untitled')}
      </span>
      <span className="min-w-0 break-words text-ink-faint text-sm">{note}</span>
    </li>
  );
}
