import { useTranslation } from 'react-i18next';
import type { ContentCategory } from '../../../api/site-content';
import type { AccessRules } from '../../../api/site-settings';
import { useDraft, useDraftState } from '../draft/use-draft';
import { NO_RULE, withRule } from './levels';
import { RuleRow } from './rule-row';

/** Categories by audiences. */
export function AccessMatrix({ categories }: { categories: readonly ContentCategory[] }) {
  const { t } = useTranslation('siteConfig');
  return (
    <>
      <p className="sr-only">{t('access.inheritedHint')}</p>
      <ul className="divide-y divide-line">
        {categories.map((category) => (
          <li key={category.id} className="py-4 first:pt-0 last:pb-0">
            <CategoryRow category={category} />
          </li>
        ))}
      </ul>
    </>
  );
}

function CategoryRow({ category }: { category: ContentCategory }) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<AccessRules>();
  const { value } = useDraftState<AccessRules>();
  const categoryId = category.id;
  const isOwn = (rule: { categoryId: string }) => rule.categoryId === categoryId;
  const at = value.categories.findIndex(isOwn);
  const change = (changes: Parameters<typeof withRule>[3]) =>
    draft.change((rules) => ({
      ...rules,
      categories: withRule(rules.categories, isOwn, { categoryId, ...NO_RULE }, changes),
    }));
  return (
    <RuleRow
      name={category.name}
      note={t('access.nDocuments', { count: category.nDocuments })}
      path={at < 0 ? undefined : `categories[${at}]`}
      rule={value.categories[at]}
      inherited={value}
      onChange={change}
      onReset={() => change(NO_RULE)}
    />
  );
}
