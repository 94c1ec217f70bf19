import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkbench } from '../editor-context';
import { useLibrary } from './library-context';

/** The post whose name is being edited in the list, if any. */
export interface Naming {
  id: string;
  /** It was just created: the name is not written into its text. */
  isNew: boolean;
}

export interface NamingState {
  naming: Naming | null;
  name: (naming: Naming | null) => void;
}

export const NamingContext = createContext<NamingState>({ naming: null, name: () => undefined });

/** Creates a post below another one, or at the top level, and opens the input for its name in the list. */
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
