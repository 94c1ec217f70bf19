import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A line over the text: what the author has to know, and what can be done about it. */
export function NoticeBar(props: { icon: LucideIcon; text: string; children?: ReactNode }) {
  const { icon: Icon, text, children } = props;
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-4 py-1.5 text-ink text-sm"
    >
      <Icon size={14} strokeWidth={2} className="shrink-0 text-caution" aria-hidden />
      <span className="min-w-0 grow basis-48">{text}</span>
      {children && <span className="ml-auto flex gap-2">{children}</span>}
    </div>
  );
}
