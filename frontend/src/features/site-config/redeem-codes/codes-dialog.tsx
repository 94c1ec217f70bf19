import { useTranslation } from 'react-i18next';
import { listRedeemCodes } from '../../../api/redeem-batches';
import type { RedeemBatch } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/time/dates';
import { Dialog } from '../../../ui/dialogs/dialog';
import { LoadState } from '../../../ui/states/load-state';
import { Chip } from '../sales/chip';
import { useSales, useSalesPlace } from '../sales/use-sales';

/** Who has used which code of a batch. */
export function CodesDialog({ batch, onClose }: { batch: RedeemBatch; onClose: () => void }) {
  const { t, i18n } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { data, error, refetch } = useSales(['codes', batch.id], () =>
    listRedeemCodes(teamId, siteId, batch.id),
  );
  return (
    <Dialog
      isOpen
      form="side"
      title={t('codes.whoTitle', { name: batch.packageName })}
      description={t('codes.whoText')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.map((code) => (
            <li
              key={code.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm"
            >
              <span translate="no" className="font-mono text-ink">{`…${code.tail}`}</span>
              {code.usedAt == null ? (
                <Chip>{t('codes.unused')}</Chip>
              ) : (
                <>
                  <span className="min-w-0 grow break-all text-ink">
                    {code.usedByIdentifier ?? t('codes.gone')}
                  </span>
                  <span className="text-ink-faint text-xs">
                    {formatMoment(localeOf(i18n), code.usedAt)}
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
