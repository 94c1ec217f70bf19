import type { ThemeName } from '../../../config/constants';

/** Spacing of each theme, which applies where the author chose nothing. A test compares it with the themes' CSS. */
export const THEME_SPACING: Record<
  ThemeName,
  { lineHeightPercent: number; letterSpacingTenths: number; paragraphSpacingPx: number }
> = {
  classic: { lineHeightPercent: 180, letterSpacingTenths: 4, paragraphSpacingPx: 16 },
  elegant: { lineHeightPercent: 200, letterSpacingTenths: 8, paragraphSpacingPx: 24 },
  concise: { lineHeightPercent: 175, letterSpacingTenths: 0, paragraphSpacingPx: 16 },
};
