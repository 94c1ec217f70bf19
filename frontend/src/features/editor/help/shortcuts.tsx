import { useTranslation } from 'react-i18next';
import { chordText, isMacPlatform, tabFocusKeys } from '../../../lib/browser/key-chord';
import { commandGroups } from '../commands/commands';

/** Shortcuts of the editor itself, by the key of their words. */
const EDITOR_KEYS = [
  ['undo', 'mod+z'],
  ['redo', 'mod+shift+z'],
  ['lineBreak', 'shift+enter'],
  ['indent', 'tab'],
  ['outdent', 'shift+tab'],
  ['moveLine', 'alt+↑ ↓'],
  ['copyLine', 'shift+alt+↑ ↓'],
  ['deleteLine', 'mod+shift+k'],
  ['nextMatch', 'mod+d'],
  ['plainPaste', 'mod+shift+v'],
  ['menu', 'shift+f10'],
  ['tabFocus', 'ctrl+m'],
] as const;

/** Every shortcut, by group. */
export function Shortcuts() {
  const { t } = useTranslation('tools');
  const isMac = isMacPlatform();
  const rows = commandGroups
    .map((group) => ({
      group: group.name,
      keys: group.commands
        .filter((command) => command.keys !== undefined)
        .map((command) => ({
          id: command.id as string,
          label: t(`command.${command.id}`),
          keys: chordText(command.keys ?? '', isMac),
        })),
    }))
    .filter(({ keys }) => keys.length > 0);
  const own = EDITOR_KEYS.map(([id, keys]) => ({
    id,
    label: t(`shortcuts.${id}`),
    keys: keys === 'ctrl+m' ? tabFocusKeys(isMac) : named(chordText(keys, isMac)),
  }));
  return (
    <div className="gap-x-10 sm:columns-2">
      {[...rows, { group: 'editing' as const, keys: own }].map(({ group, keys }) => (
        <section key={group} className="mb-5 break-inside-avoid">
          <h3 className="mb-1 font-medium text-ink-faint text-xs">{t(`group.${group}`)}</h3>
          <dl>
            {keys.map((row) => (
              <div
                key={row.id}
                className="flex items-center justify-between gap-4 border-line border-b py-1.5"
              >
                <dt className="text-sm">{row.label}</dt>
                <dd>
                  <kbd className="whitespace-nowrap rounded border border-line-strong bg-hover px-1.5 py-0.5 font-sans text-ink-soft text-xs">
                    {row.keys}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

/** Names of keys are not all capitals: Enter, Tab. */
function named(chord: string): string {
  return chord.replace('ENTER', 'Enter').replace('TAB', 'Tab');
}
