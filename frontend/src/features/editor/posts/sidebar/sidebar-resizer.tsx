import { useTranslation } from 'react-i18next';
import {
  POST_SLIDER_MAX_PX,
  POST_SLIDER_MIN_PX,
  POST_SLIDER_WIDTH_PX,
} from '../../../../config/constants';
import { ResizeHandle } from '../../../../ui/resize-handle';
import { useEditor, useWorkbench } from '../../editor-context';

/** The edge of the documents sidebar. */
export function SidebarResizer() {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const width = useEditor((state) => state.settings.post_slider_width);
  return (
    <ResizeHandle
      label={t('pane.resize')}
      value={width}
      min={POST_SLIDER_MIN_PX}
      max={POST_SLIDER_MAX_PX}
      initial={POST_SLIDER_WIDTH_PX}
      perPixel={() => 1}
      onChange={(next) => workbench.changeSettings({ post_slider_width: Math.round(next) })}
      className="absolute inset-y-0 right-0"
    />
  );
}
