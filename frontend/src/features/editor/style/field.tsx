import type { ReactNode } from 'react';

/** Fields of the style panel under one heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h3 className="border-line border-b pb-2 font-medium text-ink-faint text-xs">{title}</h3>
      {children}
    </section>
  );
}

/** A control below its label. The control itself has the accessible name. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <span className="text-ink-soft text-xs" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
