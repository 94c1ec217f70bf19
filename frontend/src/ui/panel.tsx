import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names';

interface PanelProps {
  title: string;
  lead?: string | undefined;
  /** Stands beside the title. */
  action?: ReactNode;
  tone?: 'plain' | 'danger';
  children?: ReactNode;
}

/** A section of a page with a heading. */
export function Panel({ title, lead, action, tone = 'plain', children }: PanelProps) {
  return (
    <section
      className={classNames(
        'rounded-xl border bg-surface p-5 md:p-6',
        tone === 'danger' ? 'border-danger/40' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="font-medium text-ink text-lg">{title}</h2>
          {lead !== undefined && (
            <p className="mt-1 max-w-[44em] text-base text-ink-soft leading-6">{lead}</p>
          )}
        </div>
        {action}
      </div>
      {children !== undefined && <div className="mt-5 empty:hidden">{children}</div>}
    </section>
  );
}

interface PageHeadProps {
  title: string;
  lead?: string | undefined;
  action?: ReactNode;
}

/** Heading of a page of the console. */
export function PageHead({ title, lead, action }: PageHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="break-words font-semibold font-serif text-[26px] text-ink leading-[1.3]">
          {title}
        </h1>
        {lead !== undefined && (
          <p className="mt-1 max-w-[48em] text-base text-ink-soft leading-6">{lead}</p>
        )}
      </div>
      {action}
    </div>
  );
}
