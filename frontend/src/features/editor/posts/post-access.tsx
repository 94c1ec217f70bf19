import { FilePlus2, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';
import { useEditor } from '../editor-context';
import { useLibrary } from './library-context';
import { useCreatePost } from './use-create-post';

/** Says that the post is open for writing in another tab, with a button to write here instead. */
export function ReadOnlyBanner() {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  if (!isReadOnly) return null;
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-4 py-1.5 text-ink text-sm"
    >
      <Lock size={14} strokeWidth={2} className="shrink-0 text-accent-text" aria-hidden />
      <span className="min-w-0 grow basis-48">{t('readOnly.title')}</span>
      <Button variant="secondary" size="sm" onClick={() => void library.takeOver()}>
        {t('readOnly.takeOver')}
      </Button>
    </div>
  );
}

/** Covers the text when the category has no post. */
export function NoPost() {
  const { t } = useTranslation('library');
  const create = useCreatePost();
  const isNone = useEditor((state) => state.postId === null);
  if (!isNone) return null;
  return (
    <div className="absolute inset-0 z-10 grid place-content-center justify-items-center gap-3 bg-surface px-6 text-center">
      <p className="font-medium text-lg">{t('empty.title')}</p>
      <p className="text-ink-soft">{t('empty.advice')}</p>
      <Button variant="primary" size="lg" onClick={() => create(null)}>
        <FilePlus2 size={16} strokeWidth={1.75} aria-hidden />
        {t('post.create')}
      </Button>
    </div>
  );
}
