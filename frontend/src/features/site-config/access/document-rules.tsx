import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '../../../api/generated/site-settings';
import type { BaseContent } from '../../../api/site-content';
import type { AccessRules, DocumentAccessRule } from '../../../api/site-settings';
import { SearchSelect } from '../../../ui/fields/search-select';
import { useDraft, useDraftState } from '../draft/use-draft';
import { NO_RULE, type Rule, withRule } from './levels';
import { RuleRow } from './rule-row';

/** Rules of single documents: those that have one, and a document to be picked. */
export function DocumentRules({ content }: { content: BaseContent }) {
  const { t } = useTranslation('siteConfig');
  const { value } = useDraftState<AccessRules>();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const titles = new Map(content.documents.map(({ id, title }) => [id, title]));
  const ruled = value.documents.map(({ documentId }) => documentId);
  // A document that was picked stays until its rule is reset, though it has none yet.
  const shown = [...ruled, ...picked.filter((id) => !ruled.includes(id))];
  const left = content.documents.filter(({ id }) => !shown.includes(id));
  const isFull = shown.length >= LIMITS.AccessRules.documents.maxItems;
  return (
    <div className="grid gap-5">
      {shown.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.map((id) => (
            <li key={id} className="py-4 first:pt-0 last:pb-0">
              <DocumentRow
                content={content}
                documentId={id}
                onReset={() => setPicked((ids) => ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && !isFull && (
        <SearchSelect
          label={t('access.pickDocument')}
          value=""
          options={left.map(({ id }) => id)}
          labelOf={(id) =>
            id === '' ? t('access.pickDocument') : titles.get(id) || t('access.untitled')
          }
          searchLabel={t('access.searchDocuments')}
          emptyText={t('access.noMatch')}
          onChange={(id) => setPicked((ids) => [...ids, id])}
        />
      )}
    </div>
  );
}

interface DocumentRowProps {
  content: BaseContent;
  documentId: string;
  onReset: () => void;
}

function DocumentRow({ content, documentId, onReset }: DocumentRowProps) {
  const { t } = useTranslation('siteConfig');
  const draft = useDraft<AccessRules>();
  const { value } = useDraftState<AccessRules>();
  const isOwn = (rule: DocumentAccessRule) => rule.documentId === documentId;
  const at = value.documents.findIndex(isOwn);
  const document = content.documents.find(({ id }) => id === documentId);
  const category = content.categories.find(({ id }) => id === document?.categoryId);
  const ofCategory = value.categories.find(({ categoryId }) => categoryId === category?.id);
  const change = (changes: Rule) =>
    draft.change((rules) => ({
      ...rules,
      documents: withRule(rules.documents, isOwn, { documentId, ...NO_RULE }, changes),
    }));
  return (
    <RuleRow
      name={
        document === undefined ? t('access.goneDocument') : document.title || t('access.untitled')
      }
      note={category?.name ?? t('access.goneDocumentNote')}
      path={at < 0 ? undefined : `documents[${at}]`}
      rule={value.documents[at] ?? NO_RULE}
      inherited={{
        guest: ofCategory?.guest ?? value.guest,
        nonMember: ofCategory?.nonMember ?? value.nonMember,
        partialChars: ofCategory?.partialChars ?? value.partialChars,
      }}
      onChange={change}
      onReset={() => {
        change(NO_RULE);
        onReset();
      }}
    />
  );
}
