import { Dialog as Base } from '@base-ui/react/dialog';
import { CornerDownLeft, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { classNames } from '../../lib/class-names';
import { session } from '../../storage/session';
import { useStore } from '../../ui/use-store';
import { findEntries, searchEntries } from './search-entries';

interface SearchDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Finds a page or a section by a part of its name. */
export function SearchDialog({ isOpen, onOpenChange }: SearchDialogProps) {
  const { t } = useTranslation();
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-label={t('search.title')}
          className="fixed top-[12dvh] left-1/2 z-40 flex max-h-[70dvh] w-[min(560px,calc(100vw-24px))] -translate-x-1/2 flex-col overflow-hidden rounded-xl bg-raised shadow-popup outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Finder onLeave={() => onOpenChange(false)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Finder({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const { user } = useStore(session);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = findEntries(
    searchEntries(t, user !== null, user?.roles.includes('admin') === true),
    query,
  );
  const open = (index: number) => {
    const entry = entries[index];
    if (entry === undefined) return;
    onLeave();
    void navigate(entry.to);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') open(chosen);
    else if (event.key === 'ArrowDown') setChosen(Math.min(chosen + 1, entries.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search size={18} strokeWidth={1.75} className="shrink-0 text-ink-faint" aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? `${id}-${chosen}` : undefined}
          aria-label={t('search.title')}
          placeholder={t('search.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={handleKey}
          className="h-13 w-full bg-transparent text-ink text-lg outline-none placeholder:text-ink-faint"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('search.result')}
        className="scroll-thin min-h-0 overflow-y-auto p-2"
      >
        {entries.map((entry, index) => (
          <div
            key={entry.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            tabIndex={-1}
            onClick={() => open(index)}
            onKeyDown={undefined}
            onPointerMove={() => setChosen(index)}
            ref={index === chosen ? scrollIntoView : null}
            className={classNames(
              'flex h-11 items-center justify-between rounded-md px-3 text-base text-ink',
              index === chosen && 'bg-hover',
            )}
          >
            {entry.label}
            {index === chosen && (
              <CornerDownLeft size={14} strokeWidth={1.75} className="text-ink-faint" aria-hidden />
            )}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p role="status" className="px-5 pb-6 text-base text-ink-faint">
          {t('search.empty', { query })}
        </p>
      )}
      <p className="border-line border-t px-5 py-2.5 text-ink-faint text-xs max-sm:hidden">
        {t('search.hint')}
      </p>
    </>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Ctrl K or ⌘ K opens the search. */
export function useSearchKey(open: () => void): void {
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [open]);
}
