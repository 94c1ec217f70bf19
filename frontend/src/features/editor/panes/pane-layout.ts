import {
  MOBILE_BREAKPOINT_PX,
  PANELS_OVER_MAX_PX,
  PANES_MIN_PX,
  SIDE_PANEL_PX,
} from '../../../config/constants';
import { useMedia } from '../../../ui/hooks/use-media';
import { useEditor } from '../editor-context';

interface PaneLayout {
  /** One pane at a time; panels are a drawer and a sheet. */
  isMobile: boolean;
  /** The documents lie over the panes, when they are asked for. */
  areDocumentsOver: boolean;
  /** The right sidebar lies over the panes. */
  isPanelOver: boolean;
}

/**
 * Where the parts of the screen have room. Panels beside the panes always leave room for both. Where documents and right
 * sidebar have no room together, the documents give way: the sidebar would hide the preview that it changes.
 */
export function usePaneLayout(): PaneLayout {
  const documentsPx = useEditor(({ settings }) =>
    settings.is_open_post_slider ? settings.post_slider_width : 0,
  );
  const isPanelOpen = useEditor(({ settings }) => settings.is_open_right_slider);
  const isMobile = useMedia(`(max-width: ${MOBILE_BREAKPOINT_PX}px)`);
  const isNarrow = useMedia(`(max-width: ${PANELS_OVER_MAX_PX}px)`);
  const neededPx = documentsPx + PANES_MIN_PX + SIDE_PANEL_PX;
  const isTight = useMedia(`(max-width: ${neededPx - 1}px)`);
  return {
    isMobile,
    areDocumentsOver: isNarrow || (isPanelOpen && isTight),
    isPanelOver: isNarrow,
  };
}
