import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getChange, listChangedSettings } from '../../../api/releases';
import { addressOf, hasSites } from '../../../api/team-rights';
import type { ChangedDocument, Changes } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { DiffView } from '../../../ui/diff-view';
import { LoadState } from '../../../ui/states/load-state';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';
import { ChangedTabs } from './changed-tabs';
import { ScheduleNote } from './scheduled-documents';
import { SinglePublish } from './single-publish';
import { useReleases } from './use-releases';
import { useSiteClock } from './use-site-clock';

const KINDS = ['added', 'changed', 'moved', 'removed'] as const;

interface ChangeListProps {
  changes: Changes;
  /** The document whose publishing is open. */
  wanted?: string | undefined;
}

/** Documents and settings that differ from what visitors read. */
export function ChangeList({ changes, wanted }: ChangeListProps) {
  const { t } = useTranslation('siteConfig');
  const { team, mayEdit } = useSite();
  const [open, setOpen] = useState<string | null>(null);
  // A document alone comes on top of what visitors read.
  const maySingle = Boolean(changes.liveRelease) && mayEdit && hasSites(team);
  if (changes.documents.length === 0 && changes.tabs.length === 0) {
    const text = t(wanted === undefined ? 'changes.none' : 'single.unchanged');
    return <p className="text-base text-ink-soft">{text}</p>;
  }
  const isMissing = wanted !== undefined && !changes.documents.some(({ id }) => id === wanted);
  return (
    <div className="grid gap-4">
      {isMissing && (
        <p role="status" className="rounded-lg bg-hover px-3 py-2 text-ink text-sm">
          {t('single.unchanged')}
        </p>
      )}
      {changes.tabs.length > 0 && <ChangedSettings changes={changes} />}
      {KINDS.map((kind) => {
        const documents = changes.documents.filter(({ change }) => change === kind);
        if (documents.length === 0) return null;
        return (
          <section key={kind}>
            <h3 className="mb-1.5 font-medium text-ink text-sm">
              {t(`changes.kinds.${kind}`, { count: documents.length })}
            </h3>
            <ul className="divide-y divide-line rounded-lg border border-line">
              {documents.map((document) => (
                <ChangeRow
                  key={document.id}
                  document={document}
                  isOpen={open === document.id}
                  onToggle={() => setOpen(open === document.id ? null : document.id)}
                  maySingle={maySingle && kind !== 'removed'}
                  isWanted={document.id === wanted}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Before the first release every setting is new: then tabs are only named. */
function ChangedSettings({ changes }: { changes: Changes }) {
  const { t, i18n } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'changes', 'settings'],
    queryFn: () => listChangedSettings(addressOf(team), site.id),
    enabled: Boolean(changes.liveRelease),
  });
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' });
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-ink text-sm">{t('changes.settings')}</h3>
      {data !== undefined ? (
        <ChangedTabs tabs={data.tabs} />
      ) : (
        <p className="text-ink-soft text-sm">
          {list.format(changes.tabs.map((tab) => t(`changes.tabs.${tab}`)))}
        </p>
      )}
      {error !== null && <LoadState error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

interface ChangeRowProps {
  document: ChangedDocument;
  isOpen: boolean;
  onToggle: () => void;
  /** Whether it may be published alone. */
  maySingle: boolean;
  /** Whether publishing it is open from the start. */
  isWanted: boolean;
}

function ChangeRow({ document, isOpen, onToggle, maySingle, isWanted }: ChangeRowProps) {
  const { t } = useTranslation('siteConfig');
  const { title, path, previousPath } = document;
  const clock = useSiteClock();
  const schedule = useReleases().data?.documents.find(
    ({ documentId }) => documentId === document.id,
  );
  const [isSingle, setIsSingle] = useState(isWanted && maySingle);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <li ref={row} className="px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 grow basis-40">
          <span className="block truncate text-ink text-sm">{title || t('access.untitled')}</span>
          <span className="block break-all text-ink-faint text-xs">
            {previousPath ? `${previousPath} → ${path}` : path}
          </span>
          {schedule && <ScheduleNote schedule={schedule} time={clock.text(schedule.publishesAt)} />}
        </span>
        <span className="flex flex-wrap gap-1">
          {maySingle && (
            <Button size="sm" aria-expanded={isSingle} onClick={() => setIsSingle(!isSingle)}>
              {t('single.open')}
            </Button>
          )}
          <Button size="sm" aria-expanded={isOpen} onClick={onToggle}>
            {t(isOpen ? 'changes.hide' : 'changes.compare')}
          </Button>
        </span>
      </div>
      {isSingle && (
        <SinglePublish
          documentId={document.id}
          schedule={schedule}
          onDone={() => setIsSingle(false)}
        />
      )}
      {isOpen && <Comparison documentId={document.id} />}
    </li>
  );
}

function Comparison({ documentId }: { documentId: string }) {
  const { team, site } = useSite();
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'changes', documentId],
    queryFn: () => getChange(addressOf(team), site.id, documentId),
  });
  return (
    <div className="mt-2 flex max-h-80 flex-col overflow-hidden rounded-md border border-line">
      {data === undefined ? (
        <div className="p-3">
          <LoadState error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <DiffView before={data.before ?? ''} after={data.after ?? ''} />
      )}
    </div>
  );
}
