import { client, dataOf, envelopeOf, fileOf, sendUpload } from './client';
import type { Envelope } from './envelope';

/** Images and drawings of synchronized knowledge bases. Every call fails with an {@link import('./api-error').ApiError}. */

/** Names of the images that the server has, as texts have them after `images/`. */
export async function listImageNames(teamId: string, knowledgeBaseId: string): Promise<string[]> {
  const path = `${pathOf(teamId, knowledgeBaseId)}/images`;
  return (await dataOf(files.GET<Envelope<{ names: string[] }>>(path, {}))).names;
}

export async function writeImage(
  teamId: string,
  knowledgeBaseId: string,
  name: string,
  image: Blob,
): Promise<void> {
  const path = `${pathOf(teamId, knowledgeBaseId)}/images/${encodeURIComponent(name)}`;
  await envelopeOf(files.PUT<Envelope>(path, upload(image)));
}

export function readImage(teamId: string, knowledgeBaseId: string, name: string): Promise<Blob> {
  const path = `${pathOf(teamId, knowledgeBaseId)}/images/${encodeURIComponent(name)}`;
  return fileOf(files.GET(path, { parseAs: 'blob' }));
}

/** `hash`: that of the diagram's source. `svg`: its drawing. */
export async function writeDiagram(
  teamId: string,
  knowledgeBaseId: string,
  hash: string,
  svg: string,
): Promise<void> {
  const path = `${pathOf(teamId, knowledgeBaseId)}/diagrams/${encodeURIComponent(hash)}`;
  await envelopeOf(files.PUT<Envelope>(path, upload(new Blob([svg], { type: 'image/svg+xml' }))));
}

function pathOf(teamId: string, knowledgeBaseId: string): string {
  return `/api/teams/${encodeURIComponent(teamId)}/knowledge-bases/${encodeURIComponent(knowledgeBaseId)}`;
}

function upload(file: Blob): object {
  return {
    body: file,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'Content-Type': file.type },
    fetch: sendUpload,
  };
}

interface Answer<E> {
  data?: E | undefined;
  error?: unknown;
  response: Response;
}

/** The bodies are bytes, which the generated types do not describe. */
const files = client as unknown as {
  GET<E>(path: string, options: object): Promise<Answer<E>>;
  PUT<E>(path: string, options: object): Promise<Answer<E>>;
};
