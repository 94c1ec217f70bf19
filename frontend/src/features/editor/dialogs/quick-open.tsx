import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceText } from '../../../i18n/distance';
import { errorText } from '../../../i18n/error-text';
import { searchNames } from '../../../lib/text/name-search';
import { type Article, listArticles } from '../../../storage/articles';
import { Picker } from '../../../ui/fields/picker';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { useLibrary } from '../posts/library/library-context';
import { showPlace } from '../posts/library/show-place';

/** Opens an article of any knowledge base by its name. Those changed last come first, the open one after them. */
export function QuickOpen({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation('tools');
  const workbench = useWorkbench();
  const library = useLibrary();
  const [query, setQuery] = useState('');
  const [posts, setPosts] = useState<Article[] | null>(null);
  const openId = workbench.post?.id;
  useEffect(() => {
    let isHere = true;
    listArticles().then(
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
  const items = searchNames(openLast(posts ?? [], openId), query, ({ title, ownTitle, place }) => ({
    name: title,
    alias: `${ownTitle} ${place}`,
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
      query={query}
      onQuery={setQuery}
      groups={[{ id: 'posts', items }]}
      onPick={({ id }) => void library.findPost(id).then(() => showPlace(workbench))}
      onClose={onClose}
    />
  );
}

/** The open post is found too, but Enter alone leads to another. */
function openLast(posts: readonly Article[], openId: string | undefined): Article[] {
  const isOpen = ({ id }: Article) => id === openId;
  return [...posts.filter((post) => !isOpen(post)), ...posts.filter(isOpen)];
}
