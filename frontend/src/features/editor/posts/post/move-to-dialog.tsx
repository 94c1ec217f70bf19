import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listCategories } from '../../../../storage/categories';
import type { CategoryRecord, PostSummary } from '../../../../storage/schema';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { Select } from '../../../../ui/fields/select';
import { useDocuments, useLibrary, useUndoToast } from '../library/library-context';

/** Chooses the category that a post moves to, in any knowledge base. */
export function MoveToDialog({ post, onClose }: { post: PostSummary; onClose: () => void }) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const undoToast = useUndoToast();
  const bases = useDocuments((state) => state.knowledgeBases);
  const [baseId, setBaseId] = useState(post.knowledgeBaseId);
  const [categories, setCategories] = useState<CategoryRecord[]>([]);
  const [categoryId, setCategoryId] = useState('');
  useEffect(() => {
    let isHere = true;
    listCategories(baseId).then(
      (list) => {
        if (!isHere) return;
        setCategories(list);
        setCategoryId(list.find(({ id }) => id !== post.categoryId)?.id ?? list[0]?.id ?? '');
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [baseId, post.categoryId]);
  const chosen = categories.find(({ id }) => id === categoryId);
  const isElsewhere = chosen !== undefined && chosen.id !== post.categoryId;
  const handleMove = () => {
    if (chosen === undefined) return;
    const base = bases.find(({ id }) => id === baseId && id !== post.knowledgeBaseId)?.name;
    const { name } = chosen;
    // The first categories of all knowledge bases have the same name.
    const done =
      base === undefined ? t('tree.movedTo', { name }) : t('tree.movedToBase', { base, name });
    library.posts.moveTo(post.id, chosen).then(
      (undo) => undoToast(done, undo),
      () => undefined,
    );
    onClose();
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('moveTo.title')}
      description={t('moveTo.advice', { title: post.title })}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button variant="primary" disabled={!isElsewhere} onClick={handleMove}>
            {t('moveTo.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Select
          label={t('moveTo.knowledgeBase')}
          value={baseId}
          options={bases.map((base) => ({ value: base.id, label: base.name }))}
          onChange={setBaseId}
        />
        {categories.length > 0 && (
          <Select
            label={t('moveTo.category')}
            value={categoryId}
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setCategoryId}
          />
        )}
      </div>
    </Dialog>
  );
}
