import { useTranslation } from 'react-i18next';
import type { SiteMember } from '../../../api/sales-types';
import { Dialog } from '../../../ui/dialog';
import { SitePreview } from '../preview/site-preview';
import { nameOf } from './member-words';

/** The site as a member reads it: the page of the preview, in which nothing is done in their name. */
export function ViewAsDialog({ member, onClose }: { member: SiteMember; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const isMember = member.state !== 'none' && member.state !== 'expired' && !member.isBlocked;
  return (
    <Dialog
      isOpen
      form="full"
      title={t('member.viewAsTitle', { name: nameOf(member) })}
      description={t('member.viewAsText')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="min-h-0 grow overflow-y-auto p-4">
        <SitePreview tab="membership" audience={isMember ? 'member' : 'nonMember'} />
      </div>
    </Dialog>
  );
}
