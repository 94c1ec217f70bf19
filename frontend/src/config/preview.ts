import { PHONE_PX } from './constants';

/** Pause in typing after which the preview asks for the page, in milliseconds. The change is to be seen within 300. */
export const PREVIEW_DEBOUNCE_MS = 80;

/** Time within which the empty frame must have announced itself after it loaded, in milliseconds. */
export const PREVIEW_READY_MS = 5_000;

/** Widths at which the preview shows a page, in CSS pixels. */
export const PREVIEW_WIDTHS_PX = { phone: PHONE_PX, tablet: 768, desktop: 1280 } as const;
