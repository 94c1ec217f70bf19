import { ContextMenu as Base } from '@base-ui/react/context-menu';
import type { ReactElement, ReactNode } from 'react';
import { menuStyle } from './menu';

interface ContextMenuProps {
  /** The area whose right click opens it. */
  area: ReactElement;
  /** The browser's own menu opens instead. */
  isDisabled?: boolean;
  /** What gets the focus when it closes; false leaves it where it is. */
  finalFocus: () => HTMLElement | false;
  children: ReactNode;
}

/** A menu at the pointer, with the items of `menu.tsx`. */
export function ContextMenu({ area, isDisabled = false, finalFocus, children }: ContextMenuProps) {
  return (
    <Base.Root disabled={isDisabled}>
      <Base.Trigger render={area} />
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none">
          <Base.Popup finalFocus={finalFocus} className={menuStyle}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
