import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveMembership } from '../../../api/members';
import type { NewGrant, SiteMember } from '../../../api/types';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Labeled } from '../../../ui/fields/labeled';
import { Segments } from '../../../ui/fields/segments';
import { TextArea, TextField } from '../../../ui/fields/text-field';
import { useRequestKey } from '../../../ui/hooks/use-request-key';
import { toast } from '../../../ui/states/toast';
import { NO_PACKAGE, PackageSelect } from '../sales/package-select';
import { usePackages, useSalesChange, useSalesPlace } from '../sales/use-sales';
import { nameOf } from './member-words';
import { lengthOf, UNITS, type Unit } from './new-grant';

/** Gives somebody a membership by hand. */
export function GrantDialog({ member, onClose }: { member: SiteMember; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const packages = usePackages();
  const [packageId, setPackageId] = useState<string>(NO_PACKAGE);
  const [unit, setUnit] = useState<Unit>('months');
  const [amount, setAmount] = useState('1');
  const [note, setNote] = useState('');
  const keyFor = useRequestKey();
  const name = nameOf(member);
  const give = async () => {
    const length = lengthOf(unit, amount);
    if (length === null) throw new Error(t('grant.amountInvalid'));
    const body: NewGrant = {
      ...length,
      ...(packageId === NO_PACKAGE ? {} : { packageId }),
      note: note.trim(),
    };
    await giveMembership(teamId, siteId, member.id, body, keyFor(body));
    toast.success(t('grant.given', { name }));
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('grant.giveTitle', { name })}
      description={t('grant.giveText')}
      confirmLabel={t('grant.giveAction')}
      onConfirm={give}
    >
      {packages.length > 0 && (
        <Labeled label={t('members.package')}>
          <PackageSelect
            label={t('members.package')}
            packages={packages}
            value={packageId}
            noneLabel={t('grant.noPackage')}
            onChange={setPackageId}
          />
        </Labeled>
      )}
      <Segments
        label={t('grant.length')}
        value={unit}
        options={UNITS.map((value) => ({ value, label: t(`grant.units.${value}`) }))}
        onChange={setUnit}
      />
      {unit !== 'lifetime' && (
        <TextField
          label={t(`grant.amounts.${unit}`)}
          inputMode="numeric"
          value={amount}
          onChange={setAmount}
        />
      )}
      <TextArea
        label={t('grant.note')}
        hint={t('grant.noteHint')}
        rows={2}
        maxLength={200}
        value={note}
        onChange={setNote}
      />
    </ConfirmDialog>
  );
}
