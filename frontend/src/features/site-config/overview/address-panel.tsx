import { Copy, ExternalLink, Pencil } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkSlug, isFoundByVisitors, updateSite } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import type { Site } from '../../../api/types';
import { writeClipboard } from '../../../lib/browser/clipboard';
import { Button, buttonStyle } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { SlugField, useSlugRefusal } from '../../../ui/fields/slug-field';
import { Panel } from '../../../ui/panel';
import { SiteLink } from '../../../ui/site-link';
import { toast } from '../../../ui/states/toast';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';

/** Where visitors find the site. */
export function AddressPanel() {
  const { t } = useTranslation('siteConfig');
  const { site, mayEdit } = useSite();
  const [isEditing, setIsEditing] = useState(false);
  const copy = async () => {
    await writeClipboard('plain', Promise.resolve({ text: site.url }));
    toast.success(t('address.copied'));
  };
  return (
    <Panel title={t('address.title')}>
      <p translate="no" className="break-all font-mono text-base text-ink">
        {site.url}
      </p>
      <p className="mt-1 text-ink-faint text-sm">{t(`address.states.${stateOf(site)}`)}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {isFoundByVisitors(site) && (
          <SiteLink url={site.url} className={buttonStyle({ variant: 'secondary' })}>
            <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
            <span>{t('bar.visit')}</span>
          </SiteLink>
        )}
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('address.copy')}</span>
        </Button>
        {mayEdit && (
          <Button variant="secondary" onClick={() => setIsEditing(true)}>
            <Pencil size={16} strokeWidth={1.75} aria-hidden />
            <span>{t('address.change')}</span>
          </Button>
        )}
      </div>
      {isEditing && <SlugDialog onClose={() => setIsEditing(false)} />}
    </Panel>
  );
}

/** What visitors get at the address. A draft that was published before is only taken offline. */
function stateOf(site: Site) {
  if (site.purgesAt) return 'bin';
  return site.status === 'draft' && site.liveRelease ? 'offline' : site.status;
}

function SlugDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const invalidateSite = useInvalidateSite();
  const [slug, setSlug] = useState(site.slug);
  const { refusal, takesError } = useSlugRefusal(slug);
  const teamId = addressOf(team);
  const lookUp = useCallback(
    (wanted: string, signal: AbortSignal) => checkSlug(teamId, wanted, signal),
    [teamId],
  );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('address.change')}
      description={t('address.changeText')}
      confirmLabel={t('address.changeAction')}
      takesError={takesError}
      onConfirm={async () => {
        if (slug === site.slug) return;
        await invalidateSite(await updateSite(addressOf(team), site, { slug }));
        toast.success(t('address.changed'));
      }}
    >
      <SlugField
        label={t('address.slug')}
        value={slug}
        own={site.slug}
        onChange={setSlug}
        lookUp={lookUp}
        refusal={refusal}
      />
    </ConfirmDialog>
  );
}
