// The feature's public entry leaves out the suggestion list.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/features/colorPicker/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/languages/definitions/css/register';
import CssWorker from 'monaco-editor/languages/features/css/css.worker?worker';
import { cssDefaults } from 'monaco-editor/languages/features/css/register';
import { languageWorkers } from './monaco-parts';

languageWorkers.set('css', () => new CssWorker());

// Only CSS errors are reported here. What WeChat drops is reported by the copy.
cssDefaults.setOptions({
  ...cssDefaults.options,
  lint: { ...cssDefaults.options.lint, emptyRules: 'ignore', unknownProperties: 'warning' },
});

export { editor, MarkerSeverity } from 'monaco-editor/editor';
