import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

interface PopoverProps {
  trigger: ReactElement;
  title: string;
  side?: 'top' | 'bottom';
  align?: 'start' | 'end';
  children: ReactNode;
}

/** A small panel beside its trigger. */
export function Popover(props: PopoverProps) {
  const { trigger, title, side = 'bottom', align = 'end', children } = props;
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={8} className="z-50 outline-none">
          <Base.Popup className="popup-motion w-[min(360px,calc(100vw-24px))] rounded-lg bg-raised p-1 shadow-popup outline-none">
            <Base.Title className="px-2.5 pt-2 pb-1 text-ink-faint text-xs">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A row of a popover that closes it. */
export function PopoverRow({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Base.Close
      onClick={onSelect}
      className="flex w-full items-baseline gap-3 rounded-md px-2.5 py-1.5 text-left text-ink text-sm hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px]"
    >
      {children}
    </Base.Close>
  );
}
