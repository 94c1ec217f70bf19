import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../i18n/error-text';
import { KeyedError } from '../../../../lib/keyed-error';
import { newId } from '../../../../lib/new-id';
import { toast } from '../../../../ui/states/toast';
import { useEditor } from '../../editor-context';
import { saveStateOf } from '../../store';
import { focusTreeIfLost } from '../tree/tree-focus';
import type { UndoStep } from '../undo/undo-steps';
import type { Library } from './library';
import type { LibraryState } from './library-core';

const Context = createContext<Library | null>(null);

/** Provides the documents to everything below, listens to other tabs and shows failures. */
export function LibraryProvider({ library, children }: { library: Library; children: ReactNode }) {
  const { t } = useTranslation('library');
  // A new language must not restart the library.
  const words = useRef(t);
  words.current = t;
  useEffect(() => library.start(words.current('post.recovered')), [library]);
  return (
    <Context value={library}>
      {children}
      <Problems />
      <Notices />
    </Context>
  );
}

/** The author's documents. */
export function useLibrary(): Library {
  const library = useContext(Context);
  if (library === null) throw new Error('no library above this component');
  return library;
}

/** A part of the documents' state; the component renders again when that part changes. */
export function useDocuments<T>(select: (state: LibraryState) => T): T {
  const { store } = useLibrary();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** Whether the selected knowledge base can only be read. */
export function useIsArchived(): boolean {
  return useDocuments(({ knowledgeBases, knowledgeBaseId }) =>
    knowledgeBases.some(({ id, status }) => id === knowledgeBaseId && status === 'archived'),
  );
}

/** A toast that says what was done, with an undo button. It goes when there is nothing more to undo. */
export function useUndoToast(): (text: string, undo: UndoStep, more?: string) => void {
  const { t } = useTranslation('library');
  const show = (text: string, undo: UndoStep, more?: string) => {
    const id = newId();
    undo.label = text;
    void undo.over.then(() => toast.dismiss(id));
    toast.success(text, {
      id,
      ...(more === undefined ? {} : { description: more }),
      action: {
        label: t('pane.undo'),
        onSelect: () =>
          void undo.undo().then(focusTreeIfLost, () => {
            focusTreeIfLost();
            // The press has closed the message, and the step is still there.
            show(text, undo, more);
          }),
      },
    });
  };
  return show;
}

function Notices() {
  const { t } = useTranslation('library');
  const notice = useDocuments((state) => state.notice);
  const words = useRef(t);
  words.current = t;
  useEffect(() => {
    if (notice?.kind === 'keptOnUndo') {
      toast.note(words.current('search.keptOnUndo', { count: notice.count }));
    }
    if (notice?.kind === 'merged') toast.note(words.current('pane.merged'), { id: 'merged' });
  }, [notice]);
  return null;
}

function Problems() {
  const { t } = useTranslation();
  const problem = useDocuments((state) => state.problem);
  const error = problem?.error;
  // The open text has a message of its own, with a way out: nothing of the same words covers it.
  const isSaid = useEditor((state) => {
    const shown = saveStateOf(state);
    return shown.kind === 'failed' && error instanceof KeyedError && shown.error.key === error.key;
  });
  const said = useRef<typeof problem>(null);
  useEffect(() => {
    if (problem === null) return;
    if (isSaid) toast.dismiss('library');
    else if (said.current !== problem) {
      toast.failure(errorText(t, problem.error), { id: 'library' });
    }
    // Once is enough, also when the text can be saved again.
    said.current = problem;
  }, [problem, isSaid, t]);
  return null;
}
