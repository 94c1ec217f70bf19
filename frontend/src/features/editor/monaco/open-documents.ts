import type { editor } from 'monaco-editor/editor';
import type { UnchangedText } from '../../../lib/text/text-change';
import type { SourceHost } from '../source-editor';
import type { Monaco } from './load-monaco';

type Model = ReturnType<Monaco['editor']['createModel']>;
type View = ReturnType<ReturnType<Monaco['editor']['create']>['saveViewState']>;

/** Most documents that keep their undo steps and scroll position while others are open. */
const KEPT_DOCUMENTS = 8;

interface Kept {
  model: Model;
  view: View;
}

/** Recently opened documents, the latest last. */
export class OpenDocuments {
  readonly #monaco: Monaco;
  readonly #host: SourceHost;
  readonly #kept = new Map<string, Kept>();
  #isOpening = false;
  /** The text of the open document that was reported last. */
  #reported: string | null = null;

  constructor(monaco: Monaco, host: SourceHost) {
    this.#monaco = monaco;
    this.#host = host;
  }

  /** The model of document `key`, brought to `text`. */
  open(key: string, text: string): Model {
    const kept = this.#kept.get(key) ?? { model: this.#create(text), view: null };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    this.#reported = null;
    if (kept.model.getValue() !== text) {
      // It was changed elsewhere, so its undo steps no longer fit.
      this.#isOpening = true;
      kept.model.setValue(text);
      this.#isOpening = false;
    }
    for (const [old, { model }] of this.#kept) {
      if (this.#kept.size <= KEPT_DOCUMENTS) break;
      this.#kept.delete(old);
      // The editor still shows the document before, so it is disposed after the switch.
      setTimeout(() => model.dispose());
    }
    return kept.model;
  }

  keepView(model: Model, view: View): void {
    for (const kept of this.#kept.values()) if (kept.model === model) kept.view = view;
  }

  viewOf(model: Model): View {
    return [...this.#kept.values()].find((kept) => kept.model === model)?.view ?? null;
  }

  dispose(): void {
    for (const { model } of this.#kept.values()) model.dispose();
    this.#kept.clear();
  }

  #create(text: string): Model {
    const model = this.#monaco.editor.createModel(text, 'markdown');
    model.setEOL(this.#monaco.editor.EndOfLineSequence.LF);
    model.onDidChangeContent(({ changes }) => {
      if (this.#isOpening) return;
      const [before, text] = [this.#reported, model.getValue()];
      this.#reported = text;
      this.#host.onText(text, before === null ? undefined : unchangedBy(before, changes));
    });
    return model;
  }
}

/** What lies before and behind all changes of a text. */
function unchangedBy(
  before: string,
  changes: readonly editor.IModelContentChange[],
): UnchangedText {
  const starts = changes.map(({ rangeOffset }) => rangeOffset);
  const ends = changes.map(
    ({ rangeOffset, rangeLength }) => before.length - rangeOffset - rangeLength,
  );
  return { before, start: Math.min(...starts), end: Math.min(...ends) };
}
