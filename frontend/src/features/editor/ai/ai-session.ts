import { isAbort } from '../../../api/external-fetch';
import { KeyedError } from '../../../lib/keyed-error';
import { newId } from '../../../lib/new-id';
import { Store } from '../../../lib/store';
import type { AiTurn } from '../../../storage/ai-talk';
import { type AiServiceSetting, readPrivate } from '../../../storage/private-settings';
import type { Workbench } from '../workbench';
import { type ChatMessage, streamChat } from './chat-stream';
import { NO_TALK, TalkKeeper } from './talk-keeper';
import { type AiTool, chatMessages, isAddition, toolMessages } from './tools';

/** What the assistant was asked to do with a part of the text. */
interface AiTask {
  tool: AiTool;
  /** The part as it was, and where it began. */
  original: string;
  from: number;
  result: string;
}

/** The assistant's work on one article. */
interface ArticleState {
  turns: readonly AiTurn[];
  task: AiTask | null;
  isBusy: boolean;
  /** Error of the last answer. */
  error: unknown;
  /** What is typed for the talk; the panel may be closed meanwhile. */
  draft: string;
}

export interface AiState extends ArticleState {
  /** What is typed for the settings of the service. */
  service: AiServiceSetting | null;
}

const NOTHING: ArticleState = { ...NO_TALK, task: null, isBusy: false, error: null };

/** The AI assistant: for each article a chat, and at most one task on its text. */
export class AiSession {
  /** That of the open article. */
  readonly store = new Store<AiState>({ ...NOTHING, service: null });
  /** Those of the articles that were open before; an answer may still be coming. */
  readonly #others = new Map<string, ArticleState>();
  readonly #controls = new Map<string, AbortController>();
  readonly #talks = new TalkKeeper();
  readonly #workbench: Workbench;
  /** The open article; empty when there is none. */
  #postId = '';

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** Follows the open article: its talk goes on, and what is said and typed is kept. Returns a function that ends it. */
  keep(): () => void {
    const { store } = this.#workbench;
    const keepTalk = () => {
      if (this.#postId !== '') this.#talks.change(this.#postId, this.store.get());
    };
    const follow = () => this.#follow(store.get().postId ?? '');
    const ends = [this.store.subscribe(keepTalk), store.subscribe(follow)];
    addEventListener('pagehide', this.#talks.flush);
    follow();
    return () => {
      for (const end of ends) end();
      removeEventListener('pagehide', this.#talks.flush);
      this.#talks.flush();
    };
  }

  #follow(postId: string): void {
    if (postId === this.#postId) return;
    const { service: _service, ...before } = this.store.get();
    this.#others.set(this.#postId, before);
    const known = this.#others.get(postId);
    this.#others.delete(postId);
    this.#postId = postId;
    this.store.set(known ?? NOTHING);
    if (known === undefined && postId !== '') void this.#goOn(postId);
  }

  /** With the talk from before, unless another one has begun meanwhile. */
  async #goOn(postId: string): Promise<void> {
    const talk = await this.#talks.read(postId);
    const { turns, draft } = this.#stateOf(postId);
    if (talk === null || turns.length > 0) return;
    this.#change(postId, { turns: talk.turns, draft: draft || talk.draft });
  }

  #stateOf(postId: string): ArticleState {
    return postId === this.#postId ? this.store.get() : (this.#others.get(postId) ?? NOTHING);
  }

  #change(postId: string, changes: Partial<ArticleState>): void {
    if (postId === this.#postId) {
      this.store.set(changes);
      return;
    }
    const state = { ...this.#stateOf(postId), ...changes };
    this.#others.set(postId, state);
    this.#talks.change(postId, state);
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
    this.#controls.get(this.#postId)?.abort();
  }

  async #runTask(): Promise<void> {
    const postId = this.#postId;
    const asked = this.store.get().task;
    if (asked === null) return;
    await this.#stream(
      postId,
      toolMessages(asked.tool, asked.original, this.#workbench.locale),
      (piece) => {
        const { task } = this.#stateOf(postId);
        if (task !== null) this.#change(postId, { task: { ...task, result: task.result + piece } });
      },
    );
  }

  async #answer(withArticle: boolean): Promise<void> {
    const postId = this.#postId;
    const { turns } = this.store.get();
    const answer = newTurn('assistant', '');
    this.store.set({ turns: [...turns, answer] });
    const talk: ChatMessage[] = turns.map(({ role, content }) => ({ role, content }));
    const article = withArticle ? this.#workbench.text : null;
    await this.#stream(postId, chatMessages(talk, article, this.#workbench.locale), (piece) => {
      this.#change(postId, {
        turns: this.#stateOf(postId).turns.map((turn) =>
          turn.id === answer.id ? { ...turn, content: turn.content + piece } : turn,
        ),
      });
    });
    // Nothing came: the talk must not end in an empty answer.
    this.#change(postId, {
      turns: this.#stateOf(postId).turns.filter(
        (turn) => turn.id !== answer.id || turn.content !== '',
      ),
    });
  }

  async #stream(
    postId: string,
    messages: ChatMessage[],
    onText: (piece: string) => void,
  ): Promise<void> {
    this.stop();
    const control = new AbortController();
    const isNewest = () => this.#controls.get(postId) === control;
    this.#controls.set(postId, control);
    this.#change(postId, { isBusy: true, error: null });
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
      if (!isAbort(error) && isNewest()) this.#change(postId, { error });
    } finally {
      if (isNewest()) {
        this.#controls.delete(postId);
        this.#change(postId, { isBusy: false });
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
