import { createContext, useContext } from 'react';

/** The theme of the interface: the user's choice, and whether it is dark now. */
export interface Appearance {
  choice: 'system' | 'light' | 'dark';
  isDark: boolean;
  choose: (choice: 'system' | 'light' | 'dark') => void;
}

const Context = createContext<Appearance>({
  choice: 'system',
  isDark: false,
  choose: () => undefined,
});

export const AppearanceProvider = Context.Provider;

export function useAppearance(): Appearance {
  return useContext(Context);
}
