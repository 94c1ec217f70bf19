import { Popover } from '@base-ui/react/popover';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { buttonStyle } from '../../../ui/buttons/button';
import { inputStyle } from '../../../ui/fields/text-field';
import type { FieldPath } from '../draft/path';
import { useField } from '../draft/use-draft';
import { SiteIcon } from './site-icon';
import { SITE_ICONS, type SiteIconName } from './site-icons';

const NAMES = Object.keys(SITE_ICONS) as SiteIconName[];

/** An icon of the draft, chosen from those that sites may use. */
export function IconField({ path, label }: { path: FieldPath; label: string }) {
  const field = useField<string>(path);
  return (
    <div {...field.props} className="flex shrink-0 flex-col gap-1.5">
      <IconPicker label={label} value={field.value} onChange={field.onChange} />
      {field.error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {field.error}
        </p>
      )}
    </div>
  );
}

interface IconPickerProps {
  label: string;
  /** The name of the icon; none when empty. */
  value: string;
  onChange: (name: string) => void;
}

/** Chooses an icon from those that sites may use. */
export function IconPicker({ label, value, onChange }: IconPickerProps) {
  const { t } = useTranslation('siteConfig');
  const [isOpen, setIsOpen] = useState(false);
  const choose = (name: string) => {
    onChange(name);
    setIsOpen(false);
  };
  return (
    <div className="flex shrink-0 flex-col gap-1.5">
      <span className="text-ink-soft text-xs" aria-hidden>
        {label}
      </span>
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger
          aria-label={t('icons.choose', {
            label,
            name: value === '' ? t('icons.none') : iconWord(t, value),
          })}
          className={classNames(buttonStyle({ variant: 'secondary', size: 'icon' }), 'w-12')}
        >
          {value === '' ? (
            <span className="text-ink-faint text-xs">{t('icons.none')}</span>
          ) : (
            <SiteIcon name={value} />
          )}
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner align="start" sideOffset={6} className="z-50 outline-none">
            <Popover.Popup
              aria-label={label}
              className="popup-motion w-[min(336px,calc(100vw-24px))] rounded-lg bg-raised p-2 shadow-popup outline-none"
            >
              <IconGrid value={value} onChoose={choose} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}

function IconGrid({ value, onChoose }: { value: string; onChoose: (name: string) => void }) {
  const { t } = useTranslation('siteConfig');
  const id = useId();
  const [search, setSearch] = useState('');
  const found = findIcons(search, (name) => wordsOf(t, name));
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <Search
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint"
        />
        <label htmlFor={id} className="sr-only">
          {t('icons.search')}
        </label>
        <input
          id={id}
          type="search"
          value={search}
          placeholder={t('icons.search')}
          onChange={(event) => setSearch(event.target.value)}
          className={classNames(inputStyle, 'pl-8')}
        />
      </div>
      <div className="scroll-thin grid max-h-64 grid-cols-8 gap-1 overflow-y-auto overscroll-contain pointer-coarse:grid-cols-6">
        <IconChoice name="" word={t('icons.none')} isChosen={value === ''} onChoose={onChoose} />
        {found.map((name) => (
          <IconChoice
            key={name}
            name={name}
            word={iconWord(t, name)}
            isChosen={value === name}
            onChoose={onChoose}
          />
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'pb-1 text-ink-faint text-sm' : 'sr-only'}>
        {found.length === 0 ? t('icons.notFound') : t('icons.found', { count: found.length })}
      </p>
    </div>
  );
}

interface IconChoiceProps {
  name: string;
  word: string;
  isChosen: boolean;
  onChoose: (name: string) => void;
}

function IconChoice({ name, word, isChosen, onChoose }: IconChoiceProps) {
  return (
    <button
      type="button"
      title={word}
      aria-label={word}
      aria-pressed={isChosen}
      onClick={() => onChoose(name)}
      className={classNames(buttonStyle({ variant: 'ghost', size: 'icon' }), 'w-full px-0')}
    >
      {name === '' ? <span className="text-2xs">{word}</span> : <SiteIcon name={name} />}
    </button>
  );
}

/** Icons whose name or words hold what is searched for. */
function findIcons(search: string, wordsOfIcon: (name: SiteIconName) => string): SiteIconName[] {
  const wanted = search.trim().toLowerCase();
  return NAMES.filter((name) => `${name} ${wordsOfIcon(name)}`.toLowerCase().includes(wanted));
}

type Lookup = (key: string, options: object) => string;

/** All words by which an icon is found. */
function wordsOf(t: unknown, name: string): string {
  return (t as Lookup)(`icons.words.${name}`, { defaultValue: name });
}

/** The word that names an icon. */
export function iconWord(t: unknown, name: string): string {
  return wordsOf(t, name).split(' ')[0] ?? name;
}
