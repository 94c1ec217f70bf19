import { getI18n } from 'react-i18next';
import { loadFeatureWords } from '../../../i18n';
import type { SyncParts } from '../sync-slots';
import { activateBase } from './activate-base';
import { Background } from './background';
import { BaseMark, PostBadge, StatusBadge } from './badges';
import { BaseMenuItems } from './base-menu';
import { syncDialogs } from './dialogs';
import { PostNotice } from './post-notice';
import { PublishItems } from './publish-items';
import { ServerHistory } from './server-history';

/** What sync shows, with its words. */
export async function loadSyncParts(): Promise<SyncParts> {
  await loadFeatureWords(getI18n(), 'sync');
  return {
    PostBadge,
    StatusBadge,
    BaseMark,
    BaseMenuItems,
    PublishItems,
    PostNotice,
    ServerHistory,
    Background,
    activateBase,
    openFetch: () => syncDialogs.set({ open: { kind: 'fetch' } }),
  };
}
