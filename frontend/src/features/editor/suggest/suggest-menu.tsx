import type { LucideIcon } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isComposition } from '../../../lib/browser/composition';
import { chordText, isMacPlatform } from '../../../lib/browser/key-chord';
import { classNames } from '../../../lib/class-names';
import { useStore } from '../../../ui/hooks/use-store';
import { useRunCommand } from '../commands/command-provider';
import { slashCommands } from '../commands/commands';
import { searchCommands } from '../commands/search-commands';
import { useWorkbench } from '../editor-context';
import { enter } from '../edits/typing/typing';
import { listHeight, MAX_HEIGHT_PX } from './list-height';
import { searchLanguages, writtenName } from './search-languages';
import type { OpenSuggestions, Suggestions } from './suggestions';

interface Choice {
  id: string;
  label: string;
  detail: string;
  icon?: LucideIcon;
  pick: () => void;
}

const WIDTH_PX = 288;
const GAP_PX = 4;
/** The height of an entry, see its classes. */
const ROW_PX = 32;
const TOUCH_ROW_PX = 44;

/** Shows the commands of the slash menu, or the languages of code blocks, beside the cursor. The focus stays in the text. */
export function useSuggestMenu(suggestions: Suggestions) {
  const { t } = useTranslation('tools');
  const { open } = useStore(suggestions.store);
  const choicesOf = useChoices();
  const choices = open === null ? [] : choicesOf(open);
  const key = open === null ? '' : `${open.kind} ${open.query}`;
  // A language is chosen on purpose: Enter right after the fence only breaks the line.
  const first = open?.kind === 'language' && open.query === '' ? -1 : 0;
  const [moved, setMoved] = useState({ key: '', active: 0 });
  // The next list begins at its first entry.
  if (open === null && moved.key !== '') setMoved({ key: '', active: 0 });
  const active = moved.key === key ? moved.active : first;
  const isShown = open !== null && choices.length > 0;
  /** Picks an entry, or the first of what has been typed since the list was drawn. False when nothing fits any more. */
  const pickAt = (index: number): boolean => {
    const now = suggestions.now();
    if (now === null) return false;
    const choice = choicesOf(now)[now.query === open?.query ? index : 0];
    if (choice === undefined) return false;
    suggestions.dismiss();
    choice.pick();
    return true;
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (!isShown || isComposition(event.nativeEvent)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const last = choices.length - 1;
    const isAccept = event.key === 'Enter' || event.key === 'Tab';
    const isChosen = active >= 0 || suggestions.now()?.query !== open.query;
    const to = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
    }[event.key];
    if (to !== undefined) setMoved({ key, active: to });
    else if (event.key === 'Escape') suggestions.dismiss();
    else if (!isAccept || !isChosen || !pickAt(active)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const menu = isShown ? (
    <List
      choices={choices}
      active={active}
      open={open}
      label={t(open.kind === 'command' ? 'suggest.commands' : 'suggest.languages')}
      onMove={(index) => setMoved({ key, active: index })}
      onPick={pickAt}
      onLeave={() => suggestions.dismiss()}
    />
  ) : null;
  return { menu, handleKey };
}

function useChoices(): (open: OpenSuggestions) => Choice[] {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const run = useRunCommand();
  return (open) => {
    const replaceWith = (insert: string) => {
      const source = workbench.source;
      if (source === null) return;
      const { start } = source.selected();
      const from = start - open.length;
      const cursor = from + insert.length;
      source.apply({ from, to: start, insert, selectStart: cursor, selectEnd: cursor });
    };
    if (open.kind === 'language') {
      return searchLanguages(open.query).map((language) => ({
        id: language.name,
        label: language.name,
        detail: language.aliases.slice(0, 3).join(' '),
        pick: () => {
          replaceWith(writtenName(language, open.query));
          const source = workbench.source;
          if (source === null) return;
          const selected = source.selected();
          const at = selected.start + 1;
          source.apply(
            enter(selected) ?? {
              from: selected.start,
              to: selected.start,
              insert: '\n',
              selectStart: at,
              selectEnd: at,
            },
          );
        },
      }));
    }
    return searchCommands(slashCommands, open.query, (command) => t(`command.${command.id}`)).map(
      (command) => ({
        id: command.id,
        label: t(`command.${command.id}`),
        detail: command.keys === undefined ? '' : chordText(command.keys, isMacPlatform()),
        icon: command.icon,
        pick: () => {
          replaceWith('');
          run(command);
        },
      }),
    );
  };
}

interface ListProps {
  choices: readonly Choice[];
  active: number;
  open: OpenSuggestions;
  label: string;
  onMove: (index: number) => void;
  onPick: (index: number) => void;
  /** The author turned to something else. */
  onLeave: () => void;
}

function List({ choices, active, open, label, onMove, onPick, onLeave }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active < 0) list.current?.scrollTo({ top: 0 });
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  useLeaving(list, onLeave);
  return createPortal(
    <div
      ref={list}
      role="listbox"
      aria-label={label}
      data-testid="suggestions"
      className="popup-motion scroll-thin fixed z-50 overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-popup"
      style={placeOf(open)}
      // The focus and the cursor stay in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map((choice, index) => {
        const Icon = choice.icon;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are met in the text, where the focus stays
          <div
            key={choice.id}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classNames(
              'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-ink select-none pointer-coarse:min-h-11',
              index === active && 'bg-hover',
            )}
            onPointerMove={(event) => event.pointerType === 'mouse' && onMove(index)}
            onClick={() => onPick(index)}
          >
            {Icon !== undefined && (
              <Icon size={16} strokeWidth={1.75} className="shrink-0 text-ink-faint" aria-hidden />
            )}
            <span className="truncate">{choice.label}</span>
            <span
              className={classNames(
                'ml-auto truncate pl-4 text-ink-faint text-xs',
                // A touch screen has no keys for shortcuts.
                open.kind === 'command' && 'pointer-coarse:hidden',
              )}
            >
              {choice.detail}
            </span>
          </div>
        );
      })}
      <p role="status" className="sr-only">
        {choices[active]?.label ?? ''}
      </p>
    </div>,
    document.body,
  );
}

/** Below the cursor, or above it where there is more room; on a phone the keyboard takes a part of the window. */
function placeOf({ box }: OpenSuggestions): CSSProperties {
  const view = window.visualViewport;
  const [top, height] = [view?.offsetTop ?? 0, view?.height ?? window.innerHeight];
  const below = top + height - box.bottom - GAP_PX * 2;
  const above = box.top - top - GAP_PX * 2;
  const width = Math.min(WIDTH_PX, window.innerWidth - GAP_PX * 4);
  const left = Math.max(GAP_PX * 2, Math.min(box.left, window.innerWidth - width - GAP_PX * 2));
  const isBelow = below >= Math.min(MAX_HEIGHT_PX, above);
  const rowPx = matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_PX : ROW_PX;
  return {
    left,
    width,
    maxHeight: listHeight(isBelow ? below : above, rowPx),
    ...(isBelow ? { top: box.bottom + GAP_PX } : { bottom: window.innerHeight - box.top + GAP_PX }),
  };
}

/** A click elsewhere and scrolling close the list. */
function useLeaving(list: RefObject<HTMLElement | null>, onLeave: () => void): void {
  const latest = useRef(onLeave);
  latest.current = onLeave;
  useEffect(() => {
    const leave = (event: Event) => {
      if (!(event.target instanceof Node) || !list.current?.contains(event.target))
        latest.current();
    };
    addEventListener('pointerdown', leave, true);
    addEventListener('wheel', leave, { capture: true, passive: true });
    addEventListener('blur', leave);
    return () => {
      removeEventListener('pointerdown', leave, true);
      removeEventListener('wheel', leave, true);
      removeEventListener('blur', leave);
    };
  }, [list]);
}
