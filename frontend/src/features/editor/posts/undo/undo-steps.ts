import { listKnowledgeBases } from '../../../../storage/knowledge-bases';
import type { KnowledgeBaseRecord } from '../../../../storage/schema';

/** Changes the documents. Answers with what takes that back, or with null when nothing can. */
export type Change = () => Promise<Change | null>;

/** What a step is about. */
export interface StepFacts {
  /** The knowledge bases that it changes. While one is archived the step is refused, and stays to be done later. */
  bases?: readonly string[];
  /** Articles that an undo takes away or gives another text. */
  nTaken?: number;
  /** Articles that a redo takes away or gives another text. */
  nRetaken?: number;
  /** An undo or redo replaces all documents. */
  isWhole?: boolean;
}

/** A step that can be undone, once. */
export interface UndoStep {
  undo(): Promise<void>;
  /** Resolves when there is nothing more to undo: it was undone, or too many steps came after it. */
  over: Promise<void>;
  readonly facts: StepFacts;
  /** What was done, as the author was told; empty when nothing was said. */
  label: string;
}

/** A step that was undone. */
export interface RedoStep {
  readonly change: Change;
  readonly facts: StepFacts;
  readonly label: string;
}

/** Most steps that can be undone. */
const UNDO_STEPS = 30;

interface UndoHost {
  enqueue(change: () => Promise<void>): Promise<void>;
  /** Throws when the knowledge base is archived. */
  refuseArchived(base: KnowledgeBaseRecord): void;
}

/** The steps that can be undone, and those that were. The message about a change and the keys share a step: it runs once. */
export class UndoSteps {
  readonly #host: UndoHost;
  readonly #undo: { step: UndoStep; end: () => void }[] = [];
  #redo: RedoStep[] = [];

  constructor(host: UndoHost) {
    this.#host = host;
  }

  /** The step that the undo key takes back; null when there is none. */
  get last(): UndoStep | null {
    return this.#undo.at(-1)?.step ?? null;
  }

  /** The step that the redo key does again; null when there is none. */
  get lastUndone(): RedoStep | null {
    return this.#redo.at(-1) ?? null;
  }

  /** Adds a step; what was undone before it cannot be done again. */
  push(undo: Change, facts: StepFacts): UndoStep {
    this.#redo = [];
    return this.#add(undo, facts, '');
  }

  /** Does again what was undone last. Answers with the step, or null when there is none. */
  async redoLast(): Promise<UndoStep | null> {
    let done: UndoStep | null = null;
    await this.#host.enqueue(async () => {
      const last = this.#redo.at(-1);
      if (last === undefined) return;
      await this.#requireActive(last.facts);
      const undo = await taken(this.#redo, last, last.change);
      // A change that has added a step of its own is the last one.
      if (undo === null) done = this.last;
      else done = this.#add(undo, last.facts, last.label);
      if (done !== null) done.label = last.label;
    });
    return done;
  }

  #add(undo: Change, facts: StepFacts, label: string): UndoStep {
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const step: UndoStep = {
      over,
      facts,
      label,
      undo: () =>
        this.#host.enqueue(async () => {
          if (!this.#undo.includes(kept)) return;
          await this.#requireActive(facts);
          const change = await taken(this.#undo, kept, undo);
          end();
          if (change !== null) this.#redo.push({ change, facts, label: step.label });
        }),
    };
    const kept = { step, end };
    this.#undo.push(kept);
    if (this.#undo.length > UNDO_STEPS) this.#undo.shift()?.end();
    return step;
  }

  async #requireActive({ bases = [] }: StepFacts): Promise<void> {
    for (const base of await listKnowledgeBases()) {
      if (bases.includes(base.id)) this.#host.refuseArchived(base);
    }
  }
}

/** Takes an item out and makes its change. One that fails goes back to its place: it may hold the only copy. */
async function taken<T>(items: T[], item: T, change: Change): Promise<Change | null> {
  const at = items.indexOf(item);
  items.splice(at, 1);
  try {
    return await change();
  } catch (error) {
    items.splice(at, 0, item);
    throw error;
  }
}
