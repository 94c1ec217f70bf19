import { createContext, useContext } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useWorkbench } from '../../editor-context';
import { useLibrary } from '../library/library-context';

/** The post whose name is being edited in the list, if any. */
export interface Naming {
  id: string;
  /** It was just created: the name is not written into its text. */
  isNew: boolean;
}

interface NamingState {
  naming: Naming | null;
  name: (naming: Naming | null) => void;
}

const noList = () => undefined;

/** Outside of the list there is no input for a name. */
export const NamingContext = createContext<NamingState>({ naming: null, name: noList });

/** Creates a post below another one, or at the top level. In the list its name is typed first; elsewhere its text. */
export function useCreatePost(): (parentId: string | null) => void {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const workbench = useWorkbench();
  const { name } = useContext(NamingContext);
  return (parentId) => {
    // The button has the focus until the article is there: Enter on it must not make a second one.
    if (library.posts.isCreating) return;
    library.posts.create(parentId, t('post.untitled')).then(
      (id) => {
        workbench.store.set({ mobilePane: 'edit' });
        if (name === noList) workbench.source?.focus();
        // The next key goes to the name already.
        else flushSync(() => name({ id, isNew: true }));
      },
      () => undefined,
    );
  };
}
