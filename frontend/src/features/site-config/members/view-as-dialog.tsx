import { useTranslation } from 'react-i18next';
import { viewAsMember } from '../../../api/members';
import type { SiteMember } from '../../../api/types';
import { Dialog } from '../../../ui/dialogs/dialog';
import { LoadState } from '../../../ui/states/load-state';
import { SitePreview } from '../preview/site-preview';
import { useSales, useSalesPlace } from '../sales/use-sales';
import { nameOf } from './member-words';

/** The site as a member reads it: the page of the preview, in which nothing is done in their name. */
export function ViewAsDialog({ member, onClose }: { member: SiteMember; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  // Asked each time: what was asked is what the audit log tells.
  const view = useSales(['view', member.id], () => viewAsMember(teamId, siteId, member.id), FRESH);
  return (
    <Dialog
      isOpen
      form="full"
      title={t('member.viewAsTitle', { name: nameOf(member) })}
      description={t('member.viewAsText')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <div className="min-h-0 grow overflow-y-auto p-4">
        {view.data === undefined ? (
          <LoadState error={view.error} onRetry={() => void view.refetch()} />
        ) : (
          <SitePreview tab="membership" audience={view.data ? 'member' : 'nonMember'} />
        )}
      </div>
    </Dialog>
  );
}

/** Nothing is kept, and nothing is asked again while it shows. */
const FRESH = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;
