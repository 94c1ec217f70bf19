import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restoreRelease } from '../../../api/releases';
import { addressOf, hasSites } from '../../../api/team-rights';
import type { Release } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Panel } from '../../../ui/panel';
import { LoadState } from '../../../ui/states/load-state';
import { toast } from '../../../ui/states/toast';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';
import { ScheduledDocuments } from './scheduled-documents';
import { useReleases } from './use-releases';
import { useSiteClock } from './use-site-clock';

/** Releases that are shown at first. */
const SHOWN_RELEASES = 10;

/** The releases of a site; an older one can be made the live one. */
export function ReleasesPanel() {
  const { t } = useTranslation('siteConfig');
  const clock = useSiteClock();
  const { data, error, refetch } = useReleases();
  const [isWhole, setIsWhole] = useState(false);
  const [chosen, setChosen] = useState<Release | null>(null);
  const releases = data?.releases ?? [];
  const shown = isWhole ? releases : releases.slice(0, SHOWN_RELEASES);
  return (
    <Panel title={t('releases.title')} lead={t('releases.lead')}>
      {data?.schedule && (
        <p role="status" className="mb-4 rounded-lg bg-hover px-3 py-2 text-ink text-sm">
          {t('releases.planned', {
            time: clock.text(data.schedule.publishesAt),
          })}
        </p>
      )}
      <ScheduledDocuments schedules={data?.documents ?? []} />
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : releases.length === 0 ? (
        <p className="text-base text-ink-faint">{t('releases.empty')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((release) => (
            <ReleaseRow key={release.id} release={release} onRestore={() => setChosen(release)} />
          ))}
        </ul>
      )}
      {releases.length > shown.length && (
        <Button variant="secondary" className="mt-4" onClick={() => setIsWhole(true)}>
          {t('releases.all', { count: releases.length })}
        </Button>
      )}
      {chosen !== null && <RestoreDialog release={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function ReleaseRow({ release, onRestore }: { release: Release; onRestore: () => void }) {
  const { t, i18n } = useTranslation('siteConfig');
  const { team, mayEdit } = useSite();
  const facts = [
    formatMoment(localeOf(i18n), release.createdAt),
    release.createdByNickname,
    t('releases.nDocuments', { count: release.nDocuments }),
  ].filter(Boolean);
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="break-words text-base text-ink">
          <span>{t('releases.number', { number: release.number })}</span>
          {release.isLive && (
            <span className="ml-2 rounded bg-accent-soft px-1.5 py-0.5 text-accent-text text-xs">
              {t('releases.live')}
            </span>
          )}
          {release.note !== '' && <span className="ml-2 text-ink-soft">{release.note}</span>}
        </p>
        <p className="mt-0.5 text-ink-faint text-xs">{facts.join(' · ')}</p>
      </div>
      {!release.isLive && mayEdit && hasSites(team) && (
        <Button variant="secondary" onClick={onRestore}>
          {t('releases.restore')}
        </Button>
      )}
    </li>
  );
}

function RestoreDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const invalidateSite = useInvalidateSite();
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('releases.restoreTitle', { number: release.number })}
      description={t('releases.restoreText')}
      confirmLabel={t('releases.restore')}
      onConfirm={async () => {
        await restoreRelease(addressOf(team), site.id, release.id);
        toast.success(t('releases.restored', { number: release.number }));
        await invalidateSite();
      }}
    />
  );
}
