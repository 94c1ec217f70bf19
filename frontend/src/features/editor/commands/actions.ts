import {
  ArrowLeftRight,
  Bold,
  Bot,
  CheckSquare,
  ChevronsUpDown,
  Code,
  Command as CommandIcon,
  FileArchive,
  FileCode2,
  GalleryVertical,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Highlighter,
  IdCard,
  Image,
  Italic,
  Keyboard,
  Lightbulb,
  Link2,
  List,
  ListOrdered,
  ListTree,
  type LucideIcon,
  Minus,
  Palette,
  Printer,
  Quote,
  Replace,
  RotateCcw,
  Search,
  Send,
  Sigma,
  SquareTerminal,
  Strikethrough,
  Superscript,
  Table,
  TableOfContents,
  Underline,
  WandSparkles,
  Workflow,
} from 'lucide-react';
import type { RightPanel } from '../../../storage/settings';
import type { TakeAlong } from '../export/use-take-along';
import type { DialogKind } from '../store';
import type { Workbench } from '../workbench';
import { type AppDeed, appActions } from './app-actions';
import { codeBlock, diagram, divider, fold, footnote, tip, toc } from './blocks';
import { code } from './code';
import type { Command } from './command';
import { format } from './format';
import { heading, headingOf } from './heading';
import { bulletList, numberList, quote, taskList } from './lines';
import { link } from './link';
import { bold, highlight, italic, strike, underline } from './marks';

/** Groups of the palette and the cheat sheet, in their order. */
export const GROUPS = ['text', 'paragraph', 'insert', 'article', 'library', 'view'] as const;
export type ActionGroup = (typeof GROUPS)[number];

/** What an action does: an edit of the text, a dialog, or something else. */
type Deed =
  | { edit: Command }
  | { dialog: DialogKind }
  | { take: TakeAlong }
  | { app: AppDeed }
  | { call: (workbench: Workbench) => void };

/** Everything that the toolbar, the palette, the slash menu and the keyboard offer. */
export interface Action {
  id: ActionId;
  group: ActionGroup;
  icon: LucideIcon;
  /** Shortcut: `mod` is ⌘ on a Mac and Ctrl elsewhere. */
  keys?: string;
  /** What authors may also type to find it: English and pinyin. */
  alias: string;
  /** It stands in the slash menu. */
  isSlash?: boolean;
  does: Deed;
}

export type ActionId =
  | AppDeed
  | 'bold'
  | 'italic'
  | 'strike'
  | 'underline'
  | 'mark'
  | 'code'
  | 'link'
  | 'heading'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'quote'
  | 'bulletList'
  | 'numberList'
  | 'taskList'
  | 'table'
  | 'formula'
  | 'image'
  | 'codeBlock'
  | 'diagram'
  | 'tip'
  | 'divider'
  | 'toc'
  | 'footnote'
  | 'fold'
  | 'profile'
  | 'format'
  | 'find'
  | 'replace'
  | 'print'
  | 'card'
  | 'zip'
  | 'mp'
  | 'palette'
  | 'shortcuts'
  | 'style'
  | 'resetStyle'
  | 'css'
  | 'outline'
  | 'ai'
  | 'swap';

const panel = (right_panel: RightPanel): Deed => ({
  call: (workbench) => {
    const { settings } = workbench;
    const isShown = settings.is_open_right_slider && settings.right_panel === right_panel;
    workbench.changeSettings({ is_open_right_slider: !isShown, right_panel });
  },
});
const find = (withReplace: boolean): Deed => ({
  call: (workbench) => workbench.source?.find(withReplace),
});

const ownActions: readonly Action[] = [
  {
    id: 'bold',
    group: 'text',
    icon: Bold,
    keys: 'mod+b',
    alias: 'bold jiacu cuti',
    does: { edit: bold },
  },
  {
    id: 'italic',
    group: 'text',
    icon: Italic,
    keys: 'mod+i',
    alias: 'italic xieti',
    does: { edit: italic },
  },
  {
    id: 'strike',
    group: 'text',
    icon: Strikethrough,
    keys: 'mod+shift+x',
    alias: 'strikethrough shanchuxian',
    does: { edit: strike },
  },
  {
    id: 'underline',
    group: 'text',
    icon: Underline,
    keys: 'mod+u',
    alias: 'underline xiahuaxian',
    does: { edit: underline },
  },
  {
    id: 'mark',
    group: 'text',
    icon: Highlighter,
    keys: 'mod+shift+h',
    alias: 'highlight mark yingguangbi gaoliang',
    does: { edit: highlight },
  },
  {
    id: 'code',
    group: 'text',
    icon: Code,
    keys: 'mod+e',
    alias: 'inline code daima',
    does: { edit: code },
  },
  {
    id: 'link',
    group: 'text',
    icon: Link2,
    keys: 'mod+k',
    alias: 'link url lianjie',
    isSlash: true,
    does: { edit: link },
  },
  {
    id: 'heading',
    group: 'paragraph',
    icon: Heading2,
    keys: 'mod+alt+h',
    alias: 'heading biaoti',
    does: { edit: heading },
  },
  {
    id: 'heading1',
    group: 'paragraph',
    icon: Heading1,
    keys: 'mod+alt+1',
    alias: 'h1 heading biaoti',
    isSlash: true,
    does: { edit: headingOf(1) },
  },
  {
    id: 'heading2',
    group: 'paragraph',
    icon: Heading2,
    keys: 'mod+alt+2',
    alias: 'h2 heading biaoti',
    isSlash: true,
    does: { edit: headingOf(2) },
  },
  {
    id: 'heading3',
    group: 'paragraph',
    icon: Heading3,
    keys: 'mod+alt+3',
    alias: 'h3 heading biaoti',
    isSlash: true,
    does: { edit: headingOf(3) },
  },
  {
    id: 'heading4',
    group: 'paragraph',
    icon: Heading4,
    keys: 'mod+alt+4',
    alias: 'h4 heading biaoti',
    isSlash: true,
    does: { edit: headingOf(4) },
  },
  {
    id: 'quote',
    group: 'paragraph',
    icon: Quote,
    keys: 'mod+shift+9',
    alias: 'quote yinyong',
    isSlash: true,
    does: { edit: quote },
  },
  {
    id: 'bulletList',
    group: 'paragraph',
    icon: List,
    keys: 'mod+shift+8',
    alias: 'bullet list ul liebiao wuxu',
    isSlash: true,
    does: { edit: bulletList },
  },
  {
    id: 'numberList',
    group: 'paragraph',
    icon: ListOrdered,
    keys: 'mod+shift+7',
    alias: 'numbered list ol liebiao youxu',
    isSlash: true,
    does: { edit: numberList },
  },
  {
    id: 'taskList',
    group: 'paragraph',
    icon: CheckSquare,
    alias: 'task todo list renwu daiban qingdan',
    isSlash: true,
    does: { edit: taskList },
  },
  {
    id: 'table',
    group: 'insert',
    icon: Table,
    keys: 'mod+alt+t',
    alias: 'table biaoge',
    isSlash: true,
    does: { dialog: 'table' },
  },
  {
    id: 'image',
    group: 'insert',
    icon: Image,
    keys: 'mod+alt+i',
    alias: 'image picture upload tupian shangchuan tuchuang',
    isSlash: true,
    does: { dialog: 'images' },
  },
  {
    id: 'formula',
    group: 'insert',
    icon: Sigma,
    keys: 'mod+alt+m',
    alias: 'formula math latex katex gongshi shuxue',
    isSlash: true,
    does: { dialog: 'formula' },
  },
  {
    id: 'codeBlock',
    group: 'insert',
    icon: SquareTerminal,
    keys: 'mod+alt+c',
    alias: 'code block fence daimakuai',
    isSlash: true,
    does: { edit: codeBlock },
  },
  {
    id: 'diagram',
    group: 'insert',
    icon: Workflow,
    alias: 'mermaid diagram flowchart liuchengtu tubiao',
    isSlash: true,
    does: { edit: diagram },
  },
  {
    id: 'tip',
    group: 'insert',
    icon: Lightbulb,
    alias: 'alert callout tip note warning tishi',
    isSlash: true,
    does: { edit: tip },
  },
  {
    id: 'divider',
    group: 'insert',
    icon: Minus,
    alias: 'hr divider rule fengexian',
    isSlash: true,
    does: { edit: divider },
  },
  {
    id: 'toc',
    group: 'insert',
    icon: TableOfContents,
    alias: 'toc contents mulu',
    isSlash: true,
    does: { edit: toc },
  },
  {
    id: 'footnote',
    group: 'insert',
    icon: Superscript,
    alias: 'footnote jiaozhu',
    isSlash: true,
    does: { edit: footnote },
  },
  {
    id: 'fold',
    group: 'insert',
    icon: ChevronsUpDown,
    alias: 'details fold zhedie',
    isSlash: true,
    does: { edit: fold },
  },
  {
    id: 'profile',
    group: 'insert',
    icon: IdCard,
    alias: 'profile card account mingpian gongzhonghao',
    isSlash: true,
    does: { dialog: 'profile' },
  },
  {
    id: 'format',
    group: 'article',
    icon: WandSparkles,
    keys: 'shift+alt+f',
    alias: 'format tidy zhengli geshihua paiban',
    isSlash: true,
    does: { edit: format },
  },
  {
    id: 'find',
    group: 'article',
    icon: Search,
    keys: 'mod+f',
    alias: 'find search chazhao sousuo',
    does: find(false),
  },
  {
    id: 'replace',
    group: 'article',
    icon: Replace,
    keys: 'mod+alt+f',
    alias: 'replace tihuan',
    does: find(true),
  },
  {
    id: 'print',
    group: 'article',
    icon: Printer,
    alias: 'print pdf dayin',
    does: { take: 'print' },
  },
  {
    id: 'card',
    group: 'article',
    icon: GalleryVertical,
    alias: 'card image png picture katu changtu tupian',
    does: { dialog: 'card' },
  },
  {
    id: 'zip',
    group: 'article',
    icon: FileArchive,
    alias: 'zip markdown images daobao daochu',
    does: { take: 'zip' },
  },
  {
    id: 'mp',
    group: 'article',
    icon: Send,
    alias: 'send wechat extension fasong chajian',
    does: { take: 'mp' },
  },
  {
    id: 'palette',
    group: 'view',
    icon: CommandIcon,
    keys: 'f1',
    alias: 'command palette mingling',
    does: { dialog: 'palette' },
  },
  {
    id: 'shortcuts',
    group: 'view',
    icon: Keyboard,
    keys: 'mod+/',
    alias: 'keyboard shortcuts kuaijiejian',
    does: { dialog: 'shortcuts' },
  },
  {
    id: 'style',
    group: 'view',
    icon: Palette,
    alias: 'style theme yangshi zhuti',
    does: panel('style'),
  },
  {
    id: 'resetStyle',
    group: 'view',
    icon: RotateCcw,
    alias: 'reset style default chongzhi yangshi moren',
    does: { dialog: 'resetStyle' },
  },
  {
    id: 'css',
    group: 'view',
    icon: FileCode2,
    alias: 'css stylesheet zidingyi',
    does: panel('css'),
  },
  {
    id: 'outline',
    group: 'view',
    icon: ListTree,
    alias: 'outline headings dagang',
    does: panel('outline'),
  },
  {
    id: 'ai',
    group: 'view',
    icon: Bot,
    alias: 'ai assistant chat zhushou',
    does: panel('ai'),
  },
  {
    id: 'swap',
    group: 'view',
    icon: ArrowLeftRight,
    alias: 'swap panes jiaohuan',
    does: {
      call: (workbench) =>
        workbench.changeSettings({ isEditOnLeft: !workbench.settings.isEditOnLeft }),
    },
  },
];

/** Every action, in the order of the lists. */
export const actions: readonly Action[] = GROUPS.flatMap((group) =>
  // What takes the finished article along leads its group.
  [...appActions, ...ownActions].filter((action) => action.group === group),
);

/** The action of this name. */
export function actionOf(id: ActionId): Action {
  const found = actions.find((action) => action.id === id);
  if (found === undefined) throw new Error(`no action ${id}`);
  return found;
}
