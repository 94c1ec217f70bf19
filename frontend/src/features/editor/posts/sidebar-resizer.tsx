import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  POST_SLIDER_MAX_PX,
  POST_SLIDER_MIN_PX,
  POST_SLIDER_WIDTH_PX,
} from '../../../config/constants';
import { useEditor, useWorkbench } from '../editor-context';

/** One press of an arrow key, in CSS pixels. */
const STEP_PX = 16;

/** The edge of the documents sidebar. A pointer drags it, arrow keys move it, a double click resets it. */
export function SidebarResizer() {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const width = useEditor((state) => state.settings.post_slider_width);
  const from = useRef<{ x: number; width: number } | null>(null);

  const change = (next: number) => {
    const post_slider_width = Math.round(
      Math.min(POST_SLIDER_MAX_PX, Math.max(POST_SLIDER_MIN_PX, next)),
    );
    if (post_slider_width !== width) workbench.changeSettings({ post_slider_width });
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key];
    const edge = { Home: POST_SLIDER_MIN_PX, End: POST_SLIDER_MAX_PX }[event.key];
    if (step === undefined && edge === undefined) return;
    event.preventDefault();
    change(edge ?? width + (step ?? 0));
  };
  const handleMove = (event: PointerEvent) => {
    if (from.current !== null) change(from.current.width + event.clientX - from.current.x);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('pane.resize')}
      aria-valuenow={width}
      aria-valuemin={POST_SLIDER_MIN_PX}
      aria-valuemax={POST_SLIDER_MAX_PX}
      tabIndex={0}
      className="absolute inset-y-0 right-0 z-10 w-px cursor-col-resize bg-line before:absolute before:inset-y-0 before:-left-1 before:w-2 hover:bg-accent-text focus-visible:bg-accent-text focus-visible:outline-offset-0"
      onKeyDown={handleKey}
      onDoubleClick={() => change(POST_SLIDER_WIDTH_PX)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={handleMove}
      onPointerUp={() => {
        from.current = null;
      }}
    />
  );
}
