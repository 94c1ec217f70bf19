const MB = 1024 * 1024;

/** What an image of a site is for: what it may be, and the size at which it is at its best, in pixels. */
export interface ImagePurpose {
  types: readonly SiteImageType[];
  maxBytes: number;
  width: number;
  height: number;
  /** Whether it is cut to the shape of the recommended size. */
  isCropped: boolean;
}

export type SiteImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/svg+xml';

const PHOTO = { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 5 * MB } as const;
const LOGO = { types: ['image/png', 'image/svg+xml'], maxBytes: 2 * MB } as const;

/** Source: specification §9. */
export const IMAGE_PURPOSES = {
  logo: { ...LOGO, width: 240, height: 120, isCropped: false },
  icon: { ...LOGO, width: 64, height: 64, isCropped: true },
  share: { ...PHOTO, width: 1200, height: 630, isCropped: true },
  slide: { ...PHOTO, width: 1920, height: 600, isCropped: true },
  hero: { ...PHOTO, width: 1200, height: 600, isCropped: true },
  demo: { ...PHOTO, width: 1200, height: 800, isCropped: true },
  avatar: { ...PHOTO, width: 200, height: 200, isCropped: true },
  post: { ...PHOTO, width: 800, height: 450, isCropped: true },
  qrCode: { ...PHOTO, width: 600, height: 800, isCropped: false },
  partner: { ...PHOTO, width: 240, height: 120, isCropped: false },
} as const satisfies Record<string, ImagePurpose>;

export type ImagePurposeName = keyof typeof IMAGE_PURPOSES;
