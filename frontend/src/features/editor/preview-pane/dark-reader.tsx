import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadExport } from '../../../engine/export';
import { errorText } from '../../../i18n/error-text';
import { useEditor, useWorkbench } from '../editor-context';
import { type ExportParts, exportArticle } from '../export/export-article';
import { darkFrameDocument } from '../preview/frame-document';
import { PhoneBar } from './phone-bar';

interface DarkReaderProps {
  parts: ExportParts;
  /** The light preview, whose scroll position is copied. */
  light: () => Document | null;
  /** With the top of the reader's phone. */
  isFramed: boolean;
}

/** The finished copy as readers in WeChat's dark mode see it, over the light preview. */
export function DarkReader({ parts, light, isFramed }: DarkReaderProps) {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const width = useEditor((state) => state.settings.previewWidth);
  const title = t('preview.darkTitle');
  const [source] = useState(() => darkFrameDocument(workbench.locale, title));
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const { html, error } = useDarkArticle(parts);
  useEffect(() => {
    const document = frame.current?.contentDocument;
    const root = document?.querySelector('section.article');
    if (!isLoaded || !document || !root) return;
    document.body.dataset.width = width;
    if (html === null) return;
    const isFirst = root.firstChild === null;
    root.innerHTML = html;
    drawCards(root, light());
    if (isFirst) copyScroll(light(), document);
  }, [isLoaded, html, width, light]);
  return (
    <div className="absolute inset-0 flex flex-col bg-[#191919]" aria-busy={html === null}>
      {isFramed && <PhoneBar isDark />}
      <p
        role={error === null ? 'note' : 'alert'}
        className="shrink-0 border-[#333] border-b bg-[#232323] px-5 py-2 text-[#b8b8b8] text-xs"
      >
        {error === null ? t('preview.darkNote') : errorText(t, error)}
      </p>
      <iframe
        ref={frame}
        srcDoc={source}
        title={title}
        className="block min-h-0 w-full grow border-0"
        onLoad={() => {
          const loaded = frame.current?.contentDocument;
          if (!loaded?.querySelector('section.article')) return;
          // Links lead nowhere here, as in the light preview.
          for (const name of ['click', 'auxclick'] as const)
            loaded.addEventListener(name, (event) => event.preventDefault());
          setIsLoaded(true);
        }}
      />
    </div>
  );
}

/** The article as WeChat's dark mode shows it. It is made again when typing pauses or the style changes. */
function useDarkArticle(parts: ExportParts): { html: string | null; error: unknown } {
  const workbench = useWorkbench();
  const info = useEditor((state) => state.info);
  const settings = useEditor((state) => state.settings);
  const [state, setState] = useState<{ html: string | null; error: unknown }>({
    html: null,
    error: null,
  });
  // `info` is new after every edit, `settings` after every choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both only signal that the article has changed.
  useEffect(() => {
    let isCurrent = true;
    const make = async () => {
      const [{ darken }, exported] = await Promise.all([
        loadExport(),
        exportArticle(workbench, { target: 'wechat' }, parts),
      ]);
      return darken(exported.html);
    };
    make().then(
      (html) => isCurrent && setState({ html, error: null }),
      (error: unknown) => isCurrent && setState((old) => ({ ...old, error })),
    );
    return () => {
      isCurrent = false;
    };
  }, [workbench, parts, info, settings]);
  return state;
}

/** WeChat draws the cards of accounts itself. Here they are those of the light preview, in dark colors. */
function drawCards(root: Element, light: Document | null): void {
  const drawn = [...(light?.querySelectorAll('section.article mp-common-profile') ?? [])];
  for (const element of root.querySelectorAll('mp-common-profile')) {
    const own = drawn.find((one) => accountOf(one) === accountOf(element));
    const card = own?.querySelector(':scope > .profile-card');
    if (card) element.replaceWith(root.ownerDocument.importNode(card, true));
  }
}

const accountOf = (element: Element) =>
  ['data-id', 'data-nickname', 'data-signature']
    .map((name) => element.getAttribute(name) ?? '')
    .join('\n');

/** Scrolls the dark page to the place of the light one. */
function copyScroll(light: Document | null, dark: Document): void {
  const from = light?.scrollingElement;
  const to = dark.scrollingElement;
  if (!from || !to) return;
  const range = from.scrollHeight - from.clientHeight;
  if (range > 0) to.scrollTop = (from.scrollTop / range) * (to.scrollHeight - to.clientHeight);
}
