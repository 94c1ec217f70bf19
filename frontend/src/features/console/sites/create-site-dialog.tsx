import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { LIMITS } from '../../../api/generated/site-settings';
import { listAllKnowledgeBases } from '../../../api/knowledge-bases';
import { checkSlug, createSite } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import type { Team } from '../../../api/types';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '../../../config/constants';
import { sitePath, teamPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { slugOf } from '../../../lib/addresses/slug';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Segments } from '../../../ui/fields/segments';
import { Select } from '../../../ui/fields/select';
import { SlugField, useSlugRefusal } from '../../../ui/fields/slug-field';
import { FormField } from '../../../ui/fields/text-field';
import { useRequestKey } from '../../../ui/hooks/use-request-key';
import { toast } from '../../../ui/states/toast';

const { name: NAME, slug: SLUG } = LIMITS.CreateSiteRequest;

const NONE = 'none';

/** Name, base, address and language of a new site; its overview follows, with a first preview. */
export function CreateSiteDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t, i18n } = useTranslation('console');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const teamId = addressOf(team);
  const [name, setName] = useState('');
  // Until somebody writes an address, it follows the name.
  const [ownSlug, setOwnSlug] = useState<string | null>(null);
  const slug = ownSlug ?? slugOf(name, SLUG.maxLength);
  const [chosen, setChosen] = useState<string | null>(null);
  const [language, setLanguage] = useState<Locale>(localeOf(i18n));
  const { refusal, takesError } = useSlugRefusal(slug);
  const keyFor = useRequestKey();
  const lookUp = useCallback(
    (wanted: string, signal: AbortSignal) => checkSlug(teamId, wanted, signal),
    [teamId],
  );
  const bases = useQuery({
    queryKey: ['bases', teamId],
    queryFn: () => listAllKnowledgeBases(teamId),
    select: (all) => all.filter((base) => !base.purgesAt),
  });
  const baseId = chosen ?? bases.data?.[0]?.id ?? NONE;
  const create = async () => {
    if (name.trim() === '') throw new Error(t('sites.nameRequired'));
    const knowledgeBaseId = baseId === NONE ? null : baseId;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const body = {
      name: name.trim(),
      description: '',
      slug,
      knowledgeBaseId,
      language,
      timeZone,
    };
    const site = await createSite(teamId, body, keyFor(body));
    toast.success(t('sites.created', { name: site.name }));
    await queries.invalidateQueries({ queryKey: ['sites'] });
    void navigate(sitePath(teamId, site.id));
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('sites.createTitle')}
      description={t('sites.createText')}
      confirmLabel={t('sites.createAction')}
      takesError={takesError}
      failureText={(reason) => t('sites.createFailed', { reason })}
      onConfirm={create}
    >
      <FormField
        label={t('sites.name')}
        value={name}
        maxLength={NAME.maxLength}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <SlugField
        label={t('sites.slug')}
        value={slug}
        onChange={setOwnSlug}
        lookUp={lookUp}
        refusal={refusal}
      />
      <BaseField
        teamId={teamId}
        data={bases.data}
        error={bases.error}
        refetch={bases.refetch}
        value={baseId}
        onChange={setChosen}
      />
      <div>
        <div aria-hidden className="mb-1.5 font-medium text-ink text-sm">
          {t('sites.language')}
        </div>
        <Segments
          label={t('sites.language')}
          value={language}
          options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={setLanguage}
        />
      </div>
    </ConfirmDialog>
  );
}

interface BaseFieldProps {
  teamId: string;
  data: readonly { id: string; title: string }[] | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  value: string;
  onChange: (id: string) => void;
}

/** The knowledge base that the site publishes first. */
function BaseField({ teamId, data: bases, error, refetch, value, onChange }: BaseFieldProps) {
  const { t } = useTranslation('console');
  return (
    <div>
      <div aria-hidden className="mb-1.5 font-medium text-ink text-sm">
        {t('sites.base')}
      </div>
      <Select
        label={t('sites.base')}
        value={value}
        options={[
          ...(bases ?? []).map(({ id, title }) => ({ value: id, label: title })),
          { value: NONE, label: t('sites.baseLater') },
        ]}
        onChange={onChange}
      />
      {error !== null && (
        <p role="alert" className="mt-1.5 flex items-center gap-2 text-danger text-sm">
          <span>{t('sites.basesFailed')}</span>
          <Button size="sm" onClick={() => void refetch()}>
            {t('sites.basesRetry')}
          </Button>
        </p>
      )}
      {bases?.length === 0 && (
        <p className="mt-1.5 text-ink-soft text-sm">
          <span>{t('sites.noBases')}</span>{' '}
          <Link to={teamPath(teamId, 'knowledge')} className="text-accent-text underline">
            {t('sites.toKnowledge')}
          </Link>
        </p>
      )}
    </div>
  );
}
