import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names';

export type ChipTone = 'plain' | 'good' | 'caution' | 'danger' | 'faint';

const TONES: Record<ChipTone, string> = {
  plain: 'bg-hover text-ink-soft',
  good: 'bg-accent-soft text-accent-text',
  caution: 'bg-hover text-caution',
  danger: 'bg-danger-soft text-danger',
  faint: 'bg-hover text-ink-faint',
};

/** A state in a word. */
export function Chip({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'shrink-0 whitespace-nowrap rounded px-1.5 py-0.5 text-xs',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Marks what was not paid with real money. */
export function TestChip({ label }: { label: string }) {
  return (
    <span className="shrink-0 rounded border border-caution border-dashed px-1 text-caution text-xs">
      {label}
    </span>
  );
}
