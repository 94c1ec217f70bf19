import { Bold, Code, Highlighter, Italic, Link2, Strikethrough, Underline } from 'lucide-react';
import { code } from '../edits/code';
import { link } from '../edits/link';
import { bold, highlight, italic, strike, underline } from '../edits/marks';
import { type Command, editing } from './command';

/** Marks of words. */
export const textCommands: readonly Command[] = [
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
