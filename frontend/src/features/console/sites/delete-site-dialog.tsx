import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteSite } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import type { Site, Team } from '../../../api/types';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { FormField } from '../../../ui/fields/text-field';
import { toast } from '../../../ui/states/toast';

interface DeleteSiteDialogProps {
  site: Site;
  team: Team;
  onUndo: () => void;
  onClose: () => void;
}

/** Asks for the name of a site before it goes into the bin. */
export function DeleteSiteDialog({ site, team, onUndo, onClose }: DeleteSiteDialogProps) {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('sites.deleteTitle', { name: site.name })}
      description={t('sites.deleteText')}
      confirmLabel={t('sites.delete')}
      tone="danger"
      hasInput={false}
      failureText={(reason) => t('sites.deleteFailed', { reason })}
      onConfirm={async () => {
        if (typed.trim() !== site.name.trim()) throw new Error(t('sites.nameDiffers'));
        await deleteSite(addressOf(team), site.id);
        toast.success(t('sites.deleted', { name: site.name }), {
          action: { label: t('sites.undo'), onSelect: onUndo },
        });
        await queries.invalidateQueries({ queryKey: ['sites'] });
      }}
    >
      <FormField
        label={t('sites.typeName', { name: site.name })}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  );
}
