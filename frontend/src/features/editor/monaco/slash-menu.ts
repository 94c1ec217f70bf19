import { isInFence } from '../edits/fences';
import type { Monaco } from './load-monaco';

/** One entry of the slash menu. */
export interface SlashItem {
  id: string;
  label: string;
  /** The shortcut as text. */
  detail: string;
  alias: string;
}

type Editor = ReturnType<Monaco['editor']['create']>;

/**
 * Offers `items` when the author types a slash at the start of a line or after a space; picking one runs it and takes
 * the slash away. Returns a function that stops it.
 */
export function addSlashMenu(
  monaco: Monaco,
  editor: Editor,
  items: () => SlashItem[],
  onPick: (id: string) => void,
): () => void {
  const command = editor.addCommand(0, (_, id: string) => onPick(id));
  const provider = monaco.languages.registerCompletionItemProvider('markdown', {
    triggerCharacters: ['/'],
    provideCompletionItems(model, position) {
      if (model !== editor.getModel() || command === null) return { suggestions: [] };
      const line = model.getLineContent(position.lineNumber).slice(0, position.column - 1);
      const slash = /(?:^|\s)(\/[^\s/]*)$/.exec(line);
      if (slash?.[1] === undefined) return { suggestions: [] };
      const before = model.getValueInRange(
        new monaco.Range(1, 1, position.lineNumber, position.column),
      );
      if (isInFence(before)) return { suggestions: [] };
      const range = new monaco.Range(
        position.lineNumber,
        position.column - slash[1].length,
        position.lineNumber,
        position.column,
      );
      return {
        suggestions: items().map((item, index) => ({
          label: { label: item.label, description: item.detail },
          kind: monaco.languages.CompletionItemKind.Function,
          insertText: '',
          filterText: `/${item.label} ${item.alias}`,
          sortText: String(index).padStart(3, '0'),
          range,
          command: { id: command, title: item.label, arguments: [item.id] },
        })),
      };
    },
  });
  return () => provider.dispose();
}
