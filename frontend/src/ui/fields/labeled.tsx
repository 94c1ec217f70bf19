import type { ReactNode } from 'react';

/** A small label above a control that says its own name to screen readers. */
export function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div aria-hidden className="mb-1.5 text-ink-soft text-xs">
        {label}
      </div>
      {children}
    </div>
  );
}
