import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ContentCategory } from '../../../api/site-content';
import type { AccessLevel, AccessRules, CategoryAccess } from '../../../api/site-settings';
import { PARTIAL_MAX_CHARS } from '../../../config/site-limits';
import { classNames } from '../../../lib/class-names';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Select } from '../../../ui/select';
import { inputStyle } from '../../../ui/text-field';
import { problemWords, useDraft, useDraftState } from '../draft/use-draft';
import { AUDIENCES, LEVELS, type RuledAudience } from './levels';

/** Categories by audiences: what is inherited is gray and says what it is. */
export function AccessMatrix({ categories }: { categories: readonly ContentCategory[] }) {
  const { t } = useTranslation('siteConfig');
  return (
    <ul className="divide-y divide-line">
      {categories.map((category) => (
        <li key={category.id} className="py-4 first:pt-0 last:pb-0">
          <Row category={category} />
        </li>
      ))}
      <li className="sr-only">{t('access.inheritedHint')}</li>
    </ul>
  );
}

function Row({ category }: { category: ContentCategory }) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<AccessRules>();
  const { value, errors } = useDraftState<AccessRules>();
  const at = value.categories.findIndex(({ categoryId }) => categoryId === category.id);
  const rule = value.categories[at];
  const change = (changes: Partial<CategoryAccess>) =>
    draft.change((rules) => ({ ...rules, categories: withRule(rules, category.id, changes) }));
  const problem = Object.entries(errors).find(([path]) =>
    path.startsWith(`categories[${at}]`),
  )?.[1];
  return (
    <div data-field={at < 0 ? undefined : `categories[${at}]`}>
      <div className="mb-2 flex min-h-8 items-center justify-between gap-3">
        <span className="min-w-0">
          <span className="block break-words font-medium text-base text-ink">{category.name}</span>
          <span className="text-ink-faint text-xs">
            {t('access.nDocuments', { count: category.nDocuments })}
          </span>
        </span>
        {rule !== undefined && (
          <IconButton
            icon={RotateCcw}
            label={t('access.reset', { name: category.name })}
            onClick={() => change({ guest: null, nonMember: null, partialChars: null })}
          />
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        {AUDIENCES.map((audience) => (
          <LevelCell
            key={audience}
            category={category}
            audience={audience}
            own={rule?.[audience] ?? null}
            inherited={value[audience]}
            onChange={(level) => change({ [audience]: level })}
          />
        ))}
        <LimitCell
          category={category}
          own={rule?.partialChars ?? null}
          inherited={value.partialChars}
          onChange={(partialChars) => change({ partialChars })}
        />
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
          onClick={() => change({ nonMember: rule?.guest ?? value.guest })}
        >
          {t('access.raiseNonMember')}
        </Button>
      )}
    </div>
  );
}

interface LevelCellProps {
  category: ContentCategory;
  audience: RuledAudience;
  own: AccessLevel | null;
  inherited: AccessLevel;
  onChange: (level: AccessLevel | null) => void;
}

function LevelCell({ category, audience, own, inherited, onChange }: LevelCellProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span className="text-ink-faint text-xs" aria-hidden>
        {t(`access.audiences.${audience}`)}
      </span>
      <div className={classNames(own === null && 'opacity-75')}>
        <Select<AccessLevel | 'inherited'>
          label={`${category.name}: ${t(`access.audiences.${audience}`)}`}
          value={own ?? 'inherited'}
          options={[
            {
              value: 'inherited',
              label: t('access.inherited', { level: t(`access.levels.${inherited}`) }),
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
  category: ContentCategory;
  own: number | null;
  inherited: number;
  onChange: (chars: number | null) => void;
}

function LimitCell({ category, own, inherited, onChange }: LimitCellProps) {
  const { t } = useTranslation('siteConfig');
  return (
    <label className="flex min-w-0 flex-col gap-1">
      <span className="text-ink-faint text-xs">{t('access.limit')}</span>
      <input
        type="number"
        min={0}
        max={PARTIAL_MAX_CHARS}
        aria-label={`${category.name}: ${t('access.limit')}`}
        placeholder={String(inherited)}
        value={own ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
        className={inputStyle}
      />
    </label>
  );
}

/** A rule that says nothing of its own is none. */
function withRule(
  rules: AccessRules,
  categoryId: string,
  changes: Partial<CategoryAccess>,
): CategoryAccess[] {
  const known = rules.categories.find((rule) => rule.categoryId === categoryId);
  const next = { categoryId, ...known, ...changes };
  const isEmpty = [next.guest, next.nonMember, next.partialChars].every(
    (part) => part === null || part === undefined,
  );
  const others = rules.categories.filter((rule) => rule.categoryId !== categoryId);
  if (isEmpty) return others;
  return known === undefined
    ? [...others, next]
    : rules.categories.map((rule) => (rule.categoryId === categoryId ? next : rule));
}
