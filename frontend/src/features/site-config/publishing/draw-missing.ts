import { ApiError } from '../../../api/api-error';
import type { MissingMedia } from '../../../api/types';
import type { DiagramResult } from '../../../engine/diagrams/diagrams';
import { hex, sha256 } from '../../../lib/files/sha256';

export interface DrawProgress {
  done: number;
  total: number;
}

/** What draws, and where drawings go. */
export interface Drawing {
  /** Diagrams that nobody has drawn, among what is missing. */
  list: () => Promise<MissingMedia>;
  draw: (source: string) => Promise<DiagramResult>;
  /** `hash`: SHA-256 of the source, in hexadecimal digits. */
  write: (hash: string, svg: string) => Promise<void>;
  onProgress: (progress: DrawProgress) => void;
}

/**
 * Draws what nobody has drawn, because the server cannot. Returns the titles of the documents whose diagrams stay source:
 * they cannot be drawn, or the account may not write there.
 *
 * Errors: {@link ApiError} when the server cannot be reached.
 */
export async function drawMissing({ list, draw, write, onProgress }: Drawing): Promise<string[]> {
  const tried = new Set<string>();
  const left = new Set<string>();
  const titles = new Set<string>();
  for (;;) {
    const { documents, hasMore } = await list();
    const sources = new Set(documents.flatMap((document) => document.sources));
    const due = [...sources].filter((source) => !tried.has(source));
    for (const [done, source] of due.entries()) {
      onProgress({ done, total: due.length });
      tried.add(source);
      if (!(await drawOne(source, draw, write))) left.add(source);
    }
    for (const { title, sources: held } of documents) {
      if (held.some((source) => left.has(source))) titles.add(title);
    }
    if (!hasMore || due.length === 0) return [...titles];
  }
}

async function drawOne(
  source: string,
  draw: Drawing['draw'],
  write: Drawing['write'],
): Promise<boolean> {
  const result = await draw(source);
  if ('error' in result) return false;
  try {
    await write(hex(await sha256(new TextEncoder().encode(source))), result.html);
    return true;
  } catch (error) {
    // Refused for this drawing: too large, too many, or not allowed. Publishing goes on without it.
    if (error instanceof ApiError && !error.isConnection && error.status !== 401) return false;
    throw error;
  }
}
