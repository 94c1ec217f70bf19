import {
  CheckSquare,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  List,
  ListOrdered,
  Quote,
} from 'lucide-react';
import { heading, headingOf } from '../edits/heading';
import { bulletList, numberList, quote, taskList } from '../edits/lines';
import { type Command, editing } from './command';

/** Kinds of paragraphs. */
export const paragraphCommands: readonly Command[] = [
  {
    id: 'heading',
    icon: Heading2,
    keys: 'mod+alt+h',
    alias: 'heading biaoti',
    ...editing(heading),
  },
  {
    id: 'heading1',
    icon: Heading1,
    keys: 'mod+alt+1',
    alias: 'h1 heading biaoti 1',
    isSlash: true,
    ...editing(headingOf(1)),
  },
  {
    id: 'heading2',
    icon: Heading2,
    keys: 'mod+alt+2',
    alias: 'h2 heading biaoti 2',
    isSlash: true,
    ...editing(headingOf(2)),
  },
  {
    id: 'heading3',
    icon: Heading3,
    keys: 'mod+alt+3',
    alias: 'h3 heading biaoti 3',
    isSlash: true,
    ...editing(headingOf(3)),
  },
  {
    id: 'heading4',
    icon: Heading4,
    keys: 'mod+alt+4',
    alias: 'h4 heading biaoti 4',
    isSlash: true,
    ...editing(headingOf(4)),
  },
  {
    id: 'quote',
    icon: Quote,
    keys: 'mod+shift+9',
    alias: 'quote blockquote bq yinyong',
    isSlash: true,
    ...editing(quote),
  },
  {
    id: 'bulletList',
    icon: List,
    keys: 'mod+shift+8',
    alias: 'bullet list ul liebiao wuxu bulleted',
    isSlash: true,
    ...editing(bulletList),
  },
  {
    id: 'numberList',
    icon: ListOrdered,
    keys: 'mod+shift+7',
    alias: 'numbered list ol liebiao youxu',
    isSlash: true,
    ...editing(numberList),
  },
  {
    id: 'taskList',
    icon: CheckSquare,
    alias: 'task todo checkbox list renwu daiban qingdan',
    isSlash: true,
    ...editing(taskList),
  },
];
