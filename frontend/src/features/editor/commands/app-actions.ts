import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpDown,
  BookMarked,
  BookX,
  ChevronsDownUp,
  ChevronsUpDown,
  Code2,
  Copy,
  CopyPlus,
  Eraser,
  FileCode,
  FileDown,
  FileInput,
  FilePlus2,
  FileText,
  FileUp,
  FolderInput,
  FolderPen,
  FolderPlus,
  FolderUp,
  FolderX,
  History,
  Languages,
  ListOrdered,
  Monitor,
  MonitorSmartphone,
  Moon,
  MoonStar,
  PanelLeft,
  Pencil,
  Plus,
  ShieldCheck,
  Sun,
  TabletSmartphone,
  TextSearch,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { Action } from './actions';

/** What only the app can do: it takes more than the text and the settings. */
export type AppDeed =
  | 'wechat'
  | 'check'
  | 'copyHtml'
  | 'copyMarkdown'
  | 'saveMarkdown'
  | 'saveHtml'
  | 'importDefault'
  | 'clear'
  | 'newPost'
  | 'newChild'
  | 'renamePost'
  | 'duplicate'
  | 'moveUp'
  | 'moveDown'
  | 'moveIn'
  | 'moveOut'
  | 'moveTo'
  | 'renumber'
  | 'history'
  | 'deletePost'
  | 'newKnowledgeBase'
  | 'editKnowledgeBase'
  | 'deleteKnowledgeBase'
  | 'newCategory'
  | 'editCategory'
  | 'deleteCategory'
  | 'undoDocuments'
  | 'searchAll'
  | 'expandAll'
  | 'collapseAll'
  | 'importFiles'
  | 'importFolder'
  | 'backup'
  | 'restore'
  | 'documents'
  | 'width'
  | 'phoneFrame'
  | 'scrollSync'
  | 'darkReader'
  | 'lookSystem'
  | 'lookLight'
  | 'lookDark'
  | 'language';

const LIST: readonly [
  id: AppDeed,
  group: 'article' | 'library' | 'view',
  icon: Action['icon'],
  alias: string,
][] = [
  ['wechat', 'article', Copy, 'copy wechat fuzhi gongzhonghao'],
  ['check', 'article', ShieldCheck, 'check publish safe jiancha fabu'],
  ['copyHtml', 'article', Code2, 'copy html source fuzhi daima'],
  ['copyMarkdown', 'article', FileText, 'copy markdown text fuzhi'],
  ['saveMarkdown', 'article', FileDown, 'export save markdown file daochu wenjian'],
  ['saveHtml', 'article', FileCode, 'export save html file daochu wenjian'],
  ['importDefault', 'article', FileInput, 'import default content tutorial reset moren jiaocheng'],
  ['clear', 'article', Eraser, 'clear empty qingkong'],
  ['newPost', 'library', FilePlus2, 'new article post xinjian wenzhang'],
  ['newChild', 'library', FilePlus2, 'new article below child xinjian zi wenzhang'],
  ['renamePost', 'library', Pencil, 'rename title chongmingming gaiming'],
  ['duplicate', 'library', CopyPlus, 'duplicate copy fuben'],
  ['moveUp', 'library', ArrowUp, 'move up shangyi yidong'],
  ['moveDown', 'library', ArrowDown, 'move down xiayi yidong'],
  ['moveIn', 'library', ArrowRight, 'move in indent yiru yidong'],
  ['moveOut', 'library', ArrowLeft, 'move out outdent yichu yidong'],
  ['moveTo', 'library', FolderInput, 'move category yidong fenlei'],
  ['renumber', 'library', ListOrdered, 'renumber order chongxin bianhao paixu'],
  ['history', 'library', History, 'history versions lishi banben'],
  ['deletePost', 'library', Trash2, 'delete remove shanchu'],
  ['newKnowledgeBase', 'library', FolderPlus, 'new knowledge base xinjian zhishiku'],
  ['editKnowledgeBase', 'library', BookMarked, 'edit rename knowledge base bianji zhishiku'],
  ['deleteKnowledgeBase', 'library', BookX, 'delete remove knowledge base shanchu zhishiku'],
  ['newCategory', 'library', Plus, 'new category xinjian fenlei'],
  ['editCategory', 'library', FolderPen, 'edit rename category bianji fenlei'],
  ['deleteCategory', 'library', FolderX, 'delete remove category shanchu fenlei'],
  ['undoDocuments', 'library', Undo2, 'undo documents chexiao wendang'],
  ['searchAll', 'library', TextSearch, 'search replace all articles sousuo tihuan quanbu'],
  ['expandAll', 'library', ChevronsUpDown, 'expand all zhankai'],
  ['collapseAll', 'library', ChevronsDownUp, 'collapse all shouqi'],
  ['importFiles', 'library', FileUp, 'import files daoru wenjian'],
  ['importFolder', 'library', FolderUp, 'import folder daoru wenjianjia'],
  ['backup', 'library', Archive, 'backup zip beifen'],
  ['restore', 'library', ArchiveRestore, 'restore backup huifu beifen'],
  ['documents', 'view', PanelLeft, 'documents sidebar wendang liebiao'],
  ['width', 'view', MonitorSmartphone, 'preview width phone full yulan kuandu'],
  ['phoneFrame', 'view', TabletSmartphone, 'phone frame shouji waikuang'],
  ['scrollSync', 'view', ArrowUpDown, 'scroll sync together tongbu gundong'],
  ['darkReader', 'view', Moon, 'wechat dark mode shense'],
  ['lookSystem', 'view', Monitor, 'appearance theme system waiguan gensui xitong'],
  ['lookLight', 'view', Sun, 'appearance theme light waiguan qianse'],
  ['lookDark', 'view', MoonStar, 'appearance theme dark waiguan shense'],
  ['language', 'view', Languages, 'language english chinese yuyan zhongwen'],
];

/** Actions of the menus beside the text. */
export const appActions: readonly Action[] = LIST.map(([id, group, icon, alias]) => ({
  id,
  group,
  icon,
  alias,
  does: { app: id },
}));
