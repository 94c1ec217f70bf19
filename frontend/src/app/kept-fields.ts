import { typeInto } from '../lib/browser/type-into';
import { session } from '../storage/session';
import { FIELDS, type Field, TypedFields } from '../ui/fields/typed-fields';

/** What stood in a field when the session ended. */
interface KeptField {
  pathname: string;
  /** The title of its dialog; empty on a page. */
  dialog: string;
  label: string;
  text: string;
}

/** In memory alone: what is typed into forms of keys and accounts belongs into no storage. */
let kept: { accountId: string; fields: KeptField[] } | null = null;
const typed = new TypedFields();

/**
 * Keeps what is typed into the fields of a screen when the session ends by itself, and fills it in again once the same
 * account is back. A dialog gets it when it is opened again. Settings of sites keep their drafts themselves.
 *
 * - `onBack`: the titles of the dialogs that wait to be opened, and whether a field of the page was filled in.
 * - Returns the way to stop.
 */
export function keepFields(onBack: (dialogs: string[], isFilled: boolean) => void): () => void {
  const accountId = session.get().user?.id;
  if (kept?.accountId !== accountId) kept = null;
  const note = ({ target }: FocusEvent) => target instanceof Element && typed.note(target);
  const stopListening = session.subscribe(() => {
    const { token, loggedOutByUser } = session.get();
    if (token !== null || loggedOutByUser || accountId === undefined) return;
    const fields = typed.changed().filter(isKept).map(describe);
    kept = { accountId, fields: [...(kept?.fields ?? []), ...fields] };
  });
  let isTold = false;
  const fill = () => {
    if (kept === null || kept.fields.length === 0) return;
    const before = kept.fields;
    kept.fields = before.filter((field) => !fillIn(field));
    if (isTold) return;
    const here = kept.fields.filter(({ pathname }) => pathname === location.pathname);
    const dialogs = [...new Set(here.map(({ dialog }) => dialog).filter(Boolean))];
    const isFilled = kept.fields.length < before.length;
    if (!isFilled && dialogs.length === 0) return;
    isTold = true;
    onBack(dialogs, isFilled);
  };
  const observer = new MutationObserver(fill);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', note);
  fill();
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
    stopListening();
  };
}

function isKept(field: Field): boolean {
  const isSecret = field.type === 'password' || field.autocomplete === 'one-time-code';
  return !isSecret && field.closest('[data-field]') === null;
}

function describe(field: Field): KeptField {
  return { ...nameOf(field), pathname: location.pathname, text: field.value };
}

function nameOf(field: Field): Pick<KeptField, 'dialog' | 'label'> {
  const titleId = field.closest('[role=dialog]')?.getAttribute('aria-labelledby');
  const title = titleId ? document.getElementById(titleId) : null;
  return {
    dialog: title?.textContent ?? '',
    label: field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name,
  };
}

/** Whether the field stands in the page, and holds what was kept. */
function fillIn({ pathname, dialog, label, text }: KeptField): boolean {
  if (location.pathname !== pathname) return false;
  const field = [...document.querySelectorAll<Field>(FIELDS)].find((one) => {
    const name = nameOf(one);
    return name.dialog === dialog && name.label === label;
  });
  if (field === undefined) return false;
  // As if it was entered, for whoever watches what is typed.
  field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  typeInto(field, text);
  return true;
}
