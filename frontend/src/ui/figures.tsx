import type { ReactNode } from 'react';

/** Two in a row on a phone. */
const PHONE = 'grid-cols-2 max-md:[&>:last-child:nth-child(odd)]:col-span-2';
/** Up to four in one row; more in rows of three, five in one row on a wide screen. */
const DESK =
  'md:grid-cols-[repeat(auto-fit,minmax(200px,1fr))] md:has-[>:nth-child(5)]:grid-cols-3 xl:has-[>:nth-child(5):last-child]:grid-cols-5 md:max-xl:[&>:last-child:nth-child(5)]:col-span-2 md:[&>:last-child:nth-child(7)]:col-span-3';

/** Statistics side by side. The last one fills its row, so that no cell is empty. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl
      className={`grid overflow-hidden rounded-xl border border-line bg-surface ${PHONE} ${DESK}`}
    >
      {children}
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note?: string | null | undefined;
}

/** One number with its label. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="p-4 shadow-[1px_0_0_var(--line),0_1px_0_var(--line)] md:p-5">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="mt-1.5 font-semibold font-serif text-[20px] text-ink leading-[1.6] md:text-[24px] md:leading-[calc(32/24)] tabular-nums">
        <span>{value}</span>
        {note && <span className="block font-normal font-sans text-ink-faint text-xs">{note}</span>}
      </dd>
    </div>
  );
}
