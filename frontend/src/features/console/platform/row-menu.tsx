import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Menu, MenuItem, MenuLink } from '../../../ui/menus/menu';

interface RowMenuProps {
  /** Name of the account or space. */
  name: string;
  isSuspended: boolean;
  /** Address of its entries in the audit log. */
  auditPath: string;
  onSuspend: () => void;
  onResume: () => void;
  /** More items. */
  children: ReactNode;
}

/** Menu of the actions on an account or a space. */
export function RowMenu(props: RowMenuProps) {
  const { t } = useTranslation('console');
  return (
    <Menu
      trigger={
        <IconButton icon={Ellipsis} size="iconSm" label={t('user.actions', { name: props.name })} />
      }
    >
      {props.children}
      <MenuItem onSelect={props.isSuspended ? props.onResume : props.onSuspend}>
        {t(props.isSuspended ? 'user.unsuspend' : 'user.suspend')}
      </MenuItem>
      <MenuLink to={props.auditPath}>{t('user.audit')}</MenuLink>
    </Menu>
  );
}
