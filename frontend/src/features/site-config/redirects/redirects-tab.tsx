import { ArrowRight, Milestone, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../api/generated/site-settings';
import type { Redirect, Redirects } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { inputStyle, TextField } from '../../../ui/fields/text-field';
import { useStore } from '../../../ui/hooks/use-store';
import { EmptyState } from '../../../ui/states/empty-state';
import { useDraft, useDraftState, useField } from '../draft/use-draft';
import { SettingsTab } from '../site/settings-tab';
import { useItemKeys } from '../sortable/item-keys';
import { redirectsRules } from './redirects-rules';

/** Redirects of a site, as one list; those of a release stand among them. */
export function RedirectsTab() {
  const { t } = useTranslation('siteConfig');
  const [search, setSearch] = useState('');
  return (
    <SettingsTab
      tab="redirects"
      title={t('nav.redirects')}
      lead={t('redirects.lead')}
      rules={redirectsRules}
      tools={<RedirectSearch value={search} onChange={setSearch} />}
    >
      <RedirectList search={search} />
    </SettingsTab>
  );
}

function RedirectSearch(props: { value: string; onChange: (search: string) => void }) {
  const { t } = useTranslation('siteConfig');
  const { redirects } = useDraftState<Redirects>().value;
  if (redirects.length === 0) return null;
  return (
    <input
      type="search"
      aria-label={t('redirects.search')}
      placeholder={t('redirects.search')}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      className={`${inputStyle} mb-4 max-w-72`}
    />
  );
}

function RedirectList({ search }: { search: string }) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<Redirects>();
  const { redirects } = useDraftState<Redirects>().value;
  const { wanted } = useStore(draft);
  const keys = useItemKeys(redirects);
  const add = () => {
    draft.change((value) => ({
      redirects: [{ from: '', to: '', isPermanent: true, isAutomatic: false }, ...value.redirects],
    }));
    draft.want('redirects[0].from');
  };
  const addButton = !draft.isReadOnly &&
    redirects.length < LIMITS.RedirectsDto.redirects.maxItems && (
      <Button variant="secondary" onClick={add}>
        <Plus size={16} strokeWidth={1.75} aria-hidden />
        <span>{t('redirects.add')}</span>
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
  // A new one is found by nothing yet.
  const isShown = ({ from, to }: Redirect) =>
    wanted !== null ||
    from === '' ||
    `${from} ${to}`.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <>
      {addButton && <div>{addButton}</div>}
      <ul
        data-field="redirects"
        className="divide-y divide-line rounded-xl border border-line bg-surface"
      >
        {redirects.map((redirect, at) =>
          isShown(redirect) ? <RedirectRow key={keys[at]} at={at} redirect={redirect} /> : null,
        )}
      </ul>
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
