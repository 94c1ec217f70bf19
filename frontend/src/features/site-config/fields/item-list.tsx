import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { moveItem } from '../../../lib/collections/move-item';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { offerUndo } from '../draft/offer-undo';
import { type FieldPath, valueAt, withValueAt } from '../draft/path';
import { useDraft, useField, useLimits } from '../draft/use-draft';
import { useItemKeys } from '../sortable/item-keys';
import { SortableList } from '../sortable/sortable-list';

interface ItemListProps<T> {
  /** Path of the list in the draft. */
  path: FieldPath;
  label: string;
  /** The heading above says the same. */
  isLabelHidden?: boolean;
  addLabel: string;
  create: () => T;
  /** The name of an item; its number stands for it while it is empty. */
  nameOf: (item: T) => string;
  /** The fields of the item at `path`. */
  children: (path: FieldPath) => ReactNode;
}

/** A list of the draft: items are added, put in order and removed. */
export function ItemList<T>({ path, label, addLabel, create, ...props }: ItemListProps<T>) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft();
  const field = useField<T[]>(path);
  const { maxItems: max = Number.POSITIVE_INFINITY } = useLimits(path);
  const items = field.value;
  const keys = useItemKeys(items);
  const change = (next: (items: readonly T[]) => readonly T[]) =>
    draft.change((value) => withValueAt(value, path, next(valueAt(value, path) as T[])));
  const nameOf = (index: number) => {
    const item = items[index];
    return (item === undefined ? '' : props.nameOf(item)) || t('list.item', { place: index + 1 });
  };
  const add = () => {
    change((list) => [...list, create()]);
    draft.want(`${path}[${items.length}]`);
  };
  const remove = (index: number) => {
    const name = nameOf(index);
    change((list) => list.toSpliced(index, 1));
    offerUndo(draft, t('list.removed', { name }), t('list.undo'));
  };
  return (
    <section aria-label={label} className="flex flex-col gap-2" {...field.props}>
      <p className="flex items-baseline justify-between gap-4 text-ink-soft text-xs">
        <span className={props.isLabelHidden === true ? 'sr-only' : ''}>{label}</span>
        <span className="ms-auto text-ink-faint tabular-nums">{`${items.length} / ${max}`}</span>
      </p>
      {items.length > 0 && (
        <SortableList
          label={label}
          keys={keys}
          nameOf={nameOf}
          onMove={(from, to) => change((list) => moveItem(list, from, to))}
        >
          {(index, handle) => (
            // On a phone the handle and the button stand above the fields, which need all of the width.
            <div className="flex items-start gap-1 rounded-lg border border-line bg-canvas/50 py-3 pr-2 pl-1 max-sm:flex-wrap max-sm:justify-between max-sm:px-3 max-sm:pt-1">
              <span className="mt-4 max-sm:mt-0">{handle}</span>
              <div
                data-field={`${path}[${index}]`}
                className="flex min-w-0 grow flex-col gap-3 max-sm:order-last max-sm:basis-full"
              >
                {props.children(`${path}[${index}]`)}
              </div>
              <IconButton
                icon={Trash2}
                size="iconSm"
                label={t('list.remove', { name: nameOf(index) })}
                onClick={() => remove(index)}
              />
            </div>
          )}
        </SortableList>
      )}
      {field.error !== undefined && (
        <p role="alert" className="text-danger text-xs">
          {field.error}
        </p>
      )}
      {items.length < max ? (
        <Button variant="secondary" className="self-start" onClick={add}>
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          <span>{addLabel}</span>
        </Button>
      ) : (
        <p className="text-ink-faint text-xs">{t('list.full', { max })}</p>
      )}
    </section>
  );
}
