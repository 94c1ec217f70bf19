import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';

/** A column of a table of `T`s. */
export interface Column<T> {
  /** Its heading; in a narrow window it stands before each value. */
  label: string;
  /** The value; nothing leaves the place empty. */
  cell: (item: T) => ReactNode;
  /** `title` names the row, `actions` holds its buttons, `wide` may break its lines. */
  kind?: 'title' | 'actions' | 'wide';
}

interface DataTableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  items: readonly T[];
}

/**
 * Rows under headings; in a narrow window each row is a card that names its values itself.
 *
 * The roles are written out: a table that is not laid out as one is none to a screen reader.
 */
export function DataTable<T extends { id: string }>({ label, columns, items }: DataTableProps<T>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
      tabIndex={0}
      className="scroll-thin overflow-x-auto rounded-xl border border-line bg-surface"
    >
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above. */}
      <table role="table" className="w-full border-collapse text-left text-sm max-md:block">
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-line border-b text-ink-faint text-xs">
            {columns.map((column) => (
              <th
                key={column.label}
                role="columnheader"
                scope="col"
                className="whitespace-nowrap px-4 py-2.5 font-medium"
              >
                <span className={classNames(column.kind === 'actions' && 'sr-only')}>
                  {column.label}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-line max-md:block">
          {items.map((item) => (
            <tr
              key={item.id}
              role="row"
              className="max-md:relative max-md:flex max-md:flex-col max-md:gap-1.5 max-md:p-4"
            >
              {columns.map((column) => (
                <Cell key={column.label} column={column} item={item} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above. */}
    </section>
  );
}

function Cell<T>({ column, item }: { column: Column<T>; item: T }) {
  const { label, kind } = column;
  const value = column.cell(item);
  const isNamed = kind === undefined || kind === 'wide';
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: see the table.
      role="cell"
      className={classNames(
        'px-4 py-3 align-top text-ink max-md:p-0',
        kind === 'wide' ? 'max-w-80 break-words max-md:max-w-none' : 'md:whitespace-nowrap',
        kind === 'title' && 'max-md:order-first max-md:pr-10 max-md:font-medium max-md:text-base',
        kind === 'actions' && 'md:py-1.5 max-md:absolute max-md:top-3 max-md:right-3',
        isNamed && 'max-md:grid max-md:grid-cols-[88px_1fr] max-md:gap-3',
        isNamed && isNothing(value) && 'max-md:hidden',
      )}
    >
      {isNamed && (
        <span aria-hidden className="text-ink-faint md:hidden">
          {label}
        </span>
      )}
      {isNamed ? <div className="min-w-0 break-words">{value}</div> : value}
    </td>
  );
}

function isNothing(value: ReactNode): boolean {
  return value === undefined || value === null || value === '' || value === false;
}
