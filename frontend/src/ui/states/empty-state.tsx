import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** The next step. */
  action?: ReactNode;
}

/** Shown in place of an empty list: why it is empty and what to do. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center rounded-xl border border-line-strong border-dashed px-6 py-14 text-center">
      <Icon size={28} strokeWidth={1.5} className="text-ink-faint" aria-hidden />
      <h2 className="mt-4 font-medium text-ink text-lg">{title}</h2>
      <p className="mt-2 max-w-[34em] text-pretty text-base text-ink-soft leading-6">{text}</p>
      {action !== undefined && (
        <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>
      )}
    </div>
  );
}
