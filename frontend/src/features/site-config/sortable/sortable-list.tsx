import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { buttonStyle } from '../../../ui/buttons/button';
import { useItemDrag } from './use-item-drag';

interface SortableListProps {
  /** What the list holds, for those who hear it. */
  label: string;
  /** A key for each item, in their order. */
  keys: readonly string[];
  /** The name by which an item is announced. */
  nameOf: (index: number) => string;
  onMove: (from: number, to: number) => void;
  /** An item; `handle` is what it is dragged and moved by. */
  children: (index: number, handle: ReactNode) => ReactNode;
  className?: string;
}

/** A list whose items are put in order by dragging their handles, or with the arrow keys on them. */
export function SortableList({
  label,
  keys,
  nameOf,
  onMove,
  children,
  className,
}: SortableListProps) {
  const { t } = useTranslation('siteConfig');
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<number | null>(null);
  const [said, setSaid] = useState('');
  // The browser takes the focus from an element that changes its place.
  useEffect(() => {
    if (focused.current === null) return;
    const row = list.current?.children[focused.current];
    row?.querySelector<HTMLElement>('[data-handle]')?.focus();
    focused.current = null;
  });
  const move = (from: number, to: number) => {
    if (to < 0 || to >= keys.length || from === to) return;
    setSaid(t('list.moved', { name: nameOf(from), place: to + 1, count: keys.length }));
    onMove(from, to);
  };
  const moveByKey = (from: number, to: number) => {
    focused.current = Math.min(keys.length - 1, Math.max(0, to));
    move(from, to);
  };
  return (
    <>
      <ul ref={list} aria-label={label} className={classNames('flex flex-col gap-2', className)}>
        {keys.map((key, index) => (
          <Row
            key={key}
            list={id}
            index={index}
            label={t('list.move', { name: nameOf(index), place: index + 1, count: keys.length })}
            isAlone={keys.length < 2}
            onDrop={move}
            onKey={moveByKey}
          >
            {(handle) => children(index, handle)}
          </Row>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface RowProps {
  list: string;
  index: number;
  label: string;
  isAlone: boolean;
  onDrop: (from: number, to: number) => void;
  onKey: (from: number, to: number) => void;
  children: (handle: ReactNode) => ReactNode;
}

function Row({ list, index, label, isAlone, onDrop, onKey, children }: RowProps) {
  const item = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { edge, isDragged } = useItemDrag({ item, handle }, list, index, onDrop);
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onKey(index, index + step);
  };
  return (
    <li
      ref={item}
      className={classNames(
        'relative',
        isDragged && 'opacity-40',
        edge !== null &&
          'before:absolute before:inset-x-0 before:z-10 before:h-0.5 before:rounded-full before:bg-accent-text',
        edge === 'before' && 'before:-top-[5px]',
        edge === 'after' && 'before:-bottom-[5px]',
      )}
    >
      {children(
        <button
          ref={handle}
          type="button"
          data-handle
          aria-label={label}
          onKeyDown={handleKey}
          className={classNames(
            buttonStyle({ variant: 'ghost', size: 'iconSm' }),
            'w-6 cursor-grab touch-none px-0 text-ink-faint active:cursor-grabbing',
            isAlone && 'invisible',
          )}
        >
          <GripVertical size={16} strokeWidth={1.75} aria-hidden />
        </button>,
      )}
    </li>
  );
}
