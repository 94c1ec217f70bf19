import { isAbort } from '../../../api/external-fetch';
import { SAVE_DELAY_MS } from '../../../config/constants';
import { throttle } from '../../../lib/debounce';
import { KeyedError } from '../../../lib/keyed-error';
import { newId } from '../../../lib/new-id';
import { Store } from '../../../lib/store';
import { type AiTurn, readAiTalk, writeAiTalk } from '../../../storage/ai-talk';
import { type AiServiceSetting, readPrivate } from '../../../storage/private-settings';
import type { Workbench } from '../workbench';
import { type ChatMessage, streamChat } from './chat-stream';
import { type AiTool, chatMessages, isAddition, toolMessages } from './tools';

/** What the assistant was asked to do with a part of the text. */
export interface AiTask {
  tool: AiTool;
  /** The part as it was, and where it began. */
  original: string;
  from: number;
  result: string;
}

export interface AiState {
  turns: readonly AiTurn[];
  task: AiTask | null;
  isBusy: boolean;
  /** Error of the last answer. */
  error: unknown;
  /** What is typed for the talk, and for the settings of the service; the panel may be closed meanwhile. */
  draft: string;
  service: AiServiceSetting | null;
}

/** The AI assistant of the open article: a chat, and at most one task on its text. */
export class AiSession {
  readonly store = new Store<AiState>({
    turns: [],
    task: null,
    isBusy: false,
    error: null,
    draft: '',
    service: null,
  });
  readonly #workbench: Workbench;
  #control: AbortController | null = null;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Goes on with the talk from before, and keeps what is said and typed from here on. Returns a function that ends it. */
  keep(): () => void {
    let kept = this.#talk;
    const write = throttle(SAVE_DELAY_MS, () => {
      const before = kept;
      kept = this.#talk;
      // What cannot be kept stays as long as the page, and is tried again with what comes next.
      writeAiTalk(kept, before).catch(() => {
        kept = before;
      });
    });
    const unsubscribe = this.store.subscribe(() => {
      const { turns, draft } = this.#talk;
      if (turns !== kept.turns || draft !== kept.draft) write.schedule();
    });
    const flush = () => write.flush();
    addEventListener('pagehide', flush);
    readAiTalk().then(
      (talk) => {
        const { turns, draft } = this.store.get();
        if (talk === null || turns.length > 0) return;
        kept = talk;
        this.store.set({ turns: talk.turns, draft: draft || talk.draft });
      },
      () => undefined,
    );
    return () => {
      write.flush();
      removeEventListener('pagehide', flush);
      unsubscribe();
    };
  }

  get #talk(): Pick<AiState, 'turns' | 'draft'> {
    const { turns, draft } = this.store.get();
    return { turns, draft };
  }

  /** Starts a tool on the selection, or on the whole article where there is none. */
  start(tool: AiTool): void {
    const source = this.#workbench.source;
    if (source === null) return;
    const { text, start, end } = source.selected();
    const [from, to] = start === end ? [0, text.length] : [start, end];
    const original = text.slice(from, to);
    if (original.trim() === '') return;
    this.store.set({ task: { tool, original, from, result: '' }, error: null });
    void this.#runTask();
  }

  retryTask(): void {
    const { task } = this.store.get();
    if (task === null) return;
    this.store.set({ task: { ...task, result: '' }, error: null });
    void this.#runTask();
  }

  /**
   * Puts the result into the text as one step that can be undone.
   *
   * Errors: `ai.moved` when the part is not in the text any more; the result stays.
   */
  accept(): void {
    const { task } = this.store.get();
    const source = this.#workbench.source;
    if (task === null || source === null) return;
    const { text } = source.selected();
    const from = placeOf(text, task.original, task.from);
    if (from === -1) throw new KeyedError('ai.moved', 'the text has changed');
    const to = from + task.original.length;
    const result = task.result.trim();
    const insert = isAddition(task.tool)
      ? `${task.original.trimEnd()}\n\n${result}${/\s*$/.exec(task.original)?.[0] ?? ''}`
      : kept(task.original, result);
    source.apply({ from, to, insert, selectStart: from, selectEnd: from + insert.length });
    this.store.set({ task: null, error: null });
  }

  discard(): void {
    this.stop();
    this.store.set({ task: null, error: null });
  }

  /** Says something in the talk; `withArticle` sends the article along. */
  async say(content: string, withArticle: boolean): Promise<void> {
    const turns = [...this.store.get().turns, newTurn('user', content)];
    this.store.set({ turns });
    await this.#answer(withArticle);
  }

  /** Asks for the last answer once more. */
  async again(withArticle: boolean): Promise<void> {
    const { turns } = this.store.get();
    const last = turns.at(-1);
    if (last?.role === 'assistant') this.store.set({ turns: turns.slice(0, -1) });
    await this.#answer(withArticle);
  }

  clear(): void {
    this.stop();
    this.store.set({ turns: [], error: null });
  }

  /** Ends what is being written; what came so far stays. */
  stop(): void {
    this.#control?.abort();
  }

  async #runTask(): Promise<void> {
    const asked = this.store.get().task;
    if (asked === null) return;
    await this.#stream(
      toolMessages(asked.tool, asked.original, this.#workbench.locale),
      (piece) => {
        const { task } = this.store.get();
        if (task !== null) this.store.set({ task: { ...task, result: task.result + piece } });
      },
    );
  }

  async #answer(withArticle: boolean): Promise<void> {
    const { turns } = this.store.get();
    const answer = newTurn('assistant', '');
    this.store.set({ turns: [...turns, answer] });
    const talk: ChatMessage[] = turns.map(({ role, content }) => ({ role, content }));
    const article = withArticle ? this.#workbench.text : null;
    await this.#stream(chatMessages(talk, article, this.#workbench.locale), (piece) => {
      this.store.set({
        turns: this.store
          .get()
          .turns.map((turn) =>
            turn.id === answer.id ? { ...turn, content: turn.content + piece } : turn,
          ),
      });
    });
    // Nothing came: the talk must not end in an empty answer.
    this.store.set({
      turns: this.store.get().turns.filter((turn) => turn.id !== answer.id || turn.content !== ''),
    });
  }

  async #stream(messages: ChatMessage[], onText: (piece: string) => void): Promise<void> {
    this.stop();
    const control = new AbortController();
    this.#control = control;
    this.store.set({ isBusy: true, error: null });
    try {
      const service = requireService();
      await streamChat({
        service,
        messages,
        signal: control.signal,
        onText: (piece) => {
          if (!control.signal.aborted) onText(piece);
        },
      });
    } catch (error) {
      if (!isAbort(error) && this.#control === control) this.store.set({ error });
    } finally {
      if (this.#control === control) {
        this.#control = null;
        this.store.set({ isBusy: false });
      }
    }
  }
}

function newTurn(role: AiTurn['role'], content: string): AiTurn {
  return { id: newId(), role, content };
}

function requireService(): AiServiceSetting {
  const service = readPrivate('aiService');
  if (service === null) throw new KeyedError('ai.unset', 'no service');
  return service;
}

/** Where `part` stands now: where it was, else its nearest place; -1 when it is gone. */
export function placeOf(text: string, part: string, from: number): number {
  if (text.startsWith(part, from)) return from;
  const before = text.lastIndexOf(part, from);
  const after = text.indexOf(part, from);
  if (before === -1) return after;
  if (after === -1) return before;
  return from - before < after - from ? before : after;
}

/** The result with the spaces and line ends that stood around the original. */
function kept(original: string, result: string): string {
  const lead = /^\s*/.exec(original)?.[0] ?? '';
  const tail = /\s*$/.exec(original)?.[0] ?? '';
  return lead + result + tail;
}
