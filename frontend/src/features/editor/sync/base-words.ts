import type { TFunction } from 'i18next';
import type { SyncState } from '../../../sync/status';

/** Why a knowledge base is not exchanged as usual; null when it is. */
export function baseWords(t: TFunction<'sync'>, base: SyncState): string | null {
  if (base.state === 'paused') return t('pause.paused');
  if (base.pause === 'loggedOut' || base.pause === 'otherAccount') return t(`pause.${base.pause}`);
  if (base.problem !== null) return t(`problem.${base.problem}`);
  return base.pause === null ? null : t(`pause.${base.pause}`);
}
