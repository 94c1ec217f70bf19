import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BASE_DESCRIPTION_MAX_CHARS, BASE_TITLE_MAX_CHARS } from '../../../config/sync';
import { BASE_CATEGORIES, BASE_STATUSES } from '../../../storage/schema';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Labeled } from '../../../ui/fields/labeled';
import { Select } from '../../../ui/fields/select';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { FormField, TextArea } from '../../../ui/fields/text-field';
import type { BaseRow } from './rows';
import type { BaseSettings } from './use-base-actions';

interface BaseFormProps {
  /** The one to edit; null for a new one. */
  row: BaseRow | null;
  /** A knowledge base of a team is always synchronized: else nobody of the team would see it. */
  isTeam: boolean;
  onSubmit: (settings: BaseSettings, isSynced: boolean) => Promise<void>;
  onClose: () => void;
}

/** Dialog for the settings of a knowledge base. */
export function BaseForm({ row, isTeam, onSubmit, onClose }: BaseFormProps) {
  const { t } = useTranslation('console');
  const [settings, setSettings] = useState<BaseSettings>({
    title: row?.title ?? '',
    description: row?.description ?? '',
    category: row?.category ?? 'other',
    status: row?.status ?? 'active',
  });
  const [isSynced, setIsSynced] = useState(isTeam);
  const [isTouched, setIsTouched] = useState(false);
  const change = (changes: Partial<BaseSettings>) => setSettings({ ...settings, ...changes });
  const title = settings.title.trim();
  const isLong = Array.from(title).length > BASE_TITLE_MAX_CHARS;
  const problem =
    title === ''
      ? t('knowledge.titleRequired')
      : isLong
        ? t('knowledge.titleTooLong', { max: BASE_TITLE_MAX_CHARS })
        : undefined;
  const mode = row === null ? 'create' : 'edit';
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`knowledge.${mode}Title`)}
      description={t(row === null && isTeam ? 'knowledge.createTeamLead' : `knowledge.${mode}Lead`)}
      confirmLabel={t(`knowledge.${mode}Confirm`)}
      onConfirm={async () => {
        setIsTouched(true);
        if (problem !== undefined) throw new Error(problem);
        await onSubmit({ ...settings, title, description: settings.description.trim() }, isSynced);
      }}
    >
      <FormField
        label={t('knowledge.name')}
        value={settings.title}
        aria-invalid={isTouched && problem !== undefined}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label={t('knowledge.description')}
        value={settings.description}
        rows={3}
        maxLength={BASE_DESCRIPTION_MAX_CHARS}
        onChange={(description) => change({ description })}
      />
      <div className="grid grid-cols-2 gap-3">
        <Labeled label={t('knowledge.category')}>
          <Select
            label={t('knowledge.category')}
            value={settings.category}
            options={BASE_CATEGORIES.map((value) => ({
              value,
              label: t(`knowledge.categories.${value}`),
            }))}
            onChange={(category) => change({ category })}
          />
        </Labeled>
        <Labeled label={t('knowledge.status')}>
          <Select
            label={t('knowledge.status')}
            value={settings.status}
            options={BASE_STATUSES.filter(
              // What is new has nothing to put away.
              (status) => row !== null || status !== 'archived',
            ).map((value) => ({ value, label: t(`knowledge.statuses.${value}`) }))}
            onChange={(status) => change({ status })}
          />
        </Labeled>
      </div>
      {row === null && !isTeam && (
        <SwitchRow label={t('knowledge.syncNow')} isOn={isSynced} onChange={setIsSynced} />
      )}
    </ConfirmDialog>
  );
}
