import type { ReactNode } from 'react';

interface DataTableProps {
  label: string;
  /** Headings of the columns; the last may be empty, over actions. */
  columns: readonly string[];
  children: ReactNode;
}

/** Rows under headings; a narrow window scrolls them sideways. */
export function DataTable({ label, columns, children }: DataTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
      tabIndex={0}
      className="scroll-thin overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table className="w-full min-w-[680px] border-collapse text-left text-sm">
        <thead>
          <tr className="border-line border-b text-ink-faint text-xs">
            {columns.map((column) => (
              <th key={column} scope="col" className="whitespace-nowrap px-4 py-2.5 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

/** A cell of {@link DataTable}. */
export function Cell({ children, wide = false }: { children?: ReactNode; wide?: boolean }) {
  return (
    <td
      className={
        wide
          ? 'max-w-80 break-words px-4 py-3 align-top text-ink'
          : 'whitespace-nowrap px-4 py-3 align-top text-ink'
      }
    >
      {children}
    </td>
  );
}
