import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  SOURCE_SHARE_MAX_PERCENT,
  SOURCE_SHARE_MIN_PERCENT,
  SOURCE_SHARE_PERCENT,
} from '../../../config/constants';
import { ResizeHandle } from '../../../ui/resize-handle';
import { useEditor, useWorkbench } from '../editor-context';

/** The edge between source and preview. Its place is remembered as the share of the source. */
export function PaneSplitter() {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  const share = useEditor((state) => state.settings.source_share);
  const isEditOnLeft = useEditor((state) => state.settings.isEditOnLeft);
  const place = useRef<HTMLDivElement>(null);
  const widths = () => {
    const { previousElementSibling: source, nextElementSibling: preview } = place.current ?? {};
    const sourcePx = source?.clientWidth ?? 0;
    return { sourcePx, bothPx: Math.max(1, sourcePx + (preview?.clientWidth ?? 0)) };
  };
  return (
    <div ref={place} className="relative z-10 w-px shrink-0">
      <ResizeHandle
        label={t('panes.resize')}
        value={share}
        min={SOURCE_SHARE_MIN_PERCENT}
        max={SOURCE_SHARE_MAX_PERCENT}
        initial={SOURCE_SHARE_PERCENT}
        measure={() => (widths().sourcePx * 100) / widths().bothPx}
        perPixel={() => ((isEditOnLeft ? 1 : -1) * 100) / widths().bothPx}
        onChange={(next) => workbench.changeSettings({ source_share: Math.round(next * 10) / 10 })}
        className="absolute inset-y-0 left-0"
      />
    </div>
  );
}
