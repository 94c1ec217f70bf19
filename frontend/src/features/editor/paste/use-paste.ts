import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { loadPart } from '../../../lib/browser/load-part';
import { isPicture } from '../../../lib/images/article-image';
import { type Dropped, droppedItems } from '../../../transfer/import/dropped-files';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { verbatimAtEnd } from '../edits/verbatim';
import { keepDataImages } from '../images/local-images';
import { useInsertImages } from '../images/use-insert-images';
import type { Edit, Selected } from '../source-editor';
import type { HeldPlace } from '../workbench';
import { copiedCells } from './copied-cells';
import { fitLine, fitPaste, fitRich } from './fit-paste';
import { pastedLink, wholeAddress } from './pasted-link';

/** What is pasted, from an event or read by the page. */
interface Pasted {
  types: readonly string[];
  files: Iterable<File>;
  getData(type: string): string;
}

/** How long the shortcut for a plain paste is remembered, in milliseconds: until its paste event. */
const PLAIN_MS = 500;

/**
 * What pasting and dropping into the text does: rich text becomes Markdown, images are kept and inserted.
 *
 * `onFiles`: takes in other files that are dropped or pasted; without it they are left to the browser.
 */
export function usePaste(onFiles?: (dropped: Dropped[]) => void) {
  const workbench = useWorkbench();
  const insertImages = useInsertImages();
  const { take, insertPlain } = useTake(onFiles);
  const plainUntil = useRef(0);

  const handlePaste = (event: ClipboardEvent) => {
    // Monaco's find box and other inputs keep their own paste.
    if (workbench.source === null || !isText(event.target)) return;
    const isPlain = performance.now() < plainUntil.current;
    plainUntil.current = 0;
    const isTaken = isPlain
      ? insertPlain(textOf(event.clipboardData))
      : take(event.clipboardData, () => droppedItems(event.clipboardData));
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const handlers = {
    onPasteCapture: handlePaste,
    onKeyDownCapture: (event: KeyboardEvent) => {
      const isChord = (event.ctrlKey || event.metaKey) && event.shiftKey && event.code === 'KeyV';
      if (isChord) plainUntil.current = performance.now() + PLAIN_MS;
    },
    onDragOverCapture: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    },
    onDropCapture: (event: DragEvent) => {
      const pictures = [...event.dataTransfer.files].filter(isPicture);
      const others = pictures.length === 0 ? droppedItems(event.dataTransfer) : [];
      const isTaken = pictures.length > 0 || (others.length > 0 && onFiles !== undefined);
      if (!isTaken) return;
      event.preventDefault();
      event.stopPropagation();
      if (pictures.length === 0) return onFiles?.(others);
      const at = workbench.source?.offsetAt(event.clientX, event.clientY) ?? null;
      if (at !== null) workbench.source?.select(at, at);
      workbench.source?.focus();
      insertImages(pictures);
    },
  };
  return {
    handlers,
    /**
     * Pastes what the page may read, as the shortcut does; it must be asked for inside a click.
     * Rejects when the browser does not let the page read the clipboard.
     */
    pasteFromClipboard: async () => {
      const pasted = await readClipboard();
      if (!take(pasted, () => [])) insertPlain(textOf(pasted));
    },
  };
}

/** Puts what is pasted into the text. `onFiles` as for {@link usePaste}. */
function useTake(onFiles?: (dropped: Dropped[]) => void) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const insertImages = useInsertImages();

  /** Inserts what is pasted; false when it needs nothing but to be inserted as it is. */
  function take(pasted: Pasted, droppedFiles: () => Dropped[]): boolean {
    const source = workbench.source;
    if (source === null) return false;
    const files = [...pasted.files];
    const text = textOf(pasted);
    const html = pasted.getData('text/html');
    const selected = source.selected();
    const { text: all, start } = selected;
    const link = pastedLink(selected, text);
    if (link !== null) return insertPlain(link);
    if (wholeAddress(selected, text) !== null) {
      source.applyEach((at) => fitted(at, wholeAddress(at, text) ?? text));
      return true;
    }
    // WPS gives cells as a picture and as text, without HTML.
    if (html === '' && isPictureOf(files, text)) {
      const table = copiedCells(text);
      source.applyEach((at) =>
        table === null ? fitted(at, text) : (fitRich(at, table) ?? plain(at, table)),
      );
      return true;
    }
    // Word adds a picture of the text to the clipboard.
    if (files.length > 0 && (text === '' || html === '')) {
      if (files.some(isPicture) || onFiles === undefined) insertImages(files);
      else onFiles(droppedFiles());
      return true;
    }
    const isCode =
      pasted.types.includes('vscode-editor-data') || verbatimAtEnd(all.slice(0, start)) === 'fence';
    if (html === '' || isCode) {
      const fitting = isWholeLine(pasted) ? fitLine : fitPaste;
      return source.applyToAll((at) => fitting(at, text));
    }
    workbench.holdPlace((held) => insertRich(held, html, text)).catch(showFailure);
    return true;
  }

  async function insertRich(held: HeldPlace, html: string, text: string): Promise<void> {
    const rich = await toMarkdown(html).catch(showFailure);
    // The text is inserted in any case.
    await (rich === null || rich === undefined
      ? held.insert(text, fitPaste)
      : held.insert(rich.markdown, fitRich));
    if (rich != null && rich.lostImages > 0) {
      toast.failure(t('paste.lostImages', { count: rich.lostImages }), { id: 'paste' });
    }
  }

  function showFailure(error: unknown): void {
    toast.failure(errorText(t, error), { id: 'paste' });
  }

  /** False when there is nothing to insert. */
  function insertPlain(text: string): boolean {
    const source = workbench.source;
    if (source === null || text === '') return false;
    source.apply(plain(source.selected(), text));
    return true;
  }

  return { take, insertPlain };
}

async function readClipboard(): Promise<Pasted> {
  const texts = new Map<string, string>();
  const files: File[] = [];
  for (const item of await navigator.clipboard.read()) {
    for (const type of item.types) {
      const blob = await item.getType(type);
      if (type.startsWith('image/')) files.push(new File([blob], 'image', { type }));
      else texts.set(type, await blob.text());
    }
  }
  return { types: [...texts.keys()], files, getData: (type) => texts.get(type) ?? '' };
}

function textOf(pasted: Pasted): string {
  return pasted.getData('text/plain').replace(/\r\n?/g, '\n');
}

/** Whether the files are a picture of the text, as WPS adds it to cells, rather than files that the text names. */
function isPictureOf(files: readonly File[], text: string): boolean {
  const isNamed = ({ name }: File) => name.includes('.') && text.includes(name);
  return text !== '' && files.length > 0 && files.every(isPicture) && !files.some(isNamed);
}

function plain({ start, end }: Selected, insert: string): Edit {
  const cursor = start + insert.length;
  return { from: start, to: end, insert, selectStart: cursor, selectEnd: cursor };
}

/** A paste as it fits, as {@link fitPaste} says. */
const fitted = (at: Selected, text: string) => fitPaste(at, text) ?? plain(at, text);

/** Whether Monaco copied a line without a selection; then it says so beside the text. */
function isWholeLine(pasted: Pasted): boolean {
  const data = pasted.getData('vscode-editor-data');
  return data.includes('"isFromEmptySelection":true');
}

/** Markdown of copied HTML, its pictures kept; null when it has nothing that plain text has not. */
async function toMarkdown(html: string) {
  const { richPaste } = await loadPart(() => import('./rich-paste'));
  const rich = richPaste(html);
  return rich === null ? null : { ...rich, markdown: await keepDataImages(rich.markdown) };
}

function isText(target: EventTarget): boolean {
  return target instanceof Element && target.closest('.find-widget, .suggest-widget') === null;
}
