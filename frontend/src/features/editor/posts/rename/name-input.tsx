import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposition } from '../../../../lib/browser/composition';
import type { PostSummary } from '../../../../storage/schema';
import { useWorkbench } from '../../editor-context';
import { useLibrary } from '../library/library-context';
import type { Naming } from '../tree/use-create-post';

/** Longest name of a post, in UTF-16 units. */
export const POST_NAME_MAX_CHARS = 200;

interface NameInputProps {
  post: PostSummary;
  naming: Naming;
  onDone: () => void;
}

/** Edits the name of a post in the list: Enter saves it, Escape cancels. */
export function NameInput({ post, naming, onDone }: NameInputProps) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const workbench = useWorkbench();
  const box = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.select();
  }, []);
  const done = (isKept: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const title = box.current?.value ?? '';
    onDone();
    if (!isKept) return;
    void (naming.isNew ? library.posts.name(post.id, title) : library.posts.rename(post.id, title));
  };
  return (
    <input
      ref={box}
      aria-label={t('post.newName')}
      defaultValue={post.title}
      maxLength={POST_NAME_MAX_CHARS}
      className="h-6 min-w-0 grow rounded border border-accent-text bg-surface px-1 font-normal text-ink text-sm outline-none pointer-coarse:h-9 pointer-coarse:text-lg"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => done(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        // In an input method Enter also confirms a Chinese word.
        if (isComposition(event.nativeEvent)) return;
        if (event.key === 'Enter') {
          // The key must not break a line where the focus goes.
          event.preventDefault();
          done(true);
          // A new article is written next.
          if (naming.isNew) workbench.source?.focus();
        }
        if (event.key === 'Escape') done(false);
      }}
    />
  );
}
