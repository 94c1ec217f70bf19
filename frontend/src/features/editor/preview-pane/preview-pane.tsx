import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE_BREAKPOINT_PX, PHONE_PX } from '../../../config/constants';
import { errorText } from '../../../i18n/error-text';
import { classNames } from '../../../lib/class-names';
import { useAppearance } from '../../../ui/appearance';
import { Button } from '../../../ui/buttons/button';
import { useMedia } from '../../../ui/hooks/use-media';
import { useEditor } from '../editor-context';
import { DarkReader } from './dark-reader';
import { PhoneBar } from './phone-bar';
import { PreviewToolbar } from './preview-toolbar';
import { type PreviewReader, usePreviewFrame } from './use-preview-frame';

/** The article as readers will see it, in a frame of its own. */
export function PreviewPane(reader: PreviewReader) {
  const { t } = useTranslation('editor');
  const isWide = useMedia(`(min-width: ${MOBILE_BREAKPOINT_PX + 1}px)`);
  const isFramed =
    useEditor(({ settings }) => settings.isPhoneFrame && settings.previewWidth === 'mobile') &&
    isWide;
  return (
    <section
      aria-label={t('preview.label')}
      className="flex h-full min-h-0 flex-col bg-canvas"
      data-testid="preview"
    >
      <PreviewToolbar isFramed={isFramed} />
      <Problems />
      <Sheet reader={reader} isFramed={isFramed} />
    </section>
  );
}

/** What went wrong with the preview. */
function Problems() {
  const { t } = useTranslation(['editor', 'app']);
  const engineError = useEditor((state) => state.engineError);
  const retry = useEditor((state) => state.retryPreview);
  return (
    <>
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
    </>
  );
}

/** The page of the article, and what lies over it. */
function Sheet({ reader, isFramed }: { reader: PreviewReader; isFramed: boolean }) {
  const { t } = useTranslation('editor');
  const width = useEditor((state) => state.settings.previewWidth);
  const isSheetDimmed = useEditor((state) => state.settings.isSheetDimmed);
  const { isDark } = useAppearance();
  const isDarkReader = useEditor((state) => state.isDarkReader);
  // What WeChat's dark mode makes of the article is dark already.
  const isDimmed = isDark && isSheetDimmed && !isDarkReader;
  const title = t('preview.frame');
  const { frame, source, isDrawn, scrollbarPx, handleLoad } = usePreviewFrame(reader, title);
  return (
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
          onLoad={handleLoad}
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
            parts={reader.parts}
            light={() => frame.current?.contentDocument ?? null}
            isFramed={isFramed}
          />
        )}
        <EmptyHint />
      </div>
    </div>
  );
}

/** Shown in place of an article without a text. */
function EmptyHint() {
  const { t } = useTranslation('editor');
  const isEmpty = useEditor(
    (state) =>
      state.isEmpty && state.postId !== null && !state.isDarkReader && state.engineError === null,
  );
  if (!isEmpty) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-1/3 grid justify-items-center gap-1 px-8 text-center">
      <p className="font-medium text-[#48525e] text-base">{t('preview.empty')}</p>
      <p className="text-[#626c78] text-sm">{t('preview.emptyHint')}</p>
    </div>
  );
}
