import type { ReactNode } from 'react';

/** A row of figures. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line md:grid-cols-[repeat(auto-fit,minmax(200px,1fr))]">
      {children}
    </dl>
  );
}

interface FigureProps {
  label: string;
  value: string;
  note?: string | null | undefined;
}

/** One figure and what it counts. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="bg-surface p-4 md:p-5">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="mt-1.5 font-semibold font-serif text-[24px] text-ink leading-8 tabular-nums">
        {value}
        {note && <span className="block font-normal font-sans text-ink-faint text-xs">{note}</span>}
      </dd>
    </div>
  );
}
