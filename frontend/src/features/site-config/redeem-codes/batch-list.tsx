import { Plus, TicketCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listRedeemBatches, revokeRedeemBatch } from '../../../api/redeem-batches';
import type { RedeemBatch } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatDay } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { DataTable } from '../../../ui/data-table';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { useCount } from '../../../ui/hooks/use-count';
import { EmptyState } from '../../../ui/states/empty-state';
import { LoadState } from '../../../ui/states/load-state';
import { toast } from '../../../ui/states/toast';
import { Chip } from '../sales/chip';
import { useSales, useSalesChange, useSalesPlace } from '../sales/use-sales';
import { BatchDialog } from './batch-dialog';
import { CodesDialog } from './codes-dialog';

/** Redeem codes, by the batches in which they were made. */
export function BatchList() {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const { data, error, refetch } = useSales('batches', () => listRedeemBatches(teamId, siteId));
  const [isCreating, setIsCreating] = useState(false);
  const [shown, setShown] = useState<RedeemBatch | null>(null);
  const [revoked, setRevoked] = useState<RedeemBatch | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      <span>{t('codes.create')}</span>
    </Button>
  );
  if (data === undefined) return <LoadState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          icon={TicketCheck}
          title={t('codes.emptyTitle')}
          text={t('codes.emptyText')}
          action={create}
        />
      ) : (
        <>
          <div className="mb-4 flex justify-end">{create}</div>
          <BatchTable batches={data} onShow={setShown} onRevoke={setRevoked} />
        </>
      )}
      {isCreating && <BatchDialog onClose={() => setIsCreating(false)} />}
      {shown !== null && <CodesDialog batch={shown} onClose={() => setShown(null)} />}
      {revoked !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && setRevoked(null)}
          title={t('codes.revokeTitle')}
          description={t('codes.revokeText', { count: revoked.nCodes - revoked.nUsed })}
          confirmLabel={t('codes.revoke')}
          tone="danger"
          onConfirm={async () => {
            await revokeRedeemBatch(teamId, siteId, revoked.id);
            toast.success(t('codes.revoked'));
            await refresh();
          }}
        />
      )}
    </>
  );
}

interface BatchTableProps {
  batches: readonly RedeemBatch[];
  onShow: (batch: RedeemBatch) => void;
  onRevoke: (batch: RedeemBatch) => void;
}

function BatchTable({ batches, onShow, onRevoke }: BatchTableProps) {
  const countText = useCount();
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  return (
    <DataTable
      label={t('promotions.views.codes')}
      items={batches}
      columns={[
        {
          label: t('members.package'),
          kind: 'title',
          cell: ({ packageName, note }) => (
            <span className="block max-w-72 whitespace-normal break-words font-medium">
              <span>{packageName}</span>
              {note !== '' && (
                <span className="block font-normal text-ink-faint text-xs">{note}</span>
              )}
            </span>
          ),
        },
        {
          label: t('codes.used'),
          cell: ({ nUsed, nCodes }) => (
            <span className="tabular-nums">{`${countText(nUsed)} / ${countText(nCodes)}`}</span>
          ),
        },
        {
          label: t('codes.ends'),
          cell: ({ endsAt }) => (endsAt ? formatDay(locale, endsAt) : t('codes.never')),
        },
        {
          label: t('codes.created'),
          cell: ({ createdAt, createdByNickname }) =>
            [formatDay(locale, createdAt), createdByNickname].filter(Boolean).join(' · '),
        },
        {
          label: t('coupons.state'),
          cell: ({ revokedAt }) =>
            revokedAt == null ? (
              <Chip tone="good">{t('codes.open')}</Chip>
            ) : (
              <Chip tone="faint">{t('codes.takenBack')}</Chip>
            ),
        },
        {
          label: t('actions'),
          kind: 'wide',
          cell: (batch) => (
            <span className="flex flex-wrap gap-1.5">
              <Button size="sm" variant="secondary" onClick={() => onShow(batch)}>
                {t('codes.who')}
              </Button>
              {batch.revokedAt == null && batch.nUsed < batch.nCodes && (
                <Button size="sm" variant="secondary" onClick={() => onRevoke(batch)}>
                  {t('codes.revoke')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
