import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangedTab } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { isRecord } from '../../../lib/is-record';
import { formatMoment } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { isImage, type SettingChange, settingChanges } from './setting-changes';
import { type NamedSetting, nameSetting, valueWord } from './setting-words';

/** Tabs whose settings differ from those that visitors see, and what differs. */
export function ChangedTabs({ tabs }: { tabs: readonly ChangedTab[] }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {tabs.map((tab) => (
        <TabRow
          key={tab.tab}
          {...tab}
          isOpen={open === tab.tab}
          onToggle={() => setOpen(open === tab.tab ? null : tab.tab)}
        />
      ))}
    </ul>
  );
}

interface TabRowProps extends ChangedTab {
  isOpen: boolean;
  onToggle: () => void;
}

function TabRow({ tab, before, after, isOpen, onToggle }: TabRowProps) {
  const { t, i18n } = useTranslation(['siteConfig', 'editor']);
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' });
  const changes = settingChanges(before, after).map((change) => ({
    ...change,
    ...nameSetting(t, tab, change.path, change.kind === 'removed' ? before : after),
  }));
  return (
    <li className="px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0">
          <span className="block text-ink text-sm">{t(`changes.tabs.${tab}`)}</span>
          <span className="line-clamp-2 text-ink-faint text-xs">
            {list.format(changes.map(({ name }) => name))}
          </span>
        </span>
        <Button size="sm" aria-expanded={isOpen} onClick={onToggle}>
          <span>{t(isOpen ? 'changes.hide' : 'changes.compare')}</span>{' '}
          <span className="sr-only">{t(`changes.tabs.${tab}`)}</span>
        </Button>
      </div>
      {isOpen && (
        <ul className="mt-2 grid gap-3 rounded-md border border-line p-3">
          {changes.map((change) => (
            <ChangedSetting key={`${change.kind} ${change.path}`} {...change} />
          ))}
        </ul>
      )}
    </li>
  );
}

function ChangedSetting({ name, field, kind, before, after }: SettingChange & NamedSetting) {
  const { t } = useTranslation('siteConfig');
  const item = kind === 'added' ? after : before;
  return (
    <li className="grid gap-1">
      <span className="font-medium text-ink text-xs">{name}</span>
      {kind === 'changed' ? (
        <dl className="grid gap-1.5 text-sm sm:grid-cols-2">
          <Side label={t('changes.before')} field={field} value={before} />
          <Side label={t('changes.after')} field={field} value={after} />
        </dl>
      ) : (
        <span className="line-clamp-2 break-words text-ink-soft text-sm">
          {[t(`changes.${kind}`), kind === 'reordered' ? '' : titleOf(item)]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
      )}
    </li>
  );
}

function Side({ label, field, value }: { label: string; field: string; value: unknown }) {
  return (
    <div className="min-w-0 rounded-md bg-hover px-2.5 py-1.5">
      <dt className="text-ink-faint text-xs">{label}</dt>
      <dd className="line-clamp-4 whitespace-pre-wrap break-words text-ink">
        <Value field={field} value={value} />
      </dd>
    </div>
  );
}

function Value({ field, value }: { field: string; value: unknown }) {
  const { t, i18n } = useTranslation(['siteConfig', 'editor']);
  if (isImage(value)) {
    return (
      <>
        <img src={value.url} alt="" className="mb-1 max-h-16 max-w-full rounded object-contain" />
        <span>{value.alt}</span>
      </>
    );
  }
  if (field === 'appearance.color' && typeof value === 'string') {
    return (
      <span className="inline-flex items-center gap-1.5">
        <span
          aria-hidden
          className="forced-color-adjust-none size-3 rounded-full forced-colors:outline"
          style={{ backgroundColor: value }}
        />
        <span>{value}</span>
      </span>
    );
  }
  const word = valueWord(t, field, value);
  if (word !== null) return word;
  if (typeof value === 'string' && /\.(starts|ends)At$/.test(field)) {
    return formatMoment(localeOf(i18n), value);
  }
  const text = Array.isArray(value) ? value.join('\n') : String(value ?? '');
  return text === '' ? <span className="text-ink-faint">{t('conflict.empty')}</span> : text;
}

/** By what an item of a list is known: a section by its title, a link by its text. */
function titleOf(item: unknown): string {
  if (!isRecord(item)) return '';
  const { content, title, text, name, question, label, author } = item;
  if (isRecord(content)) return titleOf(content);
  const known = [title, text, name, question, label, author];
  return known.find((word): word is string => typeof word === 'string' && word !== '') ?? '';
}
