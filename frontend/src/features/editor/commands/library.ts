import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  BookMarked,
  BookX,
  ChevronsDownUp,
  ChevronsUpDown,
  CopyPlus,
  FilePlus2,
  FileSearch,
  FileUp,
  FolderDown,
  FolderInput,
  FolderPen,
  FolderPlus,
  FolderUp,
  FolderX,
  History,
  ListOrdered,
  Pencil,
  Plus,
  Redo2,
  TextSearch,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { PostSummary } from '../../../storage/schema';
import { toast } from '../../../ui/states/toast';
import type { Library } from '../posts/library/library';
import type { Direction } from '../posts/tree/use-post-actions';
import { type Command, type CommandContext, type CommandHandler, dialog } from './command';

/** What is done with the author's documents. */
export const libraryCommands: readonly Command[] = [
  {
    id: 'newPost',
    icon: FilePlus2,
    alias: 'new article post xinjian wenzhang',
    run: ({ createPost }) => createPost(null),
  },
  {
    id: 'quickOpen',
    icon: FileSearch,
    keys: 'mod+p',
    alias: 'open go to article quick dakai wenzhang',
    run: dialog('quickOpen'),
  },
  {
    id: 'newChild',
    icon: FilePlus2,
    alias: 'new article below child xinjian zi wenzhang',
    run: withPost(({ createPost }, { id }) => createPost(id)),
  },
  {
    id: 'renamePost',
    icon: Pencil,
    alias: 'rename title chongmingming gaiming article',
    run: withPost(({ openTask }, post) => openTask({ kind: 'rename', post })),
  },
  {
    id: 'duplicate',
    icon: CopyPlus,
    alias: 'duplicate copy fuben article',
    run: withPost(({ posts }, { id }) => posts.duplicate(id)),
  },
  {
    id: 'moveUp',
    icon: ArrowUp,
    alias: 'move up shangyi yidong article',
    run: moving('up'),
  },
  {
    id: 'moveDown',
    icon: ArrowDown,
    alias: 'move down xiayi yidong article',
    run: moving('down'),
  },
  {
    id: 'moveIn',
    icon: ArrowRight,
    alias: 'move in indent yiru yidong nest article under previous',
    run: moving('in'),
  },
  {
    id: 'moveOut',
    icon: ArrowLeft,
    alias: 'move out outdent yichu yidong article level',
    run: moving('out'),
  },
  {
    id: 'moveTo',
    icon: FolderInput,
    alias: 'move category yidong fenlei another',
    run: withPost(({ openTask }, post) => openTask({ kind: 'moveTo', post })),
  },
  {
    id: 'renumber',
    icon: ListOrdered,
    alias: 'renumber order chongxin bianhao paixu articles level',
    run: withPost(({ posts }, { id }) => posts.renumber(id)),
  },
  {
    id: 'history',
    icon: History,
    alias: 'history versions lishi banben',
    run: withPost(({ openTask }) => openTask({ kind: 'history' })),
  },
  {
    id: 'deletePost',
    icon: Trash2,
    alias: 'delete remove shanchu article',
    run: withPost(({ posts }, post) => posts.remove(post)),
  },
  {
    id: 'bin',
    icon: ArchiveRestore,
    alias: 'bin recently deleted trash restore zuijin shanchu huishouzhan huifu articles',
    run: ({ openTask }) => openTask({ kind: 'bin' }),
  },
  {
    id: 'newKnowledgeBase',
    icon: FolderPlus,
    alias: 'new knowledge base xinjian zhishiku',
    run: ({ openTask }) => openTask({ kind: 'knowledgeBase', task: { kind: 'create' } }),
  },
  {
    id: 'editKnowledgeBase',
    icon: BookMarked,
    alias: 'edit rename knowledge base bianji zhishiku',
    run: ({ library, openTask }) => {
      const { base } = selected(library);
      if (base !== undefined) openTask({ kind: 'knowledgeBase', task: { kind: 'edit', base } });
    },
  },
  {
    id: 'deleteKnowledgeBase',
    icon: BookX,
    alias: 'delete remove knowledge base shanchu zhishiku',
    run: ({ library, openTask, t }) => {
      const { base, isLastBase } = selected(library);
      if (isLastBase) toast.note(t('library:knowledgeBase.last'));
      else if (base) openTask({ kind: 'knowledgeBase', task: { kind: 'delete', base } });
    },
  },
  {
    id: 'newCategory',
    icon: Plus,
    alias: 'new category xinjian fenlei',
    run: ({ openTask }) => openTask({ kind: 'category', task: { kind: 'create' } }),
  },
  {
    id: 'editCategory',
    icon: FolderPen,
    alias: 'edit rename category bianji fenlei',
    run: ({ library, openTask }) => {
      const { category } = selected(library);
      if (category !== undefined) openTask({ kind: 'category', task: { kind: 'edit', category } });
    },
  },
  {
    id: 'deleteCategory',
    icon: FolderX,
    alias: 'delete remove category shanchu fenlei',
    run: ({ library, openTask, t }) => {
      const { category, isLastCategory } = selected(library);
      if (isLastCategory) toast.note(t('library:category.last'));
      else if (category) openTask({ kind: 'category', task: { kind: 'delete', category } });
    },
  },
  {
    id: 'undoDocuments',
    icon: Undo2,
    alias: 'undo documents chexiao wendang last change article list',
    run: ({ posts }) => posts.undo(),
  },
  {
    id: 'redoDocuments',
    icon: Redo2,
    alias: 'redo documents chongzuo huifu wendang last undone change article list',
    run: ({ posts }) => posts.redo(),
  },
  {
    id: 'searchAll',
    icon: TextSearch,
    alias: 'search replace all articles sousuo tihuan quanbu',
    run: ({ openTask }) => openTask({ kind: 'search' }),
  },
  {
    id: 'expandAll',
    icon: ChevronsUpDown,
    alias: 'expand all zhankai articles',
    run: ({ library }) => void library.posts.setAllCollapsed(false),
  },
  {
    id: 'collapseAll',
    icon: ChevronsDownUp,
    alias: 'collapse all shouqi articles',
    run: ({ library }) => void library.posts.setAllCollapsed(true),
  },
  {
    id: 'importFiles',
    icon: FileUp,
    alias: 'import files daoru wenjian',
    run: ({ openTask }) => openTask({ kind: 'choose', what: 'files' }),
  },
  {
    id: 'importFolder',
    icon: FolderUp,
    alias: 'import folder daoru wenjianjia',
    run: ({ openTask }) => openTask({ kind: 'choose', what: 'folder' }),
  },
  {
    id: 'exportBase',
    icon: FolderDown,
    alias: 'export knowledge base zip daochu zhishiku',
    run: ({ library, exportBase }) => exportBase(library.store.get().knowledgeBaseId),
  },
  {
    id: 'backup',
    icon: Archive,
    alias: 'backup zip beifen all documents articles',
    run: ({ saveBackup }) => saveBackup(),
  },
  {
    id: 'restore',
    icon: ArchiveRestore,
    alias: 'restore backup huifu beifen',
    run: ({ openTask }) => openTask({ kind: 'choose', what: 'backup' }),
  },
];

/** Runs with the open post, or says that none is open. */
function withPost(run: (context: CommandContext, post: PostSummary) => void): CommandHandler {
  return (context) => {
    const { posts } = context.library.store.get();
    const post = posts.find(({ id }) => id === context.workbench.post?.id);
    if (post === undefined) toast.note(context.t('library:empty.title'));
    else run(context, post);
  };
}

function moving(direction: Direction): CommandHandler {
  return withPost(({ posts }, { id }) => posts.moveWithToast(id, direction));
}

/** The selected knowledge base and category, and whether they are the only ones. */
function selected({ store }: Library) {
  const { knowledgeBases, knowledgeBaseId, categories, categoryId } = store.get();
  return {
    base: knowledgeBases.find(({ id }) => id === knowledgeBaseId),
    category: categories.find(({ id }) => id === categoryId),
    isLastBase: knowledgeBases.length <= 1,
    isLastCategory: categories.length <= 1,
  };
}
