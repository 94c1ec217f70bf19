import { debounce } from '../../../lib/debounce';
import { type CodeBlock, codeBlocks, coloredParts } from '../edits/code-blocks';
import './code-colors.css';
import type { Monaco } from './load-monaco';

type Editor = ReturnType<Monaco['editor']['create']>;

/** Colors code, as HTML with the classes of highlight.js. */
export type ColorCode = (language: string, code: string) => Promise<string>;

/** How long the author pauses before the code is colored anew, in milliseconds. */
const DELAY_MS = 120;
/** Longer blocks stay plain, in UTF-16 units. */
const MAX_CODE_CHARS = 20_000;
const MARGIN_LINES = 40;

/**
 * Colors the code blocks that are on the screen by the engine's highlighter, which the preview uses too: no grammar of
 * Monaco is loaded. Returns a function that stops it.
 */
export function addCodeColors(monaco: Monaco, editor: Editor, color: ColorCode): () => void {
  const shown = editor.createDecorationsCollection();
  // What is written beside a colored word is not colored until the highlighter says so.
  const stickiness = monaco.editor.TrackedRangeStickiness.NeverGrowsWhenTypingAtEdges;
  let turn = 0;

  async function update(): Promise<void> {
    turn += 1;
    const own = turn;
    const model = editor.getModel();
    if (model === null) return;
    const visible = editor
      .getVisibleRanges()
      .map(({ startLineNumber: first, endLineNumber: last }) => ({
        from: model.getOffsetAt({ lineNumber: first - MARGIN_LINES, column: 1 }),
        to: model.getOffsetAt({ lineNumber: last + MARGIN_LINES + 1, column: 1 }),
      }));
    const isVisible = ({ code, from }: CodeBlock) =>
      code.length <= MAX_CODE_CHARS &&
      visible.some((range) => range.from <= from + code.length && from <= range.to);
    const blocks = codeBlocks(model.getValue()).filter(isVisible);
    const colored = await Promise.all(
      // What cannot be colored stays plain, here as in the preview.
      blocks.map(({ language, code }) => color(language, code).then(coloredParts, () => [])),
    );
    if (own !== turn || editor.getModel() !== model) return;
    shown.set(
      blocks.flatMap((block, index) =>
        (colored[index] ?? []).map(({ from, to, className }) => ({
          range: monaco.Range.fromPositions(
            model.getPositionAt(block.from + from),
            model.getPositionAt(block.from + to),
          ),
          options: { inlineClassName: className, stickiness },
        })),
      ),
    );
  }

  const later = debounce(DELAY_MS, () => void update());
  const listeners = [
    editor.onDidChangeModelContent(() => later.schedule()),
    editor.onDidChangeModel(() => later.schedule()),
    editor.onDidScrollChange(() => later.schedule()),
  ];
  later.schedule();
  return () => {
    turn += 1;
    later.cancel();
    for (const listener of listeners) listener.dispose();
  };
}
