import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chordText, isMacPlatform } from '../../../lib/browser/key-chord';
import { Picker } from '../../../ui/fields/picker';
import { useRunCommand } from '../commands/command-provider';
import { commands } from '../commands/commands';
import { searchCommands } from '../commands/search-commands';

const OFFERED = commands.filter(({ id }) => id !== 'palette');

/** Searches all commands by name, in the language of the interface, in English or pinyin. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tools');
  const run = useRunCommand();
  const [query, setQuery] = useState('');
  const [offered] = useState(() => OFFERED.filter(({ isOffered }) => isOffered?.() ?? true));
  const items = searchCommands(offered, query, (command) => t(`command.${command.id}`)).map(
    (command) => ({
      id: command.id,
      label: t(`command.${command.id}`),
      icon: command.icon,
      keys: command.keys === undefined ? undefined : chordText(command.keys, isMacPlatform()),
      command,
    }),
  );
  return (
    <Picker
      title={t('command.palette')}
      placeholder={t('palette.search')}
      none={t('palette.none')}
      query={query}
      onQuery={setQuery}
      groups={[{ id: 'commands', items }]}
      onPick={({ command }) => run(command)}
      onClose={onClose}
    />
  );
}
