import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostSummary } from '../../../storage/schema';
import { useAppearance } from '../../../ui/appearance';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { usePageExports } from '../export/use-exports';
import { useContentChanges, useLanguage } from '../header/preferences';
import { useLibrary } from '../posts/library-context';
import { TaskContext } from '../posts/task-context';
import { useCreatePost } from '../posts/use-create-post';
import { type Direction, usePostActions } from '../posts/use-post-actions';
import { useSaveBackup } from '../posts/use-save-backup';
import type { AppDeed } from './app-actions';

/** Null on a page that only shows an article. */
export const AppDeedsContext = createContext<Record<AppDeed, () => void> | null>(null);

/** What the menus do, by the name that the palette knows it by. */
export function useAppDeeds(): Record<AppDeed, () => void> {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const library = useLibrary();
  const exports = usePageExports();
  const content = useContentChanges();
  const posts = usePostActions();
  const createPost = useCreatePost();
  const backup = useSaveBackup();
  const begin = useContext(TaskContext);
  const { choose } = useAppearance();
  const language = useLanguage();
  const { store } = workbench;
  const open = () => {
    const { posts, knowledgeBases, knowledgeBaseId, categories, categoryId } = library.store.get();
    return {
      post: posts.find(({ id }) => id === store.get().postId),
      base: knowledgeBases.find(({ id }) => id === knowledgeBaseId),
      category: categories.find(({ id }) => id === categoryId),
      isLastBase: knowledgeBases.length <= 1,
      isLastCategory: categories.length <= 1,
    };
  };
  /** Does something with the open post, or says that none is open. */
  const withPost = (act: (post: PostSummary) => void) => () => {
    const { post } = open();
    if (post === undefined) toast.note(t('empty.title'));
    else act(post);
  };
  const moving = (direction: Direction) => withPost(({ id }) => posts.moveAloud(id, direction));
  return {
    wechat: exports.copyForWechat,
    check: () => void exports.check(),
    copyHtml: exports.copyHtml,
    copyMarkdown: exports.copyMarkdown,
    saveMarkdown: exports.saveMarkdown,
    saveHtml: exports.saveHtml,
    ...content,
    newPost: () => createPost(null),
    newChild: withPost(({ id }) => createPost(id)),
    renamePost: withPost((post) => begin({ kind: 'rename', post })),
    duplicate: withPost(({ id }) => posts.duplicate(id)),
    moveUp: moving('up'),
    moveDown: moving('down'),
    moveIn: moving('in'),
    moveOut: moving('out'),
    moveTo: withPost((post) => begin({ kind: 'moveTo', post })),
    renumber: withPost(({ id }) => posts.renumber(id)),
    history: withPost(() => begin({ kind: 'history' })),
    deletePost: withPost(posts.remove),
    newKnowledgeBase: () => begin({ kind: 'knowledgeBase', task: { kind: 'create' } }),
    editKnowledgeBase: () => {
      const { base } = open();
      if (base !== undefined) begin({ kind: 'knowledgeBase', task: { kind: 'edit', base } });
    },
    deleteKnowledgeBase: () => {
      const { base, isLastBase } = open();
      if (isLastBase) toast.note(t('knowledgeBase.last'));
      else if (base) begin({ kind: 'knowledgeBase', task: { kind: 'delete', base } });
    },
    newCategory: () => begin({ kind: 'category', task: { kind: 'create' } }),
    editCategory: () => {
      const { category } = open();
      if (category !== undefined) begin({ kind: 'category', task: { kind: 'edit', category } });
    },
    deleteCategory: () => {
      const { category, isLastCategory } = open();
      if (isLastCategory) toast.note(t('category.last'));
      else if (category) begin({ kind: 'category', task: { kind: 'delete', category } });
    },
    undoDocuments: posts.undoAloud,
    searchAll: () => begin({ kind: 'search' }),
    expandAll: () => void library.posts.setAllCollapsed(false),
    collapseAll: () => void library.posts.setAllCollapsed(true),
    importFiles: () => begin({ kind: 'choose', what: 'files' }),
    importFolder: () => begin({ kind: 'choose', what: 'folder' }),
    backup,
    restore: () => begin({ kind: 'choose', what: 'backup' }),
    documents: () => {
      const { settings, isPostDrawerOpen } = store.get();
      if (settings.isMobile) store.set({ isPostDrawerOpen: !isPostDrawerOpen });
      else workbench.changeSettings({ is_open_post_slider: !settings.is_open_post_slider });
    },
    width: () => {
      const isPhone = workbench.settings.previewWidth === 'mobile';
      workbench.changeSettings({ previewWidth: isPhone ? 'full' : 'mobile' });
    },
    phoneFrame: () => {
      const { isPhoneFrame, previewWidth } = workbench.settings;
      const isShown = isPhoneFrame && previewWidth === 'mobile';
      workbench.changeSettings({ isPhoneFrame: !isShown, previewWidth: 'mobile' });
    },
    scrollSync: () => workbench.changeSettings({ isScrollSync: !workbench.settings.isScrollSync }),
    darkReader: () => store.set({ isDarkReader: !store.get().isDarkReader, mobilePane: 'preview' }),
    lookSystem: () => choose('system'),
    lookLight: () => choose('light'),
    lookDark: () => choose('dark'),
    language: () => language.choose(language.locale === 'en' ? 'zh-CN' : 'en'),
  };
}
