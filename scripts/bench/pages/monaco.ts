// A page of Monaco and nothing else: the same parts as the editor's, an empty Markdown text.
import { editor } from '../../../frontend/src/features/editor/monaco/monaco-parts';

const container = document.getElementById('source');
if (container !== null) editor.create(container, { language: 'markdown', value: '' });
