import { Archive, FilePlus2, Lock, type LucideIcon, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../i18n/error-text';
import { Button } from '../../../../ui/buttons/button';
import { toast } from '../../../../ui/states/toast';
import { useEditor } from '../../editor-context';
import type { DeletedBeside } from '../../store';
import { useSyncParts } from '../../sync-slots';
import { useDocuments, useIsArchived, useLibrary } from '../library/library-context';
import { focusTreeIfLost } from '../tree/tree-focus';
import { useCreatePost } from '../tree/use-create-post';

/** Says why the post can only be read, with a button that changes it. */
export function ReadOnlyBanner() {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const isNone = useEditor((state) => state.postId === null);
  const deleted = useEditor((state) => state.deleted);
  const isArchived = useIsArchived();
  const activate = useActivate();
  // NoPost says it.
  if (isNone) return null;
  if (deleted !== null) return <DeletedBanner deleted={deleted} />;
  if (isArchived) {
    return (
      <Banner
        icon={Archive}
        text={t('readOnly.archived')}
        action={t('readOnly.activate')}
        onAction={activate}
      />
    );
  }
  if (!isReadOnly) return null;
  return (
    <Banner
      icon={Lock}
      text={t('readOnly.title')}
      action={t('readOnly.takeOver')}
      onAction={() => void library.takeOver()}
    />
  );
}

/** Says that the post on screen was deleted, with a way to have it back and one to leave it. */
function DeletedBanner({ deleted: { by, post } }: { deleted: DeletedBeside }) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  // What fails is shown by the library.
  const run = (act: () => Promise<void>) => void act().then(focusTreeIfLost, focusTreeIfLost);
  return (
    <Banner
      icon={Trash2}
      text={t(`deleted.${by}`, { title: post.title })}
      action={t('deleted.restore')}
      onAction={() => run(() => library.restoreDeleted())}
    >
      <Button variant="ghost" size="sm" onClick={() => run(() => library.leaveDeleted())}>
        {t('deleted.close')}
      </Button>
    </Banner>
  );
}

/** Takes the knowledge base out of the archive, at the server first. */
function useActivate(): () => void {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const sync = useSyncParts();
  const id = useDocuments((state) => state.knowledgeBaseId);
  const activate = async () => {
    await sync?.activateBase(id);
    await library.knowledgeBases.activate(id);
  };
  return () => {
    activate().catch((error: unknown) => toast.failure(errorText(t, error), { id: 'library' }));
  };
}

interface BannerProps {
  icon: LucideIcon;
  text: string;
  action: string;
  onAction: () => void;
  /** More buttons. */
  children?: ReactNode;
}

function Banner({ icon: Icon, text, action, onAction, children }: BannerProps) {
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-accent-soft px-4 py-1.5 text-ink text-sm"
    >
      <Icon size={14} strokeWidth={2} className="shrink-0 text-accent-text" aria-hidden />
      <span className="min-w-0 grow basis-48">{text}</span>
      <span className="ml-auto flex gap-2">
        <Button variant="secondary" size="sm" onClick={onAction}>
          {action}
        </Button>
        {children}
      </span>
    </div>
  );
}

/** Covers the text when the category has no post. */
export function NoPost() {
  const { t } = useTranslation('library');
  const create = useCreatePost();
  const isNone = useEditor((state) => state.postId === null);
  const isArchived = useIsArchived();
  const activate = useActivate();
  if (!isNone) return null;
  return (
    <div className="absolute inset-0 z-10 grid place-content-center justify-items-center gap-3 bg-surface px-6 text-center">
      {/* There is no article whose title could be the heading of the page. */}
      <h1 className="font-medium text-lg">{t('empty.title')}</h1>
      <p className="text-ink-soft">{t(isArchived ? 'readOnly.archived' : 'empty.advice')}</p>
      {isArchived ? (
        <Button variant="secondary" size="lg" onClick={activate}>
          {t('readOnly.activate')}
        </Button>
      ) : (
        <Button variant="primary" size="lg" onClick={() => create(null)}>
          <FilePlus2 size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('post.create')}</span>
        </Button>
      )}
    </div>
  );
}
