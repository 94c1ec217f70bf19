import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whenPainted } from '../../../lib/browser/when-painted';
import { publishToTabs, subscribeToTabs } from '../../../sync/channel';
import { forwardKeys } from '../commands/use-keys';
import { useWorkbench } from '../editor-context';
import type { ExportParts } from '../export/export-article';
import { showArrivedImages, showLocalImages } from '../images/local-images';
import { Formulas } from '../preview/formulas';
import { frameDocument } from '../preview/frame-document';
import { PreviewFrame } from '../preview/preview-frame';
import { printInPlace } from '../preview/print-preview';
import { slotErrorText } from '../preview/slot-error-text';
import { Slots } from '../preview/slots';

/** What the preview shows, and what its reader does there. */
export interface PreviewReader {
  parts: ExportParts;
  /** The reader copies what is selected, as HTML of the engine's making. */
  onCopyPart: (html: string) => void;
  /** The reader clicked a link that leads out of the article. */
  onLink?: (href: string) => void;
}

/** The frame of the preview: its document, and what connects it once it has loaded. */
export function usePreviewFrame(reader: PreviewReader, title: string) {
  const workbench = useWorkbench();
  // The frame must not reload when the language changes, so its document keeps its first title.
  const [source] = useState(() => frameDocument(workbench.locale, title));
  // A white page without an article would glare in the dark.
  const [isDrawn, setIsDrawn] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const attach = useAttach(reader);
  const [scrollbarPx, watchScrollbar] = useScrollbarWidth();
  const handleLoad = () => {
    const loaded = frame.current?.contentDocument;
    if (!loaded?.querySelector('section.article')) return;
    attach(loaded);
    setIsDrawn(true);
    forwardKeys(loaded);
    watchScrollbar(loaded);
  };
  return { frame, source, isDrawn, scrollbarPx, handleLoad };
}

/** How much of a frame's width its scrollbar takes, in CSS pixels, and what watches a loaded frame for it. */
function useScrollbarWidth(): [number, (document: Document) => void] {
  const [widthPx, setWidthPx] = useState(0);
  const observer = useRef<ResizeObserver | null>(null);
  useEffect(() => () => observer.current?.disconnect(), []);
  const watch = ({ documentElement, defaultView }: Document) => {
    observer.current?.disconnect();
    observer.current = new ResizeObserver(() => {
      const rest = (defaultView?.innerWidth ?? 0) - documentElement.clientWidth;
      setWidthPx(Math.max(0, rest));
    });
    observer.current.observe(documentElement);
  };
  return [widthPx, watch];
}

/** Connects a loaded frame to the workbench and disconnects the one before. */
function useAttach({ parts, onCopyPart, onLink }: PreviewReader): (document: Document) => void {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const release = useRef<(() => void) | null>(null);
  const words = useRef(t);
  words.current = t;
  const copyPart = useRef(onCopyPart);
  copyPart.current = onCopyPart;
  const follow = useRef(onLink);
  follow.current = onLink;
  useEffect(() => () => release.current?.(), []);
  return (document) => {
    release.current?.();
    const slots = new Slots(
      parts.code,
      new Formulas(),
      parts.diagrams,
      {
        onFormulaCss: (css) => preview.setSheet('katex', css),
        onMissing: (retryPreview) => workbench.store.set({ retryPreview }),
        errorText: (kind, cause) => slotErrorText(words.current, kind, cause),
      },
      workbench.view.sourceReady,
    );
    const preview = new PreviewFrame(document, slots, {
      sanitize: (html) => workbench.renderer.sanitize(html),
      showImages: (nodes) =>
        showLocalImages(nodes, { missing: words.current('images.missing') }, (name) => {
          const { knowledgeBaseId } = workbench.post ?? {};
          // The server may have what this browser lacks.
          if (knowledgeBaseId !== undefined) {
            publishToTabs({ kind: 'wantImage', knowledgeBaseId, name });
          }
        }),
      source: () => workbench.renderer.renderedText,
      onPick: (line) => workbench.view.pickLine(line),
      onLink: (href) => follow.current?.(href),
      onCopy: (html) => copyPart.current(html),
    });
    const detach = workbench.view.attachPreview(preview);
    const stopPrinting = printInPlace(document);
    const unsubscribe = subscribeToTabs((message) => {
      if (message.kind === 'images') void showArrivedImages(document, message.names);
    });
    release.current = () => {
      workbench.store.set({ retryPreview: null });
      unsubscribe();
      stopPrinting();
      detach();
    };
    whenPainted(() => workbench.store.set({ isPreviewShown: true }));
  };
}
