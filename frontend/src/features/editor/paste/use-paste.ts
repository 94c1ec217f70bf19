import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { loadPart } from '../../../lib/load-part';
import { type Dropped, droppedItems } from '../../../transfer/import/dropped-files';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { verbatimAtEnd } from '../edits/verbatim';
import { keepDataImages } from '../images/local-images';
import { useInsertImages } from '../images/use-insert-images';
import type { Edit, Selected } from '../source-editor';
import type { HeldPlace } from '../workbench';
import { fitLine, fitPaste, fitRich } from './fit-paste';
import { pastedLink, wholeAddress } from './pasted-link';

/** How long the shortcut for a plain paste is remembered, in milliseconds: until its paste event. */
const PLAIN_MS = 500;

/**
 * What pasting and dropping into the text does: rich text becomes Markdown, images are kept and inserted.
 *
 * `onDropFiles`: takes in other files that are dropped; without it they are left to the browser.
 */
export function usePaste(onDropFiles?: (dropped: Dropped[]) => void) {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const insertImages = useInsertImages();
  const plainUntil = useRef(0);

  const handlePaste = (event: ClipboardEvent) => {
    const source = workbench.source;
    // Monaco's find box and other inputs keep their own paste.
    if (source === null || !isText(event.target)) return;
    const isPlain = performance.now() < plainUntil.current;
    plainUntil.current = 0;
    const { files, types } = event.clipboardData;
    const text = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    const html = event.clipboardData.getData('text/html');
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (isPlain && text !== '') {
      take();
      return insertPlain(text);
    }
    const selected = source.selected();
    const { text: all, start } = selected;
    const link = pastedLink(selected, text);
    if (link !== null) {
      take();
      return insertPlain(link);
    }
    if (wholeAddress(selected, text) !== null) {
      take();
      source.applyEach((at) => fitted(at, wholeAddress(at, text) ?? text));
      return;
    }
    // Word adds a picture of the text to the clipboard.
    if (files.length > 0 && (text === '' || html === '')) {
      take();
      return insertImages([...files]);
    }
    const isCode =
      types.includes('vscode-editor-data') || verbatimAtEnd(all.slice(0, start)) === 'fence';
    if (html === '' || isCode) {
      const fitting = isWholeLine(event.clipboardData) ? fitLine : fitPaste;
      if (source.applyToAll((at) => fitting(at, text))) take();
      return;
    }
    take();
    workbench.holdPlace((held) => insertRich(held, html, text)).catch(showFailure);
  };

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

  function insertPlain(text: string): void {
    const source = workbench.source;
    if (source !== null && text !== '') source.apply(plain(source.selected(), text));
  }

  return {
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
      const pictures = [...event.dataTransfer.files].filter((file) =>
        file.type.startsWith('image/'),
      );
      const others = pictures.length === 0 ? droppedItems(event.dataTransfer) : [];
      const isTaken = pictures.length > 0 || (others.length > 0 && onDropFiles !== undefined);
      if (!isTaken) return;
      event.preventDefault();
      event.stopPropagation();
      if (pictures.length === 0) return onDropFiles?.(others);
      const at = workbench.source?.offsetAt(event.clientX, event.clientY) ?? null;
      if (at !== null) workbench.source?.select(at, at);
      workbench.source?.focus();
      insertImages(pictures);
    },
  };
}

function plain({ start, end }: Selected, insert: string): Edit {
  const cursor = start + insert.length;
  return { from: start, to: end, insert, selectStart: cursor, selectEnd: cursor };
}

/** A paste as it fits, as {@link fitPaste} says. */
const fitted = (at: Selected, text: string) => fitPaste(at, text) ?? plain(at, text);

/** Whether Monaco copied a line without a selection; then it says so beside the text. */
function isWholeLine(clipboard: DataTransfer): boolean {
  const data = clipboard.getData('vscode-editor-data');
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
