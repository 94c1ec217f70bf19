import { Toolbar } from '@base-ui/react/toolbar';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button';
import { Menu, MenuItem } from '../../../ui/menu';
import { type Action, type ActionId, actionOf, actions } from './actions';
import { chordText, isMacPlatform } from './key-chord';
import { useRunAction } from './use-run-action';

const BUTTONS: readonly ActionId[] = [
  'heading',
  'bold',
  'italic',
  'link',
  'code',
  'quote',
  'bulletList',
];
const LAST_BUTTONS: readonly ActionId[] = ['format', 'palette'];
const inserts = actions.filter((action) => action.group === 'insert');

/** The most used actions as buttons; one stop for Tab, arrows within. */
export function CommandBar() {
  const { t } = useTranslation('tools');
  const run = useRunAction();
  return (
    <Toolbar.Root
      aria-label={t('toolbar.label')}
      className="flex h-10 shrink-0 items-center gap-0.5 overflow-x-auto border-line border-b bg-surface px-2 [scrollbar-width:none] max-md:h-12 max-md:gap-1"
    >
      {BUTTONS.map((id) => (
        <ActionButton key={id} action={actionOf(id)} />
      ))}
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line-strong" />
      <Menu
        align="start"
        trigger={
          <Toolbar.Button
            render={
              <IconButton
                icon={Plus}
                label={t('toolbar.insert')}
                size="iconSm"
                className="pointer-coarse:size-11"
              />
            }
          />
        }
      >
        {inserts.map((action) => (
          <MenuItem key={action.id} icon={action.icon} onSelect={() => run(action)}>
            {t(`command.${action.id}`)}
          </MenuItem>
        ))}
      </Menu>
      {LAST_BUTTONS.map((id) => (
        <ActionButton key={id} action={actionOf(id)} />
      ))}
    </Toolbar.Root>
  );
}

function ActionButton({ action }: { action: Action }) {
  const { t } = useTranslation('tools');
  const run = useRunAction();
  return (
    <Toolbar.Button
      render={
        <IconButton
          icon={action.icon}
          label={t(`command.${action.id}`)}
          keys={action.keys === undefined ? undefined : chordText(action.keys, isMacPlatform())}
          size="iconSm"
          className="pointer-coarse:size-11"
          // The selection in the text must stay.
          onMouseDown={(event) => event.preventDefault()}
        />
      }
      onClick={() => run(action)}
    />
  );
}
