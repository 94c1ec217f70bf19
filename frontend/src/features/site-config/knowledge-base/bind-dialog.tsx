import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listAllKnowledgeBases } from '../../../api/knowledge-bases';
import { bindKnowledgeBase, compareKnowledgeBase } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Select } from '../../../ui/fields/select';
import { LoadState } from '../../../ui/states/load-state';
import { toast } from '../../../ui/states/toast';
import { useSite } from '../site/site-context';
import { siteKey, useInvalidateSite } from '../site/use-site-query';
import { Comparison } from './comparison';

const NONE = 'none';

/** Chooses the base of a site. Which documents come and go is shown before publishing. */
export function BindDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const invalidateSite = useInvalidateSite();
  const teamId = addressOf(team);
  const [baseId, setBaseId] = useState(site.knowledgeBase?.id ?? NONE);
  const bases = useQuery({
    queryKey: ['bases', teamId],
    queryFn: () => listAllKnowledgeBases(teamId),
    select: (all) => all.filter((base) => !base.purgesAt),
  });
  const isOther = baseId !== (site.knowledgeBase?.id ?? NONE);
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set());
  const comparison = useQuery({
    queryKey: [...siteKey(site.id), 'comparison', site.updatedAt, baseId],
    queryFn: ({ signal }) => compareKnowledgeBase(teamId, site.id, baseId, signal),
    enabled: isOther && baseId !== NONE,
    gcTime: 0,
  });
  const bind = async () => {
    if (!isOther) return;
    const lost = comparison.data?.lost ?? [];
    const redirects = lost.flatMap(({ path, proposal }) =>
      proposal && !declined.has(path) ? [{ from: path, to: proposal.to }] : [],
    );
    const bound = await bindKnowledgeBase(
      teamId,
      site,
      baseId === NONE ? null : baseId,
      baseId === NONE ? [] : redirects,
    );
    toast.success(t(baseId === NONE ? 'binding.unbound' : 'binding.bound'));
    await invalidateSite(bound);
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('binding.dialog')}
      description={t('binding.dialogText')}
      confirmLabel={t(isOther && baseId === NONE ? 'binding.unbind' : 'binding.bind')}
      tone={isOther && baseId === NONE ? 'danger' : 'primary'}
      onConfirm={bind}
    >
      {bases.data === undefined ? (
        <LoadState
          error={bases.error}
          failed={t('binding.basesFailed')}
          onRetry={() => void bases.refetch()}
        />
      ) : (
        <Select
          label={t('binding.title')}
          value={baseId}
          options={[
            { value: NONE, label: t('binding.noBase') },
            ...bases.data.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => {
            setBaseId(id);
            setDeclined(new Set());
          }}
        />
      )}
      {bases.data?.length === 0 && <p className="text-ink-soft text-sm">{t('binding.noBases')}</p>}
      {isOther && baseId === NONE && (
        <p className="text-ink-soft text-sm">{t('binding.unbindText')}</p>
      )}
      {isOther &&
        baseId !== NONE &&
        (comparison.data === undefined ? (
          <LoadState error={comparison.error} onRetry={() => void comparison.refetch()} />
        ) : (
          <Comparison comparison={comparison.data} declined={declined} onDeclined={setDeclined} />
        ))}
    </ConfirmDialog>
  );
}
