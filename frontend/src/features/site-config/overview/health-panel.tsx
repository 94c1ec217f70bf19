import { CircleCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressOf } from '../../../api/team-rights';
import type { SiteOverview } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { Panel } from '../../../ui/panel';
import { PublishDialog } from '../publishing/publish-dialog';
import { useSite } from '../site/site-context';

type HealthPart = SiteOverview['health'][number];

/** The health score: what is left to the full one, what each part gives, and where it is done. */
export function HealthPanel({ overview }: { overview: SiteOverview }) {
  const { t } = useTranslation('siteConfig');
  const { mayEdit } = useSite();
  const nLeft = overview.health.filter(({ isDone }) => !isDone).length;
  return (
    <Panel
      title={t('health.title', { score: overview.healthScore })}
      lead={nLeft === 0 ? t('health.full') : t('health.left', { count: nLeft })}
    >
      <ul className="divide-y divide-line">
        {overview.health.map(({ key, points, maxPoints, isDone, target }) => (
          <li key={key} className="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0">
            {isDone ? (
              <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
            ) : (
              <CircleDashed size={16} className="mt-0.5 shrink-0 text-ink-faint" aria-hidden />
            )}
            <span className="min-w-0 grow">
              <span className="block text-base text-ink">{t(`health.parts.${key}.title`)}</span>
              {!isDone && mayEdit && (
                <Mend part={key} target={target}>
                  {t(`health.parts.${key}.action`)}
                </Mend>
              )}
            </span>
            <span className="shrink-0 text-ink-faint text-sm tabular-nums">
              {t('health.points', { points, max: maxPoints })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface MendProps {
  part: HealthPart['key'];
  target: HealthPart['target'];
  children: ReactNode;
}

const MEND = 'text-accent-text text-sm hover:underline';

/** Leads to where a part is mended; what is published is published from here. */
function Mend({ part, target, children }: MendProps) {
  const { team, site } = useSite();
  const [isOpen, setIsOpen] = useState(false);
  if (target !== 'overview') {
    return (
      <Link to={sitePath(addressOf(team), site.id, target)} className={MEND}>
        {children}
      </Link>
    );
  }
  // A site in maintenance is opened by its status, which stands beside this.
  const isClosed = part === 'published' && site.status === 'maintenance';
  if (isClosed) return null;
  return (
    <>
      <button type="button" className={MEND} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && <PublishDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
