import { createContext, type ReactNode, useContext } from 'react';

/** The account menu for headers of features, provided by the app because features do not import each other. */
export const AccountSlot = createContext<ReactNode>(null);

export function useAccountSlot(): ReactNode {
  return useContext(AccountSlot);
}
