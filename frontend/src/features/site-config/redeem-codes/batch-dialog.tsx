import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../api/generated/site-settings';
import { createRedeemBatch } from '../../../api/redeem-batches';
import type { Package } from '../../../api/site-settings';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Labeled } from '../../../ui/fields/labeled';
import { Select } from '../../../ui/fields/select';
import { TextField } from '../../../ui/fields/text-field';
import { momentOf } from '../coupons/coupon-form';
import { usePackagesQuery, useSalesChange, useSalesPlace } from '../sales/use-sales';
import { NewCodesDialog } from './new-codes-dialog';

const MAX_CODES = LIMITS.CreateRedeemBatchRequest.nCodes.maximum;

function onSale(packages: Package[] | undefined): Package[] {
  return (packages ?? []).filter(({ isArchived }) => !isArchived);
}

/** Makes redeem codes, and shows them the only time. */
export function BatchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId, siteUrl } = useSalesPlace();
  const { refresh } = useSalesChange();
  const query = usePackagesQuery();
  const packages = onSale(query.data);
  const [chosen, setChosen] = useState<string | null>(null);
  const [count, setCount] = useState('10');
  const [note, setNote] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [made, setMade] = useState<{ name: string; codes: string[] } | null>(null);
  const isMade = useRef(false);
  const idOf = (list: Package[]) => chosen ?? list[0]?.id;
  const shownId = idOf(packages);
  const create = async () => {
    // Somebody may be faster than the list.
    const packageId = idOf(query.isLoading ? onSale((await query.refetch()).data) : packages);
    if (packageId === undefined) throw new Error(t('codes.noPackage'));
    const nCodes = /^\d{1,5}$/.test(count.trim()) ? Number(count) : 0;
    if (nCodes < 1 || nCodes > MAX_CODES) {
      throw new Error(t('codes.countInvalid', { max: MAX_CODES }));
    }
    const body = { packageId, nCodes, note: note.trim(), endsAt: momentOf(endsOn, 1) };
    const { batch, codes } = await createRedeemBatch(teamId, siteId, body);
    isMade.current = true;
    setMade({ name: batch.packageName, codes });
    await refresh();
  };
  if (made !== null) return <NewCodesDialog {...made} siteUrl={siteUrl} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      // Codes that were made stay in sight, until somebody has kept them.
      onOpenChange={(isOpen) => !isOpen && !isMade.current && onClose()}
      title={t('codes.createTitle')}
      description={t(
        packages.length === 0 && !query.isLoading ? 'codes.noPackage' : 'codes.createText',
      )}
      confirmLabel={t('codes.createAction')}
      onConfirm={create}
    >
      {shownId !== undefined && (
        <Labeled label={t('members.package')}>
          <Select
            label={t('members.package')}
            value={shownId}
            options={packages.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        </Labeled>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={t('codes.count')} inputMode="numeric" value={count} onChange={setCount} />
        <TextField type="date" label={t('codes.endsOn')} value={endsOn} onChange={setEndsOn} />
      </div>
      <TextField
        label={t('codes.note')}
        maxLength={200}
        placeholder={t('codes.notePlaceholder')}
        value={note}
        onChange={setNote}
      />
    </ConfirmDialog>
  );
}
