import { Store } from '../../../lib/store';
import type { Draft, Stored } from './draft';
import type { SettingsTab, TabSettings } from './tabs';
import type { AnyDraft } from './use-draft';

interface SiteDraftsState {
  /** Those that were opened. */
  drafts: Readonly<Partial<Record<SettingsTab, AnyDraft>>>;
  /** Tabs with changes that are not saved. */
  unsaved: readonly SettingsTab[];
}

/** The drafts of one site: a draft lives on while another tab is looked at. */
export class SiteDrafts extends Store<SiteDraftsState> {
  constructor() {
    super({ drafts: {}, unsaved: [] });
  }

  /** The draft of a tab; opened with what the server has, or given what is newer there. */
  open<K extends SettingsTab>(
    tab: K,
    stored: Stored<TabSettings[K]>,
    create: (stored: Stored<TabSettings[K]>) => Draft<TabSettings[K]>,
  ): Draft<TabSettings[K]> {
    const known = this.get().drafts[tab] as Draft<TabSettings[K]> | undefined;
    if (known !== undefined) {
      known.load(stored);
      return known;
    }
    const draft = create(stored);
    this.set({ drafts: { ...this.get().drafts, [tab]: draft } });
    draft.subscribe(() => {
      const { drafts } = this.get();
      const unsaved = (Object.keys(drafts) as SettingsTab[]).filter(
        (name) => drafts[name]?.get().isDirty,
      );
      if (unsaved.join() !== this.get().unsaved.join()) this.set({ unsaved });
    });
    return draft;
  }

  /** Saves all that is not saved. Resolves to the tab that could not be, or null. */
  async saveAll(): Promise<SettingsTab | null> {
    for (const tab of this.get().unsaved) {
      if (!(await this.get().drafts[tab]?.save())) return tab;
    }
    return null;
  }

  /** Why a tab could not be saved: what its draft says. */
  failureOf(tab: SettingsTab): unknown {
    return this.get().drafts[tab]?.get().failure ?? null;
  }

  discardAll(): void {
    for (const tab of this.get().unsaved) this.get().drafts[tab]?.discard();
  }
}
