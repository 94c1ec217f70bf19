import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftTab } from '../../../config/site-tabs';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Segments } from '../../../ui/fields/segments';
import type { DraftState, Stored } from './draft';
import { type Difference, differences, merged, type Side } from './merge';
import type { FieldPath } from './path';
import { useDraft, useDraftState } from './use-draft';

/** Somebody else saved this tab in the meantime: field by field it is decided what holds. */
export function ConflictDialog({ tab }: { tab: DraftTab }) {
  const state = useDraftState();
  if (state.conflict === null) return null;
  return <Conflict tab={tab} state={state} conflict={state.conflict} />;
}

interface ConflictProps {
  tab: DraftTab;
  state: DraftState<object>;
  conflict: Stored<object>;
}

function Conflict({ tab, state, conflict }: ConflictProps) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft();
  const { value: mine, saved } = state;
  const theirs = conflict.data;
  const list = differences(saved, mine, theirs);
  // What only one side changed is settled; where both did, what was just written comes first.
  const [choices, setChoices] = useState<Record<FieldPath, Side>>({});
  const choiceOf = ({ path, changedBy }: Difference) =>
    choices[path] ?? (changedBy === 'them' ? 'theirs' : 'mine');
  const chooseAll = (choice: Side) =>
    setChoices(Object.fromEntries(list.map(({ path }) => [path, choice])));
  const apply = async () => {
    draft.resolve(merged(saved, mine, theirs, choiceOf));
    if (draft.get().isDirty) await draft.save();
  };
  return (
    <Dialog
      isOpen
      isWide
      onOpenChange={(isOpen) => !isOpen && draft.postpone()}
      title={t('conflict.title')}
      description={
        conflict.updatedByNickname
          ? t('conflict.textBy', { name: conflict.updatedByNickname })
          : t('conflict.text')
      }
      actions={
        <>
          <Button variant="secondary" onClick={() => draft.postpone()}>
            {t('conflict.later')}
          </Button>
          <Button variant="primary" onClick={() => void apply()}>
            {t('conflict.apply')}
          </Button>
        </>
      }
    >
      <div className="mb-4 flex gap-2">
        <Button variant="secondary" size="sm" onClick={() => chooseAll('mine')}>
          {t('conflict.allMine')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => chooseAll('theirs')}>
          {t('conflict.allTheirs')}
        </Button>
      </div>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {list.map((item) => (
          <li key={item.path} className="grid gap-2 p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium text-ink text-sm">
                <DifferenceName tab={tab} difference={item} />
              </span>
              <div className="w-48">
                <Segments
                  label={t('conflict.choose')}
                  value={choiceOf(item)}
                  options={(['mine', 'theirs'] as const).map((value) => ({
                    value,
                    label: t(`conflict.${value}`),
                  }))}
                  onChange={(choice) => setChoices({ ...choices, [item.path]: choice })}
                />
              </div>
            </div>
            <div className="grid gap-2 text-sm sm:grid-cols-2">
              <Version label={t('conflict.mine')} of={item} value={item.mine} />
              <Version label={t('conflict.theirs')} of={item} value={item.theirs} />
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Version({ label, of, value }: { label: string; of: Difference; value: unknown }) {
  const { t } = useTranslation('siteConfig');
  return (
    <div className="min-w-0 rounded-md bg-hover px-2.5 py-1.5">
      <span className="block text-ink-faint text-xs">{label}</span>
      <span className="line-clamp-4 whitespace-pre-wrap break-words text-ink">
        {shownValue(value) ??
          (Array.isArray(value)
            ? t('conflict.items', { count: value.length })
            : value === true
              ? t('conflict.on')
              : value === false
                ? t('conflict.off')
                : t(
                    of.kind === 'item' && value === undefined
                      ? 'conflict.missing'
                      : 'conflict.empty',
                  ))}
      </span>
    </div>
  );
}

/** What a value says by itself, in one or some lines. */
function shownValue(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    const names = value.map(nameOf);
    return names.length > 0 && names.every((name) => name !== null) ? names.join('\n') : null;
  }
  return typeof value === 'object' && value !== null ? nameOf(value) : null;
}

function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  const name = fields.name || fields.text || fields.title || fields.from || fields.question;
  const own = [name || fields.alt, fields.url ?? fields.to];
  const parts = own.filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(' · ') : nameOf(fields.content ?? fields.image);
}

/** The words over the field in the form, and the place in its list. */
function DifferenceName({ tab, difference }: { tab: DraftTab; difference: Difference }) {
  const { t } = useTranslation('siteConfig');
  const { path, place, kind } = difference;
  const [name = path] = path.split(/[.[]/);
  const lookup = t as unknown as (key: string, options: { defaultValue: string }) => string;
  const words = lookup(`fields.${tab}.${name}`, { defaultValue: t('conflict.field') });
  const parts = [words, place === undefined ? '' : String(place + 1)];
  if (kind === 'order') parts.push(t('conflict.order'));
  return <>{parts.filter((part) => part !== '').join(' · ')}</>;
}
