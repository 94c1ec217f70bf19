import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LIMITS } from '../../../api/generated/site-settings';
import { checkSlug, duplicateSite } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import type { Site, Team } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { SlugField, useSlugRefusal } from '../../../ui/fields/slug-field';
import { FormField } from '../../../ui/fields/text-field';
import { useRequestKey } from '../../../ui/hooks/use-request-key';
import { toast } from '../../../ui/states/toast';

const { name: NAME, slug: SLUG } = LIMITS.CreateSiteRequest;

interface DuplicateSiteDialogProps {
  site: Site;
  team: Team;
  onClose: () => void;
}

/** Name and address of a copy, which has the configuration and nothing else. */
export function DuplicateSiteDialog({ site, team, onClose }: DuplicateSiteDialogProps) {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const teamId = addressOf(team);
  const [name, setName] = useState(t('sites.copyOf', { name: site.name }));
  const [slug, setSlug] = useState(`${site.slug.slice(0, SLUG.maxLength - 5)}-copy`);
  const { refusal, takesError } = useSlugRefusal(slug);
  const keyFor = useRequestKey();
  const lookUp = useCallback(
    (wanted: string, signal: AbortSignal) => checkSlug(teamId, wanted, signal),
    [teamId],
  );
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('sites.duplicateTitle', { name: site.name })}
      description={t('sites.duplicateText')}
      confirmLabel={t('sites.duplicate')}
      takesError={takesError}
      failureText={(reason) => t('sites.duplicateFailed', { reason })}
      onConfirm={async () => {
        if (name.trim() === '') throw new Error(t('sites.nameRequired'));
        const body = { name: name.trim(), slug };
        const copy = await duplicateSite(teamId, site.id, body, keyFor(body));
        toast.success(t('sites.duplicated', { name: copy.name }));
        await queries.invalidateQueries({ queryKey: ['sites'] });
        void navigate(sitePath(teamId, copy.id));
      }}
    >
      <FormField
        label={t('sites.name')}
        value={name}
        maxLength={NAME.maxLength}
        onChange={({ target }) => setName(target.value)}
      />
      <SlugField
        label={t('sites.slug')}
        value={slug}
        onChange={setSlug}
        lookUp={lookUp}
        refusal={refusal}
      />
    </ConfirmDialog>
  );
}
