import { Toolbar } from '@base-ui/react/toolbar';
import { Bold, Code, Heading2, Italic, Link2, type LucideIcon, WandSparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button';
import type { CommandId } from './command';
import { chordText, isMacPlatform } from './key-chord';
import { commands } from './registry';
import { useRunCommand } from './use-run-command';

const ICONS: Record<CommandId, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  link: Link2,
  code: Code,
  format: WandSparkles,
};

/** The commands as buttons; one stop for Tab, arrows within. */
export function CommandBar() {
  const { t } = useTranslation('editor');
  const run = useRunCommand();
  const isMac = isMacPlatform();
  return (
    <Toolbar.Root
      aria-label={t('toolbar.label')}
      className="flex h-10 shrink-0 items-center gap-0.5 border-line border-b bg-surface px-2 max-md:h-12 max-md:gap-1"
    >
      {commands.map((command) => (
        <Toolbar.Button
          key={command.id}
          render={
            <IconButton
              icon={ICONS[command.id]}
              label={t(command.labelKey)}
              keys={chordText(command.keys, isMac)}
              size="iconSm"
              className="pointer-coarse:size-11"
              // The selection in the text must stay.
              onMouseDown={(event) => event.preventDefault()}
            />
          }
          onClick={() => run(command)}
        />
      ))}
    </Toolbar.Root>
  );
}
