import { CloudDownload, CloudOff, CloudUpload, LogIn, Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { loginPath, paths } from '../../../config/paths';
import { session } from '../../../storage/session';
import { pauseSync, resumeSync } from '../../../sync/bases';
import type { SyncState } from '../../../sync/status';
import { useStore } from '../../../ui/hooks/use-store';
import { MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../../../ui/menus/menu';
import { useIsArchived } from '../posts/library/library-context';
import { baseWords } from './base-words';
import { syncDialogs } from './dialogs';
import { useBaseState } from './use-sync';

/** Turns sync of a knowledge base on and off, and says how it goes. */
export function BaseMenuItems({ knowledgeBaseId }: { knowledgeBaseId: string }) {
  const { t } = useTranslation('sync');
  const base = useBaseState(knowledgeBaseId);
  const isLoggedIn = useStore(session).token !== null;
  const isOn = base !== undefined && base.state !== 'off';
  // The server makes no archived one.
  const isArchived = useIsArchived();
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{isOn ? <Summary base={base} /> : t('menu.heading')}</MenuLabel>
      {!isOn && isLoggedIn && !isArchived && (
        <MenuItem
          icon={CloudUpload}
          onSelect={() => syncDialogs.set({ open: { kind: 'enable', knowledgeBaseId } })}
        >
          {t('menu.on')}
        </MenuItem>
      )}
      {isLoggedIn && (
        <MenuItem
          icon={CloudDownload}
          onSelect={() => syncDialogs.set({ open: { kind: 'fetch' } })}
        >
          {t('menu.fetch')}
        </MenuItem>
      )}
      {!isLoggedIn && (
        <MenuLink icon={LogIn} to={loginPath(paths.editor)}>
          {t('menu.logIn')}
        </MenuLink>
      )}
      {base?.state === 'on' && (
        <MenuItem icon={Pause} onSelect={() => void pauseSync(knowledgeBaseId)}>
          {t('menu.pause')}
        </MenuItem>
      )}
      {base?.state === 'paused' && (
        <MenuItem icon={Play} onSelect={() => void resumeSync(knowledgeBaseId)}>
          {t('menu.resume')}
        </MenuItem>
      )}
      {isOn && (
        <MenuItem
          icon={CloudOff}
          onSelect={() => syncDialogs.set({ open: { kind: 'disable', knowledgeBaseId } })}
        >
          {t('menu.off')}
        </MenuItem>
      )}
    </>
  );
}

function Summary({ base }: { base: SyncState }) {
  const { t } = useTranslation('sync');
  const { nConflicts, nUnsentImages, nWaiting } = base;
  const parts = [
    baseWords(t, base),
    nConflicts > 0 ? t('menu.conflicts', { count: nConflicts }) : null,
    nWaiting > 0 ? t('menu.waiting', { count: nWaiting }) : null,
    nUnsentImages > 0 ? t('menu.unsentImages', { count: nUnsentImages }) : null,
  ].filter((part) => part !== null);
  return (
    <span className="block max-w-64">
      {`${t('menu.heading')} · ${parts.length === 0 ? t('menu.allSynced') : parts.join(' · ')}`}
    </span>
  );
}
