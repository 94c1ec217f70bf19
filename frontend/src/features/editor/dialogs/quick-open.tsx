import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceText } from '../../../i18n/distance';
import { errorText } from '../../../i18n/error-text';
import { searchNames } from '../../../lib/name-search';
import { listCategories } from '../../../storage/categories';
import { listKnowledgeBases } from '../../../storage/knowledge-bases';
import { listPosts } from '../../../storage/posts';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { useLibrary } from '../posts/library-context';
import { Picker } from './picker';

interface OpenablePost {
  id: string;
  title: string;
  /** Knowledge base and category. */
  place: string;
  /** Milliseconds since 1970. */
  changed: number;
}

/** Opens an article of any knowledge base by its name. Those changed last come first, the open one after them. */
export function QuickOpen({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('tools');
  const workbench = useWorkbench();
  const library = useLibrary();
  const [posts, setPosts] = useState<OpenablePost[] | null>(null);
  const openId = workbench.post?.id;
  useEffect(() => {
    let isHere = true;
    allPosts().then(
      (all) => isHere && setPosts(all),
      (error: unknown) => {
        if (isHere) toast.failure(errorText(t, error), { id: 'quickOpen' });
      },
    );
    return () => {
      isHere = false;
    };
  }, [t]);
  const now = Date.now();
  const search = (query: string) =>
    searchNames(openLast(posts ?? [], openId), query, ({ title, place }) => ({
      name: title,
      alias: place,
    })).map(({ id, title, place, changed }) => ({
      id,
      label: title,
      icon: FileText,
      detail: `${place} · ${
        id === openId
          ? t('quickOpen.current')
          : distanceText(i18n, new Date(changed).toISOString(), now)
      }`,
    }));
  return (
    <Picker
      title={t('command.quickOpen')}
      placeholder={t('quickOpen.search')}
      none={posts === null ? '' : t('quickOpen.none')}
      search={search}
      onPick={({ id }) =>
        void library.findPost(id).then(() => {
          workbench.store.set({ mobilePane: 'edit' });
          workbench.source?.focus();
        })
      }
      onClose={onClose}
    />
  );
}

/** The open post is found too, but Enter alone leads to another. */
function openLast(posts: readonly OpenablePost[], openId: string | undefined): OpenablePost[] {
  const isOpen = ({ id }: OpenablePost) => id === openId;
  return [...posts.filter((post) => !isOpen(post)), ...posts.filter(isOpen)];
}

async function allPosts(): Promise<OpenablePost[]> {
  const bases = await listKnowledgeBases();
  const found = await Promise.all(
    bases.map(async (base) => {
      const categories = await listCategories(base.id);
      const posts = await Promise.all(
        categories.map(async (category) =>
          (await listPosts(category.id)).map(({ id, title, updateDatetime }) => ({
            id,
            title,
            place: `${base.name} / ${category.name}`,
            changed: updateDatetime,
          })),
        ),
      );
      return posts.flat();
    }),
  );
  return found.flat().sort((a, b) => b.changed - a.changed);
}
