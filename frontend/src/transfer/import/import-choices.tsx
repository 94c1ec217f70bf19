import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listCategories } from '../../storage/categories';
import { listKnowledgeBases } from '../../storage/knowledge-bases';
import { Labeled } from '../../ui/fields/labeled';
import { Segments } from '../../ui/fields/segments';
import { Select } from '../../ui/fields/select';
import { TextField } from '../../ui/fields/text-field';
import type { ImportChoice } from './import.worker';
import { SOURCE_KINDS } from './model';
import type { ImportTarget } from './records';
import type { ImportReport } from './report';

interface ImportChoicesProps {
  report: ImportReport;
  choice: ImportChoice;
  /** What is open: the base that is meant unless another one is chosen. Null where nothing is. */
  here: Extract<ImportTarget, { kind: 'base' }> | null;
  onChange: (choice: ImportChoice) => void;
}

interface Named {
  id: string;
  name: string;
}

/** Value of the choice that keeps the folders apart. */
const BY_FOLDER = 'by-folder';
const NAME_MAX_CHARS = 100;

/** Where the files come from, and where they go. */
export function ImportChoices({ report, choice, here, onChange }: ImportChoicesProps) {
  const { t } = useTranslation('transfer');
  const { target } = choice;
  const bases = useNamed(listKnowledgeBases, '');
  const setTarget = (next: ImportTarget) => onChange({ ...choice, target: next });
  const proposed = here?.id ?? bases[0]?.id;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Labeled label={t('source')}>
        <Select
          label={t('source')}
          value={choice.kind ?? report.recognized}
          // An export of ours is known by its index; nothing else can be read as one.
          options={SOURCE_KINDS.filter(
            (kind) => kind !== 'moyan' || report.recognized === 'moyan',
          ).map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          onChange={(kind) => onChange({ ...choice, kind })}
        />
      </Labeled>
      <Labeled label={t('target')}>
        <Segments
          label={t('target')}
          value={target.kind}
          options={[
            { value: 'newBase', label: t('newBase') },
            { value: 'base', label: t('existing') },
          ]}
          onChange={(kind) => {
            if (kind === 'newBase') setTarget({ kind, name: report.name });
            else if (proposed !== undefined) {
              setTarget({ kind, id: proposed, categoryId: null });
            }
          }}
        />
      </Labeled>
      {target.kind === 'newBase' ? (
        <TextField
          className="sm:col-span-2"
          label={t('baseName')}
          value={target.name}
          maxLength={NAME_MAX_CHARS}
          onChange={(name) => setTarget({ kind: 'newBase', name })}
        />
      ) : (
        <>
          <Labeled label={t('base')}>
            <Select
              label={t('base')}
              value={target.id}
              options={bases.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => setTarget({ kind: 'base', id, categoryId: null })}
            />
          </Labeled>
          <CategoryChoice target={target} onChange={setTarget} />
        </>
      )}
    </div>
  );
}

function CategoryChoice({
  target,
  onChange,
}: {
  target: Extract<ImportTarget, { kind: 'base' }>;
  onChange: (target: ImportTarget) => void;
}) {
  const { t } = useTranslation('transfer');
  const categories = useNamed(() => listCategories(target.id), target.id);
  return (
    <Labeled label={t('category')}>
      <Select
        label={t('category')}
        value={target.categoryId ?? BY_FOLDER}
        options={[
          { value: BY_FOLDER, label: t('byFolder') },
          ...categories.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => onChange({ ...target, categoryId: id === BY_FOLDER ? null : id })}
      />
    </Labeled>
  );
}

/** A list of the database; empty until it is read, and when it cannot be. */
function useNamed(read: () => Promise<Named[]>, of: string): readonly Named[] {
  const [items, setItems] = useState<readonly Named[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says what is read.
  useEffect(() => {
    let isOver = false;
    read().then(
      (found) => !isOver && setItems(found),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [of]);
  return items;
}
