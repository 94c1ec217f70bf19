// A page of Monaco and nothing else: its own build with the features of a text editor, an empty Markdown text.
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/indentation/register';
import { editor } from '../../../frontend/src/features/editor/monaco/monaco-parts';

const container = document.getElementById('source');
if (container !== null) editor.create(container, { language: 'markdown', value: '' });
