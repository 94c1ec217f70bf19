import { SAVE_DELAY_MS } from '../../../config/constants';
import { throttle } from '../../../lib/debounce';
import { type AiTalk, readAiTalk, writeAiTalk } from '../../../storage/ai-talk';

/** Of an article that nothing was said about. */
export const NO_TALK: AiTalk = { turns: [], draft: '' };

/** Keeps the talks about articles in the browser: each is read once, and written soon after it has changed. */
export class TalkKeeper {
  /** The talks as they were read or written last. */
  readonly #kept = new Map<string, AiTalk>();
  readonly #changed = new Map<string, AiTalk>();
  readonly #writing = throttle(SAVE_DELAY_MS, () => {
    for (const [postId, talk] of this.#changed) this.#write(postId, talk);
    this.#changed.clear();
  });

  /** The talk from before; null when there is none, or it cannot be read. */
  async read(postId: string): Promise<AiTalk | null> {
    const talk = await readAiTalk(postId).catch(() => null);
    if (talk !== null) this.#kept.set(postId, talk);
    return talk;
  }

  change(postId: string, { turns, draft }: AiTalk): void {
    const kept = this.#kept.get(postId) ?? NO_TALK;
    if (turns === kept.turns && draft === kept.draft) return;
    this.#changed.set(postId, { turns, draft });
    this.#writing.schedule();
  }

  /** Writes at once what waits. */
  flush = (): void => this.#writing.flush();

  #write(postId: string, talk: AiTalk): void {
    const before = this.#kept.get(postId) ?? NO_TALK;
    this.#kept.set(postId, talk);
    // What cannot be kept stays as long as the page, and is tried again with what comes next.
    writeAiTalk(postId, talk, before).catch(() => this.#kept.set(postId, before));
  }
}
