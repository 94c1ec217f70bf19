import type { TabDrafts } from '../../../api/site-settings';
import type { DraftTab } from '../../../config/site-tabs';
import { Store } from '../../../lib/store';
import type { KeptDraft, KeptDrafts } from '../../../storage/kept-site-drafts';
import type { Draft, Stored } from './draft';
import type { FieldPath } from './path';
import type { AnyDraft } from './use-draft';

interface SiteDraftsState {
  /** Those that were opened. */
  drafts: Readonly<Partial<Record<DraftTab, AnyDraft>>>;
  /** What was written before, of tabs that were not opened since. */
  restored: KeptDrafts;
  /** Tabs with changes that are not saved. */
  unsaved: readonly DraftTab[];
}

/** The drafts of one site: a draft lives on while another tab is looked at. */
export class SiteDrafts extends Store<SiteDraftsState> {
  /** The field that is to be focused when its tab opens. */
  #wanted: { tab: DraftTab; path: FieldPath } | null = null;

  constructor() {
    super({ drafts: {}, restored: {}, unsaved: [] });
  }

  /** The draft of a tab; opened with what the server has, or given what is newer there. */
  open<K extends DraftTab>(
    tab: K,
    stored: Stored<TabDrafts[K]>,
    create: (stored: Stored<TabDrafts[K]>) => Draft<TabDrafts[K]>,
  ): Draft<TabDrafts[K]> {
    const known = this.get().drafts[tab] as Draft<TabDrafts[K]> | undefined;
    if (known !== undefined) {
      known.load(stored);
      return known;
    }
    const draft = create(stored);
    const { [tab]: before, ...restored } = this.get().restored;
    if (before !== undefined) draft.restore(before as KeptDraft<TabDrafts[K]>);
    this.set({ drafts: { ...this.get().drafts, [tab]: draft }, restored });
    draft.subscribe(this.#count);
    this.#count();
    if (this.#wanted?.tab === tab) draft.want(this.#wanted.path);
    this.#wanted = null;
    return draft;
  }

  /** Asks for the focus of a field of a tab, opened or not. */
  want(tab: DraftTab, path: FieldPath): void {
    const draft = this.get().drafts[tab];
    this.#wanted = draft === undefined ? { tab, path } : null;
    draft?.want(path);
  }

  /** Takes back what was kept. A tab in which something else is being written stays as it is. */
  restore(kept: KeptDrafts): void {
    const { drafts } = this.get();
    const restored = { ...this.get().restored };
    for (const [tab, before] of Object.entries(kept)) {
      const draft = drafts[tab as DraftTab];
      if (draft === undefined) restored[tab] = before;
      else if (!draft.get().isDirty) draft.restore(before);
    }
    this.set({ restored });
    this.#count();
  }

  /** What is not saved, for another session; null for nothing. */
  toKeep(): KeptDrafts | null {
    const { drafts, restored } = this.get();
    const written = Object.entries(drafts).flatMap(([tab, draft]) => {
      const { isDirty, value, saved, revision } = draft.get();
      return isDirty ? [[tab, { value, saved, revision }] as const] : [];
    });
    const kept = { ...restored, ...Object.fromEntries(written) };
    return Object.keys(kept).length === 0 ? null : kept;
  }

  #count = (): void => {
    const { drafts, restored } = this.get();
    const tabs = new Set([...Object.keys(drafts), ...Object.keys(restored)] as DraftTab[]);
    const unsaved = [...tabs].filter((tab) => drafts[tab]?.get().isDirty ?? tab in restored);
    if (unsaved.join() !== this.get().unsaved.join()) this.set({ unsaved });
  };

  /** Saves all that is not saved. Resolves to the tab that could not be, or null. */
  async saveAll(): Promise<DraftTab | null> {
    for (const tab of this.get().unsaved) {
      if (!(await this.get().drafts[tab]?.save())) return tab;
    }
    return null;
  }

  /** Why a tab could not be saved: what its draft says. */
  failureOf(tab: DraftTab): unknown {
    return this.get().drafts[tab]?.get().failure ?? null;
  }

  discardAll(): void {
    for (const tab of this.get().unsaved) this.get().drafts[tab]?.discard();
    this.set({ restored: {} });
    this.#count();
  }
}
