import type { FirstWords } from '../types';
import app from './en/app.json';
import editor from './en/editor.json';
import errors from './en/errors.json';

export const words: FirstWords = { app, errors, editor };
