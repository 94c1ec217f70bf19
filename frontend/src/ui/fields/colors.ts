import type { ParseKeys } from 'i18next';

/** A primary color that an author may pick. */
interface Swatch {
  value: string;
  labelKey: ParseKeys<'editor'>;
}

/** The eleven primary colors, the default first. Source: specification §3. */
export const SWATCHES: readonly Swatch[] = [
  { value: '#0F4C81', labelKey: 'style.color.classicBlue' },
  { value: '#009874', labelKey: 'style.color.emeraldGreen' },
  { value: '#FA5151', labelKey: 'style.color.vibrantOrange' },
  { value: '#FECE00', labelKey: 'style.color.lemonYellow' },
  { value: '#92617E', labelKey: 'style.color.lavenderPurple' },
  { value: '#55C9EA', labelKey: 'style.color.skyBlue' },
  { value: '#B76E79', labelKey: 'style.color.roseGold' },
  { value: '#556B2F', labelKey: 'style.color.oliveGreen' },
  { value: '#333333', labelKey: 'style.color.graphiteBlack' },
  { value: '#A9A9A9', labelKey: 'style.color.mistGray' },
  { value: '#FFB7C5', labelKey: 'style.color.cherryPink' },
];
