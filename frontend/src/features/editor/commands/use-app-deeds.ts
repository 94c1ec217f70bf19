import { createContext, useContext } from 'react';
import { useAppearance } from '../../../ui/appearance';
import { useWorkbench } from '../editor-context';
import { usePageExports } from '../export/use-exports';
import { useContentChanges, useLanguage } from '../header/preferences';
import { useLibrary } from '../posts/library-context';
import { TaskContext } from '../posts/task-context';
import { useCreatePost } from '../posts/use-create-post';
import { usePostActions } from '../posts/use-post-actions';
import { useSaveBackup } from '../posts/use-save-backup';
import type { AppDeed } from './app-actions';

/** Null on a page that only shows an article. */
export const AppDeedsContext = createContext<Record<AppDeed, () => void> | null>(null);

/** What the menus do, by the name that the palette knows it by. */
export function useAppDeeds(): Record<AppDeed, () => void> {
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
  const openPost = () => library.store.get().posts.find(({ id }) => id === store.get().postId);
  return {
    wechat: exports.copyForWechat,
    check: () => void exports.check(),
    copyHtml: exports.copyHtml,
    copyMarkdown: exports.copyMarkdown,
    saveMarkdown: exports.saveMarkdown,
    saveHtml: exports.saveHtml,
    ...content,
    newPost: () => createPost(null),
    duplicate: () => {
      const post = openPost();
      if (post !== undefined) posts.duplicate(post.id);
    },
    moveTo: () => {
      const post = openPost();
      if (post !== undefined) begin({ kind: 'moveTo', post });
    },
    history: () => {
      if (openPost() !== undefined) begin({ kind: 'history' });
    },
    deletePost: () => {
      const post = openPost();
      if (post !== undefined) posts.remove(post);
    },
    newKnowledgeBase: () => begin({ kind: 'knowledgeBase', task: { kind: 'create' } }),
    newCategory: () => begin({ kind: 'category', task: { kind: 'create' } }),
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
