import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../api/generated/site-settings';
import type { AccessLevel, AccessRules } from '../../../api/site-settings';
import { classNames } from '../../../lib/class-names';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Select } from '../../../ui/fields/select';
import { inputStyle } from '../../../ui/fields/text-field';
import type { FieldPath } from '../draft/path';
import { problemWords, useDraftState } from '../draft/use-draft';
import { AUDIENCES, LEVELS, moreOf, type Rule, type RuledAudience } from './levels';

interface RuleRowProps {
  /** Of the category or the document. */
  name: string;
  /** Stands below the name. */
  note: string;
  /** Where the rule is in the draft; undefined when there is none. */
  path: FieldPath | undefined;
  rule: Rule | undefined;
  /** What holds where the rule says nothing. */
  inherited: Required<Rule>;
  onChange: (changes: Rule) => void;
  onReset: () => void;
}

/** A rule of a category or of a document: what is inherited is gray and says what it is. */
export function RuleRow({ name, note, path, rule, inherited, onChange, onReset }: RuleRowProps) {
  const { t } = useTranslation('siteConfig');
  const { errors } = useDraftState<AccessRules>();
  const guest = rule?.guest ?? inherited.guest;
  // Who is logged in sees as much as guests, whatever is inherited.
  const nonMember =
    guest === null || inherited.nonMember === null
      ? inherited.nonMember
      : moreOf(inherited.nonMember, guest);
  const unset = { guest: inherited.guest, nonMember };
  // How many characters are shown matters where only a beginning is shown.
  const isCut =
    rule?.partialChars != null ||
    AUDIENCES.some((audience) => (rule?.[audience] ?? unset[audience]) === 'partial');
  const problem =
    path === undefined
      ? undefined
      : Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
  return (
    <div data-field={path}>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <span className="min-w-0">
          <span className="block break-words font-medium text-base text-ink">{name}</span>
          <span className="text-ink-faint text-xs">{note}</span>
        </span>
        {rule !== undefined && (
          <IconButton icon={RotateCcw} label={t('access.reset', { name })} onClick={onReset} />
        )}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12.5rem),1fr))] gap-3">
        {AUDIENCES.map((audience) => (
          <LevelCell
            key={audience}
            name={name}
            audience={audience}
            own={rule?.[audience] ?? null}
            inherited={unset[audience]}
            onChange={(level) => onChange({ [audience]: level })}
          />
        ))}
        {isCut && (
          <LimitCell
            name={name}
            own={rule?.partialChars ?? null}
            inherited={inherited.partialChars}
            onChange={(partialChars) => onChange({ partialChars })}
          />
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className="mt-1.5 text-danger text-xs">
          {problemWords(t, problem)}
        </p>
      )}
      {problem?.key === 'access.lessThanGuest' && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          onClick={() => onChange({ nonMember: guest })}
        >
          {t('access.raiseNonMember')}
        </Button>
      )}
    </div>
  );
}

interface LevelCellProps {
  name: string;
  audience: RuledAudience;
  own: AccessLevel | null;
  inherited: AccessLevel | null;
  onChange: (level: AccessLevel | null) => void;
}

function LevelCell({ name, audience, own, inherited, onChange }: LevelCellProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-ink-faint text-xs" aria-hidden>
        {t(`access.audiences.${audience}`)}
      </span>
      <div className={classNames(own === null && 'opacity-75')}>
        <Select<AccessLevel | 'inherited'>
          label={`${name}: ${t(`access.audiences.${audience}`)}`}
          value={own ?? 'inherited'}
          options={[
            {
              value: 'inherited',
              label: t('access.inherited', { level: t(`access.levels.${inherited ?? 'free'}`) }),
            },
            ...LEVELS.map((level) => ({ value: level, label: t(`access.levels.${level}`) })),
          ]}
          onChange={(level) => onChange(level === 'inherited' ? null : level)}
        />
      </div>
    </div>
  );
}

interface LimitCellProps {
  name: string;
  own: number | null;
  inherited: number | null;
  onChange: (chars: number | null) => void;
}

function LimitCell({ name, own, inherited, onChange }: LimitCellProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="text-ink-faint text-xs">{t('access.limit')}</span>
      <input
        type="number"
        min={0}
        max={LIMITS.AccessRules.partialChars.maximum}
        aria-label={`${name}: ${t('access.limit')}`}
        placeholder={String(inherited ?? '')}
        value={own ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
        className={inputStyle}
      />
    </label>
  );
}
