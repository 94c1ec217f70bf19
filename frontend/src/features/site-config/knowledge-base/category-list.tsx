import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../api/generated/site-settings';
import type { ContentCategory } from '../../../api/site-content';
import type { CategoryDisplay, IndexSettings } from '../../../api/site-settings';
import { moveItem } from '../../../lib/collections/move-item';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextField } from '../../../ui/fields/text-field';
import { Panel } from '../../../ui/panel';
import { problemWords, useDraft, useDraftState } from '../draft/use-draft';
import { IconPicker } from '../icons/icon-field';
import { useContent } from '../site/use-content';
import { SortableList } from '../sortable/sortable-list';
import { allDisplays, displayOf } from './category-displays';

/** Names, icons, order and visibility of categories on the site; the base stays as it is. */
export function CategoryList() {
  const { t } = useTranslation('siteConfig');
  const { data } = useContent();
  const draft = useDraft<IndexSettings>();
  const { value } = useDraftState<IndexSettings>();
  const categories = data?.categories ?? [];
  const displays = allDisplays(value.categories, categories);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const change = (next: readonly CategoryDisplay[]) =>
    draft.change((index) => ({ ...index, categories: [...next] }));
  return (
    <Panel title={t('fields.index.categories')} lead={t('index.categoriesLead')}>
      {displays.length === 0 ? (
        <p className="text-base text-ink-faint">{t('index.noCategories')}</p>
      ) : (
        <SortableList
          label={t('fields.index.categories')}
          keys={displays.map(({ categoryId }) => categoryId)}
          nameOf={(at) => nameOf(displays[at], byId)}
          onMove={(from, to) => change(moveItem(displays, from, to))}
        >
          {(at, handle) => {
            const display = displays[at];
            const category = display && byId.get(display.categoryId);
            if (display === undefined || category === undefined) return null;
            return (
              <div className="flex items-start gap-1 rounded-lg border border-line bg-canvas/50 py-3 pr-3 pl-1">
                <span className="mt-1">{handle}</span>
                <CategoryFields
                  display={display}
                  category={category}
                  onChange={(changes) =>
                    change(
                      displays.map((other) =>
                        other.categoryId === display.categoryId ? { ...other, ...changes } : other,
                      ),
                    )
                  }
                />
              </div>
            );
          }}
        </SortableList>
      )}
    </Panel>
  );
}

interface CategoryFieldsProps {
  display: CategoryDisplay;
  category: ContentCategory;
  onChange: (changes: Partial<CategoryDisplay>) => void;
}

function CategoryFields({ display, category, onChange }: CategoryFieldsProps) {
  const { t } = useTranslation('siteConfig');
  const { value, errors } = useDraftState<IndexSettings>();
  const stored = value.categories.findIndex(({ categoryId }) => categoryId === category.id);
  const errorOf = (field: 'name' | 'description') => {
    const problem = errors[`categories[${stored}].${field}`];
    return problem && problemWords(t, problem);
  };
  return (
    <div data-field={`categories[${stored}]`} className="grid min-w-0 grow gap-3">
      <SwitchRow
        label={t('index.shown', { name: category.name, count: category.nDocuments })}
        isOn={display.isVisible}
        onChange={(isVisible) => onChange({ isVisible })}
      />
      {display.isVisible && (
        <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
          <IconPicker
            label={t('index.icon')}
            value={display.icon}
            onChange={(icon) => onChange({ icon })}
          />
          <div className="grid min-w-0 gap-3">
            <TextField
              label={t('index.categoryName')}
              value={display.name}
              placeholder={category.name}
              maxLength={LIMITS.CategoryDisplay.name.maxLength}
              error={errorOf('name')}
              onChange={(name) => onChange({ name })}
            />
            <TextField
              label={t('index.categoryDescription')}
              value={display.description}
              placeholder={category.description}
              maxLength={LIMITS.CategoryDisplay.description.maxLength}
              error={errorOf('description')}
              onChange={(description) => onChange({ description })}
            />
          </div>
        </div>
      )}
    </div>
  );
}

function nameOf(
  display: CategoryDisplay | undefined,
  byId: ReadonlyMap<string, ContentCategory>,
): string {
  const of = displayOf(display);
  return of.name || (byId.get(of.categoryId)?.name ?? '');
}
