import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listTeams } from '../../../api/teams';
import type { Team } from '../../../api/types';
import { PERSONAL_SPACE } from '../../../config/paths';
import { errorText } from '../../../i18n/error-text';
import type { MoyanHostSetting } from '../../../storage/private-settings';
import { Select } from '../../../ui/fields/select';

interface MoyanHostFieldsProps {
  setting: MoyanHostSetting;
  onChange: (changes: Partial<MoyanHostSetting>) => void;
}

/** The team whose room images take. Who is in one only has nothing to choose. */
export function MoyanHostFields({ setting, onChange }: MoyanHostFieldsProps) {
  const { t } = useTranslation('tools');
  const { data: teams = [], error } = useQuery({ queryKey: ['teams'], queryFn: listTeams });
  const options = teams.filter(mayUpload).map((team) => ({
    value: team.kind === 'personal' ? PERSONAL_SPACE : team.id,
    label: team.kind === 'personal' ? t('host.personal') : team.name,
  }));
  return (
    <>
      {error !== null && (
        <p role="alert" className="text-danger text-sm">
          {errorText(t, error)}
        </p>
      )}
      {options.length > 1 && (
        <div className="flex flex-col gap-1.5">
          <span className="text-ink-soft text-sm">{t('host.team')}</span>
          <Select
            label={t('host.team')}
            value={setting.teamId}
            options={options}
            onChange={(teamId) => onChange({ teamId })}
          />
        </div>
      )}
      <p className="text-ink-faint text-xs">{t('host.moyanHint')}</p>
    </>
  );
}

/** A suspended or deleted team can only be read. */
function mayUpload(team: Team): boolean {
  return team.actions.includes('writeContent') && !team.suspendedReason && !team.purgesAt;
}
