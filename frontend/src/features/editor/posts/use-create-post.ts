import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkbench } from '../editor-context';
import { useLibrary } from './library-context';

/** The post whose name is being written in the list, if any. */
export interface Naming {
  id: string;
  /** It was just made: its text stays empty whatever its name. */
  isNew: boolean;
}

export interface NamingState {
  naming: Naming | null;
  name: (naming: Naming | null) => void;
}

export const NamingContext = createContext<NamingState>({ naming: null, name: () => undefined });

/** Makes a post below another one, or at the top, and asks for its name where it stands. */
export function useCreatePost(): (parentId: string | null) => void {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const { store } = useWorkbench();
  const { name } = useContext(NamingContext);
  return (parentId) => {
    library.posts.create(parentId, t('post.untitled')).then(
      (id) => {
        store.set({ mobilePane: 'edit' });
        name({ id, isNew: true });
      },
      () => undefined,
    );
  };
}
