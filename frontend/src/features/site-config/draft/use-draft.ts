import { createContext, useContext, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import { useStore } from '../../../ui/hooks/use-store';
import type { FieldLimits } from '../check/field-limits';
import type { Draft, DraftState, Problem } from './draft';
import { type FieldPath, valueAt } from './path';

/** A draft of any tab; its fields are reached by their paths. */
// biome-ignore lint/suspicious/noExplicitAny: a form knows the type of its tab, the parts of forms do not.
export type AnyDraft = Draft<any>;

export const DraftContext = createContext<AnyDraft | null>(null);

/** The draft of the tab that is open. */
export function useDraft<T extends object>(): Draft<T> {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('this form stands outside a tab');
  return draft;
}

/** What the draft holds; the component renders again with every change of it. */
export function useDraftState<T extends object>(): DraftState<T> {
  return useStore(useDraft<T>());
}

/** A field of the draft: its value, how it is changed, and what is wrong with it. */
export interface BoundField<V> {
  value: V;
  onChange: (value: V) => void;
  /** In words. */
  error: string | undefined;
  /** Goes onto the element around the field, so that it is found when it is wrong or clicked in the preview. */
  props: { 'data-field': FieldPath };
}

/** One field; the component renders again only when this field changes. */
export function useField<V>(path: FieldPath): BoundField<V> {
  const { t } = useTranslation();
  const draft = useDraft();
  const value = useSyncExternalStore(draft.subscribe, () => valueAt(draft.get().value, path) as V);
  const problem = useSyncExternalStore(draft.subscribe, () => draft.get().errors[path]);
  return {
    value,
    onChange: (next) => draft.setField(path, next),
    error: problem === undefined ? undefined : problemWords(t, problem),
    props: { 'data-field': path },
  };
}

/** The limits of a field. */
export function useLimits(path: FieldPath): FieldLimits {
  return useDraft().limitsAt(path);
}

/** What is wrong, in words. */
export function problemWords(t: Parameters<typeof problemText>[0], problem: Problem): string {
  const { key, parameters = {} } = problem;
  const error = new KeyedError(key, key, undefined, { field: key }, { field: parameters });
  return problemText(t, error, 'field') || key;
}
