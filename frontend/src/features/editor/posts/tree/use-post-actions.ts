import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { childrenByParent, keyboardMove, type MoveTarget } from '../../../../lib/posts/post-order';
import type { PostSummary } from '../../../../storage/schema';
import { toast } from '../../../../ui/states/toast';
import { useWorkbench } from '../../editor-context';
import { useLibrary, useUndoToast } from '../library/library-context';
import type { UndoStep } from '../undo/undo-steps';
import { useUndoLast } from '../undo/use-undo-last';
import { focusTreeIfLost } from './tree-focus';

export type Direction = 'up' | 'down' | 'in' | 'out';

/** What can be done with a post of the list. */
export interface PostActions {
  open: (id: string) => void;
  move: (id: string, place: MoveTarget) => void;
  moveByKey: (id: string, direction: Direction) => void;
  /** As {@link moveByKey}, with a toast that says what was done or why not: the list may be out of view. */
  moveWithToast: (id: string, direction: Direction) => void;
  duplicate: (id: string) => void;
  renumber: (id: string) => void;
  remove: (post: PostSummary) => void;
  undo: () => void;
  redo: () => void;
  /** The last change as text, for screen readers. */
  announcement: string;
}

export function usePostActions(): PostActions {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const workbench = useWorkbench();
  const undoToast = useUndoToast();
  const { undo, redo } = useUndoLast();
  const [announcement, announce] = useState('');

  const move = (id: string, place: MoveTarget | null, isQuiet: boolean) => {
    if (place === null) return;
    library.posts.move(id, place).then(
      (undo) => {
        if (undo === null) return;
        const title = titleOf(id);
        announce(whereItStands(id, title));
        if (isQuiet) undo.label = t('tree.movedToast', { title });
        else undoToast(t('tree.movedToast', { title }), undo);
      },
      () => undefined,
    );
  };
  const titleOf = (id: string) =>
    library.store.get().posts.find((post) => post.id === id)?.title ?? '';
  const whereItStands = (id: string, title: string) => {
    const { posts } = library.store.get();
    const post = posts.find((one) => one.id === id);
    const siblings = childrenByParent(posts).get(post?.parentId ?? null) ?? [];
    const parent = posts.find((one) => one.id === post?.parentId);
    const position = siblings.findIndex((one) => one.id === id) + 1;
    const where = t('tree.moved', { title, position, total: siblings.length });
    if (parent === undefined) return where;
    return `${t('tree.movedBelow', { title, parent: parent.title })} ${where}`;
  };
  const tellUndo = (text: string) => (undo: UndoStep | null) => {
    if (undo !== null) undoToast(text, undo);
  };

  return {
    announcement,
    open: (id) => {
      workbench.store.set({ mobilePane: 'edit', isPostDrawerOpen: false });
      void library.openPost(id);
    },
    move: (id, place) => move(id, place, false),
    // No toast: with keys many steps follow each other, and Ctrl+Z takes them back.
    moveByKey: (id, direction) =>
      move(id, keyboardMove(library.store.get().posts, id, direction), true),
    moveWithToast: (id, direction) => {
      const place = keyboardMove(library.store.get().posts, id, direction);
      if (place === null) toast.note(t(`tree.edge.${direction}`));
      else move(id, place, false);
    },
    duplicate: (id) => void library.posts.duplicate(id, (title) => t('post.copyOf', { title })),
    renumber: (id) => {
      library.posts.renumber(id).then(tellUndo(t('tree.renumbered')), () => undefined);
    },
    remove: ({ id, title }) => {
      library.posts.delete(id).then(
        ({ undo, count, isFinal }) => {
          const words =
            count === 1
              ? t('post.deleted', { title })
              : t('post.deletedMany', { title, count: count - 1 });
          undoToast(words, undo, isFinal ? t('post.deletedFinally') : undefined);
          focusTreeIfLost();
        },
        () => undefined,
      );
    },
    undo,
    redo,
  };
}
