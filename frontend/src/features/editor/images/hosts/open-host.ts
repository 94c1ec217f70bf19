import { loadPart } from '../../../../lib/browser/load-part';
import { KeyedError } from '../../../../lib/keyed-error';
import { type ImageHostSetting, readPrivate } from '../../../../storage/private-settings';
import type { ImageHost } from './host';

/** The configured host. Errors: `image.noHost` when there is none, `editor.part` when its code does not arrive. */
export async function openHost(setting = readPrivate('imageHost')): Promise<ImageHost> {
  if (setting === null) throw new KeyedError('image.noHost', 'no image host');
  return loadPart(() => hostOf(setting));
}

async function hostOf(setting: ImageHostSetting): Promise<ImageHost> {
  switch (setting.kind) {
    case 'moyan':
      return (await import('./moyan')).moyanHost(setting);
    case 'github':
      return (await import('./github')).githubHost(setting);
    case 's3':
      return (await import('./s3')).s3Host(setting);
    case 'custom':
      return (await import('./custom')).customHost(setting);
  }
}
