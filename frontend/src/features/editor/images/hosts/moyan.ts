import { uploadTeamImage } from '../../../../api/images';
import type { MoyanHostSetting } from '../../../../storage/private-settings';
import type { ImageHost } from './host';

/** The platform as the image host of a team. */
export function moyanHost({ teamId }: MoyanHostSetting): ImageHost {
  return {
    async upload({ file, type, signal, onProgress }) {
      const { url } = await uploadTeamImage(teamId, file, type.mime, signal);
      onProgress(1);
      return url;
    },
  };
}
