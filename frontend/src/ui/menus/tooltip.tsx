import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

interface TooltipProps {
  label: string;
  /** Shortcut shown beside the label. */
  keys?: string | undefined;
  side?: 'top' | 'bottom';
  children: ReactElement;
}

/** A tooltip. The child has its own `aria-label`. */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="popup-motion flex items-center gap-2 rounded-md bg-ink px-2 forced-colors:outline py-1 text-surface text-xs">
            <span>{label}</span>
            {keys !== undefined && <kbd className="font-sans opacity-70">{keys}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Lets neighboring tooltips open without a pause. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={400}>{children}</Base.Provider>;
}
