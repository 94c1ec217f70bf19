import 'monaco-editor/features/colorPicker/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/languages/definitions/css/register';
import CssWorker from 'monaco-editor/languages/features/css/css.worker?worker';
import { cssDefaults } from 'monaco-editor/languages/features/css/register';
import { languageWorkers } from './monaco-parts';

languageWorkers.set('css', () => new CssWorker());

// What WeChat drops is said when copying; here only what is wrong as CSS.
cssDefaults.setOptions({
  ...cssDefaults.options,
  lint: { ...cssDefaults.options.lint, emptyRules: 'ignore', unknownProperties: 'warning' },
});

export { editor, MarkerSeverity } from 'monaco-editor/editor';
