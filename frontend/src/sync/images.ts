import { ApiError } from '../api/api-error';
import { IMAGE_RETRY_MS } from '../config/sync';
import { localImageNames } from '../lib/images/local-image';
import { readLocalImage, storedImageNames, storeLocalImage } from '../storage/local-images';
import type { ConnectedBase } from './exchange';
import type { SyncApi } from './protocol';

/** Images that the texts of a knowledge base name: each is sent before its text, and fetched after it. */
export class ImageExchange {
  readonly #api: SyncApi;
  /** Names that the server has, by its knowledge base. */
  readonly #known = new Map<string, Set<string>>();
  /** When the server had no room for an image, in milliseconds, by its knowledge base and the name. */
  readonly #refusedAt = new Map<string, number>();

  constructor(api: SyncApi) {
    this.#api = api;
  }

  /**
   * Sends the images that the server lacks. One that it refuses is left out: its text goes all the same.
   *
   * Returns the names of those that it may take later: there is no room now, or there were too many in a short time.
   * They are tried again after {@link IMAGE_RETRY_MS}.
   *
   * Errors: no answer of the server, status 403 where the account may not write; {@link StorageError}.
   */
  async send({ teamId, serverId }: ConnectedBase, texts: readonly string[]): Promise<string[]> {
    const names = namesIn(texts);
    const waiting: string[] = [];
    if (names.size === 0) return waiting;
    const known = await this.#names(teamId, serverId);
    for (const name of names) {
      if (known.has(name)) continue;
      const key = `${serverId} ${name}`;
      if (Date.now() - (this.#refusedAt.get(key) ?? 0) < IMAGE_RETRY_MS) {
        waiting.push(name);
        continue;
      }
      const image = await readLocalImage(name);
      if (image === null) continue;
      try {
        await this.#api.putImage(teamId, serverId, name, image);
      } catch (error) {
        if (passes(error) || isForbidden(error)) throw error;
        if (isFull(error)) {
          this.#refusedAt.set(key, Date.now());
          waiting.push(name);
          continue;
        }
      }
      known.add(name);
    }
    return waiting;
  }

  /** Fetches the images that this browser lacks, and answers with their names. Errors: {@link StorageError}. */
  async fetch({ teamId, serverId }: ConnectedBase, texts: readonly string[]): Promise<string[]> {
    const names = namesIn(texts);
    if (names.size === 0) return [];
    for (const name of await storedImageNames()) names.delete(name);
    const fetched: string[] = [];
    for (const name of names) {
      // One that cannot be had now is asked for again when a preview wants to show it.
      const image = await this.#api.getImage(teamId, serverId, name).catch(() => null);
      if (image === null) continue;
      await storeLocalImage(name, await image.arrayBuffer(), image.type);
      fetched.push(name);
    }
    return fetched;
  }

  async #names(teamId: string, serverId: string): Promise<Set<string>> {
    const known = this.#known.get(serverId);
    if (known !== undefined) return known;
    try {
      const names = new Set(await this.#api.imageNames(teamId, serverId));
      this.#known.set(serverId, names);
      return names;
    } catch (error) {
      // Texts go also to a server that keeps no images.
      if (passes(error)) throw error;
      return new Set();
    }
  }
}

function namesIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap(localImageNames));
}

/** Nothing of this knowledge base may be sent: that is about the account or about the base, not about the image. */
function isForbidden(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 403 || error.key.startsWith('knowledgeBase.'))
  );
}

/** Another try may succeed: nothing was said about the image. */
function passes(error: unknown): boolean {
  return (
    !(error instanceof ApiError) ||
    error.isConnection ||
    error.status >= 500 ||
    error.status === 401 ||
    error.status === 408
  );
}

/** There is no room for it now, or it is one of too many: nothing was said about the image either. */
function isFull(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 429);
}
