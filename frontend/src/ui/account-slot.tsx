import { createContext, type ReactNode, useContext } from 'react';

/** What the app shows of the account in a header that is a feature's own: no feature knows the others' screens. */
export const AccountSlot = createContext<ReactNode>(null);

export function useAccountSlot(): ReactNode {
  return useContext(AccountSlot);
}
