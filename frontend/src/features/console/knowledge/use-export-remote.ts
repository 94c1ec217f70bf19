import type { KnowledgeBase } from '../../../api/types';
import { downloadBase } from '../../../sync/download-base';
import { syncServer } from '../../../sync/server';
import { packWholeInWorker } from '../../../transfer/archive/run-archive';
import { fieldReader } from '../../../transfer/field-reader';
import { useSavedArchive } from '../../../transfer/use-export-base';

/** Downloads a knowledge base that only the server has as a zip. This browser keeps nothing of it. */
export function useExportRemote(teamId: string): (base: KnowledgeBase) => void {
  const save = useSavedArchive();
  return ({ id: serverId, nDocuments }) =>
    save(async (onProgress, signal) => {
      const fieldsOf = await fieldReader();
      const { images, ...whole } = await downloadBase(
        syncServer,
        { teamId, serverId, nDocuments },
        { fieldsOf, onProgress, signal },
      );
      return packWholeInWorker(whole, images, signal);
    });
}
