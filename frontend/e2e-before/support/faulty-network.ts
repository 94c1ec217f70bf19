import type { BrowserContext, Request, Route } from '@playwright/test';

/** A text that the server has said to have accepted. */
export interface AcceptedText {
  documentId: string;
  content: string;
}

interface PushBody {
  changes: { id: string; kind: string; documentId?: string; content?: string }[];
}

interface PushAnswer {
  data?: { results?: { id: string; outcome: string }[] };
}

/** What becomes of a request: it passes, is lost before or after the server has done it, or arrives twice. */
const FATES = ['pass', 'pass', 'lostBefore', 'lostAfter', 'twice', 'againLater'] as const;

/** Loses, cuts and repeats requests of sync, as the numbers of `random` say. */
export class FaultyNetwork {
  /** Every text that the server accepted, also when the browser did not hear of it. */
  readonly accepted: AcceptedText[] = [];
  nFaults = 0;
  readonly #context: BrowserContext;
  readonly #random: (below: number) => number;
  /** Requests that arrive once more, after later ones. */
  readonly #late: (() => Promise<unknown>)[] = [];

  constructor(context: BrowserContext, random: (below: number) => number) {
    this.#context = context;
    this.#random = random;
  }

  async begin(): Promise<void> {
    await this.#context.route('**/api/teams/**', (route) => this.#handle(route));
  }

  /** Every request passes from now on; those that were to arrive once more have. */
  async end(): Promise<void> {
    await this.#context.unrouteAll({ behavior: 'wait' });
    for (const repeat of this.#late.splice(0)) await repeat();
  }

  async #handle(route: Route): Promise<void> {
    const fate = FATES[this.#random(FATES.length)] ?? 'pass';
    if (fate !== 'pass') this.nFaults += 1;
    // A page that was closed meanwhile wants no answer.
    await this.#meet(route, fate).catch(() => undefined);
  }

  async #meet(route: Route, fate: (typeof FATES)[number]): Promise<void> {
    if (fate === 'lostBefore') {
      await route.abort('connectionreset');
      return;
    }
    const late = this.#late.splice(0);
    const ask = async () => {
      const answer = await route.fetch();
      await this.#note(route.request(), answer);
      return answer;
    };
    let answer = await ask();
    if (fate === 'twice') answer = await ask();
    if (fate === 'againLater') this.#late.push(this.#repetition(route.request()));
    for (const repeat of late) await repeat();
    if (fate === 'lostAfter') await route.abort('connectionreset');
    else await route.fulfill({ response: answer });
  }

  /** The request as it was, for when its page has forgotten it. */
  #repetition(request: Request): () => Promise<unknown> {
    const { request: api } = this.#context;
    const data = request.postDataBuffer();
    const options = {
      method: request.method(),
      headers: request.headers(),
      ...(data === null ? {} : { data }),
    };
    return async () => {
      const answer = await api.fetch(request.url(), options);
      await this.#note(request, answer);
    };
  }

  async #note(request: Request, answer: { ok(): boolean; json(): Promise<unknown> }) {
    if (request.method() !== 'POST' || !request.url().endsWith('/changes') || !answer.ok()) return;
    const { changes } = request.postDataJSON() as PushBody;
    const { data } = (await answer.json()) as PushAnswer;
    for (const { id, outcome } of data?.results ?? []) {
      const change = changes.find((one) => one.id === id);
      if (outcome !== 'accepted' || change?.kind !== 'putText') continue;
      this.accepted.push({ documentId: change.documentId ?? '', content: change.content ?? '' });
    }
  }
}
