import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Milestone, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRedirects, getSite, putRedirects } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import type { Redirect, Redirects } from '../../../api/types';
import { REDIRECTS_MAX } from '../../../config/site-limits';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { IconButton } from '../../../ui/icon-button';
import { LoadState } from '../../../ui/load-state';
import { PageHead } from '../../../ui/panel';
import { SwitchRow } from '../../../ui/switch-row';
import { inputStyle, TextField } from '../../../ui/text-field';
import { useStore } from '../../../ui/use-store';
import { Draft } from '../draft/draft';
import { DraftContext, useDraft, useDraftState, useField } from '../draft/use-draft';
import { SaveControls } from '../site/save-controls';
import { useSite } from '../site/site-context';
import { siteKey, useTellSite } from '../site/use-site-query';
import { checkRedirects } from './check-redirects';

/** Redirects of a site, as one list; those of a release stand among them. */
export function RedirectsTab() {
  const { t } = useTranslation('siteConfig');
  const { team, site, mayEdit } = useSite();
  const tell = useTellSite();
  const teamId = addressOf(team);
  const [draft, setDraft] = useState<Draft<Redirects> | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'redirects'],
    queryFn: async () => {
      // The list is guarded by the generation of the site, so both are read together.
      const { generation } = await getSite(teamId, site.id);
      return { data: await getRedirects(teamId, site.id), revision: generation };
    },
  });
  useEffect(() => {
    if (data === undefined) return;
    setDraft((known) => {
      if (known !== null) {
        known.load(data);
        return known;
      }
      const save = async (value: Redirects, revision: number) => {
        const saved = await putRedirects(teamId, site.id, revision, value);
        const { generation } = await getSite(teamId, site.id);
        void tell();
        return { data: saved, revision: generation };
      };
      const made = new Draft(data, { save, check: checkRedirects });
      made.isReadOnly = !mayEdit;
      return made;
    });
  }, [data, teamId, site.id, tell, mayEdit]);
  return (
    <div className="max-w-[880px]">
      <PageHead
        title={t('nav.redirects')}
        lead={t('redirects.lead')}
        action={
          draft !== null &&
          mayEdit && (
            <div className="flex flex-wrap items-center gap-2">
              <SaveControls draft={draft} />
            </div>
          )
        }
      />
      {draft === null ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : (
        <DraftContext value={draft}>
          <RedirectList />
        </DraftContext>
      )}
    </div>
  );
}

function RedirectList() {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<Redirects>();
  const { redirects } = useDraftState<Redirects>().value;
  const [search, setSearch] = useState('');
  const { wanted } = useStore(draft);
  const add = () =>
    draft.change((value) => ({
      redirects: [{ from: '', to: '', isPermanent: true, isAutomatic: false }, ...value.redirects],
    }));
  const addButton = !draft.isReadOnly && redirects.length < REDIRECTS_MAX && (
    <Button variant="secondary" onClick={add}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      {t('redirects.add')}
    </Button>
  );
  if (redirects.length === 0) {
    return (
      <EmptyState
        icon={Milestone}
        title={t('redirects.emptyTitle')}
        text={t('redirects.emptyText')}
        action={addButton}
      />
    );
  }
  const isShown = ({ from, to }: Redirect) =>
    wanted !== null || `${from} ${to}`.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">
        <input
          type="search"
          aria-label={t('redirects.search')}
          placeholder={t('redirects.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className={`${inputStyle} max-w-72 grow`}
        />
        {addButton}
      </div>
      <fieldset disabled={draft.isReadOnly}>
        <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
          {redirects.map((redirect, at) =>
            isShown(redirect) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: redirects carry no ids.
              <RedirectRow key={at} at={at} redirect={redirect} />
            ) : null,
          )}
        </ul>
      </fieldset>
    </>
  );
}

function RedirectRow({ at, redirect }: { at: number; redirect: Redirect }) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<Redirects>();
  const path = `redirects[${at}]`;
  const remove = () => draft.change((value) => ({ redirects: value.redirects.toSpliced(at, 1) }));
  return (
    <li className="grid gap-3 p-4">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 grow items-start gap-3 sm:grid-cols-[1fr_auto_1fr]">
          <PathField path={`${path}.from`} label={t('redirects.from')} placeholder="/old" />
          <ArrowRight size={16} className="mt-7 text-ink-faint max-sm:hidden" aria-hidden />
          <PathField path={`${path}.to`} label={t('redirects.to')} placeholder="/docs/new" />
        </div>
        <IconButton
          icon={Trash2}
          size="iconSm"
          className="mt-5"
          label={t('redirects.remove', { from: redirect.from })}
          onClick={remove}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6">
        <PermanentSwitch path={`${path}.isPermanent`} />
        {redirect.isAutomatic && (
          <span className="text-ink-faint text-xs">{t('redirects.automatic')}</span>
        )}
      </div>
    </li>
  );
}

function PathField(props: { path: string; label: string; placeholder: string }) {
  const { path, ...rest } = props;
  const field = useField<string>(path);
  const draft = useDraft();
  return (
    <div {...field.props} className="min-w-0">
      <TextField
        {...rest}
        value={field.value}
        error={field.error}
        onChange={field.onChange}
        onBlur={draft.settle}
        autoComplete="off"
      />
    </div>
  );
}

function PermanentSwitch({ path }: { path: string }) {
  const { t } = useTranslation('siteConfig');
  const { value, onChange } = useField<boolean>(path);
  return <SwitchRow label={t('redirects.permanent')} isOn={value} onChange={onChange} />;
}
