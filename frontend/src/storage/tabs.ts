/**
 * Messages between the tabs of one browser, and the lock that decides which of them writes a post.
 *
 * A post is written by the tab that holds its lock. The browser drops the lock of a tab that dies.
 * Where there are no locks (plain http, forbidden storage) every tab may write, and {@link savePost} finds out about conflicts.
 */

export type TabMessage =
  /** Knowledge bases, categories or the tree have changed. */
  | { kind: 'library' }
  /** The author's style sheets were written. */
  | { kind: 'css' }
  /** A post's text was written. */
  | { kind: 'saved'; postId: string }
  /** Sync has put the server's text of a post into the database, beside whoever was opening it. */
  | { kind: 'written'; postId: string }
  /** The server has a newer text of an open post; the tab that writes it takes it. */
  | { kind: 'incoming'; postId: string }
  /** Another tab wants to write the post: save and release it. */
  | { kind: 'yield'; postId: string };

const CHANNEL = 'md_editor_db';
const LOCK_PREFIX = 'md_editor_db:';
const postLock = (postId: string) => `post:${postId}`;
/** How long a tab may take to save and let go before the post is taken from it, in milliseconds. */
const YIELD_MS = 1_500;

/** What a tab says about one post. */
export type PostMessage = Extract<TabMessage, { postId: string }>;

/** A channel to the other tabs. It does not receive its own messages. */
export class TabChannel<M = TabMessage> {
  readonly #channel: BroadcastChannel | null;

  constructor(name = CHANNEL) {
    this.#channel = openChannel(name);
  }

  publish(message: M): void {
    this.#channel?.postMessage(message);
  }

  /** Calls `listener` with every message of another tab. Returns a function that unsubscribes. */
  subscribe(listener: (message: M) => void): () => void {
    const channel = this.#channel;
    if (channel === null) return () => undefined;
    const onMessage = (event: MessageEvent<M>) => listener(event.data);
    channel.addEventListener('message', onMessage);
    return () => channel.removeEventListener('message', onMessage);
  }

  close(): void {
    this.#channel?.close();
  }
}

/** Null where there are no channels, or where the browser forbids storage and with it what tabs share. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** The right of this tab to write one post, or to send one image. */
export interface PostLock {
  release(): void;
}

const free: PostLock = { release: () => undefined };

/** The lock of a post, or null when another tab holds it. `onLost` is called if it is taken away later. */
export function lockPost(postId: string, onLost: () => void): Promise<PostLock | null> {
  return request(postLock(postId), { ifAvailable: true }, onLost);
}

/** Asks the tab that holds the post to save and let go; one that does not answer loses it. */
export async function takePost(
  postId: string,
  channel: TabChannel,
  onLost: () => void,
): Promise<PostLock> {
  channel.publish({ kind: 'yield', postId });
  try {
    return (
      (await request(postLock(postId), { signal: AbortSignal.timeout(YIELD_MS) }, onLost)) ?? free
    );
  } catch {
    return (await request(postLock(postId), { steal: true }, onLost)) ?? free;
  }
}

/** Whether no tab has the post open for writing. */
export async function isPostFree(postId: string): Promise<boolean> {
  return !(await heldLocks()).includes(LOCK_PREFIX + postLock(postId));
}

/** The posts that tabs are writing. */
export async function heldPosts(): Promise<Set<string>> {
  const prefix = LOCK_PREFIX + postLock('');
  const names = await heldLocks();
  return new Set(
    names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)),
  );
}

/** Names of the locks that tabs hold: none where there are no locks, or where the browser forbids storage. */
async function heldLocks(): Promise<string[]> {
  const { held } = (await navigator.locks?.query().catch(unlessForbidden)) ?? {};
  return (held ?? []).map(({ name }) => name ?? '');
}

function unlessForbidden(error: unknown): undefined {
  if (!isForbidden(error)) throw error;
}

function isForbidden(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}

/** Locks of this tab that were let go; the browser takes a moment to free them. */
const releasing = new Map<string, Promise<unknown>>();

async function request(
  name: string,
  options: LockOptions,
  onLost: () => void,
): Promise<PostLock | null> {
  const { locks } = navigator;
  if (!locks) return free;
  await releasing.get(name);
  return new Promise((resolve, reject) => {
    let isHeld = false;
    const held = locks
      .request(LOCK_PREFIX + name, options, (lock) => {
        if (lock === null) {
          resolve(null);
          return undefined;
        }
        isHeld = true;
        // The lock is held until this promise ends.
        return new Promise<void>((end) => {
          const release = () => {
            releasing.set(name, held);
            end();
          };
          resolve({ release });
        });
      })
      .catch((error: unknown) => {
        if (isHeld) onLost();
        else if (isForbidden(error)) resolve(free);
        else reject(error);
      })
      .finally(() => {
        if (releasing.get(name) === held) releasing.delete(name);
      });
  });
}
