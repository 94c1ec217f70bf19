import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../api/types';
import { Button } from '../../../ui/buttons/button';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { Panel } from '../../../ui/panel';
import { Chip, TestChip } from '../sales/chip';
import type { ProviderName } from './method-fields';

interface MethodCardProps {
  name: 'manual' | ProviderName;
  method: PaymentMethod;
  isEnabled: boolean;
  onEnabled: (isEnabled: boolean) => void;
  isBusy: boolean;
  /** Whether something is written that is not saved. */
  isChanged: boolean;
  failure: string | null;
  onSave: () => void;
  /** Stands beside the button that saves. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A way to be paid with its state, its fields and the button that saves. */
export function MethodCard(props: MethodCardProps) {
  const { t } = useTranslation('sales');
  const { method } = props;
  return (
    <Panel
      title={t(`methods.${props.name}`)}
      lead={t(`payments.leads.${props.name}`)}
      action={
        <span className="flex gap-1.5">
          {method.isTest && <TestChip label={t('payments.testMode')} />}
          {method.problem && <Chip tone="danger">{t('payments.keyProblem')}</Chip>}
          <Chip tone={method.isEnabled ? 'good' : 'faint'}>
            {t(method.isEnabled ? 'payments.on' : 'payments.off')}
          </Chip>
        </span>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave();
        }}
      >
        <SwitchRow
          label={t('payments.enabled')}
          isOn={props.isEnabled}
          onChange={props.onEnabled}
        />
        {props.children}
        {props.failure !== null && (
          <p role="alert" className="text-danger text-sm">
            {props.failure}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant={props.isChanged ? 'primary' : 'secondary'}
            disabled={props.isBusy || !props.isChanged}
          >
            {t('payments.save')}
          </Button>
          {props.actions}
        </div>
      </form>
    </Panel>
  );
}
