import { type LucideIcon, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isComposition } from '../../lib/browser/composition';
import { classNames } from '../../lib/class-names';
import { Dialog } from '../dialogs/dialog';

/** An entry of a picker. */
export interface PickerItem {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Where it is or when it was used, after the label. */
  detail?: string | undefined;
  /** Shortcut at the end of the line. */
  keys?: string | undefined;
  /** The line of a text that was found, below the label. */
  excerpt?: { before: string; found: string; after: string } | undefined;
}

/** Entries that belong together, with their heading where there are several groups. */
export interface PickerGroup<T extends PickerItem> {
  id: string;
  label?: string;
  items: readonly T[];
}

interface PickerProps<T extends PickerItem> {
  title: string;
  /** What may be typed. */
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** The entries that the query means, the best first. Empty groups are left out. */
  groups: readonly PickerGroup<T>[];
  /** Said when there is no entry. */
  none: string;
  /** Said below the entries. */
  note?: ReactNode;
  onPick: (item: T) => void;
  onClose: () => void;
}

/** A dialog that finds one of many entries as its name is typed. */
export function Picker<T extends PickerItem>(props: PickerProps<T>) {
  const { title, placeholder, query, onQuery, none, note, onPick, onClose } = props;
  const id = useId();
  // By its ID: entries that arrive later must not take its place.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const groups = props.groups.filter(({ items }) => items.length > 0);
  const items = groups.flatMap((group) => group.items);
  const chosen = items.find((item) => item.id === chosenId) ?? items[0];
  const list = useScrollTo(query, chosen?.id);
  const optionId = (item: T) => `${id}-${item.id}`;
  const pick = (item: T | undefined) => {
    if (item === undefined) return;
    // The dialog closes first: an edit then moves the focus to the text, and other entries leave it where it was.
    onClose();
    onPick(item);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (isComposition(event.nativeEvent)) return;
    const last = items.length - 1;
    const at = chosen === undefined ? -1 : items.indexOf(chosen);
    const to = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) pick(chosen);
    else setChosenId(items[to]?.id ?? null);
  };
  return (
    <Dialog
      form="top"
      isOpen
      isTitleHidden
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
    >
      <div className="flex shrink-0 items-center gap-3 border-line border-b pr-14 pl-5">
        <Search size={16} className="shrink-0 text-ink-faint" aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
          aria-label={placeholder}
          placeholder={placeholder}
          value={query}
          onChange={(event) => {
            onQuery(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={handleKey}
          className="h-12 w-full text-ellipsis bg-transparent text-ink text-lg outline-none placeholder:text-ink-faint"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={title}
        className="scroll-thin min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {groups.map((group) => (
          <Group key={group.id} id={`${id}-${group.id}`} label={group.label}>
            {group.items.map((item) => (
              <Option
                key={item.id}
                id={optionId(item)}
                item={item}
                isChosen={item === chosen}
                onPoint={() => setChosenId(item.id)}
                onPick={() => pick(item)}
                onKey={handleKey}
              />
            ))}
          </Group>
        ))}
      </div>
      {items.length === 0 && (
        <p role="status" className="break-words px-5 py-8 text-center text-ink-faint">
          {none}
        </p>
      )}
      {note}
    </Dialog>
  );
}

/** Keeps the chosen entry in sight. The first one comes with all that stands above it. */
function useScrollTo(query: string, chosenId: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when something else is looked for or chosen.
  useEffect(() => {
    const options = list.current?.querySelectorAll('[role=option]');
    const chosen = list.current?.querySelector('[aria-selected=true]');
    if (chosen === options?.[0]) list.current?.scrollTo({ top: 0 });
    else chosen?.scrollIntoView({ block: 'nearest' });
  }, [query, chosenId]);
  return list;
}

function Group(props: { id: string; label: string | undefined; children: ReactNode }) {
  const { id, label, children } = props;
  if (label === undefined) return children;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, which a fieldset is not.
    <div role="group" aria-labelledby={id} className="not-first:mt-2">
      <div id={id} aria-hidden className="px-3 pt-1.5 pb-1 font-medium text-ink-faint text-xs">
        {label}
      </div>
      {children}
    </div>
  );
}

interface OptionProps {
  id: string;
  item: PickerItem;
  isChosen: boolean;
  onPoint: () => void;
  onPick: () => void;
  onKey: (event: KeyboardEvent) => void;
}

function Option({ id, item, isChosen, onPoint, onPick, onKey }: OptionProps) {
  const { icon: Icon, label, detail, keys, excerpt } = item;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classNames(
        'flex min-h-9 gap-3 rounded-md px-3 py-2 text-base text-ink pointer-coarse:min-h-11 pointer-coarse:py-3',
        isChosen && 'bg-hover',
      )}
      onPointerMove={onPoint}
      onClick={onPick}
      onKeyDown={onKey}
    >
      <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-ink-faint" aria-hidden />
      <span className="min-w-0 grow">
        <span className="flex gap-3">
          <span className="min-w-0 grow truncate">{label}</span>
          {detail !== undefined && (
            <span className="max-w-1/2 shrink-0 truncate text-ink-faint text-xs leading-5">
              {detail}
            </span>
          )}
          {keys !== undefined && (
            <kbd className="font-sans text-ink-faint text-xs leading-5 pointer-coarse:hidden">
              {keys}
            </kbd>
          )}
        </span>
        {excerpt !== undefined && (
          <span className="mt-0.5 block truncate text-ink-soft text-sm">
            <span>{excerpt.before}</span>
            <mark className="rounded-sm bg-accent-soft text-accent-text">{excerpt.found}</mark>
            <span>{excerpt.after}</span>
          </span>
        )}
      </span>
    </div>
  );
}
