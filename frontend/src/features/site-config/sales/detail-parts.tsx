import type { ReactNode } from 'react';

/** A part of what is shown beside a list. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="mb-2 font-medium text-base text-ink">{title}</h3>
      {children}
    </section>
  );
}

/** Names with their values; those without a value are left out. */
export function Facts({ items }: { items: readonly [name: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[minmax(88px,auto)_1fr] gap-x-4 gap-y-1.5 text-sm">
      {items
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="min-w-0 break-words text-ink">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Things that happened, the latest first, on a line. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="ml-1.5 border-line border-l">
      {children}
    </ol>
  );
}

interface TimelineItemProps {
  title: ReactNode;
  /** When it happened, and who did it. */
  meta: ReactNode;
  isFaded?: boolean;
  children?: ReactNode;
}

export function TimelineItem({ title, meta, isFaded = false, children }: TimelineItemProps) {
  return (
    <li className="relative pb-4 pl-5 last:pb-1">
      <span
        aria-hidden
        className={`absolute top-1.5 -left-[5px] size-2.5 rounded-full border-2 border-surface ${isFaded ? 'bg-line-strong' : 'bg-accent-text'}`}
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink text-sm">{title}</div>
      <p className="text-ink-faint text-xs">{meta}</p>
      {children}
    </li>
  );
}
