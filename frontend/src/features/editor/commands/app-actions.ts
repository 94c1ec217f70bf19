import {
  Archive,
  ArchiveRestore,
  ArrowUpDown,
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
  FolderPlus,
  FolderUp,
  History,
  Languages,
  Monitor,
  MonitorSmartphone,
  Moon,
  MoonStar,
  PanelLeft,
  Plus,
  ShieldCheck,
  Sun,
  TabletSmartphone,
  TextSearch,
  Trash2,
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
  | 'duplicate'
  | 'moveTo'
  | 'history'
  | 'deletePost'
  | 'newKnowledgeBase'
  | 'newCategory'
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
  ['duplicate', 'library', CopyPlus, 'duplicate copy fuben'],
  ['moveTo', 'library', FolderInput, 'move category yidong fenlei'],
  ['history', 'library', History, 'history versions lishi banben'],
  ['deletePost', 'library', Trash2, 'delete remove shanchu'],
  ['newKnowledgeBase', 'library', FolderPlus, 'new knowledge base xinjian zhishiku'],
  ['newCategory', 'library', Plus, 'new category xinjian fenlei'],
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
