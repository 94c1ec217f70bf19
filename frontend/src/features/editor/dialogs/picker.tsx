import { type LucideIcon, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../../lib/class-names';
import { Dialog } from '../../../ui/dialog';

/** An entry of a picker. */
export interface PickerItem {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Where it is or when it was used, after the label. */
  detail?: string | undefined;
  /** Shortcut at the end of the line. */
  keys?: string | undefined;
}

interface PickerProps<T extends PickerItem> {
  title: string;
  /** What may be typed. */
  placeholder: string;
  /** Said when nothing is found. */
  none: string;
  /** The entries that a query means, the best first. */
  search: (query: string) => readonly T[];
  onPick: (item: T) => void;
  onClose: () => void;
}

/** A dialog that finds one of many entries as its name is typed. */
export function Picker<T extends PickerItem>(props: PickerProps<T>) {
  const { title, placeholder, none, search, onPick, onClose } = props;
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = search(query);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const pick = (item: T | undefined) => {
    if (item === undefined) return;
    // The dialog closes first: an edit then moves the focus to the text, and other entries leave it where it was.
    onClose();
    onPick(item);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = found.length - 1;
    const to = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setActive(Math.max(0, to));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(found[active]);
    }
  };
  return (
    <Dialog isOpen isTitleHidden onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <div className="flex items-center gap-3 border-line border-b pr-14 pl-5">
        <Search size={16} className="shrink-0 text-ink-faint" aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${active}`}
          aria-label={placeholder}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={handleKey}
          className="h-12 w-full bg-transparent text-lg text-ink outline-none placeholder:text-ink-faint"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={title}
        className="scroll-thin max-h-[min(420px,60dvh)] min-h-16 overflow-y-auto p-2"
      >
        {found.map((item, index) => {
          const Icon = item.icon;
          return (
            <div
              key={item.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classNames(
                'flex min-h-9 items-center gap-3 rounded-md px-3 text-base text-ink pointer-coarse:min-h-11',
                index === active && 'bg-hover',
              )}
              onPointerMove={() => setActive(index)}
              onClick={() => pick(item)}
              onKeyDown={handleKey}
            >
              <Icon size={16} strokeWidth={1.75} className="shrink-0 text-ink-faint" aria-hidden />
              <span className="min-w-0 grow truncate">{item.label}</span>
              {item.detail !== undefined && (
                <span className="max-w-1/2 shrink-0 truncate text-ink-faint text-xs">
                  {item.detail}
                </span>
              )}
              {item.keys !== undefined && (
                <kbd className="font-sans text-ink-faint text-xs pointer-coarse:hidden">
                  {item.keys}
                </kbd>
              )}
            </div>
          );
        })}
      </div>
      {found.length === 0 && (
        <p role="status" className="px-5 pb-6 text-center text-ink-faint">
          {none}
        </p>
      )}
    </Dialog>
  );
}
