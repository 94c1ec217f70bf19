import { Ban, Eye, Gift, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { blockMember, revokeGrant } from '../../../api/members';
import type { Grant, SiteMember } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { TextArea } from '../../../ui/fields/text-field';
import { toast } from '../../../ui/states/toast';
import { useSalesChange, useSalesPlace } from '../sales/use-sales';
import { GrantDialog } from './grant-dialog';
import { nameOf } from './member-words';
import { ViewAsDialog } from './view-as-dialog';

interface MemberActionsProps {
  member: SiteMember;
  /** What is to be taken back. */
  revoked: Grant | null;
  onRevoked: () => void;
}

/** What can be done for a member and against one. */
export function MemberActions({ member, revoked, onRevoked }: MemberActionsProps) {
  const { t } = useTranslation('sales');
  const [open, setOpen] = useState<'grant' | 'block' | 'view' | null>(null);
  const { run, refresh, isBusy } = useSalesChange();
  const { teamId, siteId } = useSalesPlace();
  const close = () => setOpen(null);
  const name = nameOf(member);
  const block = (isBlocked: boolean) => blockMember(teamId, siteId, member.id, isBlocked);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => setOpen('grant')}>
        <Gift size={16} strokeWidth={1.75} aria-hidden />
        <span>{t('grant.give')}</span>
      </Button>
      <Button variant="secondary" onClick={() => setOpen('view')}>
        <Eye size={16} strokeWidth={1.75} aria-hidden />
        <span>{t('member.viewAs')}</span>
      </Button>
      {member.isBlocked ? (
        <Button
          variant="secondary"
          disabled={isBusy}
          onClick={() => void run(() => block(false), t('member.unblocked', { name }))}
        >
          <LockOpen size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('member.unblock')}</span>
        </Button>
      ) : (
        <Button variant="secondary" onClick={() => setOpen('block')}>
          <Ban size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('member.block')}</span>
        </Button>
      )}
      {open === 'grant' && <GrantDialog member={member} onClose={close} />}
      {open === 'view' && <ViewAsDialog member={member} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'block'}
        onOpenChange={close}
        title={t('member.blockTitle', { name })}
        description={t('member.blockText')}
        confirmLabel={t('member.block')}
        tone="danger"
        onConfirm={async () => {
          await block(true);
          toast.success(t('member.wasBlocked', { name }));
          await refresh();
        }}
      />
      {revoked !== null && (
        <RevokeDialog visitorId={member.id} grant={revoked} onClose={onRevoked} />
      )}
    </div>
  );
}

interface RevokeDialogProps {
  visitorId: string;
  grant: Grant;
  onClose: () => void;
}

function RevokeDialog({ visitorId, grant, onClose }: RevokeDialogProps) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('grant.revokeTitle')}
      description={t('grant.revokeText')}
      confirmLabel={t('grant.revoke')}
      tone="danger"
      onConfirm={async () => {
        if (reason.trim() === '') throw new Error(t('reasonRequired'));
        try {
          await revokeGrant(teamId, siteId, visitorId, grant.id, reason.trim());
          toast.success(t('grant.wasRevoked'));
        } finally {
          await refresh();
        }
      }}
    >
      <TextArea label={t('reason')} rows={2} maxLength={500} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
