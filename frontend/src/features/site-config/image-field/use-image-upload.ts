import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { LIMITS } from '../../../api/generated/site-settings';
import { uploadTeamImage } from '../../../api/images';
import type { SiteImage } from '../../../api/site-settings';
import { PERSONAL_SPACE } from '../../../config/paths';
import { altOfFileName } from '../../../lib/addresses/site-address';
import type { ImagePurpose, SiteImageType } from './image-purposes';
import { type Area, needsCrop, prepareImage, readPicture } from './prepare-image';
import { checkSiteImage } from './site-image-file';

/** An image that waits for its cut. */
interface Uncut {
  file: File;
  type: SiteImageType;
}

export type UploadState =
  | { kind: 'idle' }
  | ({ kind: 'cutting' } & Uncut)
  | { kind: 'sending'; name: string }
  | { kind: 'failed'; error: unknown; retry: (() => void) | null };

interface ImageUpload {
  state: UploadState;
  /** Checks the file, asks for the cut when its shape differs, and sends it. */
  take: (file: File) => void;
  /** Sends the part of the image that waits; the whole for null. */
  cut: (area: Area | null) => void;
  /** Sends nothing any more. */
  cancel: () => void;
}

/** The way of a file into a field. `onDone` gets the image with an alternative text made from its name. */
export function useImageUpload(
  purpose: ImagePurpose,
  onDone: (image: SiteImage) => void,
): ImageUpload {
  const { teamId = PERSONAL_SPACE } = useParams();
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>, retry = true) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ kind: 'failed', error, retry: retry ? () => void run(work) : null });
    }
  }, []);

  const send = (uncut: Uncut, area: Area | null) =>
    run(async (signal) => {
      const { file, type } = uncut;
      setState({ kind: 'sending', name: file.name });
      const made = await prepareImage(file, type, purpose, area);
      const image = await uploadTeamImage(teamId, made.blob, made.type, signal);
      signal.throwIfAborted();
      setState({ kind: 'idle' });
      done.current({
        url: new URL(image.url, location.origin).pathname,
        alt: altOfFileName(file.name, LIMITS.SiteImage.alt.maxLength),
        width: image.width,
        height: image.height,
      });
    });

  const take = (file: File) =>
    void run(async (signal) => {
      const type = await checkSiteImage(file, purpose);
      const isShaped = type === 'image/svg+xml' || !(await hasOtherShape(file, purpose));
      signal.throwIfAborted();
      if (isShaped) await send({ file, type }, null);
      else setState({ kind: 'cutting', file, type });
    }, false);

  return {
    state,
    take,
    cut: (area) => state.kind === 'cutting' && void send(state, area),
    cancel: () => {
      running.current?.abort();
      setState({ kind: 'idle' });
    },
  };
}

async function hasOtherShape(file: File, purpose: ImagePurpose): Promise<boolean> {
  const picture = await readPicture(file);
  const { width, height } = picture;
  picture.close();
  return needsCrop({ width, height }, purpose);
}
