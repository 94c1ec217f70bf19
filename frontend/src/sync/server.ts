import { listImageNames, readImage, writeDiagram, writeImage } from '../api/knowledge-base-images';
import {
  createKnowledgeBase,
  describeKnowledgeBase,
  findKnowledgeBase,
  getKnowledgeBase,
  type PulledChanges,
  type PushedChanges,
  pullChanges,
  pushChanges,
  sendHeartbeat,
} from '../api/sync';
import type { ChangeResult, SyncApi, WireDocument } from './protocol';

/** The server, as the exchange speaks to it. */
export const syncServer: SyncApi = {
  create: createKnowledgeBase,
  read: getKnowledgeBase,
  home: findKnowledgeBase,
  describe: describeKnowledgeBase,
  pull: async (teamId, id, seen) => {
    const { documents, categories, ...page } = await pullChanges(teamId, id, seen);
    return {
      ...page,
      categories: categories.map((one) => ({ ...one, kind: one.categoryKind })),
      documents: documents.map(documentOf),
    };
  },
  push: async (teamId, id, { device, seen, changes }) => {
    const answer = await pushChanges(teamId, id, { device, seen, changes: [...changes] });
    return { ...answer, results: answer.results.map(resultOf) };
  },
  heartbeat: sendHeartbeat,
  imageNames: listImageNames,
  putImage: writeImage,
  getImage: readImage,
  putDiagram: writeDiagram,
};

function documentOf(one: PulledChanges['documents'][number]): WireDocument {
  return { ...one, author: one.updatedByNickname };
}

function resultOf({
  id,
  outcome,
  revision,
  current,
  error,
}: PushedChanges['results'][number]): ChangeResult {
  if (outcome === 'accepted') return { id, outcome, revision: revision ?? 0 };
  if (outcome === 'conflict' && current != null) {
    return { id, outcome, current: documentOf(current) };
  }
  return { id, outcome: 'refused', error: error ?? 'unknown' };
}
