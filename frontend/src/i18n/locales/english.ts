import type { FirstWords } from '../types';
import app from './en/app.json';
import editor from './en/editor.json';
import errors from './en/errors.json';
import library from './en/library.json';
import tools from './en/tools.json';

export const words: FirstWords = { app, errors, editor, library, tools };
