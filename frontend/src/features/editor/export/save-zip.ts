import { download } from '../../../lib/browser/download';
import { loadPart } from '../../../lib/browser/load-part';
import { fileName } from '../../../lib/files/file-name';
import { fetchableImages } from '../images/rehost';
import type { Workbench } from '../workbench';

/**
 * Saves the text with its images as one zip, called as the article is in the list. The result counts the images inside, and those that could not be fetched.
 *
 * Errors: `editor.part`.
 */
export async function saveZip({
  text,
  name: called,
}: Workbench): Promise<{ nImages: number; nMissing: number }> {
  const { withImageFiles } = await loadPart(() => import('./image-files'));
  const { strToU8, zipSync } = await loadPart(() => import('fflate'));
  const packed = await withImageFiles(text, fetchableImages(text));
  const name = fileName(called);
  const files: Record<string, Uint8Array> = { [`${name}.md`]: strToU8(packed.text) };
  for (const file of packed.files) files[file.name] = file.bytes;
  download(`${name}.zip`, 'application/zip', new Blob([zipSync(files).slice()]));
  return { nImages: packed.files.length, nMissing: packed.nMissing };
}
