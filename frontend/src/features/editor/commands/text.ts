import {
  Bold,
  Code,
  Highlighter,
  Italic,
  Link2,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react';
import { code } from '../edits/code';
import { link } from '../edits/link';
import { bold, highlight, italic, strike, underline } from '../edits/marks';
import { type Command, editing } from './command';

/** Steps back and forth, and marks of words. */
export const textCommands: readonly Command[] = [
  // Buttons of touch screens; keyboards have keys that are the source's own. Not in the palette: what is typed there
  // would be the last step of the page.
  {
    id: 'undo',
    icon: Undo2,
    alias: 'undo chexiao',
    isEdit: true,
    isOffered: () => false,
    run: ({ workbench }) => workbench.source?.undo(),
  },
  {
    id: 'redo',
    icon: Redo2,
    alias: 'redo chongzuo huifu',
    isEdit: true,
    isOffered: () => false,
    run: ({ workbench }) => workbench.source?.redo(),
  },
  {
    id: 'bold',
    icon: Bold,
    keys: 'mod+b',
    alias: 'bold jiacu cuti',
    ...editing(bold),
  },
  {
    id: 'italic',
    icon: Italic,
    keys: 'mod+i',
    alias: 'italic xieti',
    ...editing(italic),
  },
  {
    id: 'strike',
    icon: Strikethrough,
    keys: 'mod+shift+x',
    alias: 'strikethrough shanchuxian',
    ...editing(strike),
  },
  {
    id: 'underline',
    icon: Underline,
    keys: 'mod+u',
    alias: 'underline xiahuaxian',
    ...editing(underline),
  },
  {
    id: 'mark',
    icon: Highlighter,
    keys: 'mod+shift+h',
    alias: 'highlight mark yingguangbi gaoliang',
    ...editing(highlight),
  },
  {
    id: 'code',
    icon: Code,
    keys: 'mod+e',
    alias: 'inline code daima',
    ...editing(code),
  },
  {
    id: 'link',
    icon: Link2,
    keys: 'mod+k',
    alias: 'link url href lianjie',
    isSlash: true,
    ...editing(link),
  },
];
