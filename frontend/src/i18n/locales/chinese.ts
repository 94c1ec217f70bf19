import app from './zh-CN/app.json';
import editor from './zh-CN/editor.json';
import errors from './zh-CN/errors.json';
import library from './zh-CN/library.json';
import tools from './zh-CN/tools.json';

export const words = { app, errors, editor, library, tools };
