import {
  ArrowUpDown,
  MonitorSmartphone,
  Moon,
  Smartphone,
  SunDim,
  TabletSmartphone,
} from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE_BREAKPOINT_PX, PHONE_PX } from '../../../config/constants';
import { errorText } from '../../../i18n/error-text';
import { whenPainted } from '../../../lib/browser/when-painted';
import { classNames } from '../../../lib/class-names';
import { publishToTabs, subscribeToTabs } from '../../../sync/channel';
import { useAppearance } from '../../../ui/appearance';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Segments } from '../../../ui/fields/segments';
import { useMedia } from '../../../ui/hooks/use-media';
import { barOverToasts } from '../../../ui/states/toast-place';
import { forwardKeys } from '../commands/use-keys';
import { useEditor, useWorkbench } from '../editor-context';
import type { ExportParts } from '../export/export-article';
import { showArrivedImages, showLocalImages } from '../images/local-images';
import { Formulas } from '../preview/formulas';
import { frameDocument } from '../preview/frame-document';
import { PreviewFrame } from '../preview/preview-frame';
import { printInPlace } from '../preview/print-preview';
import { slotErrorText } from '../preview/slot-error-text';
import { Slots } from '../preview/slots';
import { DarkReader } from './dark-reader';
import { PhoneBar } from './phone-bar';

interface PreviewPaneProps {
  parts: ExportParts;
  /** The reader copies what is selected, as HTML of the engine's making. */
  onCopyPart: (html: string) => void;
  /** The reader clicked a link that leads out of the article. */
  onLink?: (href: string) => void;
}

/** The article as readers will see it, in a frame of its own. */
export function PreviewPane({ parts, onCopyPart, onLink }: PreviewPaneProps) {
  const { t } = useTranslation(['editor', 'tools', 'app']);
  const workbench = useWorkbench();
  const width = useEditor((state) => state.settings.previewWidth);
  const isWide = useMedia(`(min-width: ${MOBILE_BREAKPOINT_PX + 1}px)`);
  const isFramed =
    useEditor(({ settings }) => settings.isPhoneFrame && settings.previewWidth === 'mobile') &&
    isWide;
  const isSheetDimmed = useEditor((state) => state.settings.isSheetDimmed);
  const { isDark } = useAppearance();
  const isScrollSync = useEditor((state) => state.settings.isScrollSync);
  const isDarkReader = useEditor((state) => state.isDarkReader);
  // What WeChat's dark mode makes of the article is dark already.
  const isDimmed = isDark && isSheetDimmed && !isDarkReader;
  const isEmpty = useEditor((state) => state.isEmpty && state.postId !== null);
  const engineError = useEditor((state) => state.engineError);
  const retry = useEditor((state) => state.retryPreview);
  const title = t('preview.frame');
  // The frame must not reload when the language changes, so its document keeps its first title.
  const [source] = useState(() => frameDocument(workbench.locale, title));
  // A white page without an article would glare in the dark.
  const [isDrawn, setIsDrawn] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const attach = useAttach(parts, onCopyPart, onLink);
  const [scrollbarPx, watchScrollbar] = useScrollbarWidth();
  return (
    <section
      aria-label={t('preview.label')}
      className="flex h-full min-h-0 flex-col bg-canvas"
      data-testid="preview"
    >
      <div
        ref={barOverToasts}
        className="hidden h-10 shrink-0 items-center justify-between gap-2 border-line border-b bg-surface px-2 md:flex"
      >
        <Segments
          label={t('preview.width')}
          size="compact"
          value={width}
          options={[
            {
              value: 'mobile',
              label: t('preview.phone'),
              icon: <Smartphone size={14} strokeWidth={1.75} aria-hidden />,
            },
            {
              value: 'full',
              label: t('preview.full'),
              icon: <MonitorSmartphone size={14} strokeWidth={1.75} aria-hidden />,
            },
          ]}
          onChange={(previewWidth) => workbench.changeSettings({ previewWidth })}
        />
        <span className="flex gap-1">
          {width === 'mobile' && (
            <IconButton
              icon={TabletSmartphone}
              size="iconSm"
              label={t('tools:phone.frame')}
              aria-pressed={isFramed}
              onClick={() => workbench.changeSettings({ isPhoneFrame: !isFramed })}
            />
          )}
          {isDark && (
            <IconButton
              icon={SunDim}
              size="iconSm"
              label={t('preview.dim')}
              aria-pressed={isSheetDimmed}
              onClick={() => workbench.changeSettings({ isSheetDimmed: !isSheetDimmed })}
            />
          )}
          <IconButton
            icon={Moon}
            size="iconSm"
            label={t('preview.darkReader')}
            aria-pressed={isDarkReader}
            onClick={() => workbench.store.set({ isDarkReader: !isDarkReader })}
          />
          <IconButton
            icon={ArrowUpDown}
            size="iconSm"
            label={t('preview.sync')}
            aria-pressed={isScrollSync}
            onClick={() => workbench.changeSettings({ isScrollSync: !isScrollSync })}
          />
        </span>
      </div>
      {engineError !== null && (
        <p role="alert" className="bg-danger-soft px-4 py-2 text-danger text-sm">
          {errorText(t, engineError)}
        </p>
      )}
      {retry !== null && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b bg-surface px-4 py-2 text-ink text-sm"
        >
          <p>{t('preview.missing')}</p>
          <Button variant="secondary" size="sm" onClick={retry}>
            {t('app:action.retry')}
          </Button>
        </div>
      )}
      <div className="relative flex min-h-0 grow justify-center overflow-clip">
        <div
          className={classNames(
            'relative flex h-full w-full flex-col',
            isDark && !isDrawn ? 'bg-surface *:opacity-0' : 'bg-white',
            width === 'mobile' && 'md:w-(--phone) md:shadow-paper',
            isFramed &&
              'h-[calc(100%-48px)] max-h-[828px] self-center overflow-hidden rounded-[28px] md:box-content md:border-8 md:border-[#1a2027]',
          )}
          style={{ '--phone': `${PHONE_PX + scrollbarPx}px` } as CSSProperties}
        >
          {isFramed && <PhoneBar />}
          <iframe
            ref={frame}
            srcDoc={source}
            title={title}
            className="block min-h-0 w-full grow border-0 bg-white"
            onLoad={() => {
              const loaded = frame.current?.contentDocument;
              if (!loaded?.querySelector('section.article')) return;
              attach(loaded);
              setIsDrawn(true);
              forwardKeys(loaded);
              watchScrollbar(loaded);
            }}
          />
          {isDimmed && (
            <div
              data-testid="dimmed"
              className="pointer-events-none absolute inset-0 z-10 bg-black/35"
              aria-hidden
            />
          )}
          {isDarkReader && (
            <DarkReader
              parts={parts}
              light={() => frame.current?.contentDocument ?? null}
              isFramed={isFramed}
            />
          )}
          {isEmpty && !isDarkReader && engineError === null && (
            <div className="pointer-events-none absolute inset-x-0 top-1/3 grid justify-items-center gap-1 px-8 text-center">
              <p className="font-medium text-[#48525e] text-base">{t('preview.empty')}</p>
              <p className="text-[#626c78] text-sm">{t('preview.emptyHint')}</p>
            </div>
          )}
        </div>
      </div>
    </section>
  );
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
function useAttach(
  parts: ExportParts,
  onCopyPart: (html: string) => void,
  onLink?: (href: string) => void,
): (document: Document) => void {
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
